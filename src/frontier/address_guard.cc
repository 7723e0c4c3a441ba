#include "frontier/address_guard.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/ascii.h"
#include "url/domain.h"

namespace curlew::frontier {
namespace {

constexpr std::size_t kMostBytes = 1024;
constexpr std::size_t kMostSteps = 16;
constexpr std::size_t kMostParameters = 12;
constexpr std::size_t kMostOfOneParameter = 3;
// The third time in a row is no accident: archives write "/11/11", not "/a/b/a/b/a/b".
constexpr std::size_t kMostRepetitions = 3;
constexpr std::size_t kLongestRepeated = 4;

struct Parameter {
  std::string_view name;
  std::string_view value;
};

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::vector<Parameter> parameters_of(std::string_view query) {
  std::vector<Parameter> parameters;
  for (const std::string_view part : parts_of(query, '&')) {
    const std::size_t equals = std::min(part.find('='), part.size());
    parameters.push_back(
        {part.substr(0, equals), part.substr(std::min(equals + 1, part.size()))});
  }
  return parameters;
}

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](char c) { return is_ascii_digit(c); });
}

bool is_any_of(std::string_view text, std::span<const std::string_view> names) {
  return std::any_of(names.begin(), names.end(), [text](std::string_view name) {
    return equals_ignoring_case(text, name);
  });
}

// Parameters that name a visitor's session by their own names, whatever they hold.
constexpr std::array<std::string_view, 12> kSessionNames{
    "phpsessid", "jsessionid",        "sessionid", "session_id", "sess_id", "oscsid",
    "zenid",     "asp.net_sessionid", "cfid",      "cftoken",    "osessid", "sessid"};
// Those that may name other things too: a session only when they hold a long random
// word.
constexpr std::array<std::string_view, 5> kMaybeSessionNames{"sid", "session", "s",
                                                             "token", "sessionkey"};

// Sixteen or more letters and digits, both of them: nobody's choice of words.
bool looks_random(std::string_view text) {
  if (text.size() < 16) return false;
  bool has_digit = false;
  bool has_letter = false;
  for (const char c : text) {
    has_digit |= is_ascii_digit(c);
    has_letter |= is_ascii_alpha(c);
    if (!is_ascii_digit(c) && !is_ascii_alpha(c)) return false;
  }
  return has_digit && has_letter;
}

bool is_session(const Parameter& parameter) {
  return is_any_of(parameter.name, kSessionNames) ||
         starts_with_ignoring_case(parameter.name, "aspsessionid") ||
         (is_any_of(parameter.name, kMaybeSessionNames) &&
          looks_random(parameter.value));
}

// ASP.NET without cookies: "/(S(2hmvvc3fkbgpnk45qyqpt545))/page.aspx".
bool is_session_step(std::string_view step) {
  return step.size() > 5 && step.front() == '(' && step.ends_with("))") &&
         step.substr(2, 1) == "(" && is_ascii_alpha(step[1]);
}

// Where ";jsessionid=…" begins, or the end.
std::size_t session_in_step(std::string_view step) {
  for (std::size_t at = step.find(';'); at < step.size(); at = step.find(';', at + 1)) {
    const std::string_view rest = step.substr(at + 1);
    const Parameter parameter{rest.substr(0, std::min(rest.find('='), rest.size())),
                              {}};
    if (is_session(parameter)) return at;
  }
  return step.size();
}

bool has_session(std::span<const std::string_view> steps,
                 std::span<const Parameter> parameters) {
  return std::any_of(parameters.begin(), parameters.end(), is_session) ||
         std::any_of(steps.begin(), steps.end(), [](std::string_view step) {
           return is_session_step(step) || session_in_step(step) < step.size();
         });
}

bool is_repeated(std::span<const std::string_view> steps, std::size_t begin,
                 std::size_t length) {
  if (begin + length * kMostRepetitions > steps.size()) return false;
  // "/1/1/1" may count something.
  if (std::all_of(steps.begin() + std::ptrdiff_t(begin),
                  steps.begin() + std::ptrdiff_t(begin + length), is_number)) {
    return false;
  }
  for (std::size_t at = 0; at < length * (kMostRepetitions - 1); ++at) {
    if (steps[begin + at] != steps[begin + at + length]) return false;
  }
  return true;
}

bool repeats_itself(std::span<const std::string_view> steps) {
  for (std::size_t begin = 0; begin < steps.size(); ++begin) {
    for (std::size_t length = 1; length <= kLongestRepeated; ++length) {
      if (is_repeated(steps, begin, length)) return true;
    }
  }
  // Not in a row: "/news/a/news/b/news/c/news".
  std::map<std::string_view, std::size_t> counts;
  for (const std::string_view step : steps) {
    if (!is_number(step) && ++counts[step] > kMostRepetitions) return true;
  }
  return false;
}

