#include "service/source_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "base/ascii.h"
#include "base/bytes.h"
#include "base/units.h"
#include "control/own_origin.h"
#include "detect/page/rules.h"
#include "extract/rules/rules.h"
#include "model/folder.h"
#include "model/mask.h"
#include "schedule/make_policy.h"
#include "service/source_address.h"
#include "url/url.h"

namespace curlew::service {
namespace {

constexpr Bytes kLongestTitle = 1_KiB;  // As in subscription lists.
constexpr Milliseconds kShortestGap{60'000};
constexpr int kHours = 24;
constexpr std::string_view kTakenBack = "none";

Error wrong(std::string_view flag, std::string_view why) {
  return {ErrorKind::kUsage, fmt::format("{}: {}", flag, why)};
}

Error wrong_header() { return wrong("--header", "must be 'Name: value' on one line"); }

Error wrong_gap(std::string_view flag, std::string_view text) {
  return {ErrorKind::kUsage,
          fmt::format("{} {}: must be a duration from 1m to {}, such as 30m or "
                      "1h30m, or none",
                      flag, text, duration_to_text(kLongestDuration))};
}

bool has_line_break(std::string_view text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) != text.npos;
}

// "token" of RFC 9110 §5.6.2.
bool is_token(std::string_view text) {
  constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_ascii_alpha(c) || is_ascii_digit(c) || kOthers.find(c) != kOthers.npos;
  });
}

bool is_given(const std::optional<std::string>& secret) {
  return secret && !secret->empty();
}

Result<void> check_login(const RequestEdit& edit) {
  const auto& [headers, user, bearer, proxy] = edit;
  if (user && has_line_break(*user)) return wrong("--user", "must be on one line");
  if (is_given(user) && user->find(':') == std::string::npos) {
    return wrong("--user", "must be name:password, @FILE with that, or none");
  }
  if (bearer && has_line_break(*bearer)) {
    return wrong("--bearer", "must be on one line");
  }
  if (is_given(user) && is_given(bearer)) {
    return wrong("--user and --bearer", "only one of them can be sent");
  }
  return {};
}

Result<void> check(const RequestEdit& edit) {
  for (const auto& [name, value] : edit.headers.value_or(std::vector<Header>())) {
    if (!is_token(name) || has_line_break(value)) return wrong_header();
  }
  TRY(check_login(edit));
  if (!is_given(edit.proxy)) return {};
  const auto parsed = url::parse_url(*edit.proxy);
  if (parsed && parsed->is_http()) return {};
  return wrong("--proxy", fmt::format("{}: must be http://[user:password@]host:port",
                                      model::masked_address(*edit.proxy)));
}

Result<void> check_gap(std::string_view flag, const std::optional<Milliseconds>& gap) {
  if (!gap || *gap == Milliseconds(0)) return {};
  if (*gap >= kShortestGap && *gap <= kLongestDuration) return {};
  return wrong_gap(flag, duration_to_text(*gap));
}

// A number at the beginning of `text`, which is taken away.
std::optional<int> take_number(std::string_view& text, int low, int high) {
  int number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < low || number > high) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take(std::string_view& text, char expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(1);
  return true;
}

// Selectors and expressions are compiled as a visit compiles them.
Result<void> check(const WatchEdit& edit) {
  const auto check_lines = [](std::string_view flag,
                              const std::vector<std::string>& lines) -> Result<void> {
    for (const std::string& line : lines) {
      if (line.empty() || has_line_break(line) || line.size() > kLongestTitle) {
        return wrong(flag, "must be one line of at most 1,024 bytes");
      }
    }
    return {};
  };
  const std::vector<std::string> none;
  TRY(check_lines("--ignore", edit.ignore.value_or(none)));
  TRY(check_lines("--ignore-text", edit.ignore_text.value_or(none)));
  TRY(check_lines("--key", edit.keys.value_or(none)));
  if (is_given(edit.part)) TRY(check_lines("--part", {*edit.part}));
  const auto rules =
      detect::make_rules({.watch = edit.part.value_or(""),
                          .ignore = edit.ignore.value_or(none),
                          .ignore_text = edit.ignore_text.value_or(none)});
  if (!rules.ok()) return Error{ErrorKind::kUsage, rules.error().text};
  return {};
}

