// Mail addresses, let through only in a form that cannot reach out of the header or the
// SMTP command that it is put in.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace curlew::publish {

// Only parse_mail_address() makes one that is not empty.
class MailAddress {
 public:
  MailAddress() = default;

  // "maria@example.org"
  const std::string& address() const { return address_; }
  std::string_view domain() const {
    return std::string_view(address_).substr(address_.find('@') + 1);
  }
  // Empty where there is none. UTF-8 on one line.
  const std::string& name() const { return name_; }

  bool operator==(const MailAddress&) const = default;

 private:
  friend Result<MailAddress> parse_mail_address(std::string_view text);
  std::string name_;
  std::string address_;
};

// "maria@example.org" or "Maria P. <maria@example.org>". Of what RFC 5322 §3.4 allows
// only what people have: a local part of plain characters (dot-atom, at most 64 of
// them) and a domain of letters, digits and hyphens, as xn--… where it is Greek. Quoted
// local parts, comments, groups and addresses of hosts are refused, and so is every
// control character. Errors are kUsage.
Result<MailAddress> parse_mail_address(std::string_view text);

}  // namespace curlew::publish