bool has_too_many(std::span<const Parameter> parameters) {
  if (parameters.size() > kMostParameters) return true;
  std::map<std::string_view, std::size_t> counts;
  return std::any_of(parameters.begin(), parameters.end(), [&](const Parameter& one) {
    return ++counts[one.name] > kMostOfOneParameter;
  });
}

// "2018", with or without "-09" and "-23" after it.
bool is_date(std::string_view text) {
  if (text.size() != 4 && text.size() != 7 && text.size() != 10) return false;
  if (!is_number(text.substr(0, 4)) || (text[0] != '1' && text[0] != '2')) return false;
  for (std::size_t at = 4; at < text.size(); at += 3) {
    if (text[at] != '-' || !is_number(text.substr(at + 1, 2))) return false;
  }
  return true;
}

constexpr std::array<std::string_view, 12> kCalendarWords{
    "calendar", "calendars", "kalender", "calendario", "calendrier", "agenda",
    "events",   "event",     "month",    "week",       "day",        "ical"};
// Parameters of event plug-ins, each of which makes a page of any day asked for.
constexpr std::array<std::string_view, 6> kCalendarParameters{
    "tribe-bar-date", "tribe_event_display", "eventdisplay",
    "ical",           "outlook-ical",        "cal_date"};
constexpr std::array<std::string_view, 6> kDateParameters{"month", "year", "day",
                                                          "date",  "week", "mon"};

// News archives have dates in their paths, too: only together with a word for calendars
// is a date a calendar's.
bool is_calendar(std::span<const std::string_view> steps,
                 std::span<const Parameter> parameters) {
  std::size_t date_parameters = 0;
  for (const Parameter& parameter : parameters) {
    if (is_any_of(parameter.name, kCalendarParameters)) return true;
    if (is_any_of(parameter.name, kDateParameters) && !parameter.value.empty() &&
        is_ascii_digit(parameter.value[0])) {
      ++date_parameters;
    }
  }
  // "?month=9&year=2018".
  if (date_parameters >= 2) return true;
  // "/events/category/x/2018-09": the date comes last, with nothing but numbers after
  // it. "/events/2018/annual-meeting" is an article.
  const bool ends_in_date =
      !steps.empty() &&
      (is_date(steps.back()) ||
       (is_number(steps.back()) && std::any_of(steps.begin(), steps.end(), is_date)));
  const bool has_word = std::any_of(steps.begin(), steps.end(), [](auto step) {
    return is_any_of(step.substr(0, step.find('.')), kCalendarWords);
  });
  return has_word && (ends_in_date || date_parameters > 0);
}

constexpr std::array<std::string_view, 52> kNoPages{
    "7z",   "aac",  "apk",  "avi", "bmp",  "bz2",  "css",  "csv", "deb", "dmg", "doc",
    "docx", "eot",  "epub", "exe", "flac", "flv",  "gif",  "gz",  "ico", "ics", "iso",
    "jar",  "jpeg", "jpg",  "js",  "json", "m4a",  "m4v",  "mkv", "mov", "mp3", "mp4",
    "mpeg", "msi",  "ogg",  "pdf", "png",  "ppt",  "pptx", "rar", "rpm", "svg", "swf",
    "tar",  "tgz",  "ttf",  "wav", "webm", "webp", "woff", "zip"};

bool is_no_page(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  return dot != std::string_view::npos && dot > 0 &&
         is_any_of(name.substr(dot + 1), kNoPages);
}

}  // namespace

std::string_view to_text(Trap trap) {
  switch (trap) {
    case Trap::kTooLong:
      return "too long";
    case Trap::kTooDeep:
      return "too deep";
    case Trap::kRepeatingPath:
      return "repeating path";
    case Trap::kTooManyParameters:
      return "too many parameters";
    case Trap::kCalendar:
      return "calendar";
    case Trap::kSessionId:
      return "session id";
    case Trap::kNotAPage:
      return "not a page";
  }
  return "";
}

std::optional<Trap> trap_in(const url::Url& address) {
  if (address.without_fragment().size() > kMostBytes) return Trap::kTooLong;
  const std::vector<std::string_view> steps = parts_of(address.path(), '/');
  const std::vector<Parameter> parameters = parameters_of(address.query());
  if (repeats_itself(steps)) return Trap::kRepeatingPath;
  if (steps.size() > kMostSteps) return Trap::kTooDeep;
  if (has_too_many(parameters)) return Trap::kTooManyParameters;
  if (has_session(steps, parameters)) return Trap::kSessionId;
  if (is_calendar(steps, parameters)) return Trap::kCalendar;
  if (is_no_page(address.path())) return Trap::kNotAPage;
  return std::nullopt;
}