struct Hours {
  int from = 0;
  int to = 0;
  int offset = 0;  // From UTC.
};

// The same secrets, sealed again, look different, and would be taken for a change.
bool are_same(const model::SealedSettings& one, const model::SealedSettings& other,
              std::string_view origin, const KeyReader& key) {
  const auto first = model::open(one, origin, key);
  const auto second = model::open(other, origin, key);
  return first.ok() && second.ok() && *first == *second;
}

Result<void> apply(const RequestEdit& edit, std::string_view origin,
                   const KeyReader& key, model::SealedSettings& request) {
  if (edit == RequestEdit{}) return {};
  TRY_ASSIGN(const auto typed, model::seal(typed_settings(edit), origin, key));
  model::SealedSettings after = request;
  if (edit.headers) after.headers = typed.headers;
  // A request logs in one way: a new one takes the place of the other.
  const bool logs_in = is_given(edit.basic_credentials) || is_given(edit.bearer_token);
  if (edit.basic_credentials || logs_in) {
    after.basic_credentials = typed.basic_credentials;
  }
  if (edit.bearer_token || logs_in) after.bearer_token = typed.bearer_token;
  if (edit.proxy) after.proxy = typed.proxy;
  if (!are_same(request, after, origin, key)) request = std::move(after);
  return {};
}

std::optional<Hours> parse_hours(std::string_view text) {
  const auto from = take_number(text, 0, kHours - 1);
  if (!from || !take(text, '-')) return std::nullopt;
  const auto to = take_number(text, 0, kHours);
  if (!to || *to % kHours == *from) return std::nullopt;
  Hours hours{*from, *to, 0};
  if (take(text, '@')) {
    take(text, '+');
    const auto offset = take_number(text, -12, 14);
    if (!offset) return std::nullopt;
    hours.offset = *offset;
  }
  if (!text.empty()) return std::nullopt;
  return hours;
}

}  // namespace

Result<Header> parse_header(std::string_view line) {
  const std::size_t colon = line.find(':');
  const std::string_view name = line.substr(0, colon);
  if (colon == line.npos || !is_token(name) || has_line_break(line)) {
    return wrong_header();
  }
  return Header(name, trimmed(line.substr(colon + 1)));
}

Result<Milliseconds> parse_gap(std::string_view flag, const std::string& text) {
  if (text == kTakenBack) return Milliseconds(0);
  const auto gap = parse_duration(text);
  if (gap && *gap >= kShortestGap) return *gap;
  return wrong_gap(flag, text);
}

Result<model::QuietTimes> parse_active_hours(std::string_view text) {
  if (text == kTakenBack) return model::QuietTimes{};
  const auto hours = parse_hours(text);
  if (!hours) {
    return Error{
        ErrorKind::kUsage,
        fmt::format("--active-hours {}: must be two hours, such as 8-20 in UTC or "
                    "8-20@+2 two hours east of it, or none",
                    text)};
  }
  const auto bit = [&](int hour) {
    return 1u << ((hour - hours->offset + 2 * kHours) % kHours);
  };
  std::uint32_t active = 0;
  for (int hour = hours->from; hour % kHours != hours->to % kHours; ++hour) {
    active |= bit(hour % kHours);
  }
  return model::QuietTimes{~active & 0xffffffu, 0};
}

std::string active_hours_text(const model::QuietTimes& quiet) {
  std::string text;
  const auto is_quiet = [&](int hour) {
    return (quiet.hours >> (hour % kHours) & 1u) != 0;
  };
  if (quiet.hours == 0) return text;
  for (int from = 0; from < kHours; ++from) {
    if (is_quiet(from) || !is_quiet(from + kHours - 1)) continue;
    int to = from;
    while (!is_quiet(to)) ++to;
    text += fmt::format("{}{}-{}", text.empty() ? "" : ",", from, to % kHours);
  }
  return text;
}

