#include "url/path.h"

#include <algorithm>

#include "base/ascii.h"
#include "url/code_points.h"

namespace curlew::url {
namespace {

// How many dots the segment is made of, "." or "%2e" in either case; 0 for any other.
int dots_in(std::string_view segment) {
  int dots = 0;
  while (!segment.empty()) {
    if (segment[0] == '.') {
      segment.remove_prefix(1);
    } else if (starts_with_ignoring_case(segment, "%2e")) {
      segment.remove_prefix(3);
    } else {
      return 0;
    }
    if (++dots > 2) return 0;
  }
  return dots;
}

void append_segment(std::string& path, std::string_view segment, bool is_file) {
  const bool is_drive = is_file && path.empty() && is_drive_letter(segment);
  path += '/';
  append_percent_encoded(path, segment, kPathSet);
  if (is_drive) path.back() = ':';
}

}  // namespace

void append_path(std::string& path, std::string_view text, std::string_view scheme,
                 Separators separators) {
  const std::string_view slashes = separators == Separators::kBothSlashes ? "/\\" : "/";
  while (true) {
    const std::size_t end = std::min(text.find_first_of(slashes), text.size());
    const std::string_view segment = text.substr(0, end);
    const bool is_last = end == text.size();
    const int dots = dots_in(segment);
    if (dots == 0) append_segment(path, segment, scheme == "file");
    if (dots == 2) shorten_path(path, scheme);
    if (dots > 0 && is_last) path += '/';
    if (is_last) return;
    text.remove_prefix(end + 1);
  }
}

void shorten_path(std::string& path, std::string_view scheme) {
  const bool is_lone_drive =
      scheme == "file" && path.size() == 3 && is_normalized_drive_path(path);
  if (!is_lone_drive && !path.empty()) path.resize(path.rfind('/'));
}

bool is_drive_letter(std::string_view text) {
  return text.size() == 2 && is_ascii_alpha(text[0]) &&
         (text[1] == ':' || text[1] == '|');
}

bool starts_with_drive_letter(std::string_view text) {
  return is_drive_letter(text.substr(0, 2)) &&
         (text.size() == 2 || std::string_view("/\\?#").find(text[2]) != text.npos);
}

bool is_normalized_drive_path(std::string_view path) {
  return path.size() >= 3 && path[0] == '/' && is_ascii_alpha(path[1]) &&
         path[2] == ':' && (path.size() == 3 || path[3] == '/');
}

}  // namespace curlew::url
