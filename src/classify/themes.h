// How often words are used when people write about this or that. From such counts texts
// are drawn that nobody wrote: something to tell a topic from when its user has a few
// examples and nothing else, and examples of the topics that Curlew ships ready.
//
// Counts are facts that can be shipped; the news they were taken from cannot.
// tools/derive_topics.py takes them. Words are whole ones, so that every method stems
// them by its own rules.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "classify/topic_model.h"
#include "text/language.h"

namespace curlew::classify {

struct Theme {
  std::string name;
  // The topic shipped ready to which it belongs; empty: none.
  std::string topic;
  text::Language language = text::Language::kUnknown;
  // The mean of the texts that were counted.
  std::uint32_t words_of_a_text = 0;
  // Each with the sum of its count and those before it.
  std::vector<std::pair<std::string, std::uint32_t>> words;
};

// `file` as tools/derive_topics.py writes it.
Result<std::vector<Theme>> parse_themes(std::string_view file);

// Those that the program carries.
const std::vector<Theme>& own_themes();
std::string_view own_themes_file();

// Draws the words of a text about a theme, with spaces between: without a meaning, but
// with the words that such texts have. Some are of its language at large, and some come
// back, as in what people write. Borrows the themes.
class TextDrawer {
 public:
  explicit TextDrawer(const std::vector<Theme>& themes) : themes_(themes) {}

  // The same texts in the same order from every drawer.
  std::string draw(const Theme& theme);

 private:
  const std::vector<Theme>& themes_;
  Random random_{1};
};

// The name of the theme that has the words of a language at large.
inline constexpr std::string_view kThemeOfAll = "all";

// Texts that are to belong to none of the topics, some of each theme. Themes that are
// most like the examples of a topic are left out: they would teach that what looks
// like the topic does not belong to it.
std::vector<TopicExample> draw_background(const std::vector<Theme>& themes,
                                          std::span<const TopicExample> examples,
                                          std::size_t topic_count);

}  // namespace curlew::classify
