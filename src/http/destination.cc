#include "http/destination.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

#include "base/ascii.h"

namespace curlew::http {
namespace {

// Ports of other protocols, which an HTTP request could be made to speak to (the "bad
// ports" of WHATWG Fetch). Sorted.
constexpr std::uint16_t kForeignPorts[] = {
    0,    1,    7,    9,    11,   13,   15,   17,   19,   20,   21,   22,   23,   25,
    37,   42,   43,   53,   69,   77,   79,   87,   95,   101,  102,  103,  104,  109,
    110,  111,  113,  115,  117,  119,  123,  135,  137,  139,  143,  161,  179,  389,
    427,  465,  512,  513,  514,  515,  526,  530,  531,  532,  540,  548,  554,  556,
    563,  587,  601,  636,  989,  990,  993,  995,  1719, 1720, 1723, 2049, 3659, 4045,
    4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080};

Error refused(std::string_view host, std::string_view why) {
  return Error{ErrorKind::kUsage, fmt::format("{}: refused: {}", host, why)};
}

std::string part(CURLU* url, CURLUPart which, unsigned flags = 0) {
  char* text = nullptr;
  if (curl_url_get(url, which, &text, flags) != CURLUE_OK) return {};
  std::string copy(text);
  curl_free(text);
  return copy;
}

bool is_name_character(char c) {
  return is_ascii_alpha(c) || is_ascii_digit(c) || c == '-' || c == '.' || c == '_';
}

// Names in any other alphabet must come in their ASCII form: two readers of one Unicode
// name need not agree (full-width digits make an address to some).
Result<Endpoint> judge_host(CURLU* url, std::uint16_t port, const AddressGuard& guard) {
  Endpoint endpoint{part(url, CURLUPART_HOST), port, std::nullopt};
  auto& host = endpoint.host;
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
    endpoint.address = parse_ip_address(host);
    if (!endpoint.address) return refused(host, "is no IPv6 address");
    if (!part(url, CURLUPART_ZONEID).empty()) return refused(host, "names a zone");
  } else {
    endpoint.address = parse_ip_address(host);
    if (host.empty() || host.size() > 253 ||
        !std::all_of(host.begin(), host.end(), is_name_character)) {
      return refused(host, "is no host name in ASCII form");
    }
  }
  if (endpoint.address) {
    if (const auto why = guard.refusal(*endpoint.address)) {
      return refused(host, fmt::format("the address is {}", *why));
    }
  }
  return endpoint;
}

Result<std::uint16_t> judge_port(CURLU* url) {
  const auto text = part(url, CURLUPART_PORT, CURLU_DEFAULT_PORT);
  std::uint16_t port = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size() ||
      std::binary_search(std::begin(kForeignPorts), std::end(kForeignPorts), port)) {
    return refused(part(url, CURLUPART_HOST),
                   fmt::format("port {} is not for HTTP", text));
  }
  return port;
}

// The text of the URL is not repeated in errors: it may hold a password.
Result<UrlHandle> parse(const std::string& text) {
  UrlHandle url(curl_url());
  if (text.find('\0') != text.npos) return refused("url", "contains a NUL byte");
  // To browsers a backslash ends the host, to libcurl it does not: no host to agree on.
  if (text.substr(0, text.find_first_of("?#")).find('\\') != text.npos) {
    return refused("url", "contains a backslash");
  }
  const auto error = curl_url_set(url.get(), CURLUPART_URL, text.c_str(), 0);
  if (error != CURLUE_OK) {
    return refused(text.substr(0, text.find(':')) + " url", curl_url_strerror(error));
  }
  return url;
}

}  // namespace

Result<Destination> judge_destination(const std::string& url,
                                      const AddressGuard& guard) {
  Destination destination;
  TRY_ASSIGN(destination.url, parse(url));
  auto* parsed = destination.url.get();
  const auto scheme = part(parsed, CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https") {
    return refused(part(parsed, CURLUPART_HOST),
                   fmt::format("the scheme '{}' is not http or https", scheme));
  }
  TRY_ASSIGN(const auto port, judge_port(parsed));
  TRY_ASSIGN(destination.endpoint, judge_host(parsed, port, guard));
  return destination;
}

Result<ProxyDestination> judge_proxy(const std::string& text,
                                     const AddressGuard& guard) {
  TRY_ASSIGN(const auto url, parse(text));
  if (part(url.get(), CURLUPART_SCHEME) != "http") {
    return refused("proxy " + part(url.get(), CURLUPART_HOST), "is not an http:// one");
  }
  ProxyDestination proxy;
  TRY_ASSIGN(const auto port, judge_port(url.get()));
  TRY_ASSIGN(proxy.endpoint, judge_host(url.get(), port, guard));
  proxy.address = fmt::format("http://{}:{}", part(url.get(), CURLUPART_HOST), port);
  const auto user = part(url.get(), CURLUPART_USER, CURLU_URLDECODE);
  if (!user.empty()) {
    proxy.credentials =
        user + ":" + part(url.get(), CURLUPART_PASSWORD, CURLU_URLDECODE);
  }
  return proxy;
}

}  // namespace curlew::http
