#include "api/readers/miniflux/entries.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/plain_text.h"
#include "base/sha.h"
#include "base/web_address.h"

namespace curlew::api {
namespace {

using boost::json::array;
using boost::json::object;
using service::ReaderFeed;
using service::ReaderQuery;

constexpr std::size_t kUsualEntries = 100;
// Of a feed that is filed nowhere: each must have a category.
constexpr std::string_view kUnfiledTitle = "All";

std::string_view miniflux_category_title(const std::string& folder) {
  return folder.empty() ? kUnfiledTitle : std::string_view(folder);
}

// Both times are those of finding: by these entries are ordered.
Result<void> miniflux_add_times(const FormFields& fields, ReaderQuery& query) {
  constexpr std::int64_t kLastMoment = 32'503'680'000;
  for (const std::string name : {"after", "published_after", "changed_after"}) {
    if (!fields.has(name)) continue;
    const auto second = fields.number(name);
    if (!second) return Error{ErrorKind::kUsage, name + ": is not a time"};
    query.since =
        std::max(query.since, from_unix_seconds(std::min(*second, kLastMoment)));
  }
  for (const std::string name : {"before", "published_before", "changed_before"}) {
    if (!fields.has(name)) continue;
    const auto second = fields.number(name);
    if (!second) return Error{ErrorKind::kUsage, name + ": is not a time"};
    query.until =
        std::min(query.until, from_unix_seconds(std::min(*second, kLastMoment)));
  }
  return {};
}

// False: none can fit.
Result<bool> miniflux_add_status(const FormFields& fields, ReaderQuery& query) {
  bool wants_read = false, wants_unread = false, wants_any = !fields.has("status");
  for (const std::string_view status : fields.all("status")) {
    if (status == "read") {
      wants_read = true;
    } else if (status == "unread") {
      wants_unread = true;
    } else if (status != "removed") {
      return Error{ErrorKind::kUsage, "status: must be read, unread or removed"};
    }
  }
  query.is_read = wants_read && !wants_unread;
  query.is_unread = wants_unread && !wants_read;
  return wants_any || wants_read || wants_unread;
}

Result<std::size_t> miniflux_size_in(const FormFields& fields, std::string_view name,
                                     std::size_t otherwise) {
  if (!fields.has(name)) return otherwise;
  const auto number = fields.number(name);
  if (!number) {
    return Error{ErrorKind::kUsage, fmt::format("{}: is not a number", name)};
  }
  return std::size_t(*number);
}

Result<void> miniflux_add_filter(const ReaderAsked& asked, const MinifluxFeeds& feeds,
                                 ReaderQuery& query) {
  const FormFields& fields = asked.fields;
  TRY(miniflux_add_times(fields, query));
  if (fields.has("search")) {
    return Error{ErrorKind::kUsage, "search: is not offered here"};
  }
  if (fields.has("starred")) {
    query.is_starred = fields["starred"] == "1" || fields["starred"] == "true";
  }
  if (const auto category = fields.number("category_id"); category && *category > 0) {
    TRY(feeds.narrow_to_category(*category, query));
  }
  if (const auto feed = fields.number("feed_id"); feed && *feed > 0) {
    TRY(feeds.narrow_to_feed(*feed, query));
  }
  if (const auto number = fields.number("after_entry_id")) query.after = *number;
  if (const auto number = fields.number("before_entry_id"); number && *number > 0) {
    query.before = *number;
  }
  const bool is_ascending = fields.has("direction") && fields["direction"] == "asc";
  if (is_ascending) query.order = store::ReaderFilter::Order::kOldestFirst;
  return {};
}

}  // namespace

Result<MinifluxFeeds> MinifluxFeeds::read(const ReaderAsked& asked) {
  MinifluxFeeds feeds;
  feeds.user_ = asked.user().value;
  TRY_ASSIGN(feeds.feeds_, service::list_reader_feeds(asked.store, asked.user()));
  feeds.folders_ = number_folders(feeds.feeds_);
  return feeds;
}

const ReaderFeed* MinifluxFeeds::find(std::int64_t number) const {
  const auto at = std::ranges::find(feeds_, number, &ReaderFeed::number);
  return at == feeds_.end() ? nullptr : &*at;
}

Result<std::string> MinifluxFeeds::folder_of(std::int64_t category) const {
  const auto at = std::ranges::find(folders_, category, &NumberedFolder::number);
  if (at != folders_.end()) return at->name;
  // There, even when nothing is in it.
  if (category == kUnfiledNumber) return std::string();
  return Error{ErrorKind::kNotFound, fmt::format("no such category: {}", category)};
}

Result<void> MinifluxFeeds::narrow_to_feed(std::int64_t feed,
                                           ReaderQuery& query) const {
  if (!find(feed)) return Error{ErrorKind::kUsage, "invalid feed ID"};
  query.feed = feed;
  return {};
}

Result<void> MinifluxFeeds::narrow_to_category(std::int64_t category,
                                               ReaderQuery& query) const {
  auto folder = folder_of(category);
  if (!folder.ok()) return Error{ErrorKind::kUsage, "invalid category ID"};
  query.folder = *std::move(folder);
  return {};
}

object MinifluxFeeds::category_object(const std::string& folder) const {
  const auto at = std::ranges::find(folders_, folder, &NumberedFolder::name);
  return {{"id", at == folders_.end() ? kUnfiledNumber : at->number},
          {"user_id", user_},
          {"title", plain_text(miniflux_category_title(folder))},
          {"hide_globally", false}};
}

object MinifluxFeeds::feed_object(const ReaderFeed& feed) const {
  object each;
  each["id"] = feed.number;
  each["user_id"] = user_;
  each["feed_url"] = plain_link(feed.url);
  each["site_url"] = plain_link(feed.site_url);
  each["title"] = plain_text(feed.title);
  each["checked_at"] = to_iso8601(feed.last_visit.value_or(feed.added));
  each["next_check_at"] = to_iso8601(feed.last_visit.value_or(feed.added));
  each["etag_header"] = "";
  each["last_modified_header"] = "";
  each["parsing_error_message"] = plain_text(feed.error);
  each["parsing_error_count"] = feed.error.empty() ? 0 : 1;
  for (const char* name : {"scraper_rules", "rewrite_rules", "blocklist_rules",
                           "keeplist_rules", "user_agent", "username", "password"}) {
    each[name] = "";
  }
  for (const char* name : {"crawler", "disabled", "ignore_http_cache",
                           "fetch_via_proxy", "hide_globally"}) {
    each[name] = false;
  }
  each["category"] = category_object(feed.folder);
  each["icon"] = nullptr;
  return each;
}

object miniflux_entry(const ShownEntry& entry, const MinifluxFeeds& feeds,
                      model::UserId user) {
  object each;
  each["id"] = entry.number;
  each["user_id"] = user.value;
  each["feed_id"] = entry.feed;
  each["status"] = entry.is_read ? "read" : "unread";
  each["hash"] = sha256_hex(std::to_string(entry.number));
  each["title"] = entry.title;
  each["url"] = entry.url;
  each["comments_url"] = "";
  each["published_at"] = to_iso8601(entry.published);
  each["created_at"] = to_iso8601(entry.found);
  each["changed_at"] = to_iso8601(entry.found);
  each["content"] = entry.html;
  each["author"] = entry.author;
  each["share_code"] = "";
  each["starred"] = entry.is_starred;
  each["reading_time"] = 0;
  each["tags"] = array();
  array files;
  std::int64_t count = 0;
  for (const model::Enclosure& file : entry.files) {
    // Numbers that apps tell them apart by, as far as there are any.
    const std::int64_t number = entry.number * 100 + ++count;
    files.push_back(object{{"id", number},
                           {"user_id", user.value},
                           {"entry_id", entry.number},
                           {"url", file.url},
                           {"mime_type", file.type},
                           {"size", file.length}});
  }
  each["enclosures"] = std::move(files);
  if (const ReaderFeed* const feed = feeds.find(entry.feed)) {
    each["feed"] = feeds.feed_object(*feed);
  }
  return each;
}

Result<Answer> miniflux_entries(const ReaderAsked& asked, ReaderQuery query) {
  TRY_ASSIGN(const MinifluxFeeds feeds, MinifluxFeeds::read(asked));
  TRY(miniflux_add_filter(asked, feeds, query));
  TRY_ASSIGN(const bool can_fit, miniflux_add_status(asked.fields, query));
  TRY_ASSIGN(const std::size_t offset, miniflux_size_in(asked.fields, "offset", 0));
  TRY_ASSIGN(std::size_t limit, miniflux_size_in(asked.fields, "limit", kUsualEntries));
  if (limit == 0 || limit > service::kMostReaderItems) {
    limit = service::kMostReaderItems;
  }
  query.user = asked.user();
  // So far they are counted; apps go on behind the last one by after_entry_id.
  query.limit = service::kMostReaderNumbers;
  std::vector<store::ReaderItem> items;
  if (can_fit) {
    TRY_ASSIGN(items, service::list_reader_items(asked.store, query));
  }
  const std::size_t first = std::min(offset, items.size());
  const std::span page(items.data() + first, std::min(limit, items.size() - first));
  TRY_ASSIGN(const auto entries, read_shown(asked.store, page, asked.now));
  array all;
  for (const ShownEntry& entry : entries) {
    all.push_back(miniflux_entry(entry, feeds, asked.user()));
  }
  return Answer(boost::json::serialize(
      object{{"total", items.size()}, {"entries", std::move(all)}}));
}

}  // namespace curlew::api
