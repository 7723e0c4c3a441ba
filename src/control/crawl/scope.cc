#include "control/crawl/scope.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/ascii.h"
#include "url/domain.h"

namespace curlew::control {
namespace {

constexpr std::size_t kLongestCrawled = 1024;
constexpr std::size_t kMostSegments = 14;
constexpr std::size_t kMostParameters = 8;
// "/a/b/a/b/a/b": a relative link that is wrong.
constexpr int kMostRepeats = 3;

constexpr auto kSessionNames = std::to_array<std::string_view>(
    {"sid", "sessionid", "session_id", "session", "phpsessid", "jsessionid", "cfid",
     "cftoken", "aspsessionid", "zenid", "oscsid", "s_id", "sess"});
constexpr auto kCalendarNames = std::to_array<std::string_view>(
    {"calendar", "kalender", "calendario", "calendrier", "cal"});
constexpr auto kCalendarParameters = std::to_array<std::string_view>(
    {"month", "week", "day", "yr", "year", "date", "from_date", "startdate",
     "tribe-bar-date", "cal", "calendar"});

template <std::size_t kCount>
bool is_one_of(std::string_view text, const std::array<std::string_view, kCount>& all) {
  return std::ranges::find(all, text) != all.end();
}

bool has_digit(std::string_view text) {
  return text.find_first_of("0123456789") != std::string_view::npos;
}

std::vector<std::string_view> split_at(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

bool is_path_endless(const std::vector<std::string_view>& segments) {
  if (segments.size() > kMostSegments) return true;
  std::unordered_map<std::string_view, int> uses;
  return std::ranges::any_of(segments, [&](std::string_view segment) {
    return ++uses[segment] >= kMostRepeats;
  });
}

// "/calendar/2031/05"
bool is_calendar_path(const std::vector<std::string_view>& segments) {
  for (std::size_t i = 0; i + 1 < segments.size(); ++i) {
    if (is_one_of(segments[i], kCalendarNames) && has_digit(segments[i + 1]))
      return true;
  }
  return false;
}

bool has_calendar_name(const std::vector<std::string_view>& segments) {
  return std::ranges::any_of(segments, [](std::string_view segment) {
    return is_one_of(segment, kCalendarNames) || segment.starts_with("calendar");
  });
}

// The domain of a line of rules: "Example.org", "https://example.org/",
// "*.example.org".
std::string domain_of_rule(std::string_view rule) {
  if (const auto parsed = url::parse_url(rule); parsed.ok() && parsed->has_host()) {
    return std::string(parsed->host());
  }
  if (rule.starts_with("*.")) rule.remove_prefix(2);
  return to_ascii_lower(rule);
}

}  // namespace

CrawlScope::CrawlScope(const model::Topic& topic) : excludes_(topic.rules.excludes) {
  for (const std::string& seed : topic.seeds) {
    const auto parsed = url::parse_url(seed);
    if (parsed.ok()) domains_.insert(url::registrable_domain(parsed->host()));
  }
  for (const std::string& rule : topic.rules.also_domains) {
    if (rule == "*") {
      is_everywhere_ = true;
    } else {
      domains_.insert(domain_of_rule(rule));
    }
  }
}

bool CrawlScope::may_enter(const url::Url& address) const {
  if (!address.is_http() || address.has_credentials()) return false;
  const std::string host(address.host());
  const bool is_inside = is_everywhere_ || domains_.contains(host) ||
                         domains_.contains(url::registrable_domain(host));
  if (!is_inside || looks_like_trap(address)) return false;
  return std::ranges::none_of(excludes_, [&](const std::string& pattern) {
    return matches_pattern(pattern, address.href());
  });
}

bool matches_pattern(std::string_view pattern, std::string_view text) {
  // The last '*', and how much of the text it stands for so far: linear in practice, at
  // most the product of both.
  std::size_t star = std::string_view::npos;
  std::size_t taken = 0;
  std::size_t p = 0, t = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++taken;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

bool looks_like_trap(const url::Url& address) {
  if (address.href().size() > kLongestCrawled) return true;
  const std::string path = to_ascii_lower(address.path());
  const std::string query = to_ascii_lower(address.query());
  if (path.find(";jsessionid=") != std::string::npos) return true;
  const auto segments = split_at(path, '/');
  if (is_path_endless(segments) || is_calendar_path(segments)) return true;
  const auto parameters = split_at(query, '&');
  if (parameters.size() > kMostParameters) return true;
  const bool is_calendar = has_calendar_name(segments);
  for (const std::string_view parameter : parameters) {
    const std::size_t equals = std::min(parameter.find('='), parameter.size());
    const std::string_view name = parameter.substr(0, equals);
    const std::string_view value =
        parameter.substr(std::min(equals + 1, parameter.size()));
    if (is_one_of(name, kSessionNames) && !value.empty()) return true;
    const bool is_date = is_one_of(name, kCalendarParameters) && has_digit(value);
    if (is_date && (is_calendar || name == "tribe-bar-date" || name == "calendar")) {
      return true;
    }
  }
  return false;
}

}  // namespace curlew::control
