// What becomes of an archived document when it is shown, by its media type.

#pragma once

#include <string_view>

namespace curlew::api {

enum class Showing {
  // Written anew (replay_html.h).
  kPage,
  kStyle,
  // A picture or a font.
  kMedia,
  // Whatever people can read, as plain text.
  kText,
  // Nothing that a browser shows by itself: to be saved.
  kFile,
};

// `content_type` is the header as received.
Showing showing_of(std::string_view content_type);

inline constexpr std::string_view kUnknownType = "application/octet-stream";

// "image/png" of " Image/PNG; a=b", if it is a type that runs nothing and that no
// browser takes for a page; else kUnknownType.
std::string_view passive_type(std::string_view content_type);

}  // namespace curlew::api
