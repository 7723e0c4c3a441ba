#include "text/stemmer.h"

#include <libstemmer.h>

#include <array>

#include "base/ascii.h"
#include "text/code_points.h"
#include "text/fold.h"
#include "text/greek/stem.h"

namespace curlew::text {
namespace {

constexpr std::size_t kLongestStemmed = 64;

// Snowball's name of a language's rules; null where it has none, or where ours apply.
const char* algorithm_of(Language language) {
  switch (language) {
    case Language::kArabic:
      return "arabic";
    case Language::kArmenian:
      return "armenian";
    case Language::kCatalan:
      return "catalan";
    case Language::kDanish:
      return "danish";
    case Language::kDutch:
      return "dutch";
    case Language::kEnglish:
      return "english";
    case Language::kFinnish:
      return "finnish";
    case Language::kFrench:
      return "french";
    case Language::kGerman:
      return "german";
    case Language::kHindi:
      return "hindi";
    case Language::kHungarian:
      return "hungarian";
    case Language::kIndonesian:
      return "indonesian";
    case Language::kItalian:
      return "italian";
    case Language::kLithuanian:
      return "lithuanian";
    case Language::kNorwegian:
      return "norwegian";
    case Language::kPortuguese:
      return "portuguese";
    case Language::kRomanian:
      return "romanian";
    case Language::kRussian:
      return "russian";
    case Language::kSerbian:
      return "serbian";
    case Language::kSpanish:
      return "spanish";
    case Language::kSwedish:
      return "swedish";
    case Language::kTurkish:
      return "turkish";
    default:
      return nullptr;
  }
}

bool is_written_in_latin(Language language) {
  switch (language) {
    case Language::kArabic:
    case Language::kArmenian:
    case Language::kBulgarian:
    case Language::kChinese:
    case Language::kGeorgian:
    case Language::kGreek:
    case Language::kHebrew:
    case Language::kHindi:
    case Language::kJapanese:
    case Language::kKorean:
    case Language::kPersian:
    case Language::kRussian:
    case Language::kThai:
    case Language::kUkrainian:
    case Language::kUnknown:
      return false;
    default:
      return true;
  }
}

bool has_elision(Language language) {
  return language == Language::kFrench || language == Language::kItalian ||
         language == Language::kCatalan;
}

// What a word's letters say of its rules.
enum class Letters { kNone, kGreek, kLatin, kOther };

Letters letters_of(std::string_view word) {
  if (word.find_first_of("0123456789") != word.npos) return Letters::kNone;
  for (std::size_t i = 0; i < word.size();) {
    const char32_t c = next_character(word, i);
    if (c == kNoCharacter) continue;
    if (c >= 0x80 || is_ascii_alpha(char(c))) {
      if (c < 0x250 || (c >= 0x1E00 && c < 0x1F00)) return Letters::kLatin;
      const bool is_greek = (c >= 0x370 && c < 0x400) || (c >= 0x1F00 && c < 0x2000);
      return is_greek ? Letters::kGreek : Letters::kOther;
    }
  }
  return Letters::kNone;
}

Language language_of_word(std::string_view word, Language language) {
  switch (letters_of(word)) {
    case Letters::kNone:
      return Language::kUnknown;
    case Letters::kGreek:
      return Language::kGreek;
    case Letters::kLatin:
      return is_written_in_latin(language) ? language : Language::kEnglish;
    case Letters::kOther:
      return language;
  }
  return language;
}

// French l'homme, Italian dell'acqua: the article is not part of the word.
std::string_view without_elision(std::string_view word) {
  constexpr std::size_t kLongestArticle = 6;
  const std::size_t apostrophe = word.find('\'');
  if (apostrophe > kLongestArticle) return word;
  return apostrophe + 1 < word.size() ? word.substr(apostrophe + 1) : word;
}

struct DeleteStemmer {
  void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
};

}  // namespace

bool has_stemmer(Language language) {
  return language == Language::kGreek || algorithm_of(language) != nullptr;
}

class Stemmer::Rules {
 public:
  // The stem of a small-lettered word; the word itself when there are no rules.
  std::string_view apply(std::string_view word, Language language) {
    sb_stemmer* const stemmer = rules_of(language);
    if (!stemmer) return word;
    const sb_symbol* const stem = sb_stemmer_stem(
        stemmer, reinterpret_cast<const sb_symbol*>(word.data()), int(word.size()));
    if (!stem) return word;
    return {reinterpret_cast<const char*>(stem),
            std::size_t(sb_stemmer_length(stemmer))};
  }

 private:
  sb_stemmer* rules_of(Language language) {
    auto& stemmer = stemmers_[int(language)];
    if (!stemmer) {
      const char* const algorithm = algorithm_of(language);
      if (algorithm) stemmer.reset(sb_stemmer_new(algorithm, nullptr));
    }
    return stemmer.get();
  }

  std::array<std::unique_ptr<sb_stemmer, DeleteStemmer>, kLanguageCount> stemmers_;
};

Stemmer::Stemmer() : rules_(std::make_unique<Rules>()) {}
Stemmer::~Stemmer() = default;
Stemmer::Stemmer(Stemmer&&) noexcept = default;
Stemmer& Stemmer::operator=(Stemmer&&) noexcept = default;

std::string Stemmer::stem(std::string_view word, Language language) {
  if (word.size() > kLongestStemmed) return fold(word);
  const Language rules = language_of_word(word, language);
  if (rules == Language::kGreek) return greek_stem(fold(word));
  // English has no accents of its own: café and cafe are one word.
  if (rules == Language::kEnglish) return std::string(rules_->apply(fold(word), rules));
  if (!has_stemmer(rules)) return fold(word);
  std::string lower;
  append_lower(word, rules, lower);
  const std::string_view bare = has_elision(rules) ? without_elision(lower) : lower;
  return fold(rules_->apply(bare, rules));
}

}  // namespace curlew::text
