// Bytes in whatever charset -> UTF-8.

#pragma once

#include <string>
#include <string_view>

namespace curlew::parse {

// What is said about the charset, outside and inside of the document. Empty: nothing.
struct CharsetHints {
  // charset= of the Content-Type header.
  std::string_view http;
  // By the document: <?xml encoding=...?>, <meta charset>.
  std::string_view declared;
};

struct Utf8Text {
  // Valid UTF-8 without byte order mark and control characters. Lines end in "\n".
  std::string text;
  // What it was taken for: "UTF-8", "windows-1253".
  std::string charset;
};

// In this order: byte order mark, UTF-16 and UTF-32 by their zero bytes, text that is
// proper UTF-8 beyond chance, the header, the declaration, what the bytes look like
// (uchardet), windows-1252. A charset that is unknown or does not fit the bytes is
// passed over. The header comes before the declaration as RFC 7303 section 3 has it;
// proper UTF-8 comes before both, since servers label it as ISO-8859-1 and no text in
// another charset looks like it.
Utf8Text to_utf8(std::string_view bytes, const CharsetHints& hints);

// "text/xml; charset=utf-8" -> "utf-8".
std::string_view charset_of_content_type(std::string_view header);

// The encoding in the XML declaration near the start of `bytes`, in a charset that has
// ASCII in it. (The others are known by their first bytes.)
std::string_view declared_xml_encoding(std::string_view bytes);

}  // namespace curlew::parse
