#include "service/reader_items.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "model/mask.h"
#include "store/text_check.h"

namespace curlew::service {
namespace {

store::ReaderFilter to_reader_filter(const ReaderQuery& query) {
  using Which = store::ReaderFilter::Which;
  store::ReaderFilter filter;
  filter.user = query.user;
  filter.is_unread = query.is_unread;
  filter.is_read = query.is_read;
  filter.is_starred = query.is_starred;
  filter.after = query.after;
  filter.before = query.before;
  filter.since = query.since;
  filter.until = query.until;
  filter.order = query.order;
  if (query.feed) {
    const bool is_list = *query.feed > kFirstListFeed;
    filter.sources = is_list ? Which::kNone : Which::kOne;
    filter.lists = is_list ? Which::kOne : Which::kNone;
    if (is_list) filter.list = {*query.feed - kFirstListFeed};
    if (!is_list) filter.source = {*query.feed};
  } else if (query.folder) {
    filter.sources = Which::kFolder;
    filter.folder = *query.folder;
    filter.lists = *query.folder == kClipsFolder ? Which::kAll : Which::kNone;
  }
  return filter;
}

Result<std::unordered_map<model::ClipId, model::Clip>> reader_clips(
    store::Store& store, std::span<const store::ReaderItem> items) {
  std::unordered_map<model::ClipId, model::Clip> clips;
  std::vector<model::ClipId> ids;
  for (const store::ReaderItem& item : items) {
    if (item.clip) ids.push_back(item.clip);
  }
  if (ids.empty()) return clips;
  TRY_ASSIGN(const auto rows, store::ReaderItems(store.database()).clips(ids));
  for (const model::Clip& clip : rows) clips.emplace(clip.id, clip);
  return clips;
}

}  // namespace

std::int64_t reader_feed_number(const store::ReaderItem& item) {
  return item.list ? kFirstListFeed + item.list.value : item.source.value;
}

std::int64_t reader_feed_number(const store::ReaderCount& count) {
  return count.list ? kFirstListFeed + count.list.value : count.source.value;
}

Result<std::vector<ReaderFeed>> list_reader_feeds(store::Store& store,
                                                  model::UserId user) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(const auto sources,
             store::ReaderItems(store.database()).sources(user, kMostReaderFeeds));
  TRY_ASSIGN(const auto lists, store.watchlists().of_user(user));
  std::vector<ReaderFeed> feeds;
  for (const store::ReaderSource& each : sources) {
    ReaderFeed& feed = feeds.emplace_back();
    feed.number = each.id.value;
    feed.url = model::masked_address(each.url);
    feed.title = each.title.empty() ? feed.url : each.title;
    feed.site_url = each.site_url.empty() ? feed.url : each.site_url;
    feed.folder = each.folder;
    feed.added = each.added;
    feed.last_visit = each.last_visit;
    feed.error = each.last_error;
  }
  for (const store::WatchlistRow& each : lists) {
    ReaderFeed& feed = feeds.emplace_back();
    feed.number = kFirstListFeed + each.list.id.value;
    feed.title = each.list.name;
    feed.folder = kClipsFolder;
    feed.added = each.added;
    feed.is_list = true;
  }
  return feeds;
}

Result<std::vector<store::ReaderItem>> list_reader_items(store::Store& store,
                                                         const ReaderQuery& query) {
  // No folder has a name that is not text.
  if (query.folder && store::objection_to_text("folder", 1, *query.folder)) {
    return std::vector<store::ReaderItem>();
  }
  TRY_ASSIGN(auto snapshot, store.snapshot());
  return store::ReaderItems(store.database())
      .list(to_reader_filter(query), std::min(query.limit, kMostReaderNumbers));
}

Result<std::vector<store::ReaderItem>> find_reader_items(
    store::Store& store, model::UserId user, std::span<const std::int64_t> numbers) {
  const auto asked = numbers.first(std::min(numbers.size(), kMostReaderNumbers));
  TRY_ASSIGN(const auto found, store::ReaderItems(store.database()).find(user, asked));
  std::unordered_map<std::int64_t, const store::ReaderItem*> by_number;
  for (const store::ReaderItem& item : found) by_number.emplace(item.number, &item);
  std::vector<store::ReaderItem> items;
  for (const std::int64_t number : asked) {
    const auto at = by_number.find(number);
    if (at == by_number.end()) continue;
    items.push_back(*at->second);
    // Named twice, it comes once.
    by_number.erase(at);
  }
  return items;
}

Result<std::vector<ReaderEntry>> read_reader_entries(
    store::Store& store, std::span<const store::ReaderItem> items, Time now) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(auto clips, reader_clips(store, items));
  std::vector<model::ArticleId> ids;
  for (const store::ReaderItem& item : items) ids.push_back(item.article);
  TRY_ASSIGN(const auto rows, store.articles().rows_without_topics(ids));
  std::unordered_map<model::ArticleId, std::size_t> at;
  for (const store::ArticleRow& row : rows) at.emplace(row.id, at.size());
  TRY_ASSIGN(const auto details, take_details(store, rows, PageText::kYes, now));
  std::vector<ReaderEntry> entries;
  for (const store::ReaderItem& item : items) {
    ReaderEntry entry{item, std::nullopt, std::nullopt};
    if (const auto row = at.find(item.article); row != at.end()) {
      entry.detail = details.at(row->second);
    }
    if (const auto clip = clips.find(item.clip); clip != clips.end()) {
      entry.clip = clip->second;
    }
    // Removed meanwhile.
    if (!entry.detail && !entry.clip) continue;
    entries.push_back(std::move(entry));
  }
  return entries;
}

Result<std::vector<store::ReaderCount>> count_reader_items(store::Store& store,
                                                           model::UserId user) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  return store::ReaderItems(store.database()).counts(user);
}

}  // namespace curlew::service
