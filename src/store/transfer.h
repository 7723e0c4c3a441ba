// Moves everything of an embedded installation, a SQLite file, into an empty database
// on a server: table by table, a few hundred rows at a time, each part in one
// transaction with a note of how far it came. Killed, it goes on from there. At the end
// every row is read on both sides and compared by count and checksum. The file is only
// read.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/database.h"

namespace curlew::store {

struct TransferProgress {
  // "copying" or "comparing".
  std::string_view doing;
  std::string_view table;
  // Of this table, so far.
  std::int64_t rows = 0;
  // Of this table.
  std::int64_t total = 0;
};

struct TransferOptions {
  // Called after each part, and so every few hundred rows.
  std::function<void(const TransferProgress&)> progress = [](const auto&) {};
  std::size_t rows_at_once = 500;
  // Pages are large: fewer rows when they hold more than this.
  std::size_t bytes_at_once = 8u << 20;
};

struct Transferred {
  std::int64_t tables = 0;
  std::int64_t rows = 0;
  // Texts that no server would have taken as they were.
  std::int64_t mended = 0;
  // An earlier one had been interrupted.
  bool was_resumed = false;
};

// `from` is SQLite with the present schema; `to` is empty or what an interrupted
// transfer of the same file left, kExists otherwise. When rows of the file were changed
// since the interruption, it begins anew by itself.
Result<Transferred> transfer(Database& from, Database& to,
                             const TransferOptions& options = {});

// Did a transfer into this database begin and not end?
Result<bool> is_transfer_unfinished(Database& database);

}  // namespace curlew::store
