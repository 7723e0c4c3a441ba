// Addresses: parsed, resolved and written as the WHATWG URL standard demands, so that
// Curlew asks for exactly what a browser would (https://url.spec.whatwg.org/).
//
//   TRY_ASSIGN(const Url link, parse_url(href, &page));   // "../a?b" on a page
//
// Everything here is pure and may be called from any thread.

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

namespace curlew::url {

// Longer addresses are refused, as written and as resolved: servers answer 414 to them
// (nginx and Apache read request lines of up to 8 KiB), and a page or feed that names a
// long base makes one of each of its links.
inline constexpr Bytes kMaxUrlLength = 8_KiB;

// A URL that parsed. It is one string, its serialisation, and where the parts begin, so
// that copying costs one allocation and reading a part costs none. The views live as
// long as the Url.
class Url {
 public:
  // Empty; no parse gives it.
  Url() = default;

  std::string_view href() const { return href_; }
  std::string_view scheme() const { return between(0, scheme_end_); }
  std::string_view username() const { return between(username_begin_, username_end_); }
  std::string_view password() const;
  // ASCII, lower case, IPv6 in brackets. Empty where the URL has none.
  std::string_view host() const { return between(host_begin_, host_end_); }
  // Nullopt when it is the scheme's default.
  std::optional<std::uint16_t> port() const;
  std::string_view path() const { return between(path_begin_, path_end_); }
  // Without the "?".
  std::string_view query() const;

  // What a request line asks for and what robots.txt rules match: "/a/b?c=d".
  std::string_view path_and_query() const { return between(path_begin_, query_end_); }
  std::string_view without_fragment() const { return between(0, query_end_); }

  bool is_http() const { return scheme() == "http" || scheme() == "https"; }
  bool has_host() const { return host_begin_ > scheme_end_ + 1; }
  bool has_credentials() const { return username_begin_ < credentials_end_; }
  bool has_query() const { return path_end_ < query_end_; }
  bool has_fragment() const { return query_end_ < href_.size(); }
  // "mailto:a@b": there is no tree of paths to resolve against.
  bool has_opaque_path() const { return has_opaque_path_; }

  bool operator==(const Url& other) const { return href_ == other.href_; }
  std::strong_ordering operator<=>(const Url& other) const {
    return href_ <=> other.href_;
  }

 private:
  friend class UrlWriter;

  std::string_view between(std::uint32_t begin, std::uint32_t end) const {
    return std::string_view(href_).substr(begin, end - begin);
  }

  // scheme:[//[username[:password]@]host[:port]]path[?query][#fragment]
  std::string href_;
  std::uint32_t scheme_end_ = 0;
  std::uint32_t username_begin_ = 0;
  std::uint32_t username_end_ = 0;
  // At the "@".
  std::uint32_t credentials_end_ = 0;
  std::uint32_t host_begin_ = 0;
  std::uint32_t host_end_ = 0;
  std::uint32_t path_begin_ = 0;
  std::uint32_t path_end_ = 0;
  std::uint32_t query_end_ = 0;
  std::uint16_t port_ = 0;
  bool has_port_ = false;
  bool has_opaque_path_ = false;
};

// The standard's basic URL parser, relative to `base` where there is one. `input` is
// UTF-8; bytes that are not become U+FFFD, as in a browser.
Result<Url> parse_url(std::string_view input, const Url* base = nullptr);

// The same for a caller that needs only the text, of an address on a page at `base`:
// nullopt where either does not parse.
std::optional<std::string> resolve(std::string_view input, std::string_view base);

// "https://example.org" or "https://example.org:8443": whose robots.txt and connection
// a URL shares. For special schemes; others have no origin and give "null".
std::string origin(const Url& url);

// For telling whether two addresses mean the same article or feed, never for asking:
// without fragment and credentials, and without the parameters that only say how a
// reader came (utm_*, fbclid, gclid and their like; the list is in canonical.cc). The
// order of the others is kept: servers may care. Not http: the address as it is.
std::string canonical_form(const Url& url);

}  // namespace curlew::url
