#include "apps/lab/page_file.h"

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include "parse/html/page.h"

namespace curlew::apps {

namespace {

using GzipFile = std::unique_ptr<gzFile_s, int (*)(gzFile)>;

Error cannot_read(const std::filesystem::path& path, std::string_view why) {
  return {ErrorKind::kNotFound,
          fmt::format("{}: cannot be read: {}", path.string(), why)};
}

// zlib reads files that are not gzipped as they are.
GzipFile open(const std::filesystem::path& path) {
  errno = 0;
  return {
      path == "-" ? ::gzdopen(::dup(STDIN_FILENO), "rb") : ::gzopen(path.c_str(), "rb"),
      ::gzclose};
}

}  // namespace

Result<std::string> read_page_file(const std::filesystem::path& path) {
  const GzipFile file = open(path);
  if (!file) return cannot_read(path, std::strerror(errno));
  std::string bytes;
  std::array<char, 65536> buffer{};
  int got = 0;
  while (bytes.size() <= parse::kMaxHtmlSize &&
         (got = ::gzread(file.get(), buffer.data(), buffer.size())) > 0)
    bytes.append(buffer.data(), std::size_t(got));
  int error = Z_OK;
  const char* const why = ::gzerror(file.get(), &error);
  if (error == Z_ERRNO) return cannot_read(path, std::strerror(errno));
  if (error < 0)
    return Error{ErrorKind::kMalformed,
                 fmt::format("{}: broken gzip: {}", path.string(), why)};
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
  if (error) return cannot_read(folder, error.message());
  if (files.empty())
    return Error{ErrorKind::kNotFound, folder + ": no *.html or *.html.gz in it"};
  std::ranges::sort(files);
  return files;
}

}  // namespace curlew::apps
