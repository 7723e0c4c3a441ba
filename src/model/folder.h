// Folders that sources are filed in: "News/Greece", levels parted by '/', as in OPML.

#pragma once

#include <string>
#include <string_view>

namespace curlew::model {

// The one way to write a folder: without empty levels and without white space around
// them. "/News//Greece/" is "News/Greece"; "/" is "", which is not a folder.
std::string normalised_folder(std::string_view typed);

// Is a source that is filed in `folder` in `wanted`, or below it? Both are normalised;
// "" has all of them.
bool is_in_folder(std::string_view folder, std::string_view wanted);

}  // namespace curlew::model
