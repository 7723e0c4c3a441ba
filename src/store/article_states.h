// What users made of articles, or their watchlists for them: read, starred, muted,
// tagged. An article without a row is none of these.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "model/ids.h"
#include "store/database.h"

namespace curlew::store {

struct ArticleState {
  bool is_read = false;
  bool is_starred = false;
  // Never shown to him.
  bool is_muted = false;
  // Each once, in the order of their letters.
  std::vector<std::string> tags;

  bool operator==(const ArticleState&) const = default;
};

// What is absent stays as it is.
struct ArticleStateEdit {
  model::UserId user;
  model::ArticleId article;
  std::optional<bool> is_read;
  std::optional<bool> is_starred;
  std::optional<bool> is_muted;
  // None has a line break in it.
  std::vector<std::string> add_tags;
  std::vector<std::string> remove_tags;
};

// What a list does to an article.
struct ListEdit {
  model::WatchlistId list;
  ArticleStateEdit edit;
};

class ArticleStates {
 public:
  explicit ArticleStates(Database& db) : db_(db) {}

  // In this order: an article may come several times.
  Result<void> change(std::span<const ArticleStateEdit> edits);
  // Each once for a list and an article, however often the list wants it: what its user
  // made of the article since then stays.
  Result<void> change_once(std::span<const ListEdit> edits);
  // Those of them that he muted.
  Result<std::unordered_set<model::ArticleId>> muted(
      model::UserId user, std::span<const model::ArticleId> articles);
  // Of those that have a row.
  Result<std::unordered_map<model::ArticleId, ArticleState>> of(
      model::UserId user, std::span<const model::ArticleId> articles);

 private:
  Database& db_;
};

}  // namespace curlew::store
