#include "extract/article/word_scores.h"

#include <cstdint>
#include <span>
#include <vector>

#include "extract/article/word_cutter.h"

namespace curlew::extract {
namespace {

struct WordScore {
  std::string_view word;
  int hundredths;
};

constexpr WordScore kTextWords[] = {
#include "extract/article/model/text_words.inc"
};

// Open addressing over a table that is at most a quarter full: most words that are
// asked for are not there, and that is known after one look.
class WordTable {
 public:
  explicit WordTable(std::span<const WordScore> words) {
    while (slots_.size() < words.size() * 4) slots_.resize(slots_.size() * 2);
    for (const WordScore& each : words) {
      std::size_t at = slot_of(each.word);
      while (slots_[at] != nullptr) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = &each;
    }
  }

  std::optional<float> find(std::string_view word) const {
    for (std::size_t at = slot_of(word); slots_[at] != nullptr;
         at = (at + 1) & (slots_.size() - 1))
      if (slots_[at]->word == word) return float(slots_[at]->hundredths) / 100;
    return std::nullopt;
  }

 private:
  std::size_t slot_of(std::string_view word) const {
    return hash_of_word(word) & (slots_.size() - 1);
  }

  std::vector<const WordScore*> slots_ = std::vector<const WordScore*>(64);
};

}  // namespace

std::optional<float> score_of_text_word(std::string_view word) {
  static const WordTable kTable(kTextWords);
  return kTable.find(word);
}

}  // namespace curlew::extract
