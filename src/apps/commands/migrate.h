// An installation moved from its file to a PostgreSQL server.

#pragma once

#include <string>

#include "apps/commands/context.h"
#include "base/result.h"

namespace curlew::apps {

struct MigrateOptions {
  std::string to;             // "postgres://user@host/database"
  std::string password_file;  // Empty: the configuration's, or the environment's.
  bool json = false;
};
// Only where no Curlew runs. The data directory stays as it was.
Result<void> migrate_store(const Context& context, const MigrateOptions& options);

}  // namespace curlew::apps
