// Who Curlew works for, and what he asked for.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "model/ids.h"

namespace curlew::model {

enum class Role : std::uint8_t {
  // A user who hears of the troubles of sources that are everybody's. There is one at
  // least.
  kAdmin,
  kUser,
  // Looks at what is his, and changes neither his lists nor his marks.
  kReadOnly,
};

struct User {
  UserId id;
  // What he logs in by: small letters, digits, '.', '-', '_'; unique.
  std::string name;
  // Where notices go unless a list says otherwise; may be empty.
  std::string mail;
  Role role = Role::kUser;
  // IANA: "Europe/Athens". Hours of digests are in it.
  std::string time_zone = "UTC";
  // Of notices and pages: "en", "el".
  std::string language = "en";
  Time added;
  std::optional<Time> last_active;
};

// A user's interest in a source. The source is fetched once for all of them.
struct Subscription {
  UserId user;
  SourceId source;
  Time added;
  // The user's own; empty: the source's.
  std::string folder;
  std::string title;
};

// What is done with an article that a watchlist wants.
enum class ListAction : std::uint8_t { kNotify, kTag, kStar, kMarkRead, kMute };

// How notices of a list leave. Each list has a feed and a page at an address of its
// own, whatever else it has.
enum class Channel : std::uint8_t { kFeed, kMail, kWebhook };

enum class DigestKind : std::uint8_t {
  // One notice a clip.
  kOff,
  // One for so many clips.
  kCount,
  kHourly,
  kDaily,
  kWeekly,
};

struct Digest {
  DigestKind kind = DigestKind::kOff;
  // Of kCount.
  std::uint32_t count = 0;
  // Of kDaily and kWeekly, in the user's time zone.
  std::uint32_t hour = 8;
  // Of kWeekly: 1 is Monday.
  std::uint32_t weekday = 1;

  bool operator==(const Digest&) const = default;
};

struct WatchQuery {
  QueryId id;
  // As the user typed it.
  std::string text;
};

// A keyword list of a user.
struct Watchlist {
  WatchlistId id;
  UserId user;
  // Unique among the user's.
  std::string name;
  ListAction action = ListAction::kNotify;
  // Of ListAction::kTag.
  std::string tag;
  bool is_paused = false;
  bool has_synonyms = true;
  Channel channel = Channel::kFeed;
  Digest digest;
  // Of kMail: an address, empty for the user's. Of kWebhook: where to post to.
  std::string target;
  // Of kWebhook: the name of a template (publish/webhook).
  std::string form;
  std::vector<WatchQuery> queries;
};

// "admin", "notify", "mail", "daily": stable names for the command line, the database
// and JSON.
std::string_view to_string(Role role);
std::string_view to_string(ListAction action);
std::string_view to_string(Channel channel);
std::string_view to_string(DigestKind kind);
std::optional<Role> parse_role(std::string_view name);
std::optional<ListAction> parse_list_action(std::string_view name);
std::optional<Channel> parse_channel(std::string_view name);
std::optional<DigestKind> parse_digest_kind(std::string_view name);

}  // namespace curlew::model
