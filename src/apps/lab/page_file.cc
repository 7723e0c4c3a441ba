#include "apps/lab/page_file.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>

namespace curlew::apps {

Result<std::string> read_page_file(const std::filesystem::path& path) {
  // zlib reads files that are not gzipped as they are.
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(::gzopen(path.c_str(), "rb"),
                                                        ::gzclose);
  if (!file) return Error{ErrorKind::kNotFound, path.string() + ": cannot be read"};
  std::string bytes;
  std::array<char, 65536> buffer{};
  int got = 0;
  while ((got = ::gzread(file.get(), buffer.data(), buffer.size())) > 0)
    bytes.append(buffer.data(), std::size_t(got));
  if (got < 0) return Error{ErrorKind::kMalformed, path.string() + ": broken gzip"};
  return bytes;
}

std::string id_of_page_file(const std::filesystem::path& path) {
  std::filesystem::path name = path.filename();
  if (name.extension() == ".gz") name.replace_extension();
  if (name.extension() == ".html") name.replace_extension();
  return name.string();
}

Result<std::vector<std::filesystem::path>> page_files_in(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".html") || name.ends_with(".html.gz"))
      files.push_back(entry.path());
  }
  if (files.empty())
    return Error{ErrorKind::kNotFound, folder + ": no *.html or *.html.gz in it"};
  std::ranges::sort(files);
  return files;
}

}  // namespace curlew::apps
