// Which documents of a segment an expression asks for, and how much they are about it.
// An answer holds when nothing is missing in the lists afterwards (lists.h).

#pragma once

#include <vector>

#include "query/expression.h"
#include "store/search/lists.h"
#include "store/search/postings.h"

namespace curlew::store {

WantedKeys wanted_keys(const query::Expression& expression);

// Sources must be given by number; a folder has no documents (see service/search.h).
DocumentSet find_documents(Lists& lists, const query::Expression& expression,
                           const DocumentSet& within);

// A word that a document shall have, for ranking.
struct RankedWord {
  query::Field field = query::Field::kAnywhere;
  const query::Word* word = nullptr;
};
// At most 16 of them, without those that must not be there. They point into the
// expression.
std::vector<RankedWord> ranked_words(const query::Expression& expression);

// How often a document has a word.
struct WordUse {
  std::uint32_t document = 0;
  std::uint32_t times = 0;
  bool is_in_title = false;
};
// Of the documents `within`, ascending.
std::vector<WordUse> word_uses(Lists& lists, const RankedWord& word,
                               const DocumentSet& within);

// How many documents of all have the word.
std::size_t documents_with(Lists& lists, const RankedWord& word);

}  // namespace curlew::store
