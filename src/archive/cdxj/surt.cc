#include "archive/cdxj/surt.h"

#include <fmt/format.h>

#include "url/domain.h"
#include "url/url.h"

namespace curlew::archive {
namespace {

std::string reversed_labels(std::string_view host) {
  std::string key;
  while (!host.empty()) {
    const auto dot = host.rfind('.');
    const auto label = dot == host.npos ? host : host.substr(dot + 1);
    if (!key.empty()) key += ',';
    key += label;
    host = dot == host.npos ? std::string_view() : host.substr(0, dot);
  }
  return key;
}

// No white space may be in a key.
std::string as_word(std::string_view text) {
  std::string word;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) <= ' ') {
      word += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      word += c;
    }
  }
  return word;
}

}  // namespace

std::string to_surt(std::string_view url) {
  const auto parsed = url::parse_url(url);
  if (!parsed.ok() || !parsed->has_host() || parsed->host().empty()) {
    return as_word(url);
  }
  std::string_view host = parsed->host();
  std::string key;
  if (url::is_ip_address(host)) {
    key = host;
  } else {
    if (host.starts_with("www.") && host.size() > 4) host.remove_prefix(4);
    key = reversed_labels(host);
  }
  if (parsed->port()) key += fmt::format(":{}", *parsed->port());
  return as_word(fmt::format("{}){}", key, parsed->path_and_query()));
}

}  // namespace curlew::archive
