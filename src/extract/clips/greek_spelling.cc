#include "extract/clips/greek_spelling.h"

#include <algorithm>

#include "text/greek/sound.h"

namespace curlew::extract {
namespace {

// Shorter beginnings belong to too many words; longer endings are not inflections.
constexpr std::size_t kMinStemLetters = 4;
constexpr std::size_t kMaxEndingLetters = 4;

void add_beginnings(const std::string& key, std::vector<std::string>& keys) {
  const std::size_t least =
      std::max(kMinStemLetters, key.size() - std::min(key.size(), kMaxEndingLetters));
  for (std::size_t size = least; size < key.size(); ++size)
    keys.push_back(key.substr(0, size));
  keys.push_back(key);
}

bool is_greek(std::string_view folded) {
  return !folded.empty() && (folded.front() & 0x80) != 0;
}

void add_greek(std::string_view folded, std::string_view stem,
               std::vector<std::string>& keys) {
  const std::string whole = text::greek_sound_key(folded);
  if (whole.empty()) return;
  keys.push_back(whole);
  std::string of_stem = text::greek_sound_key(stem);
  if (of_stem.size() >= kMinStemLetters) keys.push_back(std::move(of_stem));
}

void add_latin(std::string_view folded, std::vector<std::string>& keys) {
  for (const std::string& key : text::greeklish_keys(folded)) add_beginnings(key, keys);
}

std::vector<std::string> sorted(std::vector<std::string> keys) {
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

}  // namespace

// The stem's sound on the Greek side meets a beginning on the Latin side, of which no
// stem is known. Two Greek words never come here: their stems have met before.
std::vector<std::string> sounds_of_keyword(std::string_view folded,
                                           std::string_view stem) {
  std::vector<std::string> keys;
  if (is_greek(folded))
    add_greek(folded, stem, keys);
  else
    add_latin(folded, keys);
  return sorted(std::move(keys));
}

std::vector<std::string> sounds_of_word(std::string_view folded, std::string_view stem,
                                        LatinLetters latin) {
  std::vector<std::string> keys;
  if (is_greek(folded))
    add_greek(folded, stem, keys);
  else if (latin == LatinLetters::kGreeklish)
    add_latin(folded, keys);
  return sorted(std::move(keys));
}

}  // namespace curlew::extract
