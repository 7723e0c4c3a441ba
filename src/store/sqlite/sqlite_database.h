// The SQLite driver: one file, in write-ahead-log mode, so that readers never wait for
// the writer and the writer never waits for readers.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "base/time.h"
#include "store/database.h"

namespace curlew::store {

enum class FileUse {
  // Created, readable by its owner alone, when absent.
  kReadWrite,
  // As kReadWrite, but kNotFound when absent.
  kPresent,
  // kNotFound when absent.
  kReadOnly,
};

enum class Durability {
  // A commit is on the disk when it returns.
  kPowerLoss,
  // A commit survives the program; power loss may take the last ones.
  kCrash,
};

struct SqliteOptions {
  std::string path;
  FileUse use = FileUse::kReadWrite;
  Durability durability = Durability::kPowerLoss;
  // Marks whose file it is: one with another mark, or tables without one, is refused.
  std::uint32_t application_id = 0;
  // A writer waits this long for another's transaction before it says kBusy.
  Milliseconds busy_timeout{10'000};
  // SQLite's name of a file layer, for tests that break things; empty: the default.
  std::string file_layer;
};

// Opens the file and checks that it can be read and is ours; touches no schema.
Result<std::unique_ptr<Database>> open_sqlite(const SqliteOptions& options);

// Copies a database as it is at this moment, whoever writes to it meanwhile, whatever
// its schema is. `to` must be empty or absent.
Result<void> copy_sqlite(const std::string& from, std::uint32_t application_id,
                         const std::string& to);

}  // namespace curlew::store
