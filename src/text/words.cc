#include "text/words.h"

#include <unicode/brkiter.h>
#include <unicode/utext.h>

#include <algorithm>

#include "text/code_points.h"

namespace curlew::text {
namespace {

// Longer runs without a space are cut here: ICU's dictionaries take time and memory in
// proportion, and its indexes are 32 bits.
constexpr std::size_t kLongestRun = 1 << 16;

struct Character {
  WordClass kind = WordClass::kOther;
  std::size_t begin = 0;
  std::size_t end = 0;  // Behind its extending characters.
};

// Behind the characters that extend the one before `position` (rule WB4).
std::size_t skip_extending(std::string_view text, std::size_t position) {
  std::size_t next = position;
  while (next < text.size() && static_cast<signed char>(text[next]) < 0) {
    const char32_t extending = next_character(text, next);
    if (extending == kNoCharacter || word_class(extending) != WordClass::kExtend) break;
    position = next;
  }
  return position;
}

Character read(std::string_view text, std::size_t position) {
  Character read{WordClass::kOther, position, position};
  if (position >= text.size()) return read;
  const char32_t c = next_character(text, read.end);
  if (c == kNoCharacter) return read;
  read.kind = word_class(c);
  read.end = skip_extending(text, read.end);
  return read;
}

// The quick way through a word: behind the letters of one byte or two (Latin, Greek,
// Cyrillic) from `position` on. These are nine characters of ten.
std::size_t skip_letters(std::string_view text, std::size_t position,
                         const WordClass* table) {
  while (position < text.size()) {
    const auto first = static_cast<unsigned char>(text[position]);
    if (first < 0x80) {
      if (table[first] != WordClass::kLetter) break;
      ++position;
      continue;
    }
    if (first < 0xC3 || first > 0xD3 || position + 1 >= text.size()) break;
    const auto second = static_cast<unsigned char>(text[position + 1]);
    if ((second & 0xC0) != 0x80) break;
    if (table[(first & 0x1FU) << 6 | (second & 0x3FU)] != WordClass::kLetter) break;
    position += 2;
  }
  return position;
}

bool is_letter(WordClass kind) {
  return kind == WordClass::kLetter || kind == WordClass::kHebrew;
}

bool is_word_part(WordClass kind) {
  return is_letter(kind) || kind == WordClass::kNumber || kind == WordClass::kConnector;
}

// Rules WB6, WB7, WB7b, WB7c, WB11 and WB12: letters are joined by an apostrophe,
// digits by a comma, Hebrew letters by a quotation mark.
bool joins(WordClass before, WordClass mid, WordClass after) {
  const bool joins_both = mid == WordClass::kMidBoth || mid == WordClass::kQuote;
  if (is_letter(before) && is_letter(after)) {
    if (joins_both || mid == WordClass::kMidLetter) return true;
    return mid == WordClass::kDoubleQuote && before == WordClass::kHebrew &&
           after == WordClass::kHebrew;
  }
  return before == WordClass::kNumber && after == WordClass::kNumber &&
         (joins_both || mid == WordClass::kMidNumber);
}

// The end of the word that begins with `first`.
std::size_t end_of_word(std::string_view text, Character first, bool& has_content) {
  Character last = first;
  for (;;) {
    has_content |= last.kind != WordClass::kConnector;
    if (last.kind == WordClass::kLetter) {
      last.end = skip_extending(text, skip_letters(text, last.end, word_class_table()));
    }
    const Character next = read(text, last.end);
    if (is_word_part(next.kind)) {
      last = next;
      continue;
    }
    const Character after = read(text, next.end);
    if (joins(last.kind, next.kind, after.kind)) {
      last = after;
      continue;
    }
    // WB7a: a Hebrew abbreviation keeps its apostrophe.
    const bool keeps_quote =
        last.kind == WordClass::kHebrew && next.kind == WordClass::kQuote;
    return keeps_quote ? next.end : last.end;
  }
}

// The quick way behind a word, which is that of most: letters, then a character of
// ASCII that ends it whatever follows, or punctuation with such a character behind it.
// 0 where there is more to be looked at.
std::size_t end_of_plain_word(std::string_view text, std::size_t begin,
                              const WordClass* table) {
  const auto class_at = [&](std::size_t position) {
    if (position >= text.size()) return WordClass::kOther;
    const auto byte = static_cast<unsigned char>(text[position]);
    return byte < 0x80 ? table[byte] : WordClass::kLetter;
  };
  const std::size_t end = skip_letters(text, begin, table);
  if (end == begin) return 0;
  const WordClass next = class_at(end);
  if (next == WordClass::kOther) return end;
  const bool may_end = !is_word_part(next) && class_at(end + 1) == WordClass::kOther;
  return may_end ? end : 0;
}

// The end of a run that ICU has to cut.
std::size_t end_of_run(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && end - begin < kLongestRun) {
    const Character next = read(text, end);
    if (next.kind != WordClass::kComplex) break;
    end = next.end;
  }
  return end;
}

}  // namespace

class WordBreaker::Dictionary {
 public:
  void find(std::string_view text, ByteRange run, std::vector<ByteRange>& words) {
    if (!open(run.of(text))) return words.push_back(run);
    std::int32_t begin = iterator_->first();
    for (std::int32_t end = iterator_->next(); end != icu::BreakIterator::DONE;
         begin = end, end = iterator_->next()) {
      if (iterator_->getRuleStatus() == UBRK_WORD_NONE) continue;
      words.push_back({run.begin + std::size_t(begin), run.begin + std::size_t(end)});
    }
  }

  ~Dictionary() { utext_close(text_); }

 private:
  bool open(std::string_view run) {
    UErrorCode error = U_ZERO_ERROR;
    if (!iterator_) {
      iterator_.reset(
          icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), error));
    }
    text_ = utext_openUTF8(text_, run.data(), std::int64_t(run.size()), &error);
    if (U_FAILURE(error)) return false;
    iterator_->setText(text_, error);
    return U_SUCCESS(error);
  }

  std::unique_ptr<icu::BreakIterator> iterator_;
  UText* text_ = nullptr;
};

WordBreaker::WordBreaker() : dictionary_(std::make_unique<Dictionary>()) {}
WordBreaker::~WordBreaker() = default;
WordBreaker::WordBreaker(WordBreaker&&) noexcept = default;
WordBreaker& WordBreaker::operator=(WordBreaker&&) noexcept = default;

void WordBreaker::find(std::string_view text, std::vector<ByteRange>& words) {
  words.clear();
  const WordClass* const table = word_class_table();
  for (std::size_t position = 0; position < text.size();) {
    const auto byte = static_cast<unsigned char>(text[position]);
    if (byte < 0x80 && table[byte] == WordClass::kOther) {
      ++position;
      continue;
    }
    if (const std::size_t end = end_of_plain_word(text, position, table)) {
      words.push_back({position, end});
      position = end;
      continue;
    }
    const Character first = read(text, position);
    if (is_word_part(first.kind)) {
      bool has_content = false;
      const std::size_t end = end_of_word(text, first, has_content);
      if (has_content) words.push_back({first.begin, end});
      position = end;
    } else if (first.kind == WordClass::kComplex) {
      const std::size_t end = end_of_run(text, position);
      dictionary_->find(text, {position, end}, words);
      position = end;
    } else {
      position = first.end;
    }
  }
}

}  // namespace curlew::text
