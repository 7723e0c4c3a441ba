// For tests: a disk under SQLite that loses its power. Until then everything passes
// through to real files; at the chosen operation it dies, every later one fails, and
// restart() leaves in the files what such a disk would hold: all that was synced, and
// of what was not, as much as chance kept.

#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/random.h"

namespace curlew::store {

// What became of a write that was not synced.
enum class Unsynced { kLost, kByChance };

// One at a time: SQLite knows its file layers by name.
class FailingDisk {
 public:
  FailingDisk();
  FailingDisk(const FailingDisk&) = delete;
  FailingDisk& operator=(const FailingDisk&) = delete;
  ~FailingDisk();

  static constexpr const char* kLayer = "curlew-failing-disk";

  // The n-th write, truncation or sync from now is the one that does not happen.
  void die_at(std::int64_t operation);
  bool is_dead() const { return is_dead_; }
  void restart(Unsynced unsynced, Random& random);

 private:
  struct Write {
    std::int64_t offset;
    // Of a truncation: none, and `offset` is the new size.
    std::string bytes;
    bool is_truncation;
  };
  struct FileState {
    // The content when it was last synced.
    std::string synced;
    std::vector<Write> since;
  };
  struct File;

  static File& as_file(sqlite3_file* file);
  static int open(sqlite3_vfs*, const char*, sqlite3_file*, int, int*);
  static int remove(sqlite3_vfs*, const char*, int);
  static int write(sqlite3_file*, const void*, int, sqlite3_int64);
  static int truncate(sqlite3_file*, sqlite3_int64);
  static int sync(sqlite3_file*, int);
  static const sqlite3_io_methods& methods();

  // Counts one operation; false when the power is gone.
  bool may_go_on();

  sqlite3_vfs* real_;
  sqlite3_vfs layer_{};
  std::map<std::string, FileState> files_;
  // Negative: for ever.
  std::int64_t operations_left_ = -1;
  bool is_dead_ = false;
};

}  // namespace curlew::store
