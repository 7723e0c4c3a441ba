#include "query/term_cache.h"

#include <algorithm>
#include <cstring>

#include "query/greek_spelling.h"
#include "query/terms.h"

namespace curlew::query {
namespace {

using text::Language;

// A cache for one article is small; one that lives on has room for the words of a
// thousand.
constexpr std::size_t kFewestSlots = 256;
constexpr std::size_t kMostSlots = 32768;

// Not in English itself, and not where Latin words are stemmed as English anyway.
bool needs_english_stems(Language language) {
  return language != Language::kEnglish && language != Language::kGreek &&
         language != Language::kUnknown;
}

}  // namespace

bool TermCache::Slot::holds(std::string_view asked, Reading asked_reading) const {
  return word_size == asked.size() && reading == asked_reading &&
         std::memcmp(letters.data(), asked.data(), asked.size()) == 0;
}

void TermCache::Slot::store(std::string_view written, Reading read_as,
                            const WordTerms& terms) {
  if (written.size() + terms.letters.size() > letters.size() ||
      terms.hashes.size() > hashes.size())
    return;
  count = std::uint8_t(terms.hashes.size());
  word_size = std::uint8_t(written.size());
  letters_size = std::uint8_t(terms.letters.size());
  is_stop_word = terms.is_stop_word;
  reading = read_as;
  std::ranges::copy(terms.hashes, hashes.begin());
  std::ranges::copy(terms.sizes, sizes.begin());
  std::ranges::copy(terms.letters, std::ranges::copy(written, letters.begin()).out);
}

WordTerms TermCache::Slot::terms() const {
  return {.letters = {letters.data() + word_size, letters_size},
          .sizes = {sizes.data(), count},
          .hashes = {hashes.data(), count},
          .is_stop_word = is_stop_word};
}

TermCache::TermCache() : slots_(kFewestSlots) {}

void TermCache::find_words(std::string_view text, const text::Analyzer& analyzer) {
  analyzer.find_words(text, words_);
  word_hashes_.clear();
  for (const text::ByteRange& word : words_)
    word_hashes_.push_back(term_hash(word.of(text)));
}

WordTerms TermCache::find(std::string_view word, std::uint64_t hash, Reading reading,
                          const text::Analyzer& analyzer) {
  const Slot& slot = slots_[hash % slots_.size()];
  if (slot.holds(word, reading)) return slot.terms();
  count_miss();
  const WordTerms terms = work_out(word, reading, analyzer);
  slots_[hash % slots_.size()].store(word, reading, terms);
  return terms;
}

// Starting again with more room costs less than moving: the words that matter come
// back at once.
void TermCache::count_miss() {
  if (++misses_ <= slots_.size() || slots_.size() == kMostSlots) return;
  misses_ = 0;
  slots_.assign(std::min(slots_.size() * 8, kMostSlots), {});
}

WordTerms TermCache::work_out(std::string_view word, Reading reading,
                              const text::Analyzer& analyzer) {
  letters_.clear();
  sizes_.clear();
  hashes_.clear();
  const auto [folded, stem, kind] = analyzer.analyze_word(word, reading.language);
  const bool is_stop_word = kind == text::TokenKind::kStopWord;
  if (!folded.empty()) {
    add(0, folded);
    if (stem != folded) add(kStemMark, stem);
    if (!is_stop_word) add_sounds(folded, stem, reading);
  }
  if (!folded.empty() && needs_english_stems(reading.language)) {
    const std::string english = analyzer.analyze_word(word, Language::kEnglish).stem;
    if (english != folded && english != stem) add(kStemMark, english);
  }
  return {letters_, sizes_, hashes_, is_stop_word};
}

void TermCache::add_sounds(std::string_view folded, std::string_view stem,
                           Reading reading) {
  if (is_greek(folded)) {
    for (const std::string& sound : sounds_of_greek(folded, stem))
      add(kSoundMark, sound);
  } else if (reading.spelling == text::Spelling::kGreeklish) {
    for (const std::string& sound : sounds_of_latin(folded)) {
      add(kSoundMark, sound);
      add(kGreeklishMark, sound);
    }
  }
}

void TermCache::add(char mark, std::string_view word) {
  const std::size_t begin = letters_.size();
  if (mark != 0) letters_ += mark;
  letters_ += word;
  const std::string_view term = std::string_view(letters_).substr(begin);
  sizes_.push_back(std::uint16_t(term.size()));
  hashes_.push_back(term_hash(term));
}

}  // namespace curlew::query
