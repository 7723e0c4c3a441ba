// Which database a test of the store runs on. The whole suite runs twice: on SQLite,
// and with CURLEW_TEST_DRIVER=postgres in the environment on PostgreSQL (ctest:
// store_postgres).

#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "base/temporary_folder_test.h"
#include "store/database.h"
#include "store/postgres/postgres_database.h"
#include "store/postgres/postgres_server_test.h"
#include "store/sqlite/sqlite_database.h"
#include "store/store.h"

namespace curlew::store {

inline bool tests_postgres() {
  const char* driver = std::getenv("CURLEW_TEST_DRIVER");
  return driver && std::string_view(driver) == "postgres";
}

// One empty database, gone at the end, that can be opened any number of times.
class TestDatabase {
 public:
  // A file, or the address of a schema on the test's server.
  const std::string& place() const { return place_; }

  Result<std::unique_ptr<Database>> open(
      Access access = Access::kWrite,
      Milliseconds busy_timeout = Milliseconds(10'000)) const {
    const bool may_write = access == Access::kWrite;
    if (tests_postgres()) {
      return open_postgres(
          {.url = place_,
           .use = may_write ? ServerUse::kReadWrite : ServerUse::kReadOnly,
           .busy_timeout = busy_timeout});
    }
    return open_sqlite({.path = place_,
                        .use = may_write ? FileUse::kReadWrite : FileUse::kReadOnly,
                        .application_id = kCentralMark,
                        .busy_timeout = busy_timeout});
  }

 private:
  TemporaryFolder folder_;
  std::string place_ = tests_postgres() ? PostgresServer::shared().fresh_url()
                                        : folder_.file("curlew.db");
};

}  // namespace curlew::store
