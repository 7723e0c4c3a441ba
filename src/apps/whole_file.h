// A file at once. "-" is standard input.

#pragma once

#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

namespace curlew::apps {

// Larger files are refused (kLimit).
Result<std::string> read_whole_file(const std::string& path, Bytes limit = 256_MiB);

enum class Overwrite { kNo, kYes };
enum class Readers { kAll, kOwner };
// kExists when there is one already and it may not be overwritten. Of kOwner, a file
// that is there is closed to all others as well.
Result<void> write_whole_file(const std::string& path, std::string_view content,
                              Overwrite overwrite, Readers readers = Readers::kAll);

// Asked before work that takes long. What is there stays as it is.
Result<void> can_be_written(const std::string& path);

}  // namespace curlew::apps
