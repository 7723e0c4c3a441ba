#include "api/readers/miniflux/miniflux.h"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <unordered_map>
#include <utility>
#include <variant>

#include "api/readers/miniflux/entries.h"
#include "api/v1/json_value.h"
#include "base/plain_text.h"
#include "service/reader_marks.h"
#include "service/sources.h"
#include "service/subscriptions.h"
#include "service/users.h"

namespace curlew::api {
namespace {

using boost::json::array;
using boost::json::object;
using service::ReaderFeed;
using service::ReaderQuery;

constexpr Form kMinifluxForm{{.content_type = "application/json"},
                             http::ProblemForm::kJson};
constexpr Form kMinifluxOpml{{.content_type = "text/x-opml; charset=utf-8"},
                             http::ProblemForm::kJson};
// What apps may expect of it: that of which this is all.
constexpr std::string_view kMinifluxVersion = "2.0.49";

Answer miniflux_json(const boost::json::value& value, int status = 200) {
  return with_status(status, boost::json::serialize(value));
}

Answer miniflux_refusal(int status, const std::string& text) {
  return miniflux_json(object{{"error_message", plain_text(text)}}, status);
}

Answer miniflux_done() { return with_status(204, ""); }

// The members of the body that are read here; what else there is is let be.
class MinifluxBody {
 public:
  static Result<MinifluxBody> parse(const ReaderAsked& asked) {
    TRY_ASSIGN(JsonValue value, parse_json(asked.call.request.body));
    auto* const members = std::get_if<JsonValue::Object>(&value.is);
    if (!members) return Error{ErrorKind::kMalformed, "the body is not an object"};
    return MinifluxBody(std::move(*members));
  }

  template <typename Value>
  const Value* find(std::string_view name) const {
    for (const auto& [known, value] : members_) {
      if (known == name) return std::get_if<Value>(&value.is);
    }
    return nullptr;
  }

