// What the system says of this process and of a disk, for the figures that operators
// watch.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/bytes.h"

namespace curlew {

struct ProcessFacts {
  // Seconds of processor time, in user and system mode.
  double cpu_seconds = 0;
  // When it began, in seconds since 1970.
  double started = 0;
  Bytes resident = 0;
  Bytes virtual_memory = 0;
  std::uint64_t open_files = 0;
  std::uint64_t most_open_files = 0;
  std::uint64_t threads = 0;
};

// From /proc; what is not there is 0.
ProcessFacts read_process_facts();

struct DiskRoom {
  // For those who are not root.
  Bytes free = 0;
  Bytes total = 0;
};
// Of the file system that `folder` is on; nullopt: nobody can tell.
std::optional<DiskRoom> disk_room_of(const std::string& folder);

// Of all files in the folder and below it. What goes away meanwhile is not counted.
Bytes size_of_folder(const std::string& folder);

}  // namespace curlew
