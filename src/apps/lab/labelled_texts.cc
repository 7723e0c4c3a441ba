#include "apps/lab/labelled_texts.h"

#include <fmt/format.h>
#include <zlib.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>

#include "apps/lab/cases.h"
#include "apps/lab/lone_surrogates.h"

namespace curlew::apps {
namespace {

using GzipFile = std::unique_ptr<gzFile_s, int (*)(gzFile)>;

// zlib reads files that are not gzipped as they are. False at the end of the file.
bool read_line(gzFile file, std::string& line) {
  line.clear();
  std::array<char, 65536> buffer{};
  while (gzgets(file, buffer.data(), int(buffer.size()))) {
    line += buffer.data();
    if (line.ends_with('\n')) {
      line.pop_back();
      return true;
    }
  }
  return !line.empty();
}

}  // namespace

Result<std::vector<LabelledText>> read_labelled_texts(const std::string& path,
                                                      const std::string& label) {
  errno = 0;
  const GzipFile file(gzopen(path.c_str(), "rb"), gzclose);
  if (!file) {
    return Error{ErrorKind::kNotFound,
                 fmt::format("{}: cannot be read: {}", path, std::strerror(errno))};
  }
  std::vector<LabelledText> texts;
  int number = 0;
  for (std::string line; read_line(file.get(), line);) {
    ++number;
    if (line.empty()) continue;
    boost::system::error_code error;
    const boost::json::value row =
        boost::json::parse(with_lone_surrogates_replaced(line), error);
    if (error || !row.is_object()) {
      return Error{ErrorKind::kMalformed,
                   fmt::format("{}:{}: no JSON object: {:.60}", path, number, line)};
    }
    const boost::json::object& object = row.get_object();
    LabelledText text{.id = text_of(object, "id"),
                      .label = text_of(object, label),
                      .title = text_of(object, "title"),
                      .text = text_of(object, "text")};
    if (!text.label.empty()) texts.push_back(std::move(text));
  }
  int error = Z_OK;
  const char* const why = gzerror(file.get(), &error);
  if (error == Z_ERRNO) {
    return Error{ErrorKind::kNotFound,
                 fmt::format("{}: cannot be read: {}", path, std::strerror(errno))};
  }
  if (error < 0) {
    return Error{ErrorKind::kMalformed, fmt::format("{}: broken gzip: {}", path, why)};
  }
  return texts;
}

}  // namespace curlew::apps
