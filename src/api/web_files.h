// The files of the page, as web/build made them: they are in the program, so that there
// is nothing to install beside it.

#pragma once

#include <span>
#include <string_view>

namespace curlew::api {

struct WebFile {
  // "/assets/app-0123456789.js": what has a hash in its name never changes.
  std::string_view path;
  std::string_view type;
  std::string_view plain;
  std::string_view gzip;
  std::string_view brotli;
};

std::span<const WebFile> web_files();

// What the page may load and do (web/src/app/content_policy.txt).
std::string_view web_content_policy();

}  // namespace curlew::api
