#include "classify/themes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>

#include "base/check.h"

namespace curlew::classify {
namespace {

constexpr std::size_t kTextsOfATheme = 8;
// Titles are drawn longer than they were: words in pairs of a title say too little.
constexpr std::uint32_t kShortestText = 40;
constexpr std::uint32_t kLongestText = 250;
// How often a word is one that the text had before, in percent.
constexpr std::uint64_t kComesBack = 30;
// How often it is one of its language at large.
constexpr std::uint64_t kAtLarge = 30;

// A theme is like a topic when it is so many standard deviations more like it than
// themes are in the mean.
constexpr double kLike = 1.5;

// Splits off what stands before the next `mark`.
std::string_view take_until(std::string_view& rest, char mark) {
  const std::size_t end = std::min(rest.find(mark), rest.size());
  const std::string_view taken = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return taken;
}

std::uint32_t number_of(std::string_view digits) {
  std::uint32_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [at, error] = std::from_chars(digits.data(), end, number);
  return error == std::errc() && at == end ? number : 0;
}

Result<Theme> parse_theme(std::string_view line) {
  Theme theme;
  theme.name = take_until(line, ' ');
  theme.topic = take_until(line, ' ');
  if (theme.topic == "-") theme.topic.clear();
  theme.language = text::to_language(take_until(line, ' '));
  theme.words_of_a_text = number_of(line);
  if (theme.words_of_a_text == 0) {
    return Error{ErrorKind::kMalformed, theme.name + ": no length of a text"};
  }
  return theme;
}

Result<void> add_words(std::string_view line, Theme& theme) {
  const std::uint32_t count = number_of(take_until(line, ' '));
  constexpr std::uint32_t kLargestSum = 1U << 30;
  while (!line.empty()) {
    const std::uint32_t before = theme.words.empty() ? 0 : theme.words.back().second;
    if (count == 0 || count > kLargestSum - before) {
      return Error{ErrorKind::kMalformed, theme.name + ": words without a count"};
    }
    theme.words.emplace_back(take_until(line, ' '), before + count);
  }
  return {};
}

using Weights = std::unordered_map<std::uint64_t, double>;

double cosine_of(const Weights& one, const Weights& other) {
  double product = 0;
  double square = 0;
  double other_square = 0;
  for (const auto& [key, weight] : one) {
    square += weight * weight;
    const auto at = other.find(key);
    if (at != other.end()) product += weight * at->second;
  }
  for (const auto& [key, weight] : other) other_square += weight * weight;
  return product > 0 ? product / std::sqrt(square * other_square) : 0;
}

// Themes and topics as weights of stems, by how few themes have each.
class ThemeLikeness {
 public:
  ThemeLikeness(const std::vector<Theme>& themes,
                std::span<const TopicExample> examples, std::size_t topic_count)
      : of_theme_(themes.size()), of_topic_(topic_count) {
    TopicReader reader(analyzer_, StemRules::kByLanguage);
    TopicWords words;
    std::unordered_map<std::uint64_t, double> themes_with;
    for (std::size_t i = 0; i < themes.size(); ++i) {
      std::uint32_t before = 0;
      for (const auto& [word, sum] : themes[i].words) {
        reader.read({.text = word, .language = themes[i].language}, words);
        for (const auto& stem : words.words()) of_theme_[i][stem.key] += sum - before;
        before = sum;
      }
      for (const auto& [key, count] : of_theme_[i]) ++themes_with[key];
    }
    for (const TopicExample& example : examples) {
      if (example.topic == kNoTopic) continue;
      for (const auto& word : example.words.words()) {
        ++of_topic_[example.topic][word.key];
      }
    }
    const auto weigh = [&](Weights& weights) {
      for (auto& [key, count] : weights) {
        const auto at = themes_with.find(key);
        const double texts = at == themes_with.end() ? 0 : at->second;
        count =
            (1 + std::log(count)) * std::log((1 + double(themes.size())) / (1 + texts));
      }
    };
    std::ranges::for_each(of_theme_, weigh);
    std::ranges::for_each(of_topic_, weigh);
  }

  double likeness(std::size_t theme, std::size_t topic) const {
    return cosine_of(of_theme_[theme], of_topic_[topic]);
  }

