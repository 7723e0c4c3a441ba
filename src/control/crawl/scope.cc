#include "control/crawl/scope.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/fingerprint.h"
#include "frontier/address_guard.h"
#include "url/domain.h"

namespace curlew::control {
namespace {

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

bool CrawlScope::is_of_its_sites(const url::Url& address) const {
  if (!address.is_http() || address.has_credentials()) return false;
  const std::string host(address.host());
  return is_everywhere_ || domains_.contains(host) ||
         domains_.contains(url::registrable_domain(host));
}

bool CrawlScope::may_enter(const url::Url& address) const {
  if (!is_of_its_sites(address) || frontier::trap_in(address)) return false;
  return std::ranges::none_of(excludes_, [&](const std::string& pattern) {
    return matches_pattern(pattern, address.href());
  });
}

std::uint64_t crawl_key(const url::Url& address) {
  return short_fingerprint_of(frontier::crawl_form(address));
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

}  // namespace curlew::control
