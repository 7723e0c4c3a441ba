#include "sim/replay/subscribers.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "sim/replay/line_file.h"

namespace curlew::sim {
namespace {

template <typename Number>
bool parse(std::string_view text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end;
}

}  // namespace

Result<Subscribers> read_subscribers(const std::string& path) {
  constexpr std::string_view kHeader = "source_id,subscribers";
  constexpr double kMost = 1e9;
  TRY_ASSIGN(LineFile file, LineFile::open(path));
  TRY_ASSIGN(const bool has_header, file.next());
  if (!has_header || file.line() != kHeader) {
    return file.error(ErrorKind::kMalformed,
                      fmt::format("'{}' instead of the header '{}'",
                                  file.line().substr(0, 60), kHeader));
  }
  Subscribers subscribers;
  while (true) {
    TRY_ASSIGN(const bool has_line, file.next());
    if (!has_line) return subscribers;
    const std::string_view line = file.line();
    const std::size_t comma = std::min(line.find(','), line.size());
    std::int64_t source = 0;
    double count = 0;
    const bool is_sound = comma < line.size() && parse(line.substr(0, comma), source) &&
                          parse(line.substr(comma + 1), count) && count >= 0 &&
                          count <= kMost;
    if (!is_sound) {
      return file.error(
          ErrorKind::kMalformed,
          fmt::format("'{}' is no source with its subscribers", line.substr(0, 60)));
    }
    subscribers[source] = count;
  }
}

}  // namespace curlew::sim