 private:
  const text::Analyzer analyzer_;
  std::vector<Weights> of_theme_;
  std::vector<Weights> of_topic_;
};

std::vector<char> themes_like_topics(const std::vector<Theme>& themes,
                                     std::span<const TopicExample> examples,
                                     std::size_t topic_count) {
  const ThemeLikeness likeness(themes, examples, topic_count);
  std::vector<char> is_like(themes.size());
  for (std::size_t topic = 0; topic < topic_count; ++topic) {
    std::vector<double> values;
    for (std::size_t i = 0; i < themes.size(); ++i) {
      values.push_back(likeness.likeness(i, topic));
    }
    double mean = 0;
    for (const double value : values) mean += value / double(values.size());
    double square = 0;
    for (const double value : values) {
      square += (value - mean) * (value - mean) / double(values.size());
    }
    for (std::size_t i = 0; i < themes.size(); ++i) {
      const bool is_one = themes[i].name != kThemeOfAll;
      if (is_one && values[i] > mean + kLike * std::sqrt(square)) is_like[i] = 1;
    }
  }
  return is_like;
}

}  // namespace

Result<std::vector<Theme>> parse_themes(std::string_view file) {
  constexpr std::string_view kTheme = "theme ";
  std::vector<Theme> themes;
  while (!file.empty()) {
    std::string_view line = take_until(file, '\n');
    if (line.empty() || line.front() == '#') continue;
    if (line.starts_with(kTheme)) {
      TRY_ASSIGN(Theme theme, parse_theme(line.substr(kTheme.size())));
      themes.push_back(std::move(theme));
    } else if (themes.empty()) {
      return Error{ErrorKind::kMalformed, "themes: words before the first theme"};
    } else {
      TRY(add_words(line, themes.back()));
    }
  }
  std::erase_if(themes, [](const Theme& theme) { return theme.words.empty(); });
  if (themes.empty()) return Error{ErrorKind::kMalformed, "themes: none"};
  return themes;
}

const std::vector<Theme>& own_themes() {
  static const auto* const themes = [] {
    auto parsed = parse_themes(own_themes_file());
    CHECK(parsed.ok());
    return new std::vector<Theme>(*std::move(parsed));
  }();
  return *themes;
}

std::string TextDrawer::draw(const Theme& theme) {
  const auto all = std::ranges::find_if(themes_, [&](const Theme& each) {
    return each.name == kThemeOfAll && each.language == theme.language;
  });
  const Theme& at_large = all == themes_.end() ? theme : *all;
  const std::uint32_t mean =
      std::clamp(theme.words_of_a_text, kShortestText, kLongestText);
  const std::uint64_t size = mean / 2 + random_() % mean;
  std::vector<std::string_view> drawn;
  std::string text;
  while (drawn.size() < size) {
    if (!drawn.empty() && random_() % 100 < kComesBack) {
      drawn.push_back(drawn[random_() % drawn.size()]);
    } else {
      const auto& words = random_() % 100 < kAtLarge ? at_large.words : theme.words;
      const auto at = std::ranges::upper_bound(
          words, std::uint32_t(random_() % words.back().second), {},
          &std::pair<std::string, std::uint32_t>::second);
      drawn.push_back(at->first);
    }
    text.append(drawn.back()).push_back(' ');
  }
  return text;
}

std::vector<TopicExample> draw_background(const std::vector<Theme>& themes,
                                          std::span<const TopicExample> examples,
                                          std::size_t topic_count) {
  const std::vector<char> is_like = themes_like_topics(themes, examples, topic_count);
  const text::Analyzer analyzer;
  TopicReader reader(analyzer, StemRules::kByLanguage);
  TextDrawer drawer(themes);
  std::vector<TopicExample> background;
  for (std::size_t i = 0; i < themes.size(); ++i) {
    for (std::size_t n = 0; n < kTextsOfATheme; ++n) {
      const std::string text = drawer.draw(themes[i]);
      if (is_like[i]) continue;
      TopicExample& example = background.emplace_back();
      example.topic = kNoTopic;
      reader.read({.title = {}, .text = text, .language = themes[i].language},
                  example.words);
    }
  }
  return background;
}

}  // namespace curlew::classify
