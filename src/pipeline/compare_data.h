// Two versions of a data document, compared by what they say. Where parse/data and
// detect/data meet.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "detect/data/data_change.h"
#include "parse/data.h"

namespace curlew::pipeline {

// A graph, a table or a tree that became one of the others is different, and a remark
// says so. Pure; callable from any thread.
detect::DataChange compare_data(const parse::Data& before, const parse::Data& after,
                                const detect::DataCompareOptions& options);

// What came, went and changed, for people: lists of <ins> and <del>, bounded.
std::string to_html(const detect::DataChange& change);

}  // namespace curlew::pipeline
