#include "api/readers/greader/greader.h"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <map>
#include <unordered_map>

#include "api/app_credentials.h"
#include "api/readers/greader/greader_edits.h"
#include "api/readers/greader/stream.h"
#include "base/plain_text.h"
#include "base/sha.h"
#include "base/web_address.h"
#include "service/access_keys.h"
#include "service/reader_items.h"
#include "service/subscriptions.h"

namespace curlew::api {
namespace {

using boost::json::array;
using boost::json::object;
using service::ReaderFeed;

constexpr Form kGreaderText{{.content_type = "text/plain; charset=utf-8"},
                            http::ProblemForm::kText};
constexpr Form kGreaderJson{{.content_type = "application/json"},
                            http::ProblemForm::kText};
constexpr Form kGreaderAtom{{.content_type = "application/atom+xml; charset=utf-8"},
                            http::ProblemForm::kText};
constexpr Form kGreaderOpml{{.content_type = "text/x-opml; charset=utf-8"},
                            http::ProblemForm::kText};

Answer greader_refusal(int status, const std::string& text) {
  return http::Problem{status, plain_text(text), ""};
}

Answer greader_json(const object& value) {
  return Answer(boost::json::serialize(value));
}

std::string greader_microseconds_of(Time time) {
  return fmt::format("{}000", to_unix_ms(time));
}

std::int64_t greader_unix_seconds(Time time) { return to_unix_ms(time) / 1000; }

// Name and password for a token that stands for both from then on. Not in the address,
// which is written into logs.
Result<Answer> greader_client_login(const ReaderAsked& asked) {
  if (asked.call.request.parameter("Passwd")) {
    return with_status(400, "Error=PasswordInAddress\n");
  }
  const std::string_view name = asked.fields["Email"], secret = asked.fields["Passwd"];
  if (!asked.user()) return with_status(403, "Error=BadAuthentication\n");
  const std::string token = google_login_token(name, secret);
  if (asked.fields["output"] == "json") {
    return greader_json(object{{"SID", token}, {"LSID", nullptr}, {"Auth", token}});
  }
  return Answer(fmt::format("SID={0}\nLSID=null\nAuth={0}\n", token));
}

// Apps send it with what they change, as Google asked for. Nobody else can make an app
// send its Authorization, so it proves nothing more and is not looked at.
Result<Answer> greader_edit_token(const ReaderAsked& asked) {
  constexpr std::size_t kTokenLength = 57;
  const auto id = asked.call.context.caller.credential_id;
  return Answer(sha256_hex(fmt::format("edit token {}", id)).substr(0, kTokenLength));
}

Result<Answer> greader_user_info(const ReaderAsked& asked) {
  const std::string id = std::to_string(asked.user().value);
  const std::string& name = asked.user_name();
  return greader_json(object{
      {"userId", id}, {"userName", name}, {"userProfileId", id}, {"userEmail", name}});
}

object greader_label_object(const std::string& folder) {
  return {{"id", label_stream(plain_text(folder))}, {"label", plain_text(folder)}};
}

Result<Answer> greader_subscription_list(const ReaderAsked& asked) {
  TRY_ASSIGN(const auto feeds, service::list_reader_feeds(asked.store, asked.user()));
  array all;
  for (const ReaderFeed& feed : feeds) {
    array labels;
    if (!feed.folder.empty()) labels.push_back(greader_label_object(feed.folder));
    object each;
    each["id"] = feed_stream(feed.number);
    each["title"] = plain_text(feed.title);
    each["categories"] = std::move(labels);
    each["url"] = plain_link(feed.url);
    each["htmlUrl"] = plain_link(feed.site_url);
    each["iconUrl"] = "";
    each["sortid"] = fmt::format("{:08x}", feed.number);
    each["firstitemmsec"] = std::to_string(to_unix_ms(feed.added));
    all.push_back(std::move(each));
  }
  return greader_json(object{{"subscriptions", std::move(all)}});
}

Result<Answer> greader_tag_list(const ReaderAsked& asked) {
  TRY_ASSIGN(const auto feeds, service::list_reader_feeds(asked.store, asked.user()));
  array tags;
  tags.push_back(object{{"id", kStarredState}, {"sortid", "00000001"}});
  for (const NumberedFolder& folder : number_folders(feeds)) {
    if (folder.name.empty()) continue;
    tags.push_back(object{{"id", label_stream(plain_text(folder.name))},
                          {"sortid", fmt::format("{:08x}", folder.number)},
                          {"type", "folder"}});
  }
  return greader_json(object{{"tags", std::move(tags)}});
}

struct UnreadSum {
  std::int64_t unread = 0;
  Time newest;

