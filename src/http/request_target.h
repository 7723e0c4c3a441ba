// Takes the target of a request line apart (RFC 9112 §3.2): origin form "/a?b" as
// clients send it, and absolute form "http://host/a?b", which a server must accept too.

#pragma once

#include <string>
#include <string_view>

namespace curlew::http {

struct RequestTarget {
  std::string authority;  // Only in absolute form; it then replaces the Host field.
  std::string path;       // Percent-decoded.
  std::string query;      // Raw, without the '?'.
};

RequestTarget parse_request_target(std::string_view target);

enum class PlusSign { kIsPlus, kIsSpace };  // A space in form data, itself in a path.

// "%41" -> "A". What is no valid escape stays as it is.
std::string percent_decoded(std::string_view text, PlusSign plus);

}  // namespace curlew::http
