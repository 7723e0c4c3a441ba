// A data directory in one file, and back.
//
// A backup is consistent although others write meanwhile. The terminals' caches are
// copied first: a cache may know less than the central store, which costs a full
// answer, never more (VisitOrder::stored_until would not let it be used, either).
//
// A restore is all or nothing: files are unpacked and checked in DIR/restore.part,
// which then becomes DIR/restore.ready by one rename. From there they are only moved
// into place. A process that dies before that rename has changed nothing; one that dies
// after it leaves moves to be finished by whoever takes the directory next.

#pragma once

#include <cstdint>
#include <string>

#include "base/bytes.h"
#include "base/result.h"
#include "base/time.h"

namespace curlew::store {

// The central store's file in a data directory.
inline constexpr const char* kCentralFile = "central.db";

struct BackupOptions {
  std::string directory;
  // FILE.part and FILE.part-db are used on the way.
  std::string file;
  // The text of the configuration; empty: none goes along.
  std::string config;
  std::string version;
  Time now;
};

struct BackupFacts {
  Bytes bytes = 0;
  std::int64_t schema = 0;
  std::int64_t sources = 0;
  std::int64_t articles = 0;
  std::string version;
  std::string created;
  // Restored as DIR/curlew.toml.restored.
  bool has_config = false;
};

// `file` appears by one rename, or not at all.
Result<BackupFacts> write_backup(const BackupOptions& options);

enum class Existing { kRefused, kReplaced };

// The caller must hold the directory, so that no Curlew runs on it. kExists when there
// is anything in it already that may not be replaced; kMalformed when `file` is no
// whole backup; kUnsupported when a newer Curlew wrote it.
Result<BackupFacts> restore_backup(const std::string& file,
                                   const std::string& directory, Existing existing);

// A restore that died among its last moves. Until it is finished nothing in the
// directory is to be opened.
bool is_restore_unfinished(const std::string& directory);
// Finishes it, if there is one. The caller must hold the directory.
Result<void> finish_restore(const std::string& directory);

}  // namespace curlew::store
