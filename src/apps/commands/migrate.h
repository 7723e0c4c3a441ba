// An installation moved from its file to a PostgreSQL server.

#pragma once

#include <string>

#include "apps/commands/context.h"
#include "base/result.h"

namespace curlew::apps {

struct MigrateOptions {
  // "postgres://user@host/database"
  std::string to;
  // Empty: the configuration's, or the environment's.
  std::string password_file;
  bool json = false;
};
// Only where no Curlew runs. The data directory stays as it was.
Result<void> migrate_store(const Context& context, const MigrateOptions& options);

}  // namespace curlew::apps
