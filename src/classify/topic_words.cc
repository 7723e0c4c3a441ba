#include "classify/topic_words.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <unordered_set>

namespace curlew::classify {
namespace {

constexpr std::size_t kMostWords = 4000;
constexpr std::size_t kSlots = 1 << 15;

// Table C.1 of DYN. Its single letters are left out as all single letters are.
constexpr std::string_view kThesisStopWords =
    "about above after again against all am an and any are aren't as at be "
    "because been before being below between both but by can't cannot could "
    "couldn't did didn't do does doesn't doing don't down during each few for "
    "from further had hadn't has hasn't have haven't having he he'd he'll he's "
    "her here here's hers herself him himself his how how's i'd i'll i'm i've "
    "if in into is isn't it it's its itself let's me more most mustn't my "
    "myself no nor not of off on once only or other ought our ours ourselves "
    "out over own same shan't she she'd she'll she's should shouldn't so some "
    "such than that that's the their theirs them themselves then there there's "
    "these they they'd they'll they're they've this those through to too under "
    "until up very was wasn't we we'd we'll we're we've were weren't what "
    "what's when when's where where's which while who who's whom why why's with "
    "won't would wouldn't you you'd you'll you're you've your yours yourself "
    "yourselves";

bool is_thesis_stop_word(std::string_view folded) {
  static const auto* const words = [] {
    auto* const set = new std::unordered_set<std::string_view>;
    for (std::size_t begin = 0; begin < kThesisStopWords.size();) {
      const std::size_t end =
          std::min(kThesisStopWords.find(' ', begin), kThesisStopWords.size());
      set->insert(kThesisStopWords.substr(begin, end - begin));
      begin = end + 1;
    }
    return set;
  }();
  return words->contains(folded);
}

bool is_single_letter(std::string_view word) {
  constexpr std::size_t kLongestLetter = 4;
  if (word.size() > kLongestLetter) return false;
  const auto is_first_byte = [](char c) { return (c & 0xC0) != 0x80; };
  return std::ranges::count_if(word, is_first_byte) < 2;
}

}  // namespace

// FNV-1a with a last mixing step, since tables take the low bits.
std::uint64_t key_of(std::string_view stem) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : stem) hash = (hash ^ std::uint8_t(c)) * 0x100000001B3;
  hash = (hash ^ (hash >> 32)) * 0xD6E8FEB86659FD93;
  return hash ^ (hash >> 32);
}

void TopicWords::clear() {
  words_.clear();
  letters_.clear();
}

void TopicWords::add(std::string_view stem, Place place) {
  add(stem, key_of(stem), place);
}

void TopicWords::add(std::string_view stem, std::uint64_t key, Place place) {
  words_.push_back({.key = key,
                    .begin = std::uint32_t(letters_.size()),
                    .size = std::uint16_t(stem.size()),
                    .place = place});
  letters_ += stem;
}

TopicReader::TopicReader(const text::Analyzer& analyzer, StemRules rules)
    : analyzer_(analyzer), rules_(rules), slots_(kSlots) {}

bool TopicReader::Slot::holds(std::string_view word, text::Language of) const {
  return word_size == word.size() && language == of &&
         std::memcmp(letters.data(), word.data(), word.size()) == 0;
}

void TopicReader::read(const TopicText& text, TopicWords& words) {
  words.clear();
  read_part(text.title, text.language, Place::kTitle, words);
  read_part(text.text, text.language, Place::kText, words);
}

void TopicReader::read_part(std::string_view part, text::Language language, Place place,
                            TopicWords& words) {
  // More than a word takes on the average in any language.
  constexpr std::size_t kBytesOfAWord = 32;
  const std::string_view looked_at = part.substr(0, kMostWords * kBytesOfAWord);
  analyzer_.find_words(looked_at, ranges_);
  for (const text::ByteRange& range : ranges_) {
    if (words.words().size() >= kMostWords) return;
    const std::string_view word = range.of(looked_at);
    Slot& slot = slot_of(word);
    if (!slot.holds(word, language)) {
      const std::string stem = stem_of(word, language);
      if (word.size() + stem.size() > slot.letters.size()) {
        if (!stem.empty()) words.add(stem, place);
        continue;
      }
      slot.key = key_of(stem);
      slot.language = language;
      slot.word_size = std::uint8_t(word.size());
      slot.stem_size = std::uint8_t(stem.size());
      std::ranges::copy(word, slot.letters.begin());
      std::ranges::copy(stem, slot.letters.begin() + word.size());
    }
    if (slot.stem_size > 0) words.add(slot.stem(), slot.key, place);
  }
}

// Eight bytes at a time: the sum of its letters alone would put anagrams together.
TopicReader::Slot& TopicReader::slot_of(std::string_view word) {
  std::uint64_t hash = word.size();
  while (!word.empty()) {
    std::uint64_t bytes = 0;
    const std::size_t size = std::min(word.size(), sizeof(bytes));
    std::memcpy(&bytes, word.data(), size);
    hash = (hash ^ bytes) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
    word.remove_prefix(size);
  }
  return slots_[hash % kSlots];
}

std::string TopicReader::stem_of(std::string_view word, text::Language language) {
  text::WordAnalysis analysis = analyzer_.analyze_word(word, language);
  if (analysis.kind == text::TokenKind::kNumber || is_single_letter(analysis.folded)) {
    return {};
  }
  if (rules_ == StemRules::kPorter1980) {
    if (is_thesis_stop_word(analysis.folded)) return {};
    return std::string(porter_.stem(analysis.folded));
  }
  if (analysis.kind == text::TokenKind::kStopWord) return {};
  return std::move(analysis.stem);
}

}  // namespace curlew::classify
