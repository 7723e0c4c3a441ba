#include "made_up_words.h"

#include <array>
#include <cmath>
#include <string_view>

namespace curlew {
namespace {

constexpr std::size_t kVocabulary = 20'000;

}  // namespace

// Each once: the number of a word is written in syllables.
MadeUpWords::MadeUpWords(std::uint64_t seed) : random_(seed) {
  constexpr std::array<std::string_view, 40> kSyllables = {
      "ka",  "ro",  "mi",  "te",  "lu",  "san", "ver", "do",  "pi",  "na",
      "gor", "es",  "li",  "mon", "tra", "be",  "fu",  "cal", "ri",  "den",
      "so",  "ul",  "vi",  "par", "me",  "ton", "ha",  "kel", "bri", "os",
      "ze",  "lan", "qui", "fer", "go",  "wen", "ti",  "mar", "po",  "nix"};
  for (std::size_t i = 0; i < kVocabulary; ++i) {
    std::string& word = vocabulary_.emplace_back();
    for (std::size_t rest = i + 40; rest > 0; rest /= 40) {
      word += kSyllables[rest % 40];
    }
  }
}

const std::string& MadeUpWords::word() {
  const double rank = std::exp(random_.uniform() * std::log(double(kVocabulary)));
  return vocabulary_[std::size_t(rank) - 1];
}

std::string MadeUpWords::words(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ' ';
    text += word();
  }
  if (!text.empty()) text[0] = char(text[0] - 'a' + 'A');
  return text;
}

}  // namespace curlew
