// The search index: articles by the terms of their text (query/terms.h), with
// positions. It lies in ordinary tables, and is the same on both databases:
// docs/decisions says why it is neither FTS5 nor tsvector. An article is found as soon
// as it is committed.
//
//   const std::string document = store::pack_document(terms, {.source = source});
//   TRY(store.index().add(article, document));   // Within the article's transaction.
//
// New documents wait as they are; tidy() makes segments of them and merges these, a
// little at a time. add(), replace() and tidy() are for the one writer; the others are
// for anybody.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "model/ids.h"
#include "model/topic.h"
#include "query/expression.h"
#include "query/terms.h"
#include "store/database.h"

namespace curlew::store {

struct DocumentFacts {
  model::SourceId source;
  // The site's own category, folded as the query language folds topics.
  std::string_view topic;
  // Each topic once.
  std::span<const model::TopicScore> own_topics = {};
};

// What the index takes of an article; made without the store, and so before its lock is
// taken. Words beyond the first 250,000 are left out.
std::string pack_document(const query::ArticleTerms& terms, const DocumentFacts& facts);

enum class SearchOrder { kNewest, kRanked };

struct SearchRequest {
  // Sources are given by number, and folders as the sources in them.
  const query::Expression* expression = nullptr;
  SearchOrder order = SearchOrder::kNewest;
  std::size_t limit = 50;
  // Only articles with ids below this one.
  std::optional<model::ArticleId> before;
  // Of the best: so many are left out.
  std::size_t skip = 0;
  // Only of these; nullptr: of any.
  const std::unordered_set<model::SourceId>* sources = nullptr;
  // None of these; nullptr: of any.
  const std::unordered_set<model::SourceId>* hidden = nullptr;
};

struct SearchHit {
  model::ArticleId article;
  // 0 where nothing was ranked.
  double score = 0;
};

struct SearchAnswer {
  std::vector<SearchHit> hits;
  // Articles that were found on the way to these hits.
  std::size_t found = 0;
  // There are more, which nobody has counted.
  bool has_more = false;
};

// More than these, the newest, are not ranked.
inline constexpr std::size_t kMostRanked = 20'000;

class NewSegment;
class SegmentMerge;

class SearchIndex {
 public:
  explicit SearchIndex(Database& db);
  ~SearchIndex();

  // Within a transaction. An article that was never added before.
  Result<void> add(model::ArticleId article, std::string_view document);
  // What it said before does not hold any more.
  Result<void> replace(model::ArticleId article, std::string_view document);

  Result<SearchAnswer> find(const SearchRequest& request);

  // Does a little of what there is to do; false when that was nothing. Outside of
  // transactions.
  Result<bool> tidy();
  // Looks for segments of which half was removed: tidy() will write them anew.
  Result<void> look_for_removed();

  // Articles with ids below this one that an earlier release stored are still to be
  // added; 0: none.
  Result<model::ArticleId> unindexed_below();
  Result<void> set_unindexed_below(model::ArticleId article);

 private:
  Result<void> step_of_segment();
  Result<void> step_of_merge();
  Result<bool> begin_merge();
  Result<bool> remove_blocks();
  Result<void> find_leftovers();

  Database& db_;
  // Documents that wait, nearly; nullopt: not counted yet.
  std::optional<std::size_t> waiting_;
  // What is being made: one of them at most.
  std::unique_ptr<NewSegment> new_segment_;
  std::unique_ptr<SegmentMerge> merge_;
  // Segments that are gone and whose blocks are not.
  std::vector<std::int64_t> leftovers_;
  std::optional<std::int64_t> half_empty_;
};

// Within the transaction that removes them. Of a source before its articles are.
Result<void> remove_from_index(Database& db,
                               std::span<const model::ArticleId> articles);
Result<void> remove_from_index(Database& db, model::SourceId source);

}  // namespace curlew::store
