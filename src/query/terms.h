// The terms of an article: what the search index stores and what standing queries look
// for, made once from one analysis of its title, author and blocks.
//
// At each position stand the word as it is written, folded, and beside it its stem
// where that differs, and the sound of a Greek word. A term's first byte tells them
// apart, so that the exact form "elect" is not taken for the stem of "elections":
//
//   elections                the folded word (what =form and prefix* look for)
//   /elect                   its stem
//   ~eklog                   the sound of a Greek word without its ending
//   ^eklog                   beside it, of one that is written in Latin letters
//
// A query's word looks for "/elect" and "elect": a stem that equals its word is not
// written twice. A query does not tell its language, so words of Latin letters have
// their English stem as well, whatever their language is: who asks for a word as a text
// has it, finds it. It looks for "~eklog" where it has Latin letters itself, and for
// "^eklog" where it has Greek ones: λύρα shall not meet λίρα.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "query/expression.h"
#include "query/term_cache.h"
#include "text/analyzer.h"
#include "text/language.h"

namespace curlew::query {

inline constexpr char kStemMark = '/';
inline constexpr char kSoundMark = '~';
inline constexpr char kGreeklishMark = '^';

// The hash of a term's bytes.
std::uint64_t term_hash(std::string_view term);

// What an article is known by. Borrowed.
struct ArticleText {
  std::string_view title;
  std::string_view author;
  // As its feed or page says; empty where it does not. The text decides where it can.
  std::string_view language;
  // The readable parts, in order (model::Block::text).
  std::vector<std::string_view> blocks;
};

// One term at one position. Terms of one position follow each other.
struct Term {
  // xxh3 of the bytes: what standing queries look for.
  std::uint64_t hash = 0;
  // Bytes in ArticleTerms::letters().
  std::uint32_t begin = 0;
  std::uint16_t size = 0;
  Field field = Field::kAnywhere;
  // Counts through title and blocks, with a gap between them that no phrase crosses;
  // from 0 in the author.
  std::uint32_t position = 0;
};

// Where a position is in the text that it came from.
struct Place {
  // 0 is the title, n the block n - 1.
  std::uint32_t part = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// Keeps its memory from article to article.
class ArticleTerms {
 public:
  std::span<const Term> terms() const { return terms_; }
  std::string_view text_of(const Term& term) const {
    return std::string_view(letters_).substr(term.begin, term.size);
  }
  // Of a position of title or blocks.
  Place place_of(std::uint32_t position) const { return places_[position]; }
  // Positions of title and blocks are below this.
  std::uint32_t position_count() const { return std::uint32_t(places_.size()); }
  text::Language language() const { return language_; }

 private:
  friend class TermMaker;
  std::vector<Term> terms_;
  std::string letters_;
  // By position. Those of the gaps are empty.
  std::vector<Place> places_;
  text::Language language_ = text::Language::kUnknown;
};

// Safe from any thread with a cache of its own. Blocks beyond 16 MB of text are left
// out.
void make_terms(const ArticleText& article, const text::Analyzer& analyzer,
                TermCache& cache, ArticleTerms& terms);

}  // namespace curlew::query
