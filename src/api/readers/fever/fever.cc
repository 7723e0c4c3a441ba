#include "api/readers/fever/fever.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <optional>

#include "api/readers/shown_entry.h"
#include "base/plain_text.h"
#include "base/web_address.h"
#include "service/reader_items.h"
#include "service/reader_marks.h"
#include "service/users.h"

namespace curlew::api {
namespace {

using boost::json::array;
using boost::json::object;
using service::ReaderFeed;
using service::ReaderQuery;

constexpr int kFeverVersion = 3;
// As the API says.
constexpr std::size_t kFeverItems = 50;
// "Kindling" is what is read often: all of it, to us.
constexpr std::int64_t kKindling = 0;
constexpr Milliseconds kRecently = std::chrono::hours(1);

constexpr Form kFeverForm{{.content_type = "application/json"},
                          http::ProblemForm::kJson};

object fever_head(bool is_known) {
  return {{"api_version", kFeverVersion}, {"auth", is_known ? 1 : 0}};
}

Answer fever_refusal(int status, const std::string& text) {
  object answer = fever_head(true);
  answer["error"] = plain_text(text);
  return with_status(status, boost::json::serialize(answer));
}

std::int64_t fever_time(Time time) { return to_unix_ms(time) / 1000; }

// The newest visit of a feed; what an app compares with its own.
std::int64_t fever_last_refreshed(const std::vector<ReaderFeed>& feeds) {
  Time last;
  for (const ReaderFeed& feed : feeds) {
    last = std::max(last, feed.last_visit.value_or(Time()));
  }
  return fever_time(last);
}

void fever_add_groups(object& answer, const std::vector<ReaderFeed>& feeds) {
  array groups;
  for (const NumberedFolder& folder : number_folders(feeds)) {
    if (folder.name.empty()) continue;
    groups.push_back(object{{"id", folder.number}, {"title", plain_text(folder.name)}});
  }
  answer["groups"] = std::move(groups);
}

void fever_add_feeds_groups(object& answer, const std::vector<ReaderFeed>& feeds) {
  std::map<std::string, std::vector<std::int64_t>> in_folder;
  for (const ReaderFeed& feed : feeds) in_folder[feed.folder].push_back(feed.number);
  array groups;
  for (const NumberedFolder& folder : number_folders(feeds)) {
    if (folder.name.empty()) continue;
    groups.push_back(object{{"group_id", folder.number},
                            {"feed_ids", number_list(in_folder[folder.name])}});
  }
  answer["feeds_groups"] = std::move(groups);
}

void fever_add_feeds(object& answer, const std::vector<ReaderFeed>& feeds) {
  array all;
  for (const ReaderFeed& feed : feeds) {
    object each;
    each["id"] = feed.number;
    each["favicon_id"] = 0;
    each["title"] = plain_text(feed.title);
    each["url"] = plain_link(feed.url);
    each["site_url"] = plain_link(feed.site_url);
    each["is_spark"] = 0;
    each["last_updated_on_time"] = fever_time(feed.last_visit.value_or(feed.added));
    all.push_back(std::move(each));
  }
  answer["feeds"] = std::move(all);
}

// with_ids, since_id (the oldest behind it) or max_id (the newest before it).
Result<std::vector<store::ReaderItem>> fever_asked_items(const ReaderAsked& asked) {
  if (asked.fields.has("with_ids")) {
    const auto numbers = parse_number_list(asked.fields["with_ids"], kFeverItems);
    return service::find_reader_items(asked.store, asked.user(), numbers);
  }
  ReaderQuery query;
  query.user = asked.user();
  query.limit = kFeverItems;
  if (const auto most = asked.fields.number("max_id"); most && *most > 0) {
    query.before = *most;
  } else if (const auto least = asked.fields.number("since_id")) {
    query.after = *least;
    query.order = store::ReaderFilter::Order::kOldestFirst;
  }
  return service::list_reader_items(asked.store, query);
}

Result<void> fever_add_items(const ReaderAsked& asked, object& answer) {
  TRY_ASSIGN(const auto items, fever_asked_items(asked));
  TRY_ASSIGN(const auto entries, read_shown(asked.store, items, asked.now));
  array all;
  for (const ShownEntry& entry : entries) {
    object each;
    each["id"] = entry.number;
    each["feed_id"] = entry.feed;
    each["title"] = entry.title;
    each["author"] = entry.author;
    each["html"] = entry.html;
    each["url"] = entry.url;
    each["is_saved"] = entry.is_starred ? 1 : 0;
    each["is_read"] = entry.is_read ? 1 : 0;
    each["created_on_time"] = fever_time(entry.published);
    all.push_back(std::move(each));
  }
  answer["items"] = std::move(all);
  TRY_ASSIGN(const auto counts, service::count_reader_items(asked.store, asked.user()));
  std::int64_t total = 0;
  for (const store::ReaderCount& count : counts) total += count.items;
  answer["total_items"] = total;
  return {};
}

Result<std::string> fever_listed_numbers(const ReaderAsked& asked, ReaderQuery query) {
  query.user = asked.user();
  query.limit = service::kMostReaderNumbers;
  TRY_ASSIGN(const auto items, service::list_reader_items(asked.store, query));
  std::vector<std::int64_t> numbers;
  for (const store::ReaderItem& item : items) numbers.push_back(item.number);
  return number_list(numbers);
}

Result<void> fever_mark_item(const ReaderAsked& asked, std::int64_t number) {
  const std::string_view as = asked.fields["as"];
  service::ReaderMark mark;
  if (as == "read" || as == "unread") mark.is_read = as == "read";
  if (as == "saved" || as == "unsaved") mark.is_starred = as == "saved";
  if (!mark.is_read && !mark.is_starred) {
    return Error{ErrorKind::kUsage, "as: must be read, unread, saved or unsaved"};
  }
  return service::mark_reader_items(asked.store, asked.user_name(), {&number, 1}, mark,
                                    asked.now);
}

// mark=feed and mark=group: all that was there when the app last asked.
Result<void> fever_mark_many(const ReaderAsked& asked, std::int64_t number) {
  ReaderQuery query;
  query.user = asked.user();
  if (const auto before = asked.fields.number("before"); before && *before > 0) {
    constexpr std::int64_t kLastTime = 32'503'680'000;
    query.until = from_unix_seconds(std::min(*before, kLastTime) + 1);
  }
  if (asked.fields["mark"] == "feed") {
    query.feed = number;
  } else if (number != kKindling) {
    TRY_ASSIGN(const auto feeds, service::list_reader_feeds(asked.store, asked.user()));
    const auto folders = number_folders(feeds);
    const auto at = std::ranges::find(folders, number, &NumberedFolder::number);
    if (at == folders.end()) {
      return Error{ErrorKind::kNotFound, fmt::format("no such group: {}", number)};
    }
    query.folder = at->name;
  }
  TRY(service::mark_all_read(asked.store, asked.user_name(), query, asked.now));
  return {};
}

Result<void> fever_make_mark(const ReaderAsked& asked) {
  const std::string_view what = asked.fields["mark"];
  const auto number = asked.fields.number("id");
  // Sparks are group -1, and there are none.
  if (asked.fields["id"] == "-1") return {};
  const bool is_one = what == "item" || what == "feed" || what == "group";
  if (!is_one || !number) {
    return Error{ErrorKind::kUsage, "mark: an item, a feed or a group, with its id"};
  }
  return what == "item" ? fever_mark_item(asked, *number)
                        : fever_mark_many(asked, *number);
}

// All that was read within the last hour is unread again. When something was read is
// not kept; so it is what was found then.
Result<void> fever_unread_recent(const ReaderAsked& asked) {
  ReaderQuery query;
  query.user = asked.user();
  query.is_read = true;
  query.since = asked.now - kRecently;
  query.limit = service::kMostReaderItems;
  TRY_ASSIGN(const auto items, service::list_reader_items(asked.store, query));
  std::vector<std::int64_t> numbers;
  for (const store::ReaderItem& item : items) numbers.push_back(item.number);
  return service::mark_reader_items(asked.store, asked.user_name(), numbers,
                                    {.is_read = false}, asked.now);
}

Result<void> fever_add_wanted(const ReaderAsked& asked, object& answer) {
  const FormFields& fields = asked.fields;
  TRY_ASSIGN(const auto feeds, service::list_reader_feeds(asked.store, asked.user()));
  answer["last_refreshed_on_time"] = fever_last_refreshed(feeds);
  if (fields.has("groups")) fever_add_groups(answer, feeds);
  if (fields.has("feeds")) fever_add_feeds(answer, feeds);
  if (fields.has("groups") || fields.has("feeds"))
    fever_add_feeds_groups(answer, feeds);
  if (fields.has("favicons")) answer["favicons"] = array();
  if (fields.has("links")) answer["links"] = array();
  if (fields.has("items")) TRY(fever_add_items(asked, answer));
  // Told after a change, too.
  const std::string_view as = fields.has("mark") ? fields["as"] : std::string_view();
  const bool has_read = as == "read" || as == "unread";
  const bool has_saved = as == "saved" || as == "unsaved";
  if (fields.has("unread_item_ids") || has_read) {
    TRY_ASSIGN(answer["unread_item_ids"],
               fever_listed_numbers(asked, {.is_unread = true}));
  }
  if (fields.has("saved_item_ids") || has_saved) {
    TRY_ASSIGN(answer["saved_item_ids"],
               fever_listed_numbers(asked, {.is_starred = true}));
  }
  return {};
}

Result<Answer> fever(const ReaderAsked& asked) {
  if (!asked.user()) return Answer(boost::json::serialize(fever_head(false)));
  const bool has_change =
      asked.fields.has("mark") || asked.fields.has("unread_recently_read");
  if (has_change && asked.call.context.caller.access < http::Access::kUser) {
    return fever_refusal(403, "this user may only read");
  }
  if (asked.fields.has("mark")) TRY(fever_make_mark(asked));
  if (asked.fields.has("unread_recently_read")) TRY(fever_unread_recent(asked));
  object answer = fever_head(true);
  TRY(fever_add_wanted(asked, answer));
  return Answer(boost::json::serialize(answer));
}

}  // namespace

std::vector<ReaderRoute> fever_routes() {
  std::vector<ReaderRoute> routes;
  for (const std::string pattern : {"/fever", "/fever/"}) {
    // Whoever it is: an app whose key is not known must be told so with status 200.
    routes.push_back({"POST", pattern, http::Access::kPublic, StoreUse::kWrite, fever,
                      fever_refusal, kFeverForm});
    routes.push_back({"GET", pattern, http::Access::kPublic, StoreUse::kRead, fever,
                      fever_refusal, kFeverForm});
  }
  return routes;
}

}  // namespace curlew::api
