#include "api/readers/greader/greader_edits.h"

#include <boost/json.hpp>
#include <optional>
#include <vector>

#include "api/readers/greader/stream.h"
#include "base/plain_text.h"
#include "service/reader_marks.h"

namespace curlew::api {
namespace {

Answer greader_ok() { return Answer(std::string("OK")); }

Error greader_not_a_stream(std::string_view stream) {
  return {ErrorKind::kUsage, "not a stream: " + shortened(plain_text(stream), 100)};
}

// The address of "feed/https://example.org/rss"; nullopt: it has a number.
std::optional<std::string> greader_address_in(std::string_view stream) {
  constexpr std::string_view kFeed = "feed/";
  if (!stream.starts_with(kFeed) || parse_feed_stream(stream)) return std::nullopt;
  return std::string(stream.substr(kFeed.size()));
}

// The folder that a feed is to be in; nullopt: where it is.
Result<std::optional<std::string>> greader_wanted_folder(const FormFields& fields) {
  std::optional<std::string> folder;
  if (!fields["r"].empty()) folder = "";
  if (!fields["a"].empty()) {
    folder = parse_label(fields["a"]);
    if (!folder) return greader_not_a_stream(fields["a"]);
  }
  return folder;
}

Result<void> greader_edit_one_subscription(const ReaderAsked& asked,
                                           std::string_view stream) {
  const std::string_view action = asked.fields["ac"];
  const std::string title(asked.fields["t"]);
  TRY_ASSIGN(const auto folder, greader_wanted_folder(asked.fields));
  const auto address = greader_address_in(stream);
  if (action == "subscribe" && address) {
    TRY(service::add_reader_feed(asked.store, asked.user_name(),
                                 {*address, title, folder.value_or("")}, asked.key,
                                 asked.now));
    return {};
  }
  const auto feed = parse_feed_stream(stream);
  if (!feed) return greader_not_a_stream(stream);
  if (action == "unsubscribe") {
    return service::remove_reader_feed(asked.store, asked.user_name(), *feed,
                                       asked.now);
  }
  if (action != "edit" && action != "subscribe") {
    return Error{ErrorKind::kUsage, "ac: must be subscribe, unsubscribe or edit"};
  }
  service::ReaderFeedEdit edit;
  if (!title.empty()) edit.title = title;
  edit.folder = folder;
  return service::change_reader_feed(asked.store, asked.user_name(), *feed, edit,
                                     asked.now);
}

// Of a state that is added or taken away; others are not ours, and are let be.
void greader_add_to_mark(std::string_view stream, bool is_added,
                         service::ReaderMark& mark) {
  const std::string_view state = parse_state(stream);
  if (state == "read") mark.is_read = is_added;
  if (state == "starred") mark.is_starred = is_added;
  // Of both, that it is read counts.
  if (state == "kept-unread" && is_added && !mark.is_read) mark.is_read = false;
}

}  // namespace

Result<Answer> greader_edit_subscription(const ReaderAsked& asked) {
  TRY_ASSIGN(auto transaction, asked.store.begin());
  for (const std::string_view stream : asked.fields.all("s")) {
    TRY(greader_edit_one_subscription(asked, stream));
  }
  TRY(transaction.commit());
  return greader_ok();
}

Result<Answer> greader_quick_add(const ReaderAsked& asked) {
  std::string_view wanted = asked.fields["quickadd"];
  const auto address = greader_address_in(wanted);
  if (address) wanted = *address;
  TRY_ASSIGN(
      const std::int64_t feed,
      service::add_reader_feed(asked.store, asked.user_name(),
                               {.url = std::string(wanted)}, asked.key, asked.now));
  boost::json::object done;
  done["query"] = plain_text(wanted);
  done["numResults"] = 1;
  done["streamId"] = feed_stream(feed);
  done["streamName"] = plain_text(wanted);
  return Answer(boost::json::serialize(done));
}

Result<Answer> greader_edit_tag(const ReaderAsked& asked) {
  service::ReaderMark mark;
  for (const std::string_view state : asked.fields.all("r")) {
    greader_add_to_mark(state, false, mark);
  }
  for (const std::string_view state : asked.fields.all("a")) {
    greader_add_to_mark(state, true, mark);
  }
  std::vector<std::int64_t> numbers;
  for (const std::string_view id : asked.fields.all("i")) {
    const auto number = parse_item_id(id);
    if (!number) {
      return Error{ErrorKind::kUsage, "not an item: " + shortened(plain_text(id), 100)};
    }
    numbers.push_back(*number);
  }
  if (mark.is_read || mark.is_starred) {
    TRY(service::mark_reader_items(asked.store, asked.user_name(), numbers, mark,
                                   asked.now));
  }
  return greader_ok();
}

Result<Answer> greader_mark_all(const ReaderAsked& asked) {
  const std::string_view stream = asked.fields["s"];
  auto query =
      to_stream_query(asked.user(), stream, FormFields(http::ServerRequest()), 1);
  // A stream that we have nothing of is no reason to mark all that there is.
  if (!query || query->limit == 0) return greader_not_a_stream(stream);
  if (const auto microseconds = asked.fields.number("ts")) {
    query->until = from_unix_ms(*microseconds / 1000 + 1);
  }
  TRY(service::mark_all_read(asked.store, asked.user_name(), *query, asked.now));
  return greader_ok();
}

Result<Answer> greader_rename_tag(const ReaderAsked& asked) {
  const auto folder = parse_label(asked.fields["s"]);
  const auto to = parse_label(asked.fields["dest"]);
  if (!folder) return greader_not_a_stream(asked.fields["s"]);
  if (!to) return greader_not_a_stream(asked.fields["dest"]);
  TRY(service::move_reader_folder(asked.store, asked.user_name(), *folder, *to,
                                  asked.now));
  return greader_ok();
}

Result<Answer> greader_disable_tag(const ReaderAsked& asked) {
  const auto folder = parse_label(asked.fields["s"]);
  if (!folder) return greader_not_a_stream(asked.fields["s"]);
  TRY(service::move_reader_folder(asked.store, asked.user_name(), *folder, "",
                                  asked.now));
  return greader_ok();
}

}  // namespace curlew::api
