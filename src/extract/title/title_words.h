// Titles as sequences of words, to see which say the same; and the signs that part a
// title from a site's name.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace curlew::extract {

// Hashes, in order.
using TitleWords = std::vector<std::uint32_t>;

// Runs of letters and digits, in small ASCII letters; numbers matter in titles.
TitleWords title_words_of(std::string_view text);

// The share of the words of `part` that `whole` has too.
double overlap(const TitleWords& part, const TitleWords& whole);
// In a row?
bool contains(const TitleWords& whole, const TitleWords& part);
bool begins_with(const TitleWords& whole, const TitleWords& part);

// ASCII letters and digits without anything between, for comparing with host names.
std::string squeezed_letters(std::string_view text);

// A sign that parts a title from a site's name, with its spaces.
struct TitleSeparator {
  std::size_t begin;
  std::size_t end;
  // '|', '-', ':' for all of their kinds.
  char sign;
};
std::vector<TitleSeparator> separators_of(std::string_view text);

}  // namespace curlew::extract
