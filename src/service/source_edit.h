// What a user changes of a source: for a new one the rest is as usual, for a known one
// it stays as it is.
//
// Errors are kUsage, name the flag of `curlew add` and never repeat a secret.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/sealing.h"
#include "base/time.h"
#include "model/own_wishes.h"
#include "model/source.h"

namespace curlew::service {

// Name and value.
using Header = std::pair<std::string, std::string>;

// How it is asked for: absent stays as it is, empty is taken away.
struct RequestEdit {
  std::optional<std::vector<Header>> headers;
  // "name:password"
  std::optional<std::string> basic_credentials;
  std::optional<std::string> bearer_token;
  // "http://[user:password@]host:port"
  std::optional<std::string> proxy;

  bool operator==(const RequestEdit&) const = default;
};

// When it is visited: absent stays as it is.
struct WishEdit {
  // Zero: as the policy decides.
  std::optional<Milliseconds> interval;
  // Zero: however long.
  std::optional<Milliseconds> longest_gap;
  std::optional<model::QuietTimes> quiet;

  bool operator==(const WishEdit&) const = default;
};

// What is watched of a page or a data document: absent stays as it is.
struct WatchEdit {
  std::optional<bool> links;
  std::optional<bool> changes;
  std::optional<model::Detector> detector;
  // Empty: the whole page.
  std::optional<std::string> part;
  std::optional<std::vector<std::string>> ignore;
  std::optional<std::vector<std::string>> ignore_text;
  std::optional<std::uint32_t> minimum_size;
  std::optional<model::ChangeKinds> kinds;
  std::optional<std::vector<std::string>> keys;
  // Of its articles, not of itself: of a feed, too.
  std::optional<bool> articles = {};
  // Of a feed.
  std::optional<bool> archive = {};

  bool operator==(const WatchEdit&) const = default;
};

// What is empty or absent stays as it is.
struct SourceEdit {
  // The new address of a source that is known.
  std::string url;
  std::optional<model::SourceKind> kind;
  std::string title;
  std::string folder;
  RequestEdit request;
  std::optional<model::Objective> objective;
  // Empty: as configured.
  std::optional<std::string> policy = {};
  WishEdit wishes;
  // The content of a page is watched: it is a page then.
  WatchEdit watching = {};
  std::optional<bool> fetch_pages;
  std::optional<model::Rendering> rendering;
  std::optional<std::uint32_t> subscribers;
  std::optional<std::uint32_t> activity_percent;
  // Seen by everybody, or by its subscribers alone.
  std::optional<bool> is_shared = {};
  // The text of its rules; empty: without rules.
  std::optional<std::string> rules;

  bool operator==(const SourceEdit&) const = default;
};

// Can a source be watched like this? Whatever adds or changes one asks here first.
Result<void> check(const SourceEdit& edit);

// What is secret in it is sealed for the address that the source has afterwards; `key`
// is asked for only then. Secrets that are what they were stay as they were sealed.
// What would mean nothing for a source of its kind is refused.
Result<void> apply(const SourceEdit& edit, const KeyReader& key, model::Source& source);
void apply(const WishEdit& edit, model::OwnWishes& wishes);
void apply(const WatchEdit& edit, model::Watching& watching);
// Of a list that says what is watched.
Result<void> check(const model::Watching& watching);

// What a source that had no settings of its own gets by it, in plain text.
model::RequestSettings typed_settings(const RequestEdit& edit);

// Adds the name and password that stood in an address, "" where none did. An error when
// `edit` logs in, too: a request does it one way.
Result<void> add_login_of_address(const std::string& credentials, RequestEdit& edit);

// "Name: value"
Result<Header> parse_header(std::string_view line);

// A gap between visits: "30m", at least a minute; "none" is zero, which takes an
// earlier wish back. `flag` is what the error calls it.
Result<Milliseconds> parse_gap(std::string_view flag, const std::string& text);

// The hours outside "FROM-TO", in UTC or at "@+H" or "@-H" hours from it; "none": no
// hour is quiet.
Result<model::QuietTimes> parse_active_hours(std::string_view text);

// "8-20" again, in UTC; several parts are parted by commas. Empty: all hours.
std::string active_hours_text(const model::QuietTimes& quiet);

// Rules for reading a page; errors call them `name`.
Result<void> check_rules(std::string_view text, std::string_view name);

}  // namespace curlew::service
