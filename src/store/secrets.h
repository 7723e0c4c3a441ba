// The secrets of all sources and users at once, for sealing those that an older release
// stored in plain text, and for telling by which key they are sealed. A single source's
// are part of it: see sources.h.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/ids.h"
#include "model/request_settings.h"
#include "store/database.h"

namespace curlew::store {

// Where secrets may lie in plain text. The numbers are those in the database.
enum class PlainSecrets : std::int64_t {
  kNowhere = 0,
  // Of rows that are sealed: unused pages, the log.
  kInOldCopies = 1,
  kInRows = 2,
};

class Secrets {
 public:
  explicit Secrets(Database& db) : db_(db) {}

  struct Row {
    model::SourceId source;
    std::string url;
    model::SealedSettings request;
  };
  // Of all sources that are asked for in a way of their own, in the order of their
  // numbers.
  Result<std::vector<Row>> all();
  // The same settings, sealed. No change for a controller to see.
  Result<void> replace(const Row& row);

  // What of users is sealed: the addresses of their pages and feeds, and what of their
  // webhooks is secret. In no order.
  Result<std::vector<std::string>> of_users();

  Result<PlainSecrets> plain();
  Result<void> set_plain(PlainSecrets where);
  // Goes from kInOldCopies to kNowhere. On an error nothing has changed.
  Result<void> forget_old_copies();

 private:
  Database& db_;
};

}  // namespace curlew::store
