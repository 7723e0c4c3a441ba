#include "extract/article/text_facts.h"

#include <algorithm>

#include "base/ascii.h"

namespace curlew::extract {
namespace {

bool is_han_or_kana(unsigned char lead) { return lead >= 0xE3 && lead <= 0xE9; }

std::uint8_t first_kind(std::string_view text) {
  const char c = text[0];
  if (is_ascii_upper(c)) return 1;
  if (is_ascii_digit(c)) return 2;
  if (is_ascii_lower(c) || static_cast<unsigned char>(c) >= 0xC3) return 0;
  return 3;
}

bool ends_with_any(std::string_view text,
                   std::initializer_list<std::string_view> endings) {
  return std::ranges::any_of(endings,
                             [&](std::string_view end) { return text.ends_with(end); });
}

std::uint8_t last_kind(std::string_view text) {
  if (ends_with_any(text, {"...", "…", "»", "›", "→"})) return 3;
  if (ends_with_any(text, {".", "!", "?", "\"", "”", "“", "’", "。", "！", "？", ")"}))
    return 1;
  if (ends_with_any(text, {":", "："})) return 2;
  const auto c = static_cast<unsigned char>(text.back());
  return is_ascii_alpha(char(c)) || c >= 0x80 ? 0 : 4;
}

class Counter {
 public:
  explicit Counter(std::string_view text) : text_(text) {}

  TextFacts run() {
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= text_.size(); ++at) {
      if (at < text_.size() && text_[at] != ' ' && text_[at] != '\n') continue;
      if (at > begin) count_word(text_.substr(begin, at - begin));
      begin = at + 1;
    }
    facts_.words += han_ / 2;
    facts_.first = first_kind(text_);
    facts_.last = last_kind(text_);
    return facts_;
  }

 private:
  void count_word(std::string_view word) {
    const std::uint32_t letters_before = facts_.letters;
    const std::uint32_t digits_before = facts_.digits;
    for (std::size_t at = 0; at < word.size(); ++at) count_byte(word, at);
    if (facts_.letters == letters_before) return;
    facts_.words += 1;
    facts_.capitalised_words += is_ascii_upper(word[0]);
    facts_.short_words += word.size() <= 3;
    if (facts_.digits >= digits_before + 4) facts_.years += has_year(word);
    if (word.starts_with("http") || word.starts_with("www.")) facts_.has_address = true;
  }

  static bool has_year(std::string_view word) {
    for (std::size_t at = 0; at + 4 <= word.size(); ++at)
      if ((word.substr(at, 2) == "19" || word.substr(at, 2) == "20") &&
          is_ascii_digit(word[at + 2]) && is_ascii_digit(word[at + 3]))
        return true;
    return false;
  }

  void count_byte(std::string_view word, std::size_t at) {
    const char c = word[at];
    if (is_ascii_alpha(c)) {
      ++facts_.letters;
      facts_.capitals += is_ascii_upper(c);
    } else if (is_ascii_digit(c)) {
      ++facts_.letters;
      ++facts_.digits;
    } else if (static_cast<unsigned char>(c) >= 0x80) {
      count_wide(word.substr(at));
    } else {
      count_sign(word, at);
    }
  }

  void count_wide(std::string_view rest) {
    const auto lead = static_cast<unsigned char>(rest[0]);
    if (lead < 0xC0) return;
    if (lead == 0xC2 || lead == 0xE2 || lead == 0xEF || lead == 0xE3) {
      if (rest.starts_with("©")) facts_.has_copyright = true;
      if (rest.starts_with("€") || rest.starts_with("£") || rest.starts_with("¥"))
        ++facts_.currencies;
      if (rest.starts_with("·") || rest.starts_with("•") || rest.starts_with("»") ||
          rest.starts_with("›"))
        ++facts_.separators;
      if (rest.starts_with("“") || rest.starts_with("”") || rest.starts_with("«"))
        ++facts_.quotes;
      if (rest.starts_with("。") || rest.starts_with("！") || rest.starts_with("？"))
        ++facts_.sentence_ends;
      if (rest.starts_with("、") || rest.starts_with("，")) ++facts_.commas;
      if (lead != 0xE3) return;
    }
    ++facts_.letters;
    han_ += is_han_or_kana(lead);
  }

  void count_sign(std::string_view word, std::size_t at) {
    switch (word[at]) {
      case '.':
      case '!':
      case '?':
        facts_.sentence_ends += at + 2 >= word.size();
        break;
      case ',':
      case ';':
        ++facts_.commas;
        break;
      case '|':
      case '/':
      case '>':
        ++facts_.separators;
        break;
      case '"':
        ++facts_.quotes;
        break;
      case '@':
        facts_.has_at = true;
        break;
      case '$':
        ++facts_.currencies;
        break;
      case ':':
        facts_.clock_times += at > 0 && at + 1 < word.size() &&
                              is_ascii_digit(word[at - 1]) &&
                              is_ascii_digit(word[at + 1]);
        break;
      default:
        break;
    }
  }

  std::string_view text_;
  TextFacts facts_;
  std::uint32_t han_ = 0;
};

}  // namespace

TextFacts count_text(std::string_view text) {
  return text.empty() ? TextFacts{} : Counter(text).run();
}

}  // namespace curlew::extract
