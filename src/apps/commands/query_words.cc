#include "apps/commands/query_words.h"

#include <algorithm>

#include "apps/config/thesauri.h"
#include "query/terms.h"
#include "service/watchlists.h"

namespace curlew::apps {
namespace {

// Has it a word whose synonyms would do? One that is written =so or so* has none.
bool has_plain_word(const query::Expression& expression) {
  const auto is_plain = [](const query::Word& word) {
    return std::ranges::any_of(word.terms, [](const std::string& term) {
      return term.starts_with(query::kStemMark);
    });
  };
  return std::ranges::any_of(expression.phrase.words, is_plain) ||
         std::ranges::any_of(expression.children, has_plain_word);
}

}  // namespace

Result<void> QueryWords::read_synonyms(const Config& config,
                                       const std::vector<std::string>& queries,
                                       query::Synonyms synonyms) {
  // A wrong one is told before anything is read.
  for (const std::string& query : queries) TRY(service::check_query(query));
  if (synonyms == query::Synonyms::kUnused) return {};
  for (const std::string& query : queries) {
    TRY_ASSIGN(const auto parsed, query::parse_query(query, {.analyzer = analyzer_},
                                                     query::Synonyms::kUnused));
    if (has_plain_word(parsed)) return read_synonyms(config);
  }
  return {};
}

Result<void> QueryWords::read_synonyms(const Config& config) {
  TRY_ASSIGN(thesauri_, load_thesauri(thesauri_of(config), analyzer_));
  dictionary_.thesauri = pointers_to(thesauri_);
  return {};
}

}  // namespace curlew::apps
