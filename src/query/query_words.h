// From the words of a query to the terms that they look for in articles.
//
// A query is too short to tell its language, so a word of Latin letters is taken for
// English (as are the words of all texts, beside their own language: terms.h), and
// besides for each language that the query names itself ("lang:de").

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "query/expression.h"
#include "query/parse_query.h"
#include "text/analyzer.h"
#include "text/language.h"

namespace curlew::query {

enum class WordForm { kAny, kExact };

// Keeps what it found out from query to query. For one thread at a time.
class QueryWords {
 public:
  // Remembers so many words, a multiple of four.
  QueryWords(const Dictionary& dictionary, std::size_t memory)
      : dictionary_(dictionary), known_(memory) {}

  // To be called before the words of a query are read. Whatever it names with "lang:"
  // counts, wherever that stands.
  void begin(std::string_view query);

  // The words of a piece of the query: "e-mail" has two. An "=" before a word and a "*"
  // behind it are obeyed. Stops at the limit.
  std::vector<Word> read(std::string_view piece, WordForm form, std::size_t limit);

  // Adds what the thesauri have for what was read last: single words to the word they
  // mean, where it was one, else to `phrases`. Adds no more than `limit` of them, and
  // returns how many.
  std::size_t add_synonyms(std::vector<Word>& words,
                           std::vector<std::vector<Word>>& phrases, std::size_t limit);

 private:
  // A word without marks, as it was last read.
  struct Known {
    std::string written;
    std::string stem;
    Word word;
  };

  std::vector<Word> read_plain(std::string_view piece, std::size_t limit);
  const Known& know(std::string_view written);
  Word make(std::string_view piece, const text::Token& token, WordForm form) const;
  void add_stems(std::string_view written, const text::Token& token, Word& word) const;
  void note_stem(std::string_view stem);

  const Dictionary& dictionary_;
  std::vector<text::Language> languages_;
  text::Analysis analysis_;
  // The stems of what was read last, parted by spaces.
  std::string stems_;
  // By hash. Lists of queries have few words, many times each.
  std::vector<Known> known_;
  std::size_t next_way_ = 0;
};

}  // namespace curlew::query
