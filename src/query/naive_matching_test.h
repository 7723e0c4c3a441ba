// What a query means, in the plainest words: the oracle that `match` and the search
// index are held against. Slow.

#pragma once

#include <algorithm>
#include <functional>
#include <string_view>

#include "query/expression.h"
#include "query/terms.h"

namespace curlew::query {

inline bool is_in_field(Field wanted, Field found) {
  if (wanted == Field::kAnywhere) return found != Field::kAuthor;
  return wanted == found;
}

inline bool is_word_at(const Word& word, Field field, std::uint32_t position,
                       const ArticleTerms& terms) {
  return std::ranges::any_of(terms.terms(), [&](const Term& term) {
    if (term.position != position || !is_in_field(field, term.field)) return false;
    const std::string_view text = terms.text_of(term);
    if (word.is_prefix) return text.starts_with(word.terms.front());
    return std::ranges::count(word.terms, text) > 0;
  });
}

inline bool is_phrase_at(const Phrase& phrase, std::uint32_t position,
                         const ArticleTerms& terms) {
  for (std::size_t i = 0; i < phrase.words.size(); ++i) {
    if (!is_word_at(phrase.words[i], phrase.field, position + std::uint32_t(i), terms))
      return false;
  }
  return true;
}

inline bool matches_naively(const Expression& query, const ArticleTerms& terms,
                            const std::function<bool(const Fact&)>& is_fact) {
  const auto child_matches = [&](const Expression& child) {
    return matches_naively(child, terms, is_fact);
  };
  switch (query.kind) {
    case NodeKind::kPhrase:
      return std::ranges::any_of(terms.terms(), [&](const Term& term) {
        return is_phrase_at(query.phrase, term.position, terms);
      });
    case NodeKind::kFact:
      return is_fact(query.fact);
    case NodeKind::kAnd:
      return std::ranges::all_of(query.children, child_matches);
    case NodeKind::kOr:
      return std::ranges::any_of(query.children, child_matches);
    case NodeKind::kNot:
      return !child_matches(query.children.front());
  }
  return false;
}

}  // namespace curlew::query
