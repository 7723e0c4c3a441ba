// The six news topics of the paper DYN, ready made: for users who have no examples at
// hand. What is shipped are counts of words (themes.h), from which texts are drawn
// that serve as examples, so that a ready topic can be learned beside others, by any
// method, and stored, exported and shown like any other.

#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "classify/themes.h"

namespace curlew::classify {

inline constexpr std::array<std::string_view, 6> kReadyTopics{
    "business", "politics", "crime", "health", "sports", "technology"};

// The same in every run. Empty for a name that is none of the six. Most are in English;
// those in Greek are of `language` kGreek.
struct ReadyText {
  std::string text;
  text::Language language = text::Language::kUnknown;
};
std::vector<ReadyText> ready_texts(std::string_view topic,
                                   const std::vector<Theme>& themes = own_themes());

// The words that tell the topic from all else, the best first.
std::vector<std::string> ready_terms(std::string_view topic, std::size_t n);

}  // namespace curlew::classify
