// Paths of robots.txt rules and of addresses, made comparable octet by octet, and the
// comparison itself (RFC 9309 §2.2.2 and §2.2.3).

#pragma once

#include <string>
#include <string_view>

namespace curlew::fetch {

// What is done about "%61", which is an "a" that need not be encoded.
enum class Escapes {
  // It is an "a", as §2.2.2 demands.
  kDecoded,
  kAsWritten,
};

// A rule's path: what a URI cannot hold is percent-encoded, hex digits are upper case,
// "*" and a "$" at the end keep their meaning.
std::string comparable_pattern(std::string_view pattern, Escapes escapes);

// The same for the path of an address, in which "*" and "$" mean nothing. With
// kAsWritten, octets beyond ASCII stay as they are.
std::string comparable_path(std::string_view path, Escapes escapes);

// Does the pattern match from the beginning of the path? Costs time linear in the two
// lengths, however many "*" there are.
bool matches_pattern(std::string_view pattern, std::string_view path);

}  // namespace curlew::fetch