  void add(const store::ReaderCount& count) {
    unread += count.unread;
    newest = std::max(newest, count.newest.value_or(Time()));
  }
  object to_object(std::string_view stream) const {
    return {{"id", stream},
            {"count", unread},
            {"newestItemTimestampUsec", greader_microseconds_of(newest)}};
  }
};

Result<Answer> greader_unread_count(const ReaderAsked& asked) {
  TRY_ASSIGN(const auto feeds, service::list_reader_feeds(asked.store, asked.user()));
  TRY_ASSIGN(const auto counts, service::count_reader_items(asked.store, asked.user()));
  std::unordered_map<std::int64_t, const ReaderFeed*> by_number;
  for (const ReaderFeed& feed : feeds) by_number.emplace(feed.number, &feed);
  std::map<std::string, UnreadSum> folders;
  UnreadSum total;
  array all;
  for (const store::ReaderCount& count : counts) {
    const auto feed = by_number.find(service::reader_feed_number(count));
    if (feed == by_number.end() || count.unread == 0) continue;
    UnreadSum own;
    own.add(count);
    total.add(count);
    if (!feed->second->folder.empty()) folders[feed->second->folder].add(count);
    all.push_back(own.to_object(feed_stream(feed->first)));
  }
  for (const auto& [folder, sum] : folders) {
    all.push_back(sum.to_object(label_stream(plain_text(folder))));
  }
  all.push_back(total.to_object(kReadingList));
  return greader_json(object{{"max", total.unread}, {"unreadcounts", std::move(all)}});
}

// What the items of an answer are told of their feeds.
class FeedsByNumber {
 public:
  explicit FeedsByNumber(std::vector<ReaderFeed> feeds) {
    for (ReaderFeed& feed : feeds) feeds_.emplace(feed.number, std::move(feed));
  }
  const ReaderFeed& of(std::int64_t number) const {
    static const ReaderFeed none;
    const auto at = feeds_.find(number);
    return at == feeds_.end() ? none : at->second;
  }

