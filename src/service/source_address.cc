#include "service/source_address.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "base/ascii.h"
#include "base/bytes.h"
#include "model/folder.h"
#include "model/mask.h"
#include "model/storable_report.h"
#include "url/code_points.h"
#include "url/url.h"

namespace curlew::service {
namespace {

constexpr Bytes kLongestFolder = 1_KiB;  // As in subscription lists.

Error wrong_address(std::string_view text, std::string_view why) {
  return {ErrorKind::kUsage, fmt::format("{}: {}", model::masked_address(text), why)};
}

// As in a form (application/x-www-form-urlencoded), but nothing is escaped that may
// stand in an address: stored ones are short.
void append_form_value(std::string& out, std::string_view text) {
  for (const char c : text) {
    const bool is_plain =
        is_ascii_alpha(c) || is_ascii_digit(c) ||
        std::string_view("-._~:/?@!$()*,;=").find(c) != std::string_view::npos;
    if (is_plain) {
      out += c;
    } else if (c == ' ') {
      out += '+';
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
}

// What stands before the path of an address that is typed without a scheme.
std::string_view authority_of(std::string_view typed) {
  return typed.substr(0, typed.find_first_of("/?#"));
}

bool is_v4(std::string_view host) {
  return !host.empty() && host.find_first_not_of("0123456789.") == host.npos;
}

// None of these is a top-level domain.
bool has_file_ending(std::string_view host) {
  constexpr std::array<std::string_view, 9> kEndings{
      "atom", "htm", "html", "json", "opml", "php", "rss", "txt", "xml"};
  const std::string_view ending =
      host.substr(std::min(host.rfind('.'), host.size() - 1) + 1);
  return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

// "feed:https://a.example/" and "feed://a.example/", which browsers once handed to feed
// readers, are http where they do not say otherwise.
std::string without_feed_scheme(std::string_view typed) {
  const bool is_feed =
      typed.size() >= 5 && equals_ignoring_case(typed.substr(0, 5), "feed:");
  if (!is_feed) return std::string(typed);
  const std::string_view rest = typed.substr(5);
  return rest.starts_with("//") ? fmt::format("http:{}", rest) : std::string(rest);
}

// "mailto:somebody@a.example" would be a login and a host; "news:8080" is a machine.
bool has_other_scheme(std::string_view typed) {
  constexpr std::array<std::string_view, 16> kSchemes{
      "about", "blob",   "chrome", "data", "file", "ftp", "javascript", "mailto",
      "news",  "magnet", "sms",    "tel",  "urn",  "ws",  "vbscript",   "view-source"};
  const std::size_t colon = typed.find(':');
  if (colon == typed.npos) return false;
  const std::string_view rest = authority_of(typed.substr(colon + 1));
  if (!rest.empty() && std::ranges::all_of(rest, is_ascii_digit)) return false;
  return std::ranges::any_of(kSchemes, [&](std::string_view scheme) {
    return equals_ignoring_case(typed.substr(0, colon), scheme);
  });
}

// A machine that is named by its number and port is one of the user's own, and seldom
// has a certificate for that.
std::string with_scheme(std::string_view typed) {
  const std::string_view authority = authority_of(typed);
  const std::size_t colon = authority.rfind(':');
  if (colon != authority.npos) {
    const std::string_view host = authority.substr(0, colon);
    const bool is_number =
        is_v4(host) || (host.starts_with('[') && host.ends_with(']'));
    if (is_number && authority.substr(colon) != ":443") {
      return fmt::format("http://{}", typed);
    }
  }
  return fmt::format("https://{}", typed);
}

// What is typed without a scheme and meant otherwise: a mail address, a number, a file.
Result<void> expect_no_other_thing(std::string_view typed, const url::Url& parsed) {
  const std::string_view authority = authority_of(typed);
  const std::size_t at = authority.find('@');
  if (at != authority.npos && authority.substr(0, at).find(':') == authority.npos) {
    return wrong_address(typed,
                         "a mail address, not that of a feed; if it is a login and a "
                         "host, type https:// before it");
  }
  if (is_v4(parsed.host()) && authority.find(parsed.host()) == authority.npos) {
    return wrong_address(typed, "not an address: a number is not the name of a host");
  }
  if (has_file_ending(parsed.host())) {
    return wrong_address(typed,
                         "the name of a file, not of a host; curlew import reads "
                         "subscription lists");
  }
  // A word is mistyped more often than it is the name of a machine.
  const std::string_view host = parsed.host();
  const bool is_word = host.find_first_of(".:") == host.npos && host != "localhost" &&
                       typed.find(':') == typed.npos;
  if (!is_word) return {};
  return wrong_address(typed,
                       "not an address: it has no dot; if it is a host of yours, type "
                       "http:// before it");
}

// "example.org." is the same host written down to the root (RFC 1034 §3.1).
Result<url::Url> without_root_dot(url::Url parsed) {
  const std::string_view host = parsed.host();
  if (!host.ends_with('.')) return parsed;
  std::string href(parsed.href());
  href.erase(
      static_cast<std::size_t>(host.data() + host.size() - 1 - parsed.href().data()),
      1);
  return url::parse_url(href);
}

}  // namespace

std::optional<model::SourceId> parse_source_number(std::string_view word) {
  if (word.starts_with('#')) word.remove_prefix(1);
  std::int64_t id = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), id);
  const bool is_whole = error == std::errc() && end == word.data() + word.size();
  return is_whole ? std::optional(model::SourceId{id}) : std::nullopt;
}

Result<std::string> to_folder(std::string_view typed) {
  std::string folder = model::normalised_folder(typed);
  if (folder.size() > kLongestFolder) {
    return Error{ErrorKind::kUsage,
                 fmt::format("--folder: longer than {} bytes", kLongestFolder)};
  }
  if (!folder.empty() || typed.empty()) return folder;
  return Error{
      ErrorKind::kUsage,
      fmt::format("--folder {}: names no folder; all sources are meant without "
                  "it, or by --all",
                  typed)};
}

Result<std::string> sparql_address(std::string_view endpoint, std::string_view query) {
  query = trimmed(query);
  if (query.empty()) return Error{ErrorKind::kUsage, "--query: a query is needed"};
  TRY(parse_source_address(endpoint));
  // As typed, since a login may stand in it.
  std::string address(trimmed(endpoint.substr(0, endpoint.find('#'))));
  address += address.find('?') == address.npos ? "?query=" : "&query=";
  append_form_value(address, query);
  if (address.size() <= model::kLongestSourceUrl) return address;
  return Error{
      ErrorKind::kUsage,
      fmt::format("--query: makes an address of {} bytes, and {} are the most; "
                  "shorten the query (prefixes for long names help)",
                  address.size(), model::kLongestSourceUrl)};
}

Result<SourceAddress> parse_source_address(std::string_view text) {
  const std::string unprefixed = without_feed_scheme(trimmed(text));
  const std::string_view typed = unprefixed;
  if (typed.empty()) return wrong_address("''", "an address is needed");
  constexpr std::string_view kTaken = "only addresses of http and https can be watched";
  if (has_other_scheme(typed)) return wrong_address(typed, kTaken);
  const bool has_scheme = typed.find("://") != typed.npos;
  auto parsed = url::parse_url(has_scheme ? std::string(typed) : with_scheme(typed));
  if (parsed.ok()) parsed = without_root_dot(*std::move(parsed));
  if (!parsed) return wrong_address(typed, "not an address");
  if (!parsed->is_http()) {
    return wrong_address(typed, kTaken);
  }
  if (!has_scheme) TRY(expect_no_other_thing(typed, *parsed));
  SourceAddress address;
  address.url = url::origin(*parsed).append(parsed->path_and_query());
  if (parsed->has_credentials()) {
    address.basic_credentials =
        fmt::format("{}:{}", url::percent_decoded(parsed->username()),
                    url::percent_decoded(parsed->password()));
  }
  return address;
}

}  // namespace curlew::service
