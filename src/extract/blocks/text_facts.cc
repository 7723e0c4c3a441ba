#include "extract/blocks/text_facts.h"

#include <algorithm>
#include <array>

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

// What a byte is to the counter.
enum class ByteKind : std::uint8_t {
  kOther,  // Of a word, but nothing to count.
  kGap,    // Ends a word.
  kSmallLetter,
  kCapital,
  kDigit,
  kWide,  // Begins a character beyond ASCII.
  kSign,
};

constexpr auto kByteKinds = [] {
  std::array<ByteKind, 256> kinds{};
  for (int c = 0; c < 256; ++c) {
    if (is_ascii_lower(char(c))) kinds[c] = ByteKind::kSmallLetter;
    if (is_ascii_upper(char(c))) kinds[c] = ByteKind::kCapital;
    if (is_ascii_digit(char(c))) kinds[c] = ByteKind::kDigit;
    if (c >= 0xC0) kinds[c] = ByteKind::kWide;
  }
  for (const unsigned char c : {' ', '\n'}) kinds[c] = ByteKind::kGap;
  for (const unsigned char c :
       {'.', '!', '?', ',', ';', '|', '/', '>', '"', '@', '$', ':'})
    kinds[c] = ByteKind::kSign;
  return kinds;
}();

ByteKind kind_of_byte(char c) { return kByteKinds[static_cast<unsigned char>(c)]; }

// One look at each byte: all text of a page passes here.
class Counter {
 public:
  explicit Counter(std::string_view text) : text_(text) {}

  TextFacts run() {
    for (std::size_t at = 0; at < text_.size(); ++at) {
      // Four bytes in five.
      const std::size_t begin = at;
      while (at < text_.size() && kind_of_byte(text_[at]) == ByteKind::kSmallLetter) {
        ++at;
      }
      facts_.letters += std::uint32_t(at - begin);
      if (at < text_.size()) count_byte(at);
    }
    end_word(text_.size());
    facts_.words += han_ / 2;
    facts_.first = first_kind(text_);
    facts_.last = last_kind(text_);
    return facts_;
  }

 private:
  void count_byte(std::size_t at) {
    switch (kind_of_byte(text_[at])) {
      case ByteKind::kSmallLetter:  // Is counted by run().
        break;
      case ByteKind::kGap:
        end_word(at);
        break;
      case ByteKind::kCapital:
        ++facts_.letters;
        ++facts_.capitals;
        break;
      case ByteKind::kDigit:
        ++facts_.letters;
        ++facts_.digits;
        break;
      case ByteKind::kWide:
        count_wide(text_.substr(at));
        break;
      case ByteKind::kSign:
        count_sign(at);
        break;
      case ByteKind::kOther:
        break;
    }
  }

  void end_word(std::size_t end) {
    const std::string_view word = text_.substr(begin_, end - begin_);
    begin_ = end + 1;
    const bool has_letters = facts_.letters > letters_before_;
    const bool has_year_digits = facts_.digits >= digits_before_ + 4;
    letters_before_ = facts_.letters;
    digits_before_ = facts_.digits;
    if (!has_letters) return;
    facts_.words += 1;
    facts_.capitalised_words += is_ascii_upper(word[0]);
    facts_.short_words += word.size() <= 3;
    if (has_year_digits) facts_.years += has_year(word);
    if (word.starts_with("http") || word.starts_with("www.")) facts_.has_address = true;
  }

  static bool has_year(std::string_view word) {
    for (std::size_t at = 0; at + 4 <= word.size(); ++at)
      if ((word.substr(at, 2) == "19" || word.substr(at, 2) == "20") &&
          is_ascii_digit(word[at + 2]) && is_ascii_digit(word[at + 3]))
        return true;
    return false;
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

  bool ends_word(std::size_t at) const {
    return at >= text_.size() || kind_of_byte(text_[at]) == ByteKind::kGap;
  }

  bool has_digit(std::size_t at) const {
    return at < text_.size() && is_ascii_digit(text_[at]);
  }

  void count_sign(std::size_t at) {
    switch (text_[at]) {
      case '.':
      case '!':
      case '?':
        facts_.sentence_ends += ends_word(at + 1) || ends_word(at + 2);
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
        facts_.clock_times += at > 0 && has_digit(at - 1) && has_digit(at + 1);
        break;
      default:
        break;
    }
  }

  std::string_view text_;
  TextFacts facts_;
  std::uint32_t han_ = 0;
  // Of the word that is being read: where it begins, and what was there before it.
  std::size_t begin_ = 0;
  std::uint32_t letters_before_ = 0;
  std::uint32_t digits_before_ = 0;
};

}  // namespace

TextFacts count_text(std::string_view text) {
  return text.empty() ? TextFacts{} : Counter(text).run();
}

}  // namespace curlew::extract
