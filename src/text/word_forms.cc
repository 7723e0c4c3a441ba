#include "text/word_forms.h"

#include <algorithm>
#include <cstring>

#include "base/ascii.h"
#include "text/code_points.h"
#include "text/fold.h"
#include "text/stop_words.h"

namespace curlew::text {
namespace {

// 4096 slots of 128 bytes stay in a core's second-level cache; twice as many gain
// nothing on news (text_bench).
constexpr std::size_t kSlots = 4096;

std::uint64_t hash(std::string_view word) {
  constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15;
  std::uint64_t state = word.size() * kMultiplier;
  for (std::size_t i = 0; i < word.size(); i += 8) {
    std::uint64_t chunk = 0;
    std::memcpy(&chunk, word.data() + i, std::min<std::size_t>(8, word.size() - i));
    state = (state ^ chunk) * kMultiplier;
    state ^= state >> 32;
  }
  return state;
}

bool is_number(std::string_view word) {
  std::size_t position = 0;
  const char32_t first = next_character(word, position);
  return first != kNoCharacter && word_class(first) == WordClass::kNumber;
}

template <std::size_t size>
std::uint8_t copy(std::string_view text, std::array<char, size>& to) {
  std::copy(text.begin(), text.end(), to.begin());
  return std::uint8_t(text.size());
}

}  // namespace

bool WordFormCache::Slot::holds(std::string_view asked, Language asked_language) const {
  return word_size == asked.size() && language == asked_language &&
         std::memcmp(word.data(), asked.data(), asked.size()) == 0;
}

bool WordFormCache::Slot::store(std::string_view written, Language written_language,
                                const WordForms& forms) {
  const std::size_t longest =
      std::max({written.size(), forms.folded.size(), forms.stem.size()});
  if (longest > kLongest) return false;
  language = written_language;
  kind = forms.kind;
  word_size = copy(written, word);
  folded_size = copy(forms.folded, folded);
  stem_size = copy(forms.stem, stem);
  return true;
}

WordForms WordFormCache::Slot::forms() const {
  return {{folded.data(), folded_size}, {stem.data(), stem_size}, kind};
}

WordFormCache::WordFormCache() : slots_(kSlots) {}

WordFormCache::Slot& WordFormCache::slot_of(std::string_view word) {
  return slots_[hash(word) % kSlots];
}

WordForms WordFormCache::work_out(std::string_view word, Language language) {
  folded_.clear();
  append_folded(word, folded_);
  if (is_number(word)) return {folded_, folded_, TokenKind::kNumber};
  stem_ = stemmer_.stem(word, language);
  const bool says_nothing = is_stop_word(folded_, language);
  return {folded_, stem_, says_nothing ? TokenKind::kStopWord : TokenKind::kWord};
}

WordForms WordFormCache::find(std::string_view word, Language language) {
  Slot& slot = slot_of(word);
  if (slot.holds(word, language)) return slot.forms();
  const WordForms forms = work_out(word, language);
  slot.store(word, language, forms);
  return forms;
}

}  // namespace curlew::text
