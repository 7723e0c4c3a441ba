#include "api/readers/greader/stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "api/route.h"
#include "base/ascii.h"

namespace curlew::api {
namespace {

constexpr std::string_view kItemPrefix = "tag:google.com,2005:reader/item/";
constexpr std::size_t kHexDigits = 16;
constexpr std::size_t kUsualItems = 20;
// The year 3000: more is no time, and does not fit milliseconds.
constexpr std::int64_t kLastSecond = 32'503'680'000;

// "label/News" of "user/1005921515/label/News".
std::optional<std::string_view> below_user(std::string_view stream) {
  constexpr std::string_view kUser = "user/";
  if (!stream.starts_with(kUser)) return std::nullopt;
  stream.remove_prefix(kUser.size());
  const std::size_t slash = stream.find('/');
  if (slash == stream.npos) return std::nullopt;
  return stream.substr(slash + 1);
}

bool narrow_by_state(std::string_view state, service::ReaderQuery& query) {
  if (state == "starred") {
    query.is_starred = true;
  } else if (state == "read") {
    query.is_read = true;
  } else if (state == "fresh" || state == "unread" || state == "kept-unread") {
    query.is_unread = true;
  } else {
    return state == "reading-list";
  }
  return true;
}

Time second_of(const FormFields& fields, std::string_view name, Time otherwise) {
  const auto second = fields.number(name);
  if (!second || *second == 0) return otherwise;
  return from_unix_seconds(std::min(*second, kLastSecond));
}

}  // namespace

std::string feed_stream(std::int64_t feed) { return fmt::format("feed/{}", feed); }

std::string label_stream(std::string_view folder) {
  return fmt::format("user/-/label/{}", folder);
}

std::optional<std::string> parse_label(std::string_view stream) {
  constexpr std::string_view kLabel = "label/";
  const auto rest = below_user(stream);
  if (!rest || !rest->starts_with(kLabel)) return std::nullopt;
  return std::string(rest->substr(kLabel.size()));
}

std::optional<std::int64_t> parse_feed_stream(std::string_view stream) {
  constexpr std::string_view kFeed = "feed/";
  if (!stream.starts_with(kFeed)) return std::nullopt;
  return parse_number(stream.substr(kFeed.size()));
}

std::string_view parse_state(std::string_view stream) {
  constexpr std::string_view kState = "state/com.google/";
  const auto rest = below_user(stream);
  return rest && rest->starts_with(kState) ? rest->substr(kState.size())
                                           : std::string_view();
}

std::string long_item_id(std::int64_t number) {
  return fmt::format("{}{:016x}", kItemPrefix, number);
}

std::optional<std::int64_t> parse_item_id(std::string_view id) {
  const bool is_long = id.starts_with(kItemPrefix);
  if (is_long) id.remove_prefix(kItemPrefix.size());
  // Ours have zeros in front; a decimal number has none.
  const bool is_hex = is_long || (id.size() == kHexDigits && id.front() == '0');
  if (!is_hex) return parse_number(id);
  std::int64_t number = 0;
  const char* const end = id.data() + id.size();
  const auto [at, error] = std::from_chars(id.data(), end, number, 16);
  const bool is_whole = error == std::errc() && at == end && number >= 0;
  return is_whole ? std::optional(number) : std::nullopt;
}

std::optional<service::ReaderQuery> to_stream_query(model::UserId user,
                                                    std::string_view stream,
                                                    const FormFields& fields,
                                                    std::size_t most) {
  service::ReaderQuery query;
  query.user = user;
  if (const auto feed = parse_feed_stream(stream)) {
    query.feed = *feed;
  } else if (auto folder = parse_label(stream)) {
    query.folder = *std::move(folder);
  } else if (!narrow_by_state(parse_state(stream), query)) {
    // What Google had beside them (what friends share, what is popular) is asked for by
    // newsboat: it is there, and empty.
    const bool was_known = !parse_state(stream).empty() || stream.starts_with("pop/");
    if (!was_known) return std::nullopt;
    query.limit = 0;
    return query;
  }
  for (const std::string_view state : fields.all("xt")) {
    if (parse_state(state) == "read") query.is_unread = true;
  }
  for (const std::string_view state : fields.all("it")) {
    narrow_by_state(parse_state(state), query);
  }
  query.since = second_of(fields, "ot", Time());
  query.until = second_of(fields, "nt", kNever);
  const bool is_oldest_first = fields["r"] == "o";
  if (is_oldest_first) query.order = store::ReaderFilter::Order::kOldestFirst;
  if (const auto place = fields.number("c")) {
    (is_oldest_first ? query.after : query.before) = *place;
  }
  const auto asked = fields.number("n");
  query.limit = asked ? std::min(std::size_t(*asked), most) : kUsualItems;
  return query;
}

}  // namespace curlew::api
