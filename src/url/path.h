// Paths: dot segments, and the drive letters that file: URLs carry from Windows. A path
// is "" or, for each of its segments, a "/" and the segment.

#pragma once

#include <string>
#include <string_view>

namespace curlew::url {

// Special schemes also split at "\".
enum class Separators { kSlash, kBothSlashes };

// The path state: reads `text`, which follows the first "/", onto `path`.
void append_path(std::string& path, std::string_view text, std::string_view scheme,
                 Separators separators);

// Drops the last segment, except a drive letter that is alone.
void shorten_path(std::string& path, std::string_view scheme);

// "C:" or "C|".
bool is_drive_letter(std::string_view text);
// "C|/x", not "C|x".
bool starts_with_drive_letter(std::string_view text);
// "/C:" or "/C:/x".
bool is_normalized_drive_path(std::string_view path);

}  // namespace curlew::url
