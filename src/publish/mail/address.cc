#include "publish/mail/address.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/plain_text.h"
#include "base/storable_text.h"

namespace curlew::publish {
namespace {

constexpr std::size_t kMostAddress = 254;  // RFC 5321 §4.5.3.1.3, without brackets.
constexpr std::size_t kMostLocal = 64;
constexpr std::size_t kMostLabel = 63;
constexpr std::size_t kMostName = 200;

bool is_alphanumeric(char c) { return is_ascii_alpha(c) || is_ascii_digit(c); }

// RFC 5322 §3.2.3.
bool is_atext(char c) {
  constexpr std::string_view kMarks = "!#$%&'*+-/=?^_`{|}~";
  return is_alphanumeric(c) || kMarks.find(c) != kMarks.npos;
}

// `is_part` of each of the parts between dots.
template <typename IsPart>
bool all_parts(std::string_view dotted, IsPart is_part) {
  while (true) {
    const std::size_t dot = dotted.find('.');
    if (!is_part(dotted.substr(0, dot))) return false;
    if (dot == dotted.npos) return true;
    dotted.remove_prefix(dot + 1);
  }
}

bool is_local_part(std::string_view local) {
  return local.size() <= kMostLocal && all_parts(local, [](std::string_view atom) {
           return !atom.empty() && std::ranges::all_of(atom, is_atext);
         });
}

bool is_domain(std::string_view domain) {
  return all_parts(domain, [](std::string_view label) {
    return !label.empty() && label.size() <= kMostLabel && label.front() != '-' &&
           label.back() != '-' && std::ranges::all_of(label, [](char c) {
             return is_alphanumeric(c) || c == '-';
           });
  });
}

bool is_name(std::string_view name) {
  return name.size() <= kMostName && is_storable_text(name) &&
         std::ranges::none_of(name, [](char c) {
           return static_cast<unsigned char>(c) < ' ' || c == 0x7F || c == '<' ||
                  c == '>';
         });
}

Error refused(std::string_view text, std::string_view why) {
  return {ErrorKind::kUsage,
          fmt::format("'{}': not a mail address: {}",
                      shortened(plain_text(text.substr(0, 400)), 80), why)};
}

std::string_view without_quotes(std::string_view name) {
  const bool is_quoted = name.size() >= 2 && name.front() == '"' && name.back() == '"';
  return is_quoted ? name.substr(1, name.size() - 2) : name;
}

}  // namespace

Result<MailAddress> parse_mail_address(std::string_view text) {
  MailAddress parsed;
  std::string_view address = text;
  if (!text.empty() && text.back() == '>') {
    const std::size_t open = text.find('<');
    if (open == text.npos) return refused(text, "'>' without '<'");
    const std::string_view name = without_quotes(trimmed(text.substr(0, open)));
    if (!is_name(name)) return refused(text, "its name has characters that none has");
    // What is invisible in a name serves only to deceive.
    parsed.name_ = plain_text(name);
    address = text.substr(open + 1, text.size() - open - 2);
  }
  if (address.size() > kMostAddress) return refused(text, "it is too long");
  const std::size_t at = address.rfind('@');
  if (at == address.npos) return refused(text, "it has no '@'");
  if (!is_local_part(address.substr(0, at))) {
    return refused(text, "what stands before the '@' is not plain");
  }
  if (!is_domain(address.substr(at + 1))) {
    return refused(text, "what stands behind the '@' is not the name of a host");
  }
  parsed.address_ = address;
  return parsed;
}

}  // namespace curlew::publish
