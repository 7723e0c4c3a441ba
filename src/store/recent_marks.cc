#include "store/recent_marks.h"

#include <utility>

#include "store/query.h"

namespace curlew::store {
namespace {

struct NumberedMark {
  model::ArticleId article;
  RecentMark mark;
};

Result<std::vector<NumberedMark>> newest_articles(
    Database& db, const std::vector<model::SourceId>* sources, model::ArticleId after,
    std::size_t limit) {
  std::vector<NumberedMark> all;
  const auto read = [&](Query& query) {
    return query.each([&] {
      NumberedMark& each = all.emplace_back();
      return query.read(each.article, each.mark.source, each.mark.found);
    });
  };
  if (sources) {
    Query query(db,
                "SELECT id, source_id, found FROM articles WHERE id > $1"
                " AND source_id IN (SELECT value FROM unnest($2) AS value)"
                " ORDER BY id DESC LIMIT $3",
                after, *sources, to_limit(limit));
    TRY(read(query));
    return all;
  }
  Query query(db,
              "SELECT id, source_id, found FROM articles WHERE id > $1"
              " ORDER BY id DESC LIMIT $2",
              after, to_limit(limit));
  TRY(read(query));
  return all;
}

}  // namespace

Result<std::vector<RecentMark>> recent_marks(
    Database& db, model::UserId user, const std::vector<model::SourceId>* sources,
    model::ArticleId after, std::size_t limit) {
  TRY_ASSIGN(auto articles, newest_articles(db, sources, after, limit));
  std::vector<RecentMark> marks;
  if (articles.empty()) return marks;
  marks.reserve(articles.size());
  // Both come in the order of their articles.
  Query query(db,
              "SELECT article_id, is_read, is_muted FROM article_states"
              " WHERE user_id = $1 AND article_id >= $2 ORDER BY article_id DESC",
              user, articles.back().article);
  model::ArticleId marked;
  bool is_read = false, is_muted = false, has_more = true;
  for (NumberedMark& each : articles) {
    while (has_more && (!marked || marked > each.article)) {
      TRY_ASSIGN(has_more, query.next());
      if (has_more) TRY(query.read(marked, is_read, is_muted));
    }
    const bool is_marked = has_more && marked == each.article;
    if (is_marked && is_muted) continue;
    each.mark.is_read = is_marked && is_read;
    marks.push_back(each.mark);
  }
  return marks;
}

Result<std::unordered_map<model::SourceId, std::string>> folders_of_seen(
    Database& db, model::UserId user, const std::vector<model::SourceId>& sources) {
  std::unordered_map<model::SourceId, std::string> folders;
  Query query(db,
              "SELECT s.id, coalesce(nullif(t.folder, ''), s.folder) FROM sources s"
              " LEFT JOIN subscriptions t ON t.user_id = $1 AND t.source_id = s.id"
              " WHERE (s.is_shared = 1 OR t.user_id IS NOT NULL)"
              " AND s.id IN (SELECT value FROM unnest($2) AS value)",
              user, sources);
  const auto take = [&]() -> Result<void> {
    model::SourceId source;
    std::string folder;
    TRY(query.read(source, folder));
    folders.emplace(source, std::move(folder));
    return {};
  };
  TRY(query.each(take));
  return folders;
}

}  // namespace curlew::store
