// The states of the standard are functions here, in its order and by its names. Where
// it looks at one code point at a time and turns back, a function looks for the end of
// its part; what it hands over to is at `rest_`.

#include "url/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/ascii.h"
#include "url/code_points.h"
#include "url/host.h"
#include "url/path.h"
#include "url/writer.h"

namespace curlew::url {
namespace {

// Nullptr when all is well, else what is wrong, for people.
using Fault = const char*;
constexpr Fault kOk = nullptr;

bool is_tab_or_newline(char c) { return c == '\t' || c == '\n' || c == '\r'; }

// Leading and trailing C0 controls and spaces, and tabs and newlines anywhere, go.
std::string cleaned(std::string_view input) {
  const auto is_trimmed = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  while (!input.empty() && is_trimmed(input.front())) input.remove_prefix(1);
  while (!input.empty() && is_trimmed(input.back())) input.remove_suffix(1);
  std::string text = is_ascii(input) ? std::string(input) : to_well_formed_utf8(input);
  std::erase_if(text, is_tab_or_newline);
  return text;
}

class UrlParser {
 public:
  UrlParser(std::string_view input, const Url* base) : rest_(input), base_(base) {}

  Fault parse() { return take_scheme() ? after_scheme() : no_scheme_state(); }
  const UrlRecord& record() const { return url_; }

 private:
  bool at(char c) const { return !rest_.empty() && rest_[0] == c; }
  bool at_slash() const { return at('/') || (is_special_ && at('\\')); }

  bool take_scheme();
  Fault after_scheme();
  Fault no_scheme_state();
  Fault relative_state();
  Fault relative_slash_state();
  Fault special_authority_ignore_slashes_state();
  Fault authority_state();
  Fault host_state(std::string_view host_and_port);
  Fault port_state(std::string_view digits);
  Fault file_state();
  Fault file_slash_state();
  Fault file_host_state();
  Fault path_start_state();
  Fault path_state();
  Fault opaque_path_state();
  Fault query_state();
  Fault fragment_state();

  void set_scheme(std::string scheme);
  void copy_authority_of_base();
  std::size_t end_of_authority() const;

