// What a line of words says of the page behind a link: a headline, a name, or nothing
// at all, as "Read more" and "37 minutes ago" do.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace curlew::extract {

// In the order of their worth.
enum class LinkWords : std::uint8_t {
  // No letter and no digit.
  kNone,
  // What the reader may do: "Read more", "Sign in", "Next".
  kAction,
  // When, or how many: "2 days ago", "7 March 2026", "1,204".
  kTime,
  // One or two words: a name, a category, or a short title.
  kShort,
  // More.
  kHeadline,
};

// Of one line, in the languages that the lists in link_words.cc know; what they do not
// know is taken for a name or a headline.
LinkWords judge_words(std::string_view line);

// The words alone, folded (text/fold.h), with one space between: two lines that a
// reader takes for the same are equal.
std::string plain_words(std::string_view line);

}  // namespace curlew::extract
