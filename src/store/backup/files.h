// The names of the files in a backup, and the few things that are done with files as
// wholes. For this folder alone.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/backup/backup.h"
#include "store/database.h"

namespace curlew::store {

// 2: the key may be in it. What reads it reads 1, too.
inline constexpr int kBackupFormat = 2;
inline constexpr const char* kDescriptionFile = "curlew-backup.json";
inline constexpr const char* kConfigFile = "curlew.toml";
// Where it is laid down: somebody's own may be in the directory.
inline constexpr const char* kRestoredConfigFile = "curlew.toml.restored";

// terminal-1.db, terminal-2.db, ...: the cache of a terminal.
bool is_terminal_file(std::string_view name);
// terminal-1.reading, ...: what a terminal is reading, by the numbers of sources
// (store/reading_mark.h). No part of a backup.
bool is_reading_mark(std::string_view name);

// Fills in what a central database, of whatever schema, tells of itself.
Result<void> read_facts(Database& database, BackupFacts& facts);

// What is in a folder, sorted.
Result<std::vector<std::string>> names_in(const std::string& folder);
// By one rename, over what is there.
Result<void> move_file(const std::string& from, const std::string& to);
// Renames in the folder of this file are on the disk when it returns.
Result<void> sync_folder_of(const std::string& path);

}  // namespace curlew::store