  std::string_view rest_;
  const Url* base_;
  UrlRecord url_;
  bool is_special_ = false;
};

void UrlParser::set_scheme(std::string scheme) {
  url_.scheme = std::move(scheme);
  is_special_ = is_special_scheme(url_.scheme);
}

void UrlParser::copy_authority_of_base() {
  url_.username = base_->username();
  url_.password = base_->password();
  if (base_->has_host()) url_.host = base_->host();
  url_.port = base_->port();
}

// Scheme start state and scheme state. Without a ":" after it, it was not a scheme.
bool UrlParser::take_scheme() {
  if (rest_.empty() || !is_ascii_alpha(rest_[0])) return false;
  const auto is_scheme_char = [](char c) {
    return is_ascii_alpha(c) || is_ascii_digit(c) || c == '+' || c == '-' || c == '.';
  };
  const auto* const end = std::find_if_not(rest_.begin(), rest_.end(), is_scheme_char);
  if (end == rest_.end() || *end != ':') return false;
  const auto length = static_cast<std::size_t>(end - rest_.begin());
  set_scheme(to_ascii_lower(rest_.substr(0, length)));
  rest_.remove_prefix(length + 1);
  return true;
}

// What the scheme state does at the ":", with the special relative or authority,
// special authority slashes, and path or authority states.
Fault UrlParser::after_scheme() {
  if (url_.scheme == "file") return file_state();
  if (is_special_) {
    const bool is_relative =
        base_ != nullptr && base_->scheme() == url_.scheme && !rest_.starts_with("//");
    return is_relative ? relative_state() : special_authority_ignore_slashes_state();
  }
  if (!at('/')) return opaque_path_state();
  rest_.remove_prefix(1);
  if (!at('/')) return path_state();
  rest_.remove_prefix(1);
  return authority_state();
}

Fault UrlParser::no_scheme_state() {
  if (base_ == nullptr) return "no scheme, and no base to resolve against";
  if (base_->has_opaque_path()) {
    if (!at('#')) return "relative to a base that has no path";
    set_scheme(std::string(base_->scheme()));
    url_.path = base_->path();
    url_.has_opaque_path = true;
    if (base_->has_query()) url_.query = base_->query();
    return fragment_state();
  }
  if (base_->scheme() == "file") return file_state();
  return relative_state();
}

Fault UrlParser::relative_state() {
  set_scheme(std::string(base_->scheme()));
  if (at_slash()) return relative_slash_state();
  copy_authority_of_base();
  url_.path = base_->path();
  if (rest_.empty() || at('#')) {
    if (base_->has_query()) url_.query = base_->query();
    return fragment_state();
  }
  if (at('?')) return query_state();
  shorten_path(url_.path, url_.scheme);
  return path_state();
}

Fault UrlParser::relative_slash_state() {
  rest_.remove_prefix(1);
  if (is_special_ && at_slash()) return special_authority_ignore_slashes_state();
  if (at('/')) {
    rest_.remove_prefix(1);
    return authority_state();
  }
  copy_authority_of_base();
  return path_state();
}

Fault UrlParser::special_authority_ignore_slashes_state() {
  rest_.remove_prefix(std::min(rest_.find_first_not_of("/\\"), rest_.size()));
  return authority_state();
}

std::size_t UrlParser::end_of_authority() const {
  return std::min(rest_.find_first_of(is_special_ ? "/\\?#" : "/?#"), rest_.size());
}

Fault UrlParser::authority_state() {
  std::string_view authority = rest_.substr(0, end_of_authority());
  rest_.remove_prefix(authority.size());
  if (const auto at_sign = authority.rfind('@'); at_sign != authority.npos) {
    const std::string_view credentials = authority.substr(0, at_sign);
    authority.remove_prefix(at_sign + 1);
    if (authority.empty()) return "credentials without a host";
    const std::size_t colon = std::min(credentials.find(':'), credentials.size());
    append_percent_encoded(url_.username, credentials.substr(0, colon), kUserinfoSet);
    if (colon < credentials.size()) {
      append_percent_encoded(url_.password, credentials.substr(colon + 1),
                             kUserinfoSet);
    }
  }
  return host_state(authority);
}

// The position of the ":" before a port: outside of brackets.
std::size_t port_colon(std::string_view host_and_port) {
  bool is_inside_brackets = false;
  for (std::size_t i = 0; i < host_and_port.size(); ++i) {
    const char c = host_and_port[i];
    if (c == ':' && !is_inside_brackets) return i;
    if (c == '[') is_inside_brackets = true;
    if (c == ']') is_inside_brackets = false;
  }
  return host_and_port.npos;
}

Fault UrlParser::host_state(std::string_view host_and_port) {
  const std::size_t colon = port_colon(host_and_port);
  const std::string_view host = host_and_port.substr(0, colon);
  if (host.empty() && (is_special_ || colon == 0)) return "no host";
  url_.host = parse_host(host, is_special_ ? HostKind::kDomain : HostKind::kOpaque);
  if (!url_.host) return "invalid host";
  if (colon != host_and_port.npos) {
    if (const Fault fault = port_state(host_and_port.substr(colon + 1))) return fault;
  }
  return path_start_state();
}

Fault UrlParser::port_state(std::string_view digits) {
  if (digits.empty()) return kOk;
  std::uint16_t port = 0;
  const char* const end = digits.data() + digits.size();
  const auto [last, error] = std::from_chars(digits.data(), end, port);
  if (error != std::errc() || last != end) return "invalid port";
  if (!is_special_ || port != default_port(url_.scheme)) url_.port = port;
  return kOk;
}

Fault UrlParser::file_state() {
  set_scheme("file");
  url_.host = "";
  if (at_slash()) return file_slash_state();
  if (base_ == nullptr || base_->scheme() != "file") return path_state();
  url_.host = base_->host();
  url_.path = base_->path();
  if (rest_.empty() || at('#')) {
    if (base_->has_query()) url_.query = base_->query();
    return fragment_state();
  }
  if (at('?')) return query_state();
  if (starts_with_drive_letter(rest_)) {
    url_.path.clear();
  } else {
    shorten_path(url_.path, url_.scheme);
  }
  return path_state();
}

Fault UrlParser::file_slash_state() {
  rest_.remove_prefix(1);
  if (at_slash()) {
    rest_.remove_prefix(1);
    return file_host_state();
  }
  if (base_ != nullptr && base_->scheme() == "file") {
    url_.host = base_->host();
    if (!starts_with_drive_letter(rest_) && is_normalized_drive_path(base_->path())) {
      url_.path = base_->path().substr(0, 3);
    }
  }
  return path_state();
}

Fault UrlParser::file_host_state() {
  const std::string_view host = rest_.substr(0, end_of_authority());
  if (is_drive_letter(host)) return path_state();
  rest_.remove_prefix(host.size());
  if (!host.empty()) {
    url_.host = parse_host(host, HostKind::kDomain);
    if (!url_.host) return "invalid host";
    if (url_.host == "localhost") url_.host = "";
  }
  return path_start_state();
}

Fault UrlParser::path_start_state() {
  if (!is_special_ && (rest_.empty() || at('?') || at('#'))) return query_state();
  if (at_slash()) rest_.remove_prefix(1);
  return path_state();
}

// `rest_` is behind the "/" that begins the path.
Fault UrlParser::path_state() {
  const std::size_t end = std::min(rest_.find_first_of("?#"), rest_.size());
  append_path(url_.path, rest_.substr(0, end), url_.scheme,
              is_special_ ? Separators::kBothSlashes : Separators::kSlash);
  rest_.remove_prefix(end);
  return query_state();
}

Fault UrlParser::opaque_path_state() {
  const std::size_t end = std::min(rest_.find_first_of("?#"), rest_.size());
  std::string_view path = rest_.substr(0, end);
  rest_.remove_prefix(end);
  // Only the last space before "?" or "#" is encoded, lest stripping the rest bare it.
  const bool ends_with_space = path.ends_with(' ') && !rest_.empty();
  if (ends_with_space) path.remove_suffix(1);
  append_percent_encoded(url_.path, path, kControlSet);
  if (ends_with_space) url_.path += "%20";
  url_.has_opaque_path = true;
  return query_state();
}

Fault UrlParser::query_state() {
  if (at('?')) {
    const std::size_t end = std::min(rest_.find('#'), rest_.size());
    append_percent_encoded(url_.query.emplace(), rest_.substr(1, end - 1),
                           is_special_ ? kSpecialQuerySet : kQuerySet);
    rest_.remove_prefix(end);
  }
  return fragment_state();
}

Fault UrlParser::fragment_state() {
  if (at('#')) {
    append_percent_encoded(url_.fragment.emplace(), rest_.substr(1), kFragmentSet);
  }
  return kOk;
}

Error error_about(std::string_view what, std::string_view input) {
  constexpr std::size_t kEnough = 200;
  return {ErrorKind::kMalformed,
          fmt::format("url: {} in \"{}\"{}", what, input.substr(0, kEnough),
                      input.size() > kEnough ? "..." : "")};
}

}  // namespace

Result<Url> parse_any_url(std::string_view input, const Url* base) {
  const std::string text = cleaned(input);
  UrlParser parser(text, base);
  if (const Fault fault = parser.parse()) return error_about(fault, input);
  return UrlWriter::write(parser.record());
}

}  // namespace curlew::url
