// What a page says to crawlers about itself: <meta name="robots"> and X-Robots-Tag
// (https://www.rfc-editor.org/rfc/rfc9309 leaves these to practice; the words are those
// that all large crawlers read).

#pragma once

#include "dom/document.h"
#include "http/message.h"

namespace curlew::pipeline {

struct RobotsWishes {
  // It is to be in no index: no article is made of it.
  bool is_noindex = false;
  // None of its links is to be followed.
  bool is_nofollow = false;

  bool operator==(const RobotsWishes&) const = default;
};

// What is said to all counts, and what is said to us by name: "curlew". The stricter
// one of several.
RobotsWishes robots_wishes(const http::Headers& headers, const dom::Document& page);

}  // namespace curlew::pipeline
