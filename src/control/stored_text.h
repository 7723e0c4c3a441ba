// The text of stored articles, as it was indexed: for adding them to the index later,
// and for showing what answers a search.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "control/article_text.h"
#include "model/ids.h"
#include "query/terms.h"
#include "store/store.h"

namespace curlew::control {

// What the index takes of an article. `topic` is its site's own category.
std::string document_of(const query::ArticleTerms& terms, model::SourceId source,
                        std::string_view topic,
                        std::span<const model::TopicScore> own_topics = {});

struct StoredText {
  store::ArticleRow row;
  ReadableArticle text;
};
// In the order of `articles`; left out are those that are not there any more.
Result<std::vector<StoredText>> stored_texts(
    store::Store& store, std::span<const model::ArticleId> articles);

// The topics of one of them.
std::vector<model::TopicScore> scores_in(
    const std::unordered_map<model::ArticleId, std::vector<store::ArticleTopic>>&
        topics,
    model::ArticleId article);

}  // namespace curlew::control
