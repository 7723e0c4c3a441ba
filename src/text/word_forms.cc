#include "text/word_forms.h"

#include <algorithm>
#include <cstring>

#include "base/ascii.h"
#include "text/code_points.h"
#include "text/fold.h"
#include "text/stop_words.h"

namespace curlew::text {
namespace {

// 2 MB hold the words of a thousand news articles; a quarter of it costs a fifth of the
// speed on them (text_bench).
constexpr std::size_t kSlots = 16384;

std::uint64_t hash(std::string_view word) {
  constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15;
  std::uint64_t state = word.size() * kMultiplier;
  while (word.size() > 8) {
    std::uint64_t chunk;
    std::memcpy(&chunk, word.data(), 8);
    state = (state ^ chunk) * kMultiplier;
    state ^= state >> 32;
    word.remove_prefix(8);
  }
  std::uint64_t rest = 0;
  for (const char c : word) rest = rest << 8 | static_cast<unsigned char>(c);
  state = (state ^ rest) * kMultiplier;
  return state ^ state >> 32;
}

bool is_number(std::string_view word) {
  std::size_t position = 0;
  const char32_t first = next_character(word, position);
  return first != kNoCharacter && word_class(first) == WordClass::kNumber;
}

}  // namespace

bool WordFormCache::Slot::holds(std::string_view asked, Language asked_language) const {
  return word_size == asked.size() && language == asked_language &&
         std::memcmp(letters.data(), asked.data(), asked.size()) == 0;
}

void WordFormCache::Slot::store(std::string_view written, Language written_language,
                                const WordForms& forms) {
  // Most stems are the beginning of their folded word.
  const bool stem_is_inside = forms.folded.starts_with(forms.stem);
  const std::size_t stem_at =
      written.size() + (stem_is_inside ? 0 : forms.folded.size());
  if (written.size() + forms.folded.size() > letters.size() ||
      stem_at + forms.stem.size() > letters.size()) {
    return;
  }
  language = written_language;
  kind = forms.kind;
  word_size = std::uint8_t(written.size());
  folded_size = std::uint8_t(forms.folded.size());
  stem_size = std::uint8_t(forms.stem.size());
  stem_begin = std::uint8_t(stem_at);
  auto* const end = std::copy(written.begin(), written.end(), letters.data());
  std::copy(forms.folded.begin(), forms.folded.end(), end);
  std::copy(forms.stem.begin(), forms.stem.end(), letters.data() + stem_at);
}

WordForms WordFormCache::Slot::forms() const {
  return {{letters.data() + word_size, folded_size},
          {letters.data() + stem_begin, stem_size},
          kind};
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