 private:
  explicit MinifluxBody(JsonValue::Object members) : members_(std::move(members)) {}
  JsonValue::Object members_;
};

Result<std::int64_t> miniflux_number_in(const ReaderAsked& asked,
                                        std::string_view name) {
  const auto number = parse_number(asked.call.values[name]);
  if (number) return *number;
  return Error{ErrorKind::kNotFound,
               fmt::format("{}: is not a number",
                           shortened(plain_text(asked.call.values[name]), 50))};
}

Result<Answer> miniflux_me(const ReaderAsked& asked) {
  TRY_ASSIGN(const store::UserRow row,
             service::find_user(asked.store, asked.user_name()));
  return miniflux_json(object{{"id", row.user.id.value},
                              {"username", row.user.name},
                              {"is_admin", false},
                              {"theme", "system_serif"},
                              {"language", row.user.language},
                              {"timezone", row.user.time_zone},
                              {"entry_sorting_direction", "desc"},
                              {"entries_per_page", 100}});
}

Result<Answer> miniflux_version(const ReaderAsked&) {
  return miniflux_json(object{{"version", kMinifluxVersion}});
}

Result<Answer> miniflux_list_categories(const ReaderAsked& asked) {
  TRY_ASSIGN(const MinifluxFeeds feeds, MinifluxFeeds::read(asked));
  std::unordered_map<std::string, std::int64_t> sizes, unread;
  const bool has_counts = asked.fields["counts"] == "true";
  if (has_counts) {
    for (const ReaderFeed& feed : feeds.all()) ++sizes[feed.folder];
    TRY_ASSIGN(const auto counts,
               service::count_reader_items(asked.store, asked.user()));
    for (const store::ReaderCount& count : counts) {
      const auto* feed = feeds.find(service::reader_feed_number(count));
      if (feed) unread[feed->folder] += count.unread;
    }
  }
  array all;
  for (const NumberedFolder& folder : feeds.folders()) {
    object each = feeds.category_object(folder.name);
    if (has_counts) {
      each["feed_count"] = sizes[folder.name];
      each["total_unread"] = unread[folder.name];
    }
    all.push_back(std::move(each));
  }
  return miniflux_json(all);
}

// Folders are those that feeds are in: one without is not kept.
Result<Answer> miniflux_add_category(const ReaderAsked&) {
  return miniflux_refusal(400,
                          "a category begins with its first feed: rename one, or "
                          "file a feed elsewhere in Curlew");
}

Result<Answer> miniflux_rename_category(const ReaderAsked& asked) {
  TRY_ASSIGN(const std::int64_t number, miniflux_number_in(asked, "id"));
  TRY_ASSIGN(const MinifluxFeeds feeds, MinifluxFeeds::read(asked));
  TRY_ASSIGN(const std::string folder, feeds.folder_of(number));
  TRY_ASSIGN(const MinifluxBody body, MinifluxBody::parse(asked));
  const auto* const title = body.find<std::string>("title");
  if (!title || title->empty()) return Error{ErrorKind::kUsage, "title: is missing"};
  TRY(service::move_reader_folder(asked.store, asked.user_name(), folder, *title,
                                  asked.now));
  TRY_ASSIGN(const MinifluxFeeds after, MinifluxFeeds::read(asked));
  return miniflux_json(after.category_object(*title), 201);
}

Result<Answer> miniflux_remove_category(const ReaderAsked& asked) {
  TRY_ASSIGN(const std::int64_t number, miniflux_number_in(asked, "id"));
  TRY_ASSIGN(const MinifluxFeeds feeds, MinifluxFeeds::read(asked));
  TRY_ASSIGN(const std::string folder, feeds.folder_of(number));
  TRY(service::move_reader_folder(asked.store, asked.user_name(), folder, "",
                                  asked.now));
  return miniflux_done();
}

Result<Answer> miniflux_category_feeds(const ReaderAsked& asked) {
  TRY_ASSIGN(const std::int64_t number, miniflux_number_in(asked, "id"));
  TRY_ASSIGN(const MinifluxFeeds feeds, MinifluxFeeds::read(asked));
  TRY_ASSIGN(const std::string folder, feeds.folder_of(number));
  array all;
  for (const ReaderFeed& feed : feeds.all()) {
    if (feed.folder == folder) all.push_back(feeds.feed_object(feed));
  }
  return miniflux_json(all);
}

Result<Answer> miniflux_list_feeds(const ReaderAsked& asked) {
  TRY_ASSIGN(const MinifluxFeeds feeds, MinifluxFeeds::read(asked));
  array all;
  for (const ReaderFeed& feed : feeds.all()) all.push_back(feeds.feed_object(feed));
  return miniflux_json(all);
}

Result<Answer> miniflux_feed_counters(const ReaderAsked& asked) {
  TRY_ASSIGN(const auto counts, service::count_reader_items(asked.store, asked.user()));
  object reads, unreads;
  for (const store::ReaderCount& count : counts) {
    const std::string feed = std::to_string(service::reader_feed_number(count));
    if (count.items > count.unread) reads[feed] = count.items - count.unread;
    if (count.unread > 0) unreads[feed] = count.unread;
  }
  return miniflux_json(
      object{{"reads", std::move(reads)}, {"unreads", std::move(unreads)}});
}

Error no_such_miniflux_feed(std::int64_t number) {
  return {ErrorKind::kNotFound, fmt::format("no such feed: {}", number)};
}

Result<Answer> miniflux_show_feed(const ReaderAsked& asked) {
  TRY_ASSIGN(const std::int64_t number, miniflux_number_in(asked, "id"));
  TRY_ASSIGN(const MinifluxFeeds feeds, MinifluxFeeds::read(asked));
  const ReaderFeed* const feed = feeds.find(number);
  if (!feed) return no_such_miniflux_feed(number);
  return miniflux_json(feeds.feed_object(*feed));
}

Result<Answer> miniflux_add_feed(const ReaderAsked& asked) {
  TRY_ASSIGN(const MinifluxBody body, MinifluxBody::parse(asked));
  const auto* const url = body.find<std::string>("feed_url");
  if (!url || url->empty()) return Error{ErrorKind::kUsage, "feed_url: is missing"};
  service::WantedFeed wanted{.url = *url};
  if (const auto* const category = body.find<std::int64_t>("category_id")) {
    TRY_ASSIGN(const MinifluxFeeds feeds, MinifluxFeeds::read(asked));
    TRY_ASSIGN(wanted.folder, feeds.folder_of(*category));
  }
  TRY_ASSIGN(const std::int64_t feed,
             service::add_reader_feed(asked.store, asked.user_name(), wanted, asked.key,
                                      asked.now));
  return miniflux_json(object{{"feed_id", feed}}, 201);
}

Result<Answer> miniflux_change_feed(const ReaderAsked& asked) {
  TRY_ASSIGN(const std::int64_t number, miniflux_number_in(asked, "id"));
  TRY_ASSIGN(const MinifluxBody body, MinifluxBody::parse(asked));
  service::ReaderFeedEdit edit;
  if (const auto* const title = body.find<std::string>("title")) edit.title = *title;
  if (const auto* const category = body.find<std::int64_t>("category_id")) {
    TRY_ASSIGN(const MinifluxFeeds feeds, MinifluxFeeds::read(asked));
    TRY_ASSIGN(edit.folder, feeds.folder_of(*category));
  }
  TRY(service::change_reader_feed(asked.store, asked.user_name(), number, edit,
                                  asked.now));
  TRY_ASSIGN(const MinifluxFeeds after, MinifluxFeeds::read(asked));
  const ReaderFeed* const feed = after.find(number);
  if (!feed) return no_such_miniflux_feed(number);
  return miniflux_json(after.feed_object(*feed), 201);
}

Result<Answer> miniflux_remove_feed(const ReaderAsked& asked) {
  TRY_ASSIGN(const std::int64_t number, miniflux_number_in(asked, "id"));
  TRY(service::remove_reader_feed(asked.store, asked.user_name(), number, asked.now));
  return miniflux_done();
}

// Feeds are visited when it is worth it; that somebody looks does not change it.
Result<Answer> miniflux_refresh_nothing(const ReaderAsked&) { return miniflux_done(); }

Result<Answer> miniflux_no_icon(const ReaderAsked&) {
  return miniflux_refusal(404, "there are no icons");
}

Result<Answer> miniflux_feed_entries(const ReaderAsked& asked) {
  TRY_ASSIGN(const std::int64_t number, miniflux_number_in(asked, "id"));
  TRY_ASSIGN(const MinifluxFeeds feeds, MinifluxFeeds::read(asked));
  ReaderQuery query;
  TRY(feeds.narrow_to_feed(number, query));
  return miniflux_entries(asked, std::move(query));
}

Result<Answer> miniflux_category_entries(const ReaderAsked& asked) {
  TRY_ASSIGN(const std::int64_t number, miniflux_number_in(asked, "id"));
  TRY_ASSIGN(const MinifluxFeeds feeds, MinifluxFeeds::read(asked));
  ReaderQuery query;
  TRY(feeds.narrow_to_category(number, query));
  return miniflux_entries(asked, std::move(query));
}

Result<Answer> miniflux_all_entries(const ReaderAsked& asked) {
  return miniflux_entries(asked, {});
}

Result<ShownEntry> miniflux_find_entry(const ReaderAsked& asked) {
  TRY_ASSIGN(const std::int64_t number, miniflux_number_in(asked, "entry"));
  TRY_ASSIGN(const auto items,
             service::find_reader_items(asked.store, asked.user(), {&number, 1}));
  TRY_ASSIGN(auto entries, read_shown(asked.store, items, asked.now));
  if (entries.empty()) {
    return Error{ErrorKind::kNotFound, fmt::format("no such entry: {}", number)};
  }
  return std::move(entries.front());
}

Result<Answer> miniflux_show_entry(const ReaderAsked& asked) {
  TRY_ASSIGN(const ShownEntry entry, miniflux_find_entry(asked));
  TRY_ASSIGN(const MinifluxFeeds feeds, MinifluxFeeds::read(asked));
  return miniflux_json(miniflux_entry(entry, feeds, asked.user()));
}

Result<Answer> miniflux_entry_content(const ReaderAsked& asked) {
  TRY_ASSIGN(const ShownEntry entry, miniflux_find_entry(asked));
  return miniflux_json(object{{"content", entry.html}, {"reading_time", 0}});
}

Result<Answer> miniflux_mark_entries(const ReaderAsked& asked) {
  TRY_ASSIGN(const MinifluxBody body, MinifluxBody::parse(asked));
  const auto* const ids = body.find<JsonValue::Array>("entry_ids");
  const auto* const status = body.find<std::string>("status");
  if (!ids || !status || (*status != "read" && *status != "unread")) {
    return Error{ErrorKind::kUsage,
                 "entry_ids and a status, read or unread, are needed"};
  }
  std::vector<std::int64_t> numbers;
  for (const JsonValue& id : *ids) {
    const auto* const number = std::get_if<std::int64_t>(&id.is);
    if (!number) return Error{ErrorKind::kUsage, "entry_ids: must be numbers"};
    numbers.push_back(*number);
  }
  TRY(service::mark_reader_items(asked.store, asked.user_name(), numbers,
                                 {.is_read = *status == "read"}, asked.now));
  return miniflux_done();
}

Result<Answer> miniflux_toggle_star(const ReaderAsked& asked) {
  TRY_ASSIGN(const std::int64_t number, miniflux_number_in(asked, "entry"));
  TRY_ASSIGN(auto transaction, asked.store.begin());
  TRY_ASSIGN(const auto items,
             service::find_reader_items(asked.store, asked.user(), {&number, 1}));
  if (items.empty()) {
    return Error{ErrorKind::kNotFound, fmt::format("no such entry: {}", number)};
  }
  TRY(service::mark_reader_items(asked.store, asked.user_name(), {&number, 1},
                                 {.is_starred = !items[0].is_starred}, asked.now));
  TRY(transaction.commit());
  return miniflux_done();
}

Result<Answer> miniflux_mark_all_of(const ReaderAsked& asked,
                                    const ReaderQuery& query) {
  TRY(service::mark_all_read(asked.store, asked.user_name(), query, asked.now));
  return miniflux_done();
}

Result<Answer> miniflux_mark_feed(const ReaderAsked& asked) {
  TRY_ASSIGN(const std::int64_t number, miniflux_number_in(asked, "id"));
  TRY_ASSIGN(const MinifluxFeeds feeds, MinifluxFeeds::read(asked));
  if (!feeds.find(number)) return no_such_miniflux_feed(number);
  return miniflux_mark_all_of(asked, {.feed = number});
}

Result<Answer> miniflux_mark_category(const ReaderAsked& asked) {
  TRY_ASSIGN(const std::int64_t number, miniflux_number_in(asked, "id"));
  TRY_ASSIGN(const MinifluxFeeds feeds, MinifluxFeeds::read(asked));
  ReaderQuery query;
  TRY_ASSIGN(query.folder, feeds.folder_of(number));
  return miniflux_mark_all_of(asked, query);
}

Result<Answer> miniflux_mark_user(const ReaderAsked& asked) {
  TRY_ASSIGN(const std::int64_t number, miniflux_number_in(asked, "id"));
  if (number != asked.user().value) return miniflux_refusal(403, "Access Forbidden");
  return miniflux_mark_all_of(asked, {});
}

Result<Answer> miniflux_export_feeds(const ReaderAsked& asked) {
  TRY_ASSIGN(std::string opml,
             service::export_opml(asked.store, "", asked.now, asked.user()));
  return Answer(std::move(opml));
}

}  // namespace

std::vector<ReaderRoute> miniflux_routes() {
  using enum http::Access;
  std::vector<ReaderRoute> routes;
  const auto get = [&](const char* path, auto handler,
                       const Form& form = kMinifluxForm) {
    routes.push_back({"GET", std::string("/v1/") + path, kReader, StoreUse::kRead,
                      handler, miniflux_refusal, form});
  };
  get("me", miniflux_me);
  get("version", miniflux_version);
  get("categories", miniflux_list_categories);
  get("categories/{id}/feeds", miniflux_category_feeds);
  get("categories/{id}/entries", miniflux_category_entries);
  get("feeds", miniflux_list_feeds);
  // Before those of a feed, whose number it fits.
  get("feeds/counters", miniflux_feed_counters);
  get("feeds/{id}", miniflux_show_feed);
  get("feeds/{id}/icon", miniflux_no_icon);
  get("feeds/{id}/entries", miniflux_feed_entries);
  get("feeds/{id}/entries/{entry}", miniflux_show_entry);
  get("categories/{id}/entries/{entry}", miniflux_show_entry);
  get("entries", miniflux_all_entries);
  get("entries/{entry}", miniflux_show_entry);
  get("entries/{entry}/fetch-content", miniflux_entry_content);
  get("export", miniflux_export_feeds, kMinifluxOpml);

  const auto add = [&](const char* method, const char* path, auto handler) {
    routes.push_back({method, std::string("/v1/") + path, kUser, StoreUse::kWrite,
                      handler, miniflux_refusal, kMinifluxForm});
  };
  add("POST", "categories", miniflux_add_category);
  add("PUT", "categories/{id}", miniflux_rename_category);
  add("DELETE", "categories/{id}", miniflux_remove_category);
  add("PUT", "categories/{id}/mark-all-as-read", miniflux_mark_category);
  add("PUT", "categories/{id}/refresh", miniflux_refresh_nothing);
  add("POST", "feeds", miniflux_add_feed);
  // Before that of a feed, likewise.
  add("PUT", "feeds/refresh", miniflux_refresh_nothing);
  add("PUT", "feeds/{id}", miniflux_change_feed);
  add("DELETE", "feeds/{id}", miniflux_remove_feed);
  add("PUT", "feeds/{id}/mark-all-as-read", miniflux_mark_feed);
  add("PUT", "feeds/{id}/refresh", miniflux_refresh_nothing);
  add("PUT", "entries", miniflux_mark_entries);
  add("PUT", "entries/{entry}/bookmark", miniflux_toggle_star);
  add("PUT", "users/{id}/mark-all-as-read", miniflux_mark_user);
  return routes;
}

}  // namespace curlew::api
