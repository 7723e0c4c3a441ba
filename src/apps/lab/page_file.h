// Pages on disk, plain or gzipped.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace curlew::apps {

// The bytes of a page, decompressed where the file is gzipped; "-" is standard input.
// Read a byte further than pages are read (parse/html/page.h): the rest counts for
// nothing.
Result<std::string> read_page_file(const std::filesystem::path& path);

// The name of the file without .html and .gz.
std::string id_of_page_file(const std::filesystem::path& path);

// Every *.html and *.html.gz in the folder, by name.
Result<std::vector<std::filesystem::path>> page_files_in(const std::string& folder);

}  // namespace curlew::apps
