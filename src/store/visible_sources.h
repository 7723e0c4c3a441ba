// Which sources a user sees, for whoever asks it of thousands of rows: joined with its
// source, each row would be looked up by itself. Where most are shared, those that he
// does not see are few.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "model/ids.h"
#include "store/database.h"

namespace curlew::store {

class VisibleSources {
 public:
  // Of 0: all.
  static Result<VisibleSources> of(Database& db, model::UserId user);

  bool has(model::SourceId source) const { return set_.contains(source) != is_hidden_; }
  // The condition that he sees the source in `column`; ids() are bound to `parameter`:
  // condition("v.source_id", "$2").
  std::string condition(std::string_view column, std::string_view parameter) const;
  const std::vector<model::SourceId>& ids() const { return ids_; }

  // What he does not see, or, where that is too much, all that he sees.
  bool are_hidden() const { return is_hidden_; }
  const std::unordered_set<model::SourceId>& set() const { return set_; }

 private:
  VisibleSources(std::vector<model::SourceId> ids, bool is_hidden)
      : ids_(std::move(ids)), set_(ids_.begin(), ids_.end()), is_hidden_(is_hidden) {}

  std::vector<model::SourceId> ids_;
  std::unordered_set<model::SourceId> set_;
  bool is_hidden_ = false;
};

// The same for parts of one answer, which is asked for by the first that needs it.
class SeenOnce {
 public:
  SeenOnce(Database& db, model::UserId user) : db_(db), user_(user) {}

  Result<const VisibleSources*> get();

 private:
  Database& db_;
  model::UserId user_;
  std::optional<VisibleSources> sources_;
};

}  // namespace curlew::store
