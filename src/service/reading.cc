#include "service/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "service/source_address.h"
#include "service/topics.h"
#include "service/watchlists.h"
#include "store/article_slice.h"
#include "store/source_slice.h"
#include "text/fold.h"

namespace curlew::service {
namespace {

// A search whose hits are sifted by what the reader made of them is asked so often for
// one page.
constexpr int kMostRounds = 5;

// A page of a search: its words, and where they must come from, in one query. The words
// are a query by themselves, so that parentheses hold them together.
Result<std::string> whole_query(const ReadingQuery& query, const std::string& folder) {
  TRY(check_query(query.text));
  std::string whole = fmt::format("({})", query.text);
  if (query.source) whole += fmt::format(" source:{}", query.source.value);
  if (!folder.empty()) {
    if (folder.find('"') != folder.npos) {
      return Error{ErrorKind::kUsage,
                   fmt::format("folder {}: cannot be searched", folder)};
    }
    whole += fmt::format(" folder:\"{}\"", folder);
  }
  return whole;
}

bool fits(const ReadingQuery& query, const ReadingRow& row) {
  if (query.is_unread && row.state.is_read) return false;
  if (query.is_starred && !row.state.is_starred) return false;
  if (query.since && row.article.found < *query.since) return false;
  if (query.topic && std::ranges::none_of(row.article.topics, [&](const auto& each) {
        return each.score.topic == query.topic;
      })) {
    return false;
  }
  return query.tag.empty() ||
         std::ranges::find(row.state.tags, query.tag) != row.state.tags.end();
}

Result<ReadingPage> search_articles(store::Store& store, const ReadingQuery& query,
                                    const std::string& folder,
                                    const query::Dictionary& dictionary, Time now) {
  SearchRequest request;
  TRY_ASSIGN(request.query, whole_query(query, folder));
  request.viewer = query.viewer;
  request.order = query.order;
  request.limit = query.limit;
  if (query.from.before) request.before = query.from.before;
  request.skip = query.from.skip;
  const bool is_ranked = query.order == store::SearchOrder::kRanked;
  if (is_ranked && !request.before) {
    // The pages behind this one are of the same articles: what comes meanwhile would
    // shift them.
    TRY_ASSIGN(const model::ArticleId last, store.articles().last_id());
    request.before = model::ArticleId{last.value + 1};
  }
  ReadingPage page;
  for (int round = 0; round < kMostRounds; ++round) {
    TRY_ASSIGN(SearchResult found, search(store, request, dictionary, now));
    if (!page.found) page.found = found.found;
    std::vector<store::ArticleRow> articles;
    for (const SearchRow& row : found.rows) articles.push_back(row.article);
    TRY_ASSIGN(auto rows, reading_rows(store, std::move(articles), query.viewer));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i].snippet = std::move(found.rows[i].snippet);
      rows[i].marks = std::move(found.rows[i].marks);
      if (fits(query, rows[i])) page.rows.push_back(std::move(rows[i]));
    }
    page.next.reset();
    if (is_ranked) {
      // Places are counted through all that were ranked: also the muted ones, which
      // are missing among the rows and in what was counted.
      const std::size_t ranked = found.found + (request.limit - found.rows.size());
      request.skip += request.limit;
      if (request.skip >= ranked) return page;
      page.next = ArticlePlace{*request.before, request.skip};
    } else {
      if (!found.has_more || found.rows.empty()) return page;
      request.before = found.rows.back().article.id;
      page.next = ArticlePlace{*request.before, 0};
      if (query.since && found.rows.back().article.found < *query.since) {
        page.next.reset();
        return page;
      }
    }
    if (page.rows.size() * 2 >= query.limit) return page;
    request.limit = query.limit;
  }
  return page;
}

}  // namespace

Result<std::vector<ReadingRow>> reading_rows(store::Store& store,
                                             std::vector<store::ArticleRow> articles,
                                             Viewer viewer) {
  ArticleStateMap states;
  std::unordered_map<model::ArticleId, std::int64_t> same;
  if (viewer && !articles.empty()) {
    TRY_ASSIGN(states, states_of(store, articles, *viewer));
    std::vector<model::ArticleId> ids;
    for (const store::ArticleRow& each : articles) ids.push_back(each.id);
    TRY_ASSIGN(same, store::count_same(store.database(), ids, *viewer));
  }
  std::vector<ReadingRow> rows;
  rows.reserve(articles.size());
  for (store::ArticleRow& each : articles) {
    const model::ArticleId id = each.id;
    rows.push_back({.article = std::move(each),
                    .state = std::move(states[id]),
                    .also_in = same[id]});
  }
  return rows;
}

