// HTML that a stranger wrote (what a feed says of an article), made fit to be shown
// within our pages and to be passed on in our feeds.
//
// The page is parsed as browsers do and written anew from a list of what is allowed:
// elements that structure a text, without any attribute but the address of a link, and
// that only when it is http or https. Scripts, styles, forms and everything of SVG and
// MathML go with what is in them; unknown elements go and leave their text.
//
// Pictures, sound, films and frames become links to them: to load one would tell its
// server who reads what and when, and nobody has asked for that. Where a reader has,
// the links of pictures say which of them they are, and we get them for him
// (pictures.h).

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace curlew::api {

enum class PictureLinks {
  kPlain,
  // With data-picture="0": SafeHtml::pictures() has their addresses. Those of sound and
  // films have data-media="audio" or "video".
  kNumbered,
};

// Only safe_html() makes one that is not empty.
class SafeHtml {
 public:
  SafeHtml() = default;
  const std::string& text() const { return html_; }
  bool empty() const { return html_.empty(); }
  // Of PictureLinks::kNumbered.
  const std::vector<std::string>& pictures() const { return pictures_; }

 private:
  friend SafeHtml safe_html(std::string_view untrusted, PictureLinks links);
  std::string html_;
  std::vector<std::string> pictures_;
};

// Well-formed, every element closed. Bounded in size and time: what lies behind 1 MiB,
// read or written, is cut off.
SafeHtml safe_html(std::string_view untrusted,
                   PictureLinks links = PictureLinks::kPlain);

// What a reader sees of it; paragraphs are lines. Not cleaned of control characters:
// that is for plain_text(), line by line.
std::string text_of_html(std::string_view untrusted);

}  // namespace curlew::api
