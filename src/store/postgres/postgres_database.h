// The PostgreSQL driver: a database on a server, shared by any number of programs. One
// of them writes at a time, as with SQLite; readers wait for nobody.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "store/database.h"

namespace curlew::store {

enum class ServerUse {
  kReadWrite,
  kReadOnly,
  // Reads and writes; only one such connection at a time.
  kController,
};

struct PostgresOptions {
  // "postgres://user@host:5432/database", as libpq reads it.
  std::string url;
  // Empty: as libpq finds it, in PGPASSWORD or ~/.pgpass.
  std::string password;
  ServerUse use = ServerUse::kReadWrite;
  // A writer waits this long for another's transaction before it says kBusy.
  Milliseconds busy_timeout{10'000};
};

// Does it name a server rather than a file?
bool is_postgres_url(std::string_view text);

// Connects and checks that the database can hold Curlew's tables and has none of
// somebody else's; touches no schema. kDisconnected when the server cannot be reached.
//
// A connection that is lost later is made anew by the next query or begin() outside a
// transaction; within one, every call fails (kDisconnected) until rollback().
Result<std::unique_ptr<Database>> open_postgres(const PostgresOptions& options);

}  // namespace curlew::store
