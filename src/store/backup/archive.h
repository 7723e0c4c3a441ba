// The one file that a backup is: a tar archive (POSIX ustar) of plain files in one
// folder, and at its end their SHA-256 sums as `sha256sum -c` reads them. Any tar opens
// it, without Curlew; docs/formats/backup.md describes it.
//
// Not compressed: what is large in a database of ours is compressed already, and a
// reader that unpacks nothing has no bombs to fear.

#pragma once

#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "base/sha.h"
#include "base/time.h"

namespace curlew::store {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

class ArchiveWriter {
 public:
  // `path` is made anew, readable by its owner alone: credentials are in it. kBusy when
  // another process is writing it.
  static Result<ArchiveWriter> create(const std::string& path, Time now);

  Result<void> add_text(std::string_view name, std::string_view text);
  Result<void> add_file(std::string_view name, const std::string& path);
  // Writes the sums; all is on the disk when it returns.
  Result<Bytes> finish();

 private:
  ArchiveWriter(std::string path, OpenFile file, Time now)
      : path_(std::move(path)), file_(std::move(file)), now_(now) {}
  Result<void> begin_entry(std::string_view name, Bytes size);
  Result<void> put(std::string_view bytes);
  Result<void> end_entry(std::string_view name, Bytes size, std::string_view sum);

  std::string path_;
  OpenFile file_;
  Time now_;
  std::string sums_;
  Bytes written_ = 0;
};

// Reads what ArchiveWriter wrote, and refuses everything else: entries that are not
// plain files, names with a path in them or met twice, an end that comes too early or
// not at all, sums that do not fit. Nothing of an archive is to be trusted before
// finish() has said yes.
class ArchiveReader {
 public:
  struct Entry {
    std::string name;
    Bytes size = 0;
  };

  static Result<ArchiveReader> open(const std::string& path);

  // The next file; nullopt when finish() may be called. The one before must have been
  // read.
  Result<std::optional<Entry>> next();
  // kLimit when the entry is larger.
  Result<std::string> read_text(Bytes limit);
  // `path` must not exist. It is on the disk when this returns.
  Result<void> extract(const std::string& path);

  // All sums fit all entries, and nothing follows.
  Result<void> finish();

 private:
  ArchiveReader(std::string path, OpenFile file, Bytes size)
      : path_(std::move(path)), file_(std::move(file)), left_(size) {}
  Error refused(std::string_view why) const;
  Result<std::string> take(Bytes bytes);
  template <typename Sink>
  Result<void> read_entry(const Sink& sink);

  std::string path_;
  OpenFile file_;
  // How much of the file is left.
  Bytes left_;
  Entry entry_;
  // By name, as computed.
  std::map<std::string, std::string, std::less<>> sums_;
  // The sums as the archive states them.
  std::string stated_;
  bool is_at_end_ = false;
};

}  // namespace curlew::store
