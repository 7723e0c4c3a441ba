#include "fetch/robots.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/ascii.h"
#include "fetch/robots_lines.h"
#include "fetch/robots_pattern.h"

namespace curlew::fetch {
namespace {

// No server reads more, and the time for a match stays bounded.
constexpr std::size_t kLongestPath = 64_KiB;
constexpr double kLongestDelaySeconds = 24 * 3'600;

// The product token that a user-agent line names: what follows it ("/1.0", " (news)")
// is not part of it (§2.2.1).
std::string_view product_token_of(std::string_view value) {
  const auto is_token_char = [](char c) {
    return is_ascii_alpha(c) || c == '_' || c == '-';
  };
  const auto* const end = std::find_if_not(value.begin(), value.end(), is_token_char);
  return value.substr(0, static_cast<std::size_t>(end - value.begin()));
}

bool names_everybody(std::string_view value) {
  return value.starts_with('*') && (value.size() == 1 || is_ascii_space(value[1]));
}

std::optional<Milliseconds> parse_delay(std::string_view value) {
  double wanted = 0;
  const auto [end, error] =
      std::from_chars(value.data(), value.data() + value.size(), wanted);
  if (error != std::errc() || !(wanted >= 0)) return std::nullopt;
  wanted = std::min(wanted, kLongestDelaySeconds);
  return Milliseconds(std::llround(wanted * 1000));
}

}  // namespace

std::string_view robots_within_limit(std::string_view body) {
  if (body.size() <= kRobotsLimit) return body;
  body = body.substr(0, kRobotsLimit);
  return body.substr(0, body.find_last_of("\r\n") + 1);
}

// Reads the lines once, and keeps two Robots: of the groups that name us, and of those
// for everybody. Groups for the same crawler are one (§2.2.1).
class RobotsBuilder {
 public:
  explicit RobotsBuilder(std::string_view product_token) : token_(product_token) {}

  Robots build(std::string_view body) && {
    for (RobotsLines lines(robots_within_limit(body)); !lines.at_end();)
      take(lines.next());
    Robots& chosen = is_named_ ? ours_ : everybodys_;
    chosen.patterns_.shrink_to_fit();
    chosen.rules_.shrink_to_fit();
    return std::move(chosen);
  }

 private:
  void take(const RobotsLine& line) {
    switch (line.key) {
      case RobotsKey::kUserAgent:
        take_user_agent(line.value);
        break;
      case RobotsKey::kAllow:
      case RobotsKey::kDisallow:
        has_rules_ = true;
        take_rule(line);
        break;
      case RobotsKey::kCrawlDelay:
        if (is_for_us_) slow_down(ours_, line.value);
        if (is_for_everybody_) slow_down(everybodys_, line.value);
        break;
      case RobotsKey::kOther:
        break;
    }
  }

  // Lines for several crawlers may precede the rules; one after a rule begins a group.
  void take_user_agent(std::string_view value) {
    if (has_rules_) is_for_us_ = is_for_everybody_ = has_rules_ = false;
    if (names_everybody(value)) {
      is_for_everybody_ = true;
    } else if (equals_ignoring_case(product_token_of(value), token_)) {
      is_for_us_ = is_named_ = true;
    }
  }

  void take_rule(const RobotsLine& line) {
    if (line.value.empty()) return;  // "Disallow:" forbids nothing.
    const bool is_allow = line.key == RobotsKey::kAllow;
    if (is_for_us_) add_rule(ours_, line.value, is_allow);
    if (is_for_everybody_ && !is_named_) add_rule(everybodys_, line.value, is_allow);
  }

  static void slow_down(Robots& robots, std::string_view value) {
    const auto delay = parse_delay(value);
    if (delay) robots.crawl_delay_ = std::max(delay, robots.crawl_delay_);
  }

  static void add_rule(Robots& robots, std::string_view path, bool is_allow) {
    const std::string pattern = comparable_pattern(path, Escapes::kDecoded);
    Robots::Rule rule{.begin = static_cast<std::uint32_t>(robots.patterns_.size()),
                      .length = static_cast<std::uint32_t>(pattern.size()),
                      .is_allow = is_allow};
    robots.patterns_ += pattern;
    if (is_allow) {
      const std::string written = comparable_pattern(path, Escapes::kAsWritten);
      if (written != pattern) {
        rule.written = static_cast<std::uint32_t>(written.size());
        robots.patterns_ += written;
      }
    }
    robots.rules_.push_back(rule);
    if (is_allow) add_directory_of_index(robots, path);
  }

  // Who allows "/a/index.html" means "/a/" as well.
  static void add_directory_of_index(Robots& robots, std::string_view path) {
    const std::size_t slash = path.rfind('/');
    if (slash == path.npos || !path.substr(slash).starts_with("/index.htm")) return;
    add_rule(robots, std::string(path.substr(0, slash + 1)) + "$", true);
  }

  std::string_view token_;
  Robots ours_;
  Robots everybodys_;
  // Whom the group being read is for: us by name, everybody, or both.
  bool is_for_us_ = false;
  bool is_for_everybody_ = false;
  bool has_rules_ = false;
  bool is_named_ = false;  // Some group named us: those for everybody do not count.
};

Robots Robots::parse(std::string_view body, std::string_view product_token) {
  return RobotsBuilder(product_token).build(body);
}

Robots Robots::allow_all() { return {}; }

// An Allow counts only when it holds in both readings of an escaped letter: crawlers
// differ there, and the stricter answer is the one that nobody complains about.
bool Robots::matches(const Rule& rule, std::string_view path,
                     std::string_view written) const {
  const std::string_view all = patterns_;
  const std::string_view pattern = all.substr(rule.begin, rule.length);
  if (!matches_pattern(pattern, path)) return false;
  if (!rule.is_allow || (rule.written == 0 && written == path)) return true;
  return matches_pattern(
      rule.written == 0 ? pattern : all.substr(rule.begin + rule.length, rule.written),
      written);
}

bool Robots::allows(std::string_view path_and_query) const {
  if (path_and_query == "/robots.txt") return true;  // §2.2.2
  if (rules_.empty()) return true;
  if (path_and_query.size() > kLongestPath) return false;
  const std::string path = comparable_path(path_and_query, Escapes::kDecoded);
  const std::string written = comparable_path(path_and_query, Escapes::kAsWritten);
  // "The most specific match found MUST be used": the longest; of two, the Allow.
  std::uint32_t longest = 0;
  bool is_allowed = true;
  for (const Rule& rule : rules_) {
    const bool is_stronger =
        rule.length > longest || (rule.length == longest && rule.is_allow);
    if (is_stronger && matches(rule, path, written)) {
      longest = rule.length;
      is_allowed = rule.is_allow;
    }
  }
  return is_allowed;
}

Bytes Robots::memory() const {
  return patterns_.capacity() + rules_.capacity() * sizeof(Rule);
}

}  // namespace curlew::fetch
