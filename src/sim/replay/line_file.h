// The lines of a text file, which may be gzipped.

#pragma once

#include <zlib.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace curlew::sim {

class LineFile {
 public:
  static Result<LineFile> open(const std::string& path);

  // Moves to the next line; false at the end of the file. Lines that are longer than
  // 64 KiB, and files that are damaged or expand to more than 4 GiB, are errors.
  Result<bool> next();
  // Without its end.
  std::string_view line() const { return line_; }

  // "file:line: what"
  Error error(ErrorKind kind, std::string_view what) const;

 private:
  struct Close {
    void operator()(gzFile_s* file) const { gzclose(file); }
  };

  LineFile(std::string path, gzFile file);
  Result<bool> fill();

  std::string path_;
  std::unique_ptr<gzFile_s, Close> file_;
  std::vector<char> buffer_;
  // Of what is read but not yet handed out.
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t total_ = 0;
  std::size_t number_ = 0;
  std::string_view line_;
};

}  // namespace curlew::sim
