// Dates of words and numbers in any order and many languages: RFC 822 and 2822 with
// their errors, asctime, Perforce, "Friday, December 22, 2017 - 3:09pm", "16. Novembre
// 2020", "2004년 05월 28일 01:31:15", "10/30/23 21:55:58".
//
// One reader for all of them, because real dates mix them freely. It takes tokens from
// left to right, each known by its own look, and settles at the end what the plain
// numbers mean. What it cannot explain makes it refuse, as long as date and time of day
// are not complete; behind them it is left alone.

#pragma once

#include <optional>
#include <string_view>

#include "base/time.h"

namespace curlew::parse {

// `text` without white space around it.
std::optional<Time> parse_worded_date(std::string_view text);

}  // namespace curlew::parse
