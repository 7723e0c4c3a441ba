#include "service/first_clips.h"

#include <algorithm>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "control/clip_writer.h"
#include "control/stored_text.h"
#include "model/page.h"
#include "service/search.h"

namespace curlew::service {
namespace {

// Read and broken into words at a time.
constexpr std::size_t kTextsAtATime = 50;

using Articles = std::set<model::ArticleId, std::greater<>>;

// The newest that one of the queries wants.
Result<Articles> recent_of(store::Store& store, const model::Watchlist& list,
                           const query::Dictionary& dictionary, Time now) {
  std::vector<std::string> queries;
  for (const model::WatchQuery& each : list.queries) queries.push_back(each.text);
  const std::span<const std::string> typed(queries);
  Articles all;
  for (std::size_t i = 0; i < typed.size(); i += kMostJoined) {
    const auto some = typed.subspan(i, std::min(kMostJoined, typed.size() - i));
    const SearchRequest request{.query = any_of(some),
                                .viewer = list.user,
                                .limit = kMostFirstClips,
                                .synonyms = list.has_synonyms
                                                ? query::Synonyms::kUsed
                                                : query::Synonyms::kUnused};
    TRY_ASSIGN(const auto found, find_recent(store, request, dictionary, now));
    all.insert(found.begin(), found.end());
    while (all.size() > kMostFirstClips) all.erase(std::prev(all.end()));
  }
  return all;
}

// By the words of their pages, or of their feeds, as new articles are looked at.
Result<void> look_at_texts(store::Store& store, model::UserId user,
                           std::span<const model::ArticleId> articles,
                           control::Watching& watching, std::vector<FirstFind>& finds) {
  TRY_ASSIGN(const auto texts, control::stored_texts(store, articles));
  TRY_ASSIGN(const auto topics, store.topics().of_articles(articles, user));
  std::vector<model::SourceId> sources;
  for (const control::StoredText& each : texts) sources.push_back(each.row.source);
  for (const auto& [article, of_article] : topics) {
    for (const auto& each : of_article) sources.push_back(each.score.topic);
  }
  TRY(watching.learn_sources(sources));
  for (const control::StoredText& each : texts) {
    const store::ArticleRow& row = each.row;
    if (row.page_type && model::is_hub(*row.page_type)) continue;
    watching.read(each.text);
    auto wanted =
        watching.find(each.text, row.source, control::scores_in(topics, row.id));
    if (wanted.wanted.empty()) continue;
    finds.push_back({.article = row.id,
                     .source = row.source,
                     .facts = {row.url, row.published, row.found},
                     .wanted = std::move(wanted)});
  }
  return {};
}

}  // namespace

Result<std::vector<FirstFind>> find_first(store::Store& store,
                                          const model::Watchlist& list,
                                          const query::Dictionary& dictionary,
                                          Time now) {
  std::vector<FirstFind> finds;
  if (list.is_paused || list.action != model::ListAction::kNotify) return finds;
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(const Articles newest, recent_of(store, list, dictionary, now));
  // Clips are numbered in the order in which they are found.
  const std::vector<model::ArticleId> articles(newest.rbegin(), newest.rend());
  model::Watchlist numbered = list;
  // By their places, until the store numbers them.
  for (std::size_t i = 0; i < numbered.queries.size(); ++i) {
    numbered.queries[i].id.value = std::int64_t(i) + 1;
  }
  control::Watching watching(dictionary, store);
  watching.watch_only(std::move(numbered));
  const std::span<const model::ArticleId> all(articles);
  for (std::size_t i = 0; i < all.size(); i += kTextsAtATime) {
    const auto some = all.subspan(i, std::min(kTextsAtATime, all.size() - i));
    TRY(look_at_texts(store, list.user, some, watching, finds));
  }
  return finds;
}

Result<void> write_first_clips(store::Store& store, model::WatchlistId list,
                               std::vector<FirstFind> finds, Time now) {
  if (finds.empty()) return {};
  TRY_ASSIGN(const auto row, store.watchlists().find(list));
  if (!row) return {};
  control::ClipWriter clips(control::Telling::kShow);
  for (FirstFind& find : finds) {
    for (control::Wanted& each : find.wanted.wanted) {
      each.list = list;
      each.query = row->list.queries.at(std::size_t(each.query.value - 1)).id;
    }
    clips.add(find.article, find.source, find.facts, find.wanted);
  }
  TRY(clips.write(store, now));
  return {};
}

}  // namespace curlew::service