std::string crawl_form(const url::Url& address) {
  std::string canonical = url::canonical_form(address);
  if (!address.is_http()) return canonical;
  const std::size_t query_at = std::min(canonical.find('?'), canonical.size());
  const std::size_t path_at =
      std::min(canonical.find('/', canonical.find("//") + 2), query_at);
  std::string form = canonical.substr(0, path_at);
  std::string_view path =
      std::string_view(canonical).substr(path_at, query_at - path_at);
  while (!path.empty()) {
    // One "/" and the step after it.
    const std::size_t end = std::min(path.find('/', 1), path.size());
    const std::string_view step = path.substr(1, end - 1);
    if (!is_session_step(step)) {
      form += '/';
      form.append(step.substr(0, session_in_step(step)));
    }
    path.remove_prefix(end);
  }
  if (form.size() == path_at) form += '/';
  char separator = '?';
  const std::string_view query =
      std::string_view(canonical).substr(std::min(query_at + 1, canonical.size()));
  for (const std::string_view part : parts_of(query, '&')) {
    if (is_session(parameters_of(part).front())) continue;
    form += separator;
    form.append(part);
    separator = '&';
  }
  return form;
}

namespace {

// "*" stands for anything; what follows the pattern's end does not matter.
bool matches_beginning(std::string_view pattern, std::string_view text) {
  std::size_t at = 0;
  std::size_t in_text = 0;
  std::size_t star = std::string_view::npos;
  std::size_t after_star = 0;
  while (at < pattern.size()) {
    if (pattern[at] == '*') {
      star = at++;
      after_star = in_text;
    } else if (in_text < text.size() && to_ascii_lower(text[in_text]) == pattern[at]) {
      ++at;
      ++in_text;
    } else if (star != std::string_view::npos && after_star < text.size()) {
      at = star + 1;
      in_text = ++after_star;
    } else {
      return false;
    }
  }
  return true;
}

bool is_host_or_below(std::string_view host, std::string_view domain) {
  if (host == domain) return true;
  return host.size() > domain.size() && host.ends_with(domain) &&
         host[host.size() - domain.size() - 1] == '.';
}

bool matches(std::string_view pattern, const url::Url& address) {
  if (pattern.front() == '/') {
    return matches_beginning(pattern, address.path_and_query());
  }
  if (pattern.find('/') != std::string_view::npos) {
    return matches_beginning(
        pattern, std::string(address.host()) + std::string(address.path_and_query()));
  }
  if (pattern.starts_with("*.")) pattern.remove_prefix(2);
  return is_host_or_below(address.host(), pattern);
}

Result<std::vector<std::string>> patterns_of(std::span<const std::string> texts) {
  std::vector<std::string> patterns;
  for (const std::string& text : texts) {
    const std::string_view pattern = trimmed(text);
    if (pattern.empty()) return Error{ErrorKind::kUsage, "empty address pattern"};
    if (pattern.find("://") != std::string_view::npos) {
      return Error{ErrorKind::kUsage, "an address pattern has no scheme: '" +
                                          std::string(pattern) +
                                          "'; write 'example.org/path'"};
    }
    patterns.push_back(to_ascii_lower(pattern));
  }
  return patterns;
}

}  // namespace

Result<DomainRules> DomainRules::make(std::span<const std::string> include,
                                      std::span<const std::string> exclude) {
  Result<std::vector<std::string>> included = patterns_of(include);
  if (!included) return std::move(included).error();
  Result<std::vector<std::string>> excluded = patterns_of(exclude);
  if (!excluded) return std::move(excluded).error();
  DomainRules rules;
  rules.include_ = std::move(included).value();
  rules.exclude_ = std::move(excluded).value();
  return rules;
}

void DomainRules::add_seed(const url::Url& seed) {
  std::string domain = url::registrable_domain(seed.host());
  if (std::find(domains_.begin(), domains_.end(), domain) == domains_.end()) {
    domains_.push_back(std::move(domain));
  }
}

bool DomainRules::allows(const url::Url& address) const {
  if (!address.is_http()) return false;
  const auto is_match = [&](const std::string& pattern) {
    return matches(pattern, address);
  };
  if (std::any_of(exclude_.begin(), exclude_.end(), is_match)) return false;
  return std::any_of(domains_.begin(), domains_.end(),
                     [&](const std::string& domain) {
                       return is_host_or_below(address.host(), domain);
                     }) ||
         std::any_of(include_.begin(), include_.end(), is_match);
}

}  // namespace curlew::frontier
