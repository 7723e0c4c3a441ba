#include "extract/title/title_words.h"

#include <algorithm>

#include "base/ascii.h"
#include "extract/words/word_cutter.h"

namespace curlew::extract {
namespace {

// How many bytes of the character at the beginning are not part of a word: ASCII signs,
// and the blocks of Latin-1 signs and of general punctuation. 0 for letters and digits.
std::size_t size_of_sign(std::string_view text) {
  const char c = text[0];
  const auto lead = static_cast<unsigned char>(c);
  if (lead < 0x80) return is_ascii_alpha(c) || is_ascii_digit(c) ? 0 : 1;
  if (lead == 0xC2) return 2;
  return lead == 0xE2 ? 3 : 0;
}

std::size_t sign_at(std::string_view text, char& kind) {
  static constexpr std::pair<std::string_view, char> kSigns[] = {
      {"|", '|'},  {"-", '-'}, {"–", '-'},  {"—", '-'}, {"·", '|'},
      {"»", '|'},  {"•", '|'}, {"›", '|'},  {"~", '-'}, {"/", '-'},
      {"::", ':'}, {":", ':'}, {"｜", '|'}, {"<", '|'}, {">", '|'}};
  if (size_of_sign(text) == 0 && text[0] != '\xEF') return 0;  // As most are: letters.
  for (const auto& [sign, its_kind] : kSigns) {
    if (!text.starts_with(sign)) continue;
    kind = its_kind;
    return sign.size();
  }
  return 0;
}

}  // namespace

TitleWords title_words_of(std::string_view text) {
  TitleWords words;
  std::string word;
  while (!text.empty()) {
    const std::size_t sign = std::min(size_of_sign(text), text.size());
    if (sign == 0) word += to_ascii_lower(text[0]);
    text.remove_prefix(std::max<std::size_t>(sign, 1));
    if (word.empty() || (sign == 0 && !text.empty())) continue;
    words.push_back(hash_of_word(word));
    word.clear();
  }
  return words;
}

double overlap(const TitleWords& part, const TitleWords& whole) {
  if (part.empty()) return 0;
  const auto found = std::ranges::count_if(part, [&](std::uint32_t word) {
    return std::ranges::find(whole, word) != whole.end();
  });
  return double(found) / double(part.size());
}

bool contains(const TitleWords& whole, const TitleWords& part) {
  return !part.empty() && std::search(whole.begin(), whole.end(), part.begin(),
                                      part.end()) != whole.end();
}

bool begins_with(const TitleWords& whole, const TitleWords& part) {
  return part.size() <= whole.size() &&
         std::equal(part.begin(), part.end(), whole.begin());
}

std::string squeezed_letters(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (is_ascii_alpha(c) || is_ascii_digit(c)) out += to_ascii_lower(c);
  return out;
}

std::vector<TitleSeparator> separators_of(std::string_view text) {
  std::vector<TitleSeparator> found;
  for (std::size_t at = 1; at < text.size(); ++at) {
    char kind = 0;
    const std::size_t size = sign_at(text.substr(at), kind);
    if (size == 0) continue;
    const bool space_before = text[at - 1] == ' ';
    const bool space_after = at + size < text.size() && text[at + size] == ' ';
    const bool parts = kind == '|' || (kind == '-' && space_before && space_after) ||
                       (kind == ':' && space_after);
    if (!parts) continue;
    found.push_back({at - space_before, at + size + space_after, kind});
    at += size;
  }
  return found;
}

}  // namespace curlew::extract
