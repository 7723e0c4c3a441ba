// What an address alone says about following it: whether it leads into a trap, whether
// it is within the crawl's domains, and under which form it is the same as another.
// None of it asks the network.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "url/url.h"

namespace curlew::frontier {

// Why an address is not followed. Each of these made some crawler go on for ever.
enum class Trap : std::uint8_t {
  // Longer than 1,024 bytes.
  kTooLong,
  // More than 16 steps deep.
  kTooDeep,
  // "/a/b/a/b/a/b": relative links of a page that answers under every path.
  kRepeatingPath,
  // More than 12 parameters, or one four times: filters upon filters.
  kTooManyParameters,
  // The days before and after today, without end.
  kCalendar,
  // The same pages under another address for every visitor. crawl_form() has dropped
  // those that it knows.
  kSessionId,
  // The name of a picture, an archive, a program: not a page.
  kNotAPage,
};

// "calendar", "session id", …
std::string_view to_text(Trap trap);

// Nothing when it looks like a page to follow. For http addresses.
std::optional<Trap> trap_in(const url::Url& address);

// For telling whether two addresses are the same page to the crawl: url's canonical
// form, and without session ids ("?PHPSESSID=…", ";jsessionid=…", "/(S(…))/"). The
// order of parameters stays as it is: servers may care.
std::string crawl_form(const url::Url& address);

// Which addresses belong to the crawl: those on the registrable domains of its seeds,
// and what the patterns add, without what the patterns take away.
//
// A pattern without "/" is a host with all its subdomains. One with "/" is compared
// with host, path and query, or, when it begins with "/", with path and query on every
// host; from the beginning, and "*" stands for anything: "example.org/sport/",
// "*.example.org/*/live", "/search". ASCII case does not count.
class DomainRules {
 public:
  // An error for a pattern that is empty or has a scheme.
  static Result<DomainRules> make(std::span<const std::string> include,
                                  std::span<const std::string> exclude);

  void add_seed(const url::Url& seed);
  bool allows(const url::Url& address) const;

 private:
  std::vector<std::string> domains_;
  std::vector<std::string> include_;
  std::vector<std::string> exclude_;
};

}  // namespace curlew::frontier
