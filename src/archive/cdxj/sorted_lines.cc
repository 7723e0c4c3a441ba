#include "archive/cdxj/sorted_lines.h"

#include <algorithm>

namespace curlew::archive {
namespace {

constexpr std::size_t kProbe = 2_KiB;
constexpr std::size_t kWalkAtOnce = 256_KiB;
// A longer line is no line of an index.
constexpr std::size_t kLongestLine = 1_MiB;

}  // namespace

Result<std::optional<SortedLines::Line>> SortedLines::line_at(Bytes offset) const {
  // From one byte before, so that a line which begins right here is seen to do so.
  const Bytes from = offset == 0 ? 0 : offset - 1;
  for (std::size_t size = kProbe;; size *= 8) {
    TRY_ASSIGN(const std::string bytes, file_.read(from, size));
    const bool is_end = bytes.size() < size;
    std::size_t begin = 0;
    if (offset != 0) {
      begin = std::min(bytes.find('\n'), bytes.size());
      if (begin < bytes.size()) ++begin;
    }
    const auto end = bytes.find('\n', begin);
    if (begin < bytes.size() && (end != bytes.npos || is_end)) {
      return std::optional(
          Line{from + begin, bytes.substr(begin, std::min(end, bytes.size()) - begin)});
    }
    if (is_end || size > kLongestLine) return std::optional<Line>();
  }
}

Result<SortedLines::Place> SortedLines::find(std::string_view key) const {
  Place place{.offset = size_};
  Bytes low = 0;
  Bytes high = size_;
  // Every line that begins before `low` is before the key; `place` is the first known
  // one that is not.
  while (low < high) {
    const Bytes middle = low + (high - low) / 2;
    TRY_ASSIGN(auto line, line_at(middle));
    if (!line || line->offset >= high) {
      high = middle;
    } else if (line->text < key) {
      low = line->offset + line->text.size() + 1;
      place.before = std::move(line->text);
    } else {
      place.offset = line->offset;
      high = middle;
    }
  }
  return place;
}

Result<void> SortedLines::walk(
    Bytes offset, const std::function<bool(std::string_view line)>& visit) const {
  std::string pending;
  // Most want a line or two.
  std::size_t at_once = kProbe;
  while (true) {
    TRY_ASSIGN(const std::string bytes, file_.read(offset, at_once));
    at_once = std::min(at_once * 4, kWalkAtOnce);
    offset += bytes.size();
    pending += bytes;
    std::string_view rest = pending;
    for (auto end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
      if (!visit(rest.substr(0, end))) return {};
      rest.remove_prefix(end + 1);
    }
    pending.erase(0, pending.size() - rest.size());
    if (bytes.empty() || pending.size() > kLongestLine) {
      if (!pending.empty()) visit(pending);
      return {};
    }
  }
}

}  // namespace curlew::archive
