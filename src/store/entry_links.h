// Links that work once: to make the administrator, or a user who was invited.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/access.h"
#include "model/ids.h"
#include "model/user.h"
#include "store/database.h"

namespace curlew::store {

struct EntryLinkRow {
  model::EntryLinkId id;
  model::LinkKind kind = model::LinkKind::kInvitation;
  // mark_of_token() of what stands behind the #.
  std::string mark;
  // Who made it; 0: the operator.
  model::UserId by;
  model::Role role = model::Role::kUser;
  // Whom it is for.
  std::string note;
  Time added;
  Time expires;
};

class EntryLinks {
 public:
  explicit EntryLinks(Database& db) : db_(db) {}

  Result<model::EntryLinkId> add(const EntryLinkRow& row);
  // One that has expired is not there.
  Result<std::optional<EntryLinkRow>> find(model::LinkKind kind, std::string_view mark,
                                           Time now);
  // The newest first.
  Result<std::vector<EntryLinkRow>> list(model::LinkKind kind, Time now);
  // False when there is none of this kind.
  Result<bool> remove(model::LinkKind kind, model::EntryLinkId id);
  Result<void> remove_all(model::LinkKind kind);

 private:
  Database& db_;
};

}  // namespace curlew::store
