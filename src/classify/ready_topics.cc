#include "classify/ready_topics.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace curlew::classify {
namespace {

// Of each topic, from all its themes together.
constexpr std::size_t kReadyTexts = 120;

std::vector<const Theme*> themes_of(std::string_view topic,
                                    const std::vector<Theme>& themes) {
  std::vector<const Theme*> own;
  for (const Theme& theme : themes) {
    if (!topic.empty() && theme.topic == topic) own.push_back(&theme);
  }
  return own;
}

}  // namespace

std::vector<ReadyText> ready_texts(std::string_view topic,
                                   const std::vector<Theme>& themes) {
  const std::vector<const Theme*> own = themes_of(topic, themes);
  std::vector<ReadyText> texts;
  TextDrawer drawer(themes);
  for (std::size_t i = 0; !own.empty() && i < kReadyTexts; ++i) {
    const Theme& theme = *own[i % own.size()];
    texts.push_back({drawer.draw(theme), theme.language});
  }
  return texts;
}

// By how much more often a word is used there: the share of the topic's words times the
// logarithm of how many times that is its share of all words.
std::vector<std::string> ready_terms(std::string_view topic, std::size_t n) {
  std::map<std::string_view, double> own;
  std::map<std::string_view, double> all;
  for (const Theme& theme : own_themes()) {
    std::uint32_t before = 0;
    for (const auto& [word, sum] : theme.words) {
      const double share = double(sum - before) / theme.words.back().second;
      before = sum;
      all[word] += share / double(own_themes().size());
      if (theme.topic == topic) own[word] += share;
    }
  }
  const double themes = double(themes_of(topic, own_themes()).size());
  std::vector<std::pair<double, std::string_view>> ranked;
  for (const auto& [word, sum] : own) {
    const double share = sum / themes;
    ranked.emplace_back(-share * std::log(share / all[word]), word);
  }
  std::ranges::sort(ranked);
  std::vector<std::string> terms;
  for (const auto& [rank, word] : ranked) {
    if (terms.size() == n) break;
    terms.emplace_back(word);
  }
  return terms;
}

}  // namespace curlew::classify
