// Looks lines up in a sorted text file without reading all of it. The order is that of
// their bytes.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "archive/disk.h"

namespace curlew::archive {

class SortedLines {
 public:
  // `file` outlives it.
  explicit SortedLines(const File& file) : file_(file), size_(file.size()) {}

  // Where the first line that is not before `key` begins, and the line before it.
  struct Place {
    Bytes offset = 0;
    std::optional<std::string> before;
  };
  Result<Place> find(std::string_view key) const;

  // The lines from `offset` on, until `visit` returns false.
  Result<void> walk(Bytes offset,
                    const std::function<bool(std::string_view line)>& visit) const;

 private:
  // The first line that begins at `offset` or behind it.
  struct Line {
    Bytes offset;
    std::string text;
  };
  Result<std::optional<Line>> line_at(Bytes offset) const;

  const File& file_;
  const Bytes size_;
};

}  // namespace curlew::archive
