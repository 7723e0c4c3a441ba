// Puts an article into the search index, as the ledger does.

#pragma once

#include "control/stored_text.h"
#include "query/terms.h"
#include "store/store_fixture.h"
#include "text/analyzer.h"

namespace curlew::service {

inline void index_article(store::Store& store, const text::Analyzer& analyzer,
                          model::ArticleId article) {
  const auto texts = store::must(control::stored_texts(store, {{article}}));
  query::TermCache cache;
  query::ArticleTerms terms;
  query::make_terms(texts.at(0).text.text(), analyzer, cache, terms);
  auto transaction = store::must(store.begin());
  store::must(store.index().add(
      article, control::document_of(terms, texts.at(0).row.source, "")));
  store::must(transaction.commit());
}

}  // namespace curlew::service
