// Takes the target of a request line apart (RFC 9112 §3.2): origin form "/a?b" as
// clients send it, and absolute form "http://host/a?b", which a server must accept too.

#pragma once

#include <string>
#include <string_view>

namespace curlew::http {

struct RequestTarget {
  // Neither an origin form, nor an absolute one with a host, nor "*": then the rest
  // means nothing.
  bool is_valid = true;
  // Only in absolute form; it then replaces the Host field.
  std::string authority;
  // Path and query as they were sent.
  std::string raw;
  // Percent-decoded.
  std::string path;
  // Raw, without the '?'.
  std::string query;
};

RequestTarget parse_request_target(std::string_view target);

// A space in form data, itself in a path.
enum class PlusSign { kIsPlus, kIsSpace };

// "%41" -> "A". What is not a valid escape stays as it is.
std::string percent_decoded(std::string_view text, PlusSign plus);

}  // namespace curlew::http
