#include "sim/topics/vocabulary.h"

#include <algorithm>
#include <array>
#include <set>

namespace curlew::sim {
namespace {

constexpr std::size_t kGeneralWords = 3000;
constexpr std::size_t kTopicWords = 250;
constexpr std::size_t kSharedWords = 60;
constexpr std::size_t kUrnSize = 8192;

constexpr std::array<const char*, 20> kOnsets{"b",  "d",  "f",  "g",  "k",  "l", "m",
                                              "n",  "p",  "r",  "s",  "t",  "v", "z",
                                              "br", "dr", "gr", "kl", "pl", "tr"};
constexpr std::array<const char*, 5> kVowels{"a", "e", "i", "o", "u"};
// No stemmer takes them for endings.
constexpr std::array<const char*, 8> kEndings{"ak", "om", "un", "ek",
                                              "ip", "ob", "uk", "og"};

template <std::size_t n>
const char* any_of(const std::array<const char*, n>& parts, Random& random) {
  return parts[random.below(n)];
}

std::string make_word(Random& random) {
  std::string word;
  const auto syllables = 1 + random.below(2);
  for (std::uint64_t i = 0; i < syllables; ++i) {
    word += any_of(kOnsets, random);
    word += any_of(kVowels, random);
  }
  word += any_of(kOnsets, random);
  return word + any_of(kEndings, random);
}

}  // namespace

Vocabulary::Vocabulary(std::size_t topics, std::uint64_t seed) {
  Random random(seed);
  std::set<std::string> known;
  const auto new_word = [&] {
    while (true) {
      std::string word = make_word(random);
      if (!known.insert(word).second) continue;
      words_.push_back(std::move(word));
      return std::uint32_t(words_.size() - 1);
    }
  };
  std::vector<std::uint32_t> general(kGeneralWords);
  std::ranges::generate(general, new_word);
  general_ = fill_urn(general);
  std::vector<std::uint32_t> before;
  for (std::size_t topic = 0; topic < topics; ++topic) {
    std::vector<std::uint32_t> own(kTopicWords);
    std::ranges::generate(own, new_word);
    // Every fourth of them is a word of the topic before, which uses it less.
    for (std::size_t i = 0; i < kSharedWords && !before.empty(); ++i)
      own[4 * i + 3] = before[before.size() - 1 - 3 * i];
    topics_.push_back(fill_urn(own));
    before = std::move(own);
  }
}

Vocabulary::Urn Vocabulary::fill_urn(const std::vector<std::uint32_t>& words) {
  double sum = 0;
  // The most frequent words are stop words, which say nothing: their place is empty.
  constexpr double kRankOfFirst = 8;
  for (std::size_t i = 0; i < words.size(); ++i) sum += 1 / (kRankOfFirst + double(i));
  Urn urn;
  urn.reserve(kUrnSize + words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const double share = 1 / (kRankOfFirst + double(i)) / sum;
    urn.insert(urn.end(), std::size_t(share * double(kUrnSize)) + 1, words[i]);
  }
  return urn;
}

}  // namespace curlew::sim