Result<void> check_rules(std::string_view text, std::string_view name) {
  const auto rules = extract::parse_rules(text, name);
  if (rules.ok()) return {};
  return wrong("--rules", rules.error().text);
}

Result<void> check(const model::Watching& watching) {
  return check(WatchEdit{.part = watching.part,
                         .ignore = watching.ignore,
                         .ignore_text = watching.ignore_text,
                         .keys = watching.keys});
}

Result<void> check(const SourceEdit& edit) {
  if (edit.title.size() > kLongestTitle) {
    return wrong("--title", fmt::format("longer than {} bytes", kLongestTitle));
  }
  TRY(to_folder(edit.folder));
  if (is_given(edit.policy) && !schedule::make_policy(*edit.policy, {}).ok()) {
    return wrong("--policy", fmt::format("'{}' is not one of: {}", *edit.policy,
                                         fmt::join(schedule::policy_names(), " ")));
  }
  TRY(check(edit.request));
  TRY(check(edit.watching));
  TRY(check_gap("--interval", edit.wishes.interval));
  TRY(check_gap("--longest-gap", edit.wishes.longest_gap));
  if (edit.rules && !edit.rules->empty()) TRY(check_rules(*edit.rules, "rules"));
  return {};
}

Result<void> add_login_of_address(const std::string& credentials, RequestEdit& edit) {
  if (credentials.empty()) return {};
  if (is_given(edit.basic_credentials) || is_given(edit.bearer_token)) {
    return Error{ErrorKind::kUsage,
                 "the address has a user name, and --user or --bearer is given; only "
                 "one of them can be sent"};
  }
  edit.basic_credentials = credentials;
  return {};
}

model::RequestSettings typed_settings(const RequestEdit& edit) {
  return {.headers = edit.headers.value_or(std::vector<Header>()),
          .basic_credentials = edit.basic_credentials.value_or(""),
          .bearer_token = edit.bearer_token.value_or(""),
          .proxy = edit.proxy.value_or("")};
}

namespace {

// A flag that says something; one that only takes something away fits everywhere.
struct GivenFlag {
  std::string_view name;
  bool is_given = false;
};

// Of the content of a page.
std::array<GivenFlag, 6> content_flags(const WatchEdit& edit) {
  const auto has_any = [](const std::optional<std::vector<std::string>>& list) {
    return list && !list->empty();
  };
  return {{{"--part", is_given(edit.part)},
           {"--ignore", has_any(edit.ignore)},
           {"--ignore-text", has_any(edit.ignore_text)},
           {"--min-change", edit.minimum_size.value_or(0) > 0},
           {"--changes-of", edit.kinds.has_value()},
           {"--detector", edit.detector == model::Detector::kThesis}}};
}

// Of pages, or of the pages of a feed's articles.
std::array<GivenFlag, 4> page_flags(const SourceEdit& edit) {
  return {{{"--render", edit.rendering == model::Rendering::kAlways},
           {"--rules", is_given(edit.rules)},
           {"--pages", edit.fetch_pages == true},
           {"--article-changes", edit.watching.articles == true}}};
}

Result<void> expect_none(std::span<const GivenFlag> flags, std::string_view why) {
  for (const GivenFlag& flag : flags) {
    if (flag.is_given) return wrong(flag.name, why);
  }
  return {};
}

// A flag that would change nothing is refused, and told what would.
Result<void> expect_meaning(const SourceEdit& edit, const model::Source& source) {
  using model::SourceKind;
  const WatchEdit& watch = edit.watching;
  const bool is_data =
      source.kind == SourceKind::kData || source.kind == SourceKind::kSparql;
  const bool is_page =
      source.kind == SourceKind::kPage || source.kind == SourceKind::kAuto;
  const bool has_keys = watch.keys && !watch.keys->empty();
  if (is_data) {
    constexpr std::string_view kOfPages =
        "means nothing for data; what they say is compared (--key names the columns "
        "that tell rows apart); for a page: --kind page";
    TRY(expect_none(content_flags(watch), kOfPages));
    TRY(expect_none(page_flags(edit), kOfPages));
    if (watch.links || watch.changes) return wrong("--watch", kOfPages);
    if (watch.archive == true) {
      return wrong("--archive", "versions of data are kept as it is");
    }
    return {};
  }
  if (has_keys) {
    return wrong("--key", "tells rows of data apart: --kind data");
  }
  if (watch.archive == true && source.kind == SourceKind::kPage) {
    return wrong("--archive", "is for feeds; versions of a page: --watch changes");
  }
  if (!is_page && (watch.links || watch.changes)) {
    return wrong("--watch",
                 "a feed is watched for its entries; versions of the feed "
                 "itself: --archive; for a page: --kind page");
  }
  if (source.watching.changes && is_page) return {};
  return expect_none(content_flags(watch),
                     is_page ? "looks at the content of a page: --watch changes"
                             : "looks at the content of a page: --kind page --watch "
                               "changes");
}

}  // namespace

