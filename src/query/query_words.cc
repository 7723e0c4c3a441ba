#include "query/query_words.h"

#include <algorithm>
#include <functional>
#include <span>

#include "base/ascii.h"
#include "query/greek_spelling.h"
#include "query/terms.h"
#include "text/code_points.h"
#include "text/script_census.h"

namespace curlew::query {
namespace {

using text::Language;

constexpr std::size_t kMostLanguages = 4;
constexpr std::size_t kMostSynonyms = 24;
constexpr std::size_t kWays = 4;
// Analysis cuts words at 255 bytes.
constexpr std::size_t kLongestPlain = 250;

std::vector<Language> languages_named_in(std::string_view query) {
  constexpr std::string_view kName = "lang:";
  std::vector<Language> languages;
  if (query.find(':') == query.npos) return languages;
  for (std::size_t at = query.find(kName); at != query.npos;
       at = query.find(kName, at + 1)) {
    std::size_t end = at + kName.size();
    while (end < query.size() && (is_ascii_alpha(query[end]) || query[end] == '-'))
      ++end;
    const Language language =
        text::to_language(query.substr(at + kName.size(), end - at - kName.size()));
    if (language == Language::kUnknown || languages.size() == kMostLanguages) continue;
    if (std::ranges::count(languages, language) == 0) languages.push_back(language);
  }
  return languages;
}

// The language that a word's letters speak for; English for Latin ones.
Language language_of(std::string_view folded) {
  std::size_t position = 0;
  const char32_t first = text::next_character(folded, position);
  if (first < 0x80 || first == text::kNoCharacter) return Language::kEnglish;
  switch (text::script_of(first)) {
    case text::Script::kCyrillic:
      return Language::kRussian;
    case text::Script::kArabic:
      return Language::kArabic;
    case text::Script::kArmenian:
      return Language::kArmenian;
    case text::Script::kDevanagari:
      return Language::kHindi;
    default:
      return Language::kEnglish;
  }
}

bool is_letter_byte(char c) { return is_ascii_alpha(c) || (c & 0x80) != 0; }

void add_once(std::string term, std::vector<std::string>& terms) {
  if (std::ranges::count(terms, term) == 0) terms.push_back(std::move(term));
}

std::string marked(char mark, std::string_view text) {
  std::string term;
  term.reserve(text.size() + 1);
  term += mark;
  term += text;
  return term;
}

// A text has a stem beside its word, or instead of it where they are the same.
void add_stem(std::string_view stem, std::vector<std::string>& terms) {
  add_once(marked(kStemMark, stem), terms);
  add_once(std::string(stem), terms);
}

void add_sounds(std::string_view folded, std::string_view stem,
                std::vector<std::string>& terms) {
  if (is_greek(folded)) {
    for (const std::string& sound : sounds_of_greek(folded, stem))
      terms.push_back(marked(kGreeklishMark, sound));
  } else {
    // Of the stem, so that all forms of an English word look for the same.
    for (const std::string& sound : sounds_of_latin(stem))
      terms.push_back(marked(kSoundMark, sound));
  }
}

// Two bytes of UTF-8: a Greek letter, with its accents and as a final sigma.
bool is_greek_letter(unsigned char first, unsigned char second) {
  if (first == 0xCF) return second >= 0x80 && second <= 0x8F;
  // Not the three numbers in between that are no letters.
  return first == 0xCE && second >= 0x88 && second <= 0xBF && second != 0x8B &&
         second != 0x8D && second != 0xA2;
}

// Whether a piece is nothing but words with spaces between: letters of ASCII and Greek.
// Others take the longer way.
bool is_plain(std::string_view piece) {
  for (std::size_t i = 0; i < piece.size(); ++i) {
    const char c = piece[i];
    if (is_ascii_alpha(c) || c == ' ') continue;
    const auto first = static_cast<unsigned char>(c);
    const auto second =
        static_cast<unsigned char>(i + 1 < piece.size() ? piece[i + 1] : 0);
    if (!is_greek_letter(first, second)) return false;
    ++i;
  }
  return piece.size() < kLongestPlain;
}

std::vector<Word> words_of_stems(std::string_view stems) {
  std::vector<Word> words;
  while (!stems.empty()) {
    const std::size_t end = std::min(stems.find(' '), stems.size());
    if (end > 0) add_stem(stems.substr(0, end), words.emplace_back().terms);
    stems.remove_prefix(std::min(end + 1, stems.size()));
  }
  return words;
}

}  // namespace

void QueryWords::begin(std::string_view query) {
  languages_ = languages_named_in(query);
}

std::vector<Word> QueryWords::read(std::string_view piece, WordForm form,
                                   std::size_t limit) {
  stems_.clear();
  // What is known of words is so without further languages.
  if (form == WordForm::kAny && languages_.empty() && is_plain(piece))
    return read_plain(piece, limit);
  dictionary_.analyzer.analyze(piece, Language::kEnglish, analysis_);
  const auto tokens =
      analysis_.tokens().first(std::min(limit, analysis_.tokens().size()));
  std::vector<Word> words;
  words.reserve(tokens.size());
  for (const text::Token& token : tokens) {
    words.push_back(make(piece, token, form));
    note_stem(analysis_.stem(token));
  }
  return words;
}

std::vector<Word> QueryWords::read_plain(std::string_view piece, std::size_t limit) {
  std::vector<Word> words;
  words.reserve(1 + std::size_t(std::ranges::count(piece, ' ')));
  while (!piece.empty() && words.size() < limit) {
    const std::size_t end = std::min(piece.find(' '), piece.size());
    if (end > 0) {
      const Known& known = know(piece.substr(0, end));
      words.push_back(known.word);
      note_stem(known.stem);
    }
    piece.remove_prefix(std::min(end + 1, piece.size()));
  }
  return words;
}

const QueryWords::Known& QueryWords::know(std::string_view written) {
  // Four places for a word; a new one takes each of them in turn.
  const std::size_t set =
      std::hash<std::string_view>()(written) % (known_.size() / kWays);
  const auto ways = std::span(known_).subspan(set * kWays, kWays);
  const auto found = std::ranges::find(ways, written, &Known::written);
  if (found != ways.end()) return *found;
  Known& known = ways[next_way_++ % kWays];
  dictionary_.analyzer.analyze(written, Language::kEnglish, analysis_);
  const text::Token& token = analysis_.tokens().front();
  known.written = written;
  known.stem = analysis_.stem(token);
  known.word = make(written, token, WordForm::kAny);
  return known;
}

void QueryWords::note_stem(std::string_view stem) {
  if (!stems_.empty()) stems_ += ' ';
  stems_ += stem;
}

Word QueryWords::make(std::string_view piece, const text::Token& token,
                      WordForm form) const {
  const std::string_view folded = analysis_.folded(token);
  Word word;
  word.is_prefix = token.end < piece.size() && piece[token.end] == '*';
  const bool is_exact =
      form == WordForm::kExact || (token.begin > 0 && piece[token.begin - 1] == '=');
  const bool is_number = std::ranges::none_of(folded, is_letter_byte);
  if (word.is_prefix || is_exact || is_number) {
    word.terms.emplace_back(folded);
    return word;
  }
  add_stems(piece.substr(token.begin, token.end - token.begin), token, word);
  if (token.kind != text::TokenKind::kStopWord)
    add_sounds(folded, analysis_.stem(token), word.terms);
  return word;
}

void QueryWords::add_stems(std::string_view written, const text::Token& token,
                           Word& word) const {
  const std::string_view folded = analysis_.folded(token);
  const Language language = language_of(folded);
  if (language == Language::kEnglish) {
    add_stem(analysis_.stem(token), word.terms);
  } else {
    add_stem(dictionary_.analyzer.stem(written, language), word.terms);
    // Texts of other languages in the same letters have other stems.
    add_once(std::string(folded), word.terms);
  }
  for (const Language named : languages_)
    add_stem(dictionary_.analyzer.stem(written, named), word.terms);
}

std::size_t QueryWords::add_synonyms(std::vector<Word>& words,
                                     std::vector<std::vector<Word>>& phrases,
                                     std::size_t limit) {
  if (dictionary_.thesauri.empty()) return 0;
  std::size_t added = 0;
  limit = std::min(limit, kMostSynonyms);
  for (const text::Thesaurus* thesaurus : dictionary_.thesauri) {
    for (const text::Synonym& synonym : thesaurus->find(stems_, kMostSynonyms)) {
      if (added >= limit) return added;
      std::vector<Word> other = words_of_stems(synonym.stems);
      if (other.empty()) continue;
      ++added;
      if (words.size() == 1 && other.size() == 1) {
        for (std::string& term : other.front().terms)
          add_once(std::move(term), words.front().terms);
      } else {
        phrases.push_back(std::move(other));
      }
    }
  }
  return added;
}

}  // namespace curlew::query
