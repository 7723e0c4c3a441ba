#include "text/sentences.h"

#include <algorithm>
#include <array>
#include <string>

#include "text/abbreviations.h"
#include "text/code_points.h"
#include "text/fold.h"
#include "text/stop_words.h"

namespace curlew::text {
namespace {

// Looking back for an abbreviation and ahead for a small letter ends here, so that a
// text of full stops takes linear time.
constexpr std::size_t kLongestAbbreviation = 24;
constexpr std::size_t kLongestLookahead = 256;

bool is_terminator(SentenceClass kind) {
  return kind == SentenceClass::kDot || kind == SentenceClass::kEnd;
}

bool is_cased_or_letter(SentenceClass kind) {
  return kind == SentenceClass::kLower || kind == SentenceClass::kUpper ||
         kind == SentenceClass::kLetter;
}

// Bytes with which a terminator or the end of a line may begin. All of Latin, Greek and
// Cyrillic beyond ASCII is passed over without decoding.
constexpr std::array<bool, 256> kMayEndBytes = [] {
  std::array<bool, 256> bytes{};
  for (const unsigned char c : {'.', '!', '?', ';', '\n', '\r', '\v', '\f'}) {
    bytes[c] = true;
  }
  bytes[0xC2] = bytes[0xCD] = true;  // U+0085, U+037E.
  for (int i = 0xD4; i < 256; ++i) bytes[i] = true;
  return bytes;
}();

// Languages that write ordinal numbers with a full stop: "am 3. Oktober".
bool writes_ordinals_with_dots(Language language) {
  switch (language) {
    case Language::kCroatian:
    case Language::kCzech:
    case Language::kDanish:
    case Language::kEstonian:
    case Language::kFinnish:
    case Language::kGerman:
    case Language::kHungarian:
    case Language::kLatvian:
    case Language::kNorwegian:
    case Language::kPolish:
    case Language::kSerbian:
    case Language::kSlovak:
    case Language::kSlovenian:
    case Language::kTurkish:
      return true;
    default:
      return false;
  }
}

class SentenceFinder {
 public:
  SentenceFinder(std::string_view text, Language language,
                 std::vector<ByteRange>& sentences)
      : text_(text), language_(language), sentences_(sentences) {}

  void run() {
    for (std::size_t position = 0; position < text_.size();) {
      if (!kMayEndBytes[static_cast<unsigned char>(text_[position])]) {
        ++position;
        continue;
      }
      position = look_at(position);
    }
    add(text_.size());
  }

 private:
  SentenceClass class_at(std::size_t& position) const {
    const char32_t c = next_character(text_, position);
    return c == kNoCharacter ? SentenceClass::kOther : sentence_class(c);
  }

  // Handles what may be a boundary; returns where to go on.
  std::size_t look_at(std::size_t position) {
    std::size_t end = position;
    const char32_t c = next_character(text_, end);
    if (c == kNoCharacter) return end;
    SentenceClass kind = sentence_class(c);
    if (kind == SentenceClass::kParagraph) {
      add(position);
      begin_ = end;
      return end;
    }
    if (is_greek_question_mark(c, position)) kind = SentenceClass::kEnd;
    if (!is_terminator(kind)) return end;
    return end_sentence(position, end, kind);
  }

  // A semicolon asks in Greek: where the letter before it is Greek.
  bool is_greek_question_mark(char32_t c, std::size_t position) const {
    if (c == U'\u037E') return true;
    if (c != U';' || position < 2) return false;
    if (language_ != Language::kGreek && language_ != Language::kUnknown) return false;
    const char32_t before = previous_character(text_, position);
    return before >= 0x370 && before < 0x400;
  }

  std::size_t end_sentence(std::size_t first, std::size_t end, SentenceClass kind) {
    const std::size_t first_end = end;
    const std::size_t stops_end = skip_terminators(end, kind);
    const std::size_t close_end = skip(stops_end, SentenceClass::kClose);
    const std::size_t space_end = skip(close_end, SentenceClass::kSpace);
    if (space_end < text_.size()) {
      if (goes_on(stops_end, close_end, space_end, kind)) return stops_end;
      const bool is_one_dot = kind == SentenceClass::kDot && stops_end == first_end;
      if (is_one_dot && is_abbreviation(first, space_end)) return stops_end;
    }
    add(close_end);
    begin_ = space_end;
    return space_end;
  }

  // "?!", "...": the last one counts.
  std::size_t skip_terminators(std::size_t position, SentenceClass& kind) const {
    while (position < text_.size()) {
      std::size_t next = position;
      const SentenceClass found = class_at(next);
      if (!is_terminator(found)) break;
      kind = found;
      position = next;
    }
    return position;
  }

  std::size_t skip(std::size_t position, SentenceClass kind) const {
    while (position < text_.size()) {
      std::size_t next = position;
      const SentenceClass found = class_at(next);
      if (found != kind && found != SentenceClass::kExtend) break;
      position = next;
    }
    return position;
  }

