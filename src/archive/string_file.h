// Bytes in memory as a file to read. For this module alone.

#pragma once

#include <string>
#include <utility>

#include "archive/disk.h"

namespace curlew::archive {

class StringFile final : public File {
 public:
  explicit StringFile(std::string bytes) : bytes_(std::move(bytes)) {}

  Bytes size() const override { return bytes_.size(); }
  Result<std::string> read(Bytes offset, std::size_t most) const override {
    return offset < bytes_.size() ? bytes_.substr(offset, most) : std::string();
  }
  Result<void> append(std::string_view) override { return refused(); }
  Result<void> truncate(Bytes) override { return refused(); }
  Result<void> sync() override { return refused(); }

 private:
  static Error refused() { return {ErrorKind::kUsage, "this file is only read"}; }

  const std::string bytes_;
};

}  // namespace curlew::archive
