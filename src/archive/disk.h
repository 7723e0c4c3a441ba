// The folder that an archive lies in, as the archive sees it: files that grow at their
// end, and names. The real one is a folder; the one in memory (memory_disk.h) can lose
// its power at any operation, which is how the archive's promises are tested.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace curlew::archive {

// For one thread at a time. It must not outlive its disk.
class File {
 public:
  virtual ~File() = default;

  virtual Bytes size() const = 0;
  // Fewer bytes than asked for only at the end of the file.
  virtual Result<std::string> read(Bytes offset, std::size_t most) const = 0;
  // At the end. After an error some of the bytes may be there.
  virtual Result<void> append(std::string_view bytes) = 0;
  virtual Result<void> truncate(Bytes size) = 0;
  // What was written is on the disk when it returns.
  virtual Result<void> sync() = 0;
};

// Held as long as the object lives.
class Lock {
 public:
  virtual ~Lock() = default;
};

// May be used from several threads.
class Disk {
 public:
  virtual ~Disk() = default;

  // Sorted.
  virtual Result<std::vector<std::string>> names() const = 0;
  // kNotFound when there is no such file.
  virtual Result<std::unique_ptr<File>> open(const std::string& name) = 0;
  // kExists when there is one of that name: no two writers ever share a file.
  virtual Result<std::unique_ptr<File>> create(const std::string& name) = 0;
  // Over what is there.
  virtual Result<void> rename(const std::string& from, const std::string& to) = 0;
  virtual Result<void> remove(const std::string& name) = 0;
  // Files that were created, renamed or removed are so on the disk when it returns.
  virtual Result<void> sync_names() = 0;
  // kBusy while another writer has it, in this process or another.
  virtual Result<std::unique_ptr<Lock>> lock() = 0;
};

// A folder, made when it is missing.
Result<std::unique_ptr<Disk>> open_folder(const std::string& path);

// One file of any folder, to read only.
Result<std::unique_ptr<File>> open_file(const std::string& path);

// A file of that name and content, there as a whole or not at all, and on the disk when
// it returns.
Result<void> write_whole(Disk& disk, const std::string& name, std::string_view content);

}  // namespace curlew::archive
