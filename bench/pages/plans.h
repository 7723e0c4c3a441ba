// How a database goes about a query, and whether it reads a large table for it.

#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "recording_database.h"
#include "store/database.h"

namespace curlew {

enum class Server { kSqlite, kPostgres };

struct QueryPlan {
  std::vector<std::string> lines;
  // Which large table is read from end to end; empty: none.
  std::string scanned;
};

// Of SQLite what EXPLAIN QUERY PLAN says: a SCAN of a large table that no LIMIT ends.
// Of PostgreSQL what EXPLAIN ANALYZE counts: more than kMostScanned rows of one in
// order of the table.
inline constexpr double kMostScanned = 20'000;
Result<QueryPlan> explain(store::Database& db, Server server, const AskedQuery& query);

}  // namespace curlew