  // Rules SB6 to SB8a: what follows shows that the sentence goes on.
  bool goes_on(std::size_t stops_end, std::size_t close_end, std::size_t space_end,
               SentenceClass kind) const {
    std::size_t after = space_end;
    const SentenceClass next = class_at(after);
    if (next == SentenceClass::kContinue || is_terminator(next)) return true;
    const bool is_glued = stops_end == space_end && kind == SentenceClass::kDot;
    if (is_glued && next == SentenceClass::kNumber) return true;
    // SB7 asks for a letter before the stop as well; "3.Next" is not an end either.
    if (is_glued && next == SentenceClass::kUpper) return true;
    // SB8, and for questions too: "Why?" she asked.
    return is_small_letter_next(close_end);
  }

  bool is_small_letter_next(std::size_t position) const {
    const std::size_t limit = std::min(text_.size(), position + kLongestLookahead);
    while (position < limit) {
      const SentenceClass kind = class_at(position);
      if (kind == SentenceClass::kLower) return true;
      if (is_cased_or_letter(kind) || is_terminator(kind)) return false;
      if (kind == SentenceClass::kParagraph) return false;
    }
    return false;
  }

  bool is_abbreviation(std::size_t dot, std::size_t next) const {
    const std::string_view word = word_before(dot);
    if (word.empty()) return false;
    std::string folded;
    append_folded(word, folded);
    switch (kind_of(word, folded)) {
      case Abbreviation::kNone:
        return false;
      case Abbreviation::kNeverEnds:
        return true;
      case Abbreviation::kCounts:
        return is_number_at(next);
      case Abbreviation::kMayEnd:
        return !begins_with_stop_word(next);
    }
    return false;
  }

  Abbreviation kind_of(std::string_view word, std::string_view folded) const {
    const Abbreviation listed = find_abbreviation(folded, language_);
    if (listed != Abbreviation::kNone) return listed;
    if (has_only_initials(word)) return Abbreviation::kMayEnd;
    if (word.size() <= 2 && is_number_at(std::size_t(word.data() - text_.data())) &&
        writes_ordinals_with_dots(language_)) {
      return Abbreviation::kMayEnd;
    }
    return Abbreviation::kNone;
  }

  // Letters, digits and the stops between them, up to a space or bracket.
  std::string_view word_before(std::size_t dot) const {
    std::size_t begin = dot;
    while (begin > 0 && dot - begin < kLongestAbbreviation) {
      std::size_t before = begin;
      const char32_t c = previous_character(text_, before);
      if (c == kNoCharacter) break;
      const SentenceClass kind = sentence_class(c);
      if (!is_cased_or_letter(kind) && kind != SentenceClass::kNumber &&
          kind != SentenceClass::kDot && kind != SentenceClass::kExtend) {
        break;
      }
      begin = before;
    }
    return text_.substr(begin, dot - begin);
  }

  // "J", "U.S": capitals one by one.
  static bool has_only_initials(std::string_view word) {
    bool expects_letter = true;
    for (std::size_t i = 0; i < word.size();) {
      const char32_t c = next_character(word, i);
      if (c == kNoCharacter) return false;
      const SentenceClass kind = sentence_class(c);
      if (kind == SentenceClass::kExtend) continue;
      if (expects_letter ? kind != SentenceClass::kUpper
                         : kind != SentenceClass::kDot) {
        return false;
      }
      expects_letter = !expects_letter;
    }
    return !expects_letter;
  }

  bool is_number_at(std::size_t position) const {
    return position < text_.size() && class_at(position) == SentenceClass::kNumber;
  }

  // "in the U.S. The": no name begins with an article.
  bool begins_with_stop_word(std::size_t begin) const {
    std::size_t end = begin;
    while (end < text_.size() && end - begin < kLongestAbbreviation) {
      std::size_t next = end;
      if (!is_cased_or_letter(class_at(next))) break;
      end = next;
    }
    const std::string folded = fold(text_.substr(begin, end - begin));
    if (language_ != Language::kUnknown) return is_stop_word(folded, language_);
    return is_stop_word(folded, Language::kEnglish) ||
           is_stop_word(folded, Language::kGreek);
  }

  void add(std::size_t end) {
    while (begin_ < end) {
      std::size_t next = begin_;
      if (!is_blank(class_at(next))) break;
      begin_ = next;
    }
    while (begin_ < end) {
      std::size_t before = end;
      const char32_t c = previous_character(text_, before);
      if (c == kNoCharacter || !is_blank(sentence_class(c))) break;
      end = before;
    }
    if (begin_ < end) sentences_.push_back({begin_, end});
    begin_ = end;
  }

  static bool is_blank(SentenceClass kind) {
    return kind == SentenceClass::kSpace || kind == SentenceClass::kParagraph;
  }

  std::string_view text_;
  Language language_;
  std::vector<ByteRange>& sentences_;
  std::size_t begin_ = 0;  // Of the sentence being read.
};

}  // namespace

void find_sentences(std::string_view text, Language language,
                    std::vector<ByteRange>& sentences) {
  sentences.clear();
  SentenceFinder(text, language, sentences).run();
}

}  // namespace curlew::text