Result<ReadingPage> read_articles(store::Store& store, const ReadingQuery& query,
                                  const query::Dictionary& dictionary, Time now) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  const auto name_of_number = [](model::SourceId id) {
    return fmt::format("#{}", id.value);
  };
  if (query.source) TRY(find_source(store, name_of_number(query.source), query.viewer));
  if (query.topic) {
    TRY(find_topic_row(store, std::to_string(query.topic.value), query.viewer));
  }
  TRY_ASSIGN(const std::string folder, to_folder(query.folder));
  if (!query.text.empty()) {
    return search_articles(store, query, folder, dictionary, now);
  }
  store::ArticleFilter filter;
  filter.user = query.viewer.value_or(model::UserId{});
  filter.source = query.topic ? query.topic : query.source;
  filter.folder = folder;
  filter.since = query.since;
  filter.is_unread = query.is_unread;
  filter.is_starred = query.is_starred;
  filter.is_muted = query.is_muted;
  filter.tag = query.tag;
  TRY_ASSIGN(auto slice, store::slice_articles(store.database(), filter,
                                               query.from.before, query.limit));
  ReadingPage page;
  TRY_ASSIGN(page.rows, reading_rows(store, std::move(slice.rows), query.viewer));
  if (slice.next) page.next = ArticlePlace{*slice.next, 0};
  return page;
}

Result<std::optional<ReadArticle>> read_article(store::Store& store,
                                                model::ArticleId id, Time now,
                                                Viewer viewer, Muted muted) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(auto detail, find_article(store, id, now, viewer, muted));
  if (!detail) return std::optional<ReadArticle>();
  ReadArticle read{*std::move(detail), {}};
  if (viewer) {
    TRY_ASSIGN(read.reasons, store::reasons_for(store.database(), id, *viewer));
  }
  return std::optional(std::move(read));
}

Result<ClipPage> read_clips(store::Store& store, store::ClipChoice choice,
                            model::ClipId before, std::size_t limit) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  if (choice.list) TRY(read_list(store, choice.user, choice.list));
  choice.text = text::fold(choice.text);
  TRY_ASSIGN(auto slice, store::slice_clips(store.database(), choice, before, limit));
  std::vector<model::ArticleId> articles;
  for (const store::ClipRow& row : slice.rows) articles.push_back(row.clip.article);
  TRY_ASSIGN(auto states, store.article_states().of(choice.user, articles));
  ClipPage page;
  for (store::ClipRow& row : slice.rows) {
    // Several lists may have found one article.
    const store::ArticleState state = states[row.clip.article];
    page.rows.push_back({std::move(row), state});
  }
  page.next = slice.next;
  return page;
}

Result<std::vector<CountedList>> read_lists(store::Store& store, model::UserId user) {
  store::SeenOnce seen(store.database(), user);
  return read_lists(store, user, seen);
}

Result<std::vector<CountedList>> read_lists(store::Store& store, model::UserId user,
                                            store::SeenOnce& seen) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(auto rows, store.watchlists().of_user(user));
  std::vector<model::WatchlistId> ids;
  for (const store::WatchlistRow& row : rows) ids.push_back(row.list.id);
  TRY_ASSIGN(auto counts, store::count_clips(store.database(), user, ids, seen));
  std::vector<CountedList> lists;
  for (store::WatchlistRow& row : rows) {
    const model::WatchlistId id = row.list.id;
    lists.push_back({std::move(row), counts[id]});
  }
  return lists;
}

Result<CountedList> read_list(store::Store& store, model::UserId user,
                              model::WatchlistId list) {
  TRY_ASSIGN(auto row, store.watchlists().find(list));
  if (!row || row->list.user != user) {
    return Error{ErrorKind::kNotFound, fmt::format("{}: no such list", list.value)};
  }
  store::SeenOnce seen(store.database(), user);
  TRY_ASSIGN(auto counts, store::count_clips(store.database(), user, {&list, 1}, seen));
  return CountedList{*std::move(row), counts[list]};
}

Result<ReadingFolders> read_folders(store::Store& store, Viewer viewer) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  const model::UserId user = viewer.value_or(model::UserId{});
  TRY_ASSIGN(const auto rows, store::count_by_folder(store.database(), user));
  std::unordered_map<std::string, std::int64_t> unread;
  if (viewer) {
    TRY_ASSIGN(unread, store::count_unread_by_folder(store.database(), user,
                                                     kMostUnreadCounted));
  }
  std::map<std::string, ReadingFolder> sums;
  ReadingFolders all;
  // Each counts in those that it lies in, too.
  const auto add = [&](const std::string& name, std::int64_t ReadingFolder::*to,
                       std::int64_t count) {
    for (std::size_t end = name.find('/'); end != name.npos;
         end = name.find('/', end + 1)) {
      sums[name.substr(0, end)].*to += count;
    }
    sums[name].*to += count;
  };
  for (const store::FolderRow& row : rows) {
    all.total += row.sources;
    if (row.name.empty()) {
      all.unfiled = row.sources;
    } else {
      add(row.name, &ReadingFolder::sources, row.sources);
    }
  }
  for (const auto& [name, count] : unread) {
    if (!name.empty()) add(name, &ReadingFolder::unread, count);
  }
  for (auto& [name, folder] : sums) {
    folder.name = name;
    all.folders.push_back(std::move(folder));
  }
  return all;
}

}  // namespace curlew::service