 private:
  std::unordered_map<std::int64_t, ReaderFeed> feeds_;
};

array greader_categories_of(const ShownEntry& entry, const ReaderFeed& feed) {
  array categories;
  categories.push_back(boost::json::string(kReadingList));
  if (!feed.folder.empty()) {
    categories.push_back(boost::json::string(label_stream(plain_text(feed.folder))));
  }
  categories.push_back(boost::json::string(entry.is_read ? kReadState : kFreshState));
  if (entry.is_starred) categories.push_back(boost::json::string(kStarredState));
  return categories;
}

object greader_item(const ShownEntry& entry, const ReaderFeed& feed) {
  object item;
  item["id"] = long_item_id(entry.number);
  item["crawlTimeMsec"] = std::to_string(to_unix_ms(entry.found));
  item["timestampUsec"] = greader_microseconds_of(entry.found);
  item["published"] = greader_unix_seconds(entry.published);
  item["updated"] = greader_unix_seconds(entry.published);
  item["title"] = entry.title;
  item["author"] = entry.author;
  item["categories"] = greader_categories_of(entry, feed);
  if (!entry.url.empty()) {
    item["canonical"] = array{object{{"href", entry.url}}};
    item["alternate"] = array{object{{"href", entry.url}, {"type", "text/html"}}};
  }
  item["summary"] = object{{"direction", "ltr"}, {"content", entry.html}};
  item["origin"] = object{{"streamId", feed_stream(entry.feed)},
                          {"title", plain_text(feed.title)},
                          {"htmlUrl", plain_link(feed.site_url)}};
  if (entry.files.empty()) return item;
  array files;
  for (const model::Enclosure& file : entry.files) {
    files.push_back(
        object{{"href", file.url}, {"type", file.type}, {"length", file.length}});
  }
  item["enclosure"] = std::move(files);
  return item;
}

Result<array> greader_items(const ReaderAsked& asked,
                            std::span<const store::ReaderItem> items) {
  TRY_ASSIGN(auto feeds, service::list_reader_feeds(asked.store, asked.user()));
  const FeedsByNumber known(std::move(feeds));
  TRY_ASSIGN(const auto entries, read_shown(asked.store, items, asked.now));
  array all;
  for (const ShownEntry& entry : entries) {
    all.push_back(greader_item(entry, known.of(entry.feed)));
  }
  return all;
}

std::string greader_asked_stream(const ReaderAsked& asked) {
  const std::string_view in_path = asked.call.values["stream"];
  if (!in_path.empty()) return std::string(in_path);
  const std::string_view field = asked.fields["s"];
  return std::string(field.empty() ? kReadingList : field);
}

Error greader_no_such_stream(std::string_view stream) {
  return {ErrorKind::kNotFound,
          "no such stream: " + shortened(plain_text(stream), 100)};
}

// Of a page that may have another one behind it.
void greader_add_continuation(object& answer, const service::ReaderQuery& query,
                              std::span<const store::ReaderItem> items) {
  if (items.empty() || items.size() < query.limit) return;
  answer["continuation"] = std::to_string(items.back().number);
}

Result<Answer> greader_stream_contents(const ReaderAsked& asked) {
  const std::string stream = greader_asked_stream(asked);
  const auto query =
      to_stream_query(asked.user(), stream, asked.fields, service::kMostReaderItems);
  if (!query) return greader_no_such_stream(stream);
  TRY_ASSIGN(const auto items, service::list_reader_items(asked.store, *query));
  TRY_ASSIGN(array all, greader_items(asked, items));
  object answer;
  answer["direction"] = "ltr";
  answer["id"] = plain_text(stream);
  answer["updated"] = greader_unix_seconds(asked.now);
  answer["items"] = std::move(all);
  greader_add_continuation(answer, *query, items);
  return greader_json(answer);
}

Result<Answer> greader_stream_ids(const ReaderAsked& asked) {
  const std::string stream = greader_asked_stream(asked);
  const auto query =
      to_stream_query(asked.user(), stream, asked.fields, service::kMostReaderNumbers);
  if (!query) return greader_no_such_stream(stream);
  TRY_ASSIGN(const auto items, service::list_reader_items(asked.store, *query));
  array refs;
  for (const store::ReaderItem& item : items) {
    const std::string feed = feed_stream(service::reader_feed_number(item));
    refs.push_back(object{{"id", std::to_string(item.number)},
                          {"directStreamIds", array{boost::json::string(feed)}},
                          {"timestampUsec", greader_microseconds_of(item.found)}});
  }
  object answer{{"itemRefs", std::move(refs)}};
  greader_add_continuation(answer, *query, items);
  return greader_json(answer);
}

Result<Answer> greader_stream_count(const ReaderAsked& asked) {
  const std::string stream = greader_asked_stream(asked);
  auto query = to_stream_query(asked.user(), stream, asked.fields, 1);
  if (!query) return greader_no_such_stream(stream);
  query->limit = service::kMostReaderNumbers;
  TRY_ASSIGN(const auto items, service::list_reader_items(asked.store, *query));
  return Answer(std::to_string(items.size()));
}

Result<Answer> greader_items_contents(const ReaderAsked& asked) {
  std::vector<std::int64_t> numbers;
  for (const std::string_view id : asked.fields.all("i")) {
    const auto number = parse_item_id(id);
    if (number) numbers.push_back(*number);
    if (numbers.size() == service::kMostReaderItems) break;
  }
  TRY_ASSIGN(const auto items,
             service::find_reader_items(asked.store, asked.user(), numbers));
  TRY_ASSIGN(array all, greader_items(asked, items));
  object answer;
  answer["direction"] = "ltr";
  answer["id"] = boost::json::string(kReadingList);
  answer["updated"] = greader_unix_seconds(asked.now);
  answer["items"] = std::move(all);
  return greader_json(answer);
}

Result<Answer> greader_stream_atom(const ReaderAsked& asked) {
  const std::string stream = greader_asked_stream(asked);
  const auto query =
      to_stream_query(asked.user(), stream, asked.fields, service::kMostReaderItems);
  if (!query) return greader_no_such_stream(stream);
  std::string title = stream;
  Time updated = asked.now;
  if (query->feed) {
    TRY_ASSIGN(auto feeds, service::list_reader_feeds(asked.store, asked.user()));
    title = FeedsByNumber(std::move(feeds)).of(*query->feed).title;
    if (title.empty()) return greader_no_such_stream(stream);
  }
  TRY_ASSIGN(const auto items, service::list_reader_items(asked.store, *query));
  TRY_ASSIGN(const auto entries, read_shown(asked.store, items, asked.now));
  if (!entries.empty()) updated = entries.front().found;
  return Answer(greader_atom(stream, title, updated, entries));
}

Result<Answer> greader_export_subscriptions(const ReaderAsked& asked) {
  TRY_ASSIGN(std::string opml,
             service::export_opml(asked.store, "", asked.now, asked.user()));
  return Answer(std::move(opml));
}

// What apps ask for at their start, and we have none of.
Result<Answer> greader_no_preferences(const ReaderAsked&) {
  return greader_json(object{{"prefs", array()}});
}
Result<Answer> greader_no_stream_preferences(const ReaderAsked&) {
  return greader_json(object{{"streamprefs", object()}});
}

}  // namespace

std::vector<ReaderRoute> greader_routes() {
  using enum http::Access;
  constexpr auto kRead = StoreUse::kRead;
  constexpr auto kWrite = StoreUse::kWrite;
  const std::string api = "/reader/api/0/";
  std::vector<ReaderRoute> routes;
  const auto add = [&](std::string method, std::string pattern, http::Access access,
                       StoreUse use, auto handler, const Form& form) {
    routes.push_back({std::move(method), std::move(pattern), access, use, handler,
                      greader_refusal, form});
  };
  add("POST", "/accounts/ClientLogin", kPublic, kRead, greader_client_login,
      kGreaderText);
  for (const std::string method : {"GET", "POST"}) {
    // By POST where there are many items.
    add(method, api + "stream/items/contents", kReader, kRead, greader_items_contents,
        kGreaderJson);
    add(method, api + "stream/items/ids", kReader, kRead, greader_stream_ids,
        kGreaderJson);
  }
  const auto get = [&](const std::string& path, auto handler, const Form& form) {
    add("GET", api + path, kReader, kRead, handler, form);
  };
  get("token", greader_edit_token, kGreaderText);
  get("user-info", greader_user_info, kGreaderJson);
  get("preference/list", greader_no_preferences, kGreaderJson);
  get("preference/stream/list", greader_no_stream_preferences, kGreaderJson);
  get("subscription/list", greader_subscription_list, kGreaderJson);
  get("subscription/export", greader_export_subscriptions, kGreaderOpml);
  get("tag/list", greader_tag_list, kGreaderJson);
  get("unread-count", greader_unread_count, kGreaderJson);
  get("stream/items/count", greader_stream_count, kGreaderText);
  get("stream/contents", greader_stream_contents, kGreaderJson);
  get("stream/contents/{stream*}", greader_stream_contents, kGreaderJson);
  add("GET", "/reader/atom/{stream*}", kReader, kRead, greader_stream_atom,
      kGreaderAtom);

  const auto post = [&](const std::string& path, auto handler, const Form& form) {
    add("POST", api + path, kUser, kWrite, handler, form);
  };
  post("edit-tag", greader_edit_tag, kGreaderText);
  post("mark-all-as-read", greader_mark_all, kGreaderText);
  post("subscription/edit", greader_edit_subscription, kGreaderText);
  post("subscription/quickadd", greader_quick_add, kGreaderJson);
  post("rename-tag", greader_rename_tag, kGreaderText);
  post("disable-tag", greader_disable_tag, kGreaderText);
  return routes;
}

}  // namespace curlew::api