Result<void> apply(const SourceEdit& edit, const KeyReader& key,
                   model::Source& source) {
  if (!edit.url.empty()) source.url = edit.url;
  TRY(apply(edit.request, control::origin_of(source.url), key, source.request));
  if (edit.kind) source.kind = *edit.kind;
  if (!edit.title.empty()) source.title = edit.title;
  if (!edit.folder.empty()) source.folder = model::normalised_folder(edit.folder);
  if (edit.objective) source.objective = *edit.objective;
  if (edit.policy) source.policy = *edit.policy;
  apply(edit.wishes, source.wishes);
  apply(edit.watching, source.watching);
  if (source.watching.changes && source.kind == model::SourceKind::kAuto) {
    source.kind = model::SourceKind::kPage;
  }
  // Every version of a page is of its content.
  if (source.kind == model::SourceKind::kPage && !edit.watching.changes &&
      edit.objective == model::Objective::kCapture) {
    source.watching.changes = true;
  }
  if (edit.fetch_pages) source.fetch_pages = *edit.fetch_pages;
  if (edit.subscribers) source.audience.subscribers = *edit.subscribers;
  if (edit.activity_percent) {
    source.audience.activity_percent = *edit.activity_percent;
  }
  if (edit.is_shared) source.is_shared = *edit.is_shared;
  if (edit.rendering) source.rendering = *edit.rendering;
  if (edit.rules) source.rules = *edit.rules;
  return expect_meaning(edit, source);
}

void apply(const WatchEdit& edit, model::Watching& watching) {
  const auto set = [](auto& into, const auto& said) {
    if (said) into = *said;
  };
  set(watching.links, edit.links);
  set(watching.changes, edit.changes);
  set(watching.detector, edit.detector);
  set(watching.part, edit.part);
  set(watching.ignore, edit.ignore);
  set(watching.ignore_text, edit.ignore_text);
  set(watching.minimum_size, edit.minimum_size);
  set(watching.kinds, edit.kinds);
  set(watching.keys, edit.keys);
  set(watching.articles, edit.articles);
  set(watching.archive, edit.archive);
}

void apply(const WishEdit& edit, model::OwnWishes& wishes) {
  const auto set = [](std::optional<Milliseconds>& wish,
                      const std::optional<Milliseconds>& said) {
    if (said) wish = *said == Milliseconds(0) ? std::nullopt : said;
  };
  set(wishes.interval, edit.interval);
  set(wishes.longest_gap, edit.longest_gap);
  if (edit.quiet) wishes.quiet = *edit.quiet;
}

}  // namespace curlew::service
