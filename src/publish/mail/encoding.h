// Text of any language in the ASCII lines that mail consists of.

#pragma once

#include <string>
#include <string_view>

namespace curlew::publish {

// The value of a header field without structure, such as Subject: as it is when it is
// short and ASCII, else encoded words (RFC 2047) on folded lines. `text` is UTF-8 on
// one line; `name_length` is that of the field's name.
std::string encoded_header_text(std::string_view text, std::size_t name_length);

// The same where a name stands before an address (RFC 5322 §3.2.5: phrase).
std::string encoded_phrase(std::string_view text, std::size_t name_length);

struct EncodedBody {
  // Content-Transfer-Encoding.
  std::string_view encoding;
  // Lines of at most 76 characters, ended by CRLF.
  std::string lines;
};

// A text whose lines end by "\n". Quoted-printable (RFC 2045 §6.7) where most of it is
// ASCII, and can be read as it is; else base64, which is half as long for Greek.
EncodedBody encoded_body(std::string_view text);

}  // namespace curlew::publish
