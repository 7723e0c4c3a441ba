#include "store/article_states.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "store/query.h"

namespace curlew::store {
namespace {

// Tags lie in their column as lines.
std::vector<std::string> split_tags(std::string_view lines) {
  std::vector<std::string> tags;
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    tags.emplace_back(lines.substr(0, end));
    lines.remove_prefix(end == lines.npos ? lines.size() : end + 1);
  }
  return tags;
}

std::string join_tags(const std::vector<std::string>& tags) {
  std::string lines;
  for (const std::string& tag : tags) {
    if (!lines.empty()) lines += '\n';
    lines += tag;
  }
  return lines;
}

Result<void> read_state(const Query& query, ArticleState& state) {
  std::int64_t user = 0, article = 0;
  std::string_view tags;
  TRY(query.read(user, article, state.is_read, state.is_starred, state.is_muted, tags));
  state.tags = split_tags(tags);
  return {};
}

void apply_edit(const ArticleStateEdit& edit, ArticleState& state) {
  state.is_read = edit.is_read.value_or(state.is_read);
  state.is_starred = edit.is_starred.value_or(state.is_starred);
  state.is_muted = edit.is_muted.value_or(state.is_muted);
  for (const std::string& tag : edit.add_tags) {
    const auto at = std::ranges::lower_bound(state.tags, tag);
    if (at == state.tags.end() || *at != tag) state.tags.insert(at, tag);
  }
  for (const std::string& tag : edit.remove_tags) std::erase(state.tags, tag);
}

using StateKey = std::pair<std::int64_t, std::int64_t>;

// The states that `edits` change, as they are.
Result<std::map<StateKey, ArticleState>> states_before(
    Database& db, std::span<const ArticleStateEdit> edits) {
  std::map<StateKey, ArticleState> states;
  std::vector<std::int64_t> users, articles;
  for (const ArticleStateEdit& edit : edits) {
    if (!states.try_emplace({edit.user.value, edit.article.value}).second) continue;
    users.push_back(edit.user.value);
    articles.push_back(edit.article.value);
  }
  const std::span<const std::int64_t> all_users(users), all_articles(articles);
  Query query(db,
              "SELECT t.user_id, t.article_id, t.is_read, t.is_starred, t.is_muted,"
              " t.tags FROM pairs($1, $2) AS pair JOIN article_states t"
              " ON t.user_id = pair.first AND t.article_id = pair.second",
              all_users, all_articles);
  const auto take = [&]() -> Result<void> {
    StateKey key;
    TRY(query.read(key.first, key.second));
    return read_state(query, states[key]);
  };
  TRY(query.each(take));
  return states;
}

}  // namespace

Result<void> ArticleStates::change(std::span<const ArticleStateEdit> edits) {
  if (edits.empty()) return {};
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY_ASSIGN(auto states, states_before(db_, edits));
  for (const ArticleStateEdit& edit : edits) {
    apply_edit(edit, states[{edit.user.value, edit.article.value}]);
  }
  for (const auto& [key, state] : states) {
    TRY(Query::enqueue(
        db_,
        "INSERT INTO article_states (user_id, article_id, is_read, is_starred,"
        " is_muted, tags) VALUES ($1, $2, $3, $4, $5, $6)"
        " ON CONFLICT (user_id, article_id) DO UPDATE SET"
        " is_read = excluded.is_read, is_starred = excluded.is_starred,"
        " is_muted = excluded.is_muted, tags = excluded.tags",
        key.first, key.second, state.is_read, state.is_starred, state.is_muted,
        join_tags(state.tags)));
  }
  return transaction.commit();
}

Result<void> ArticleStates::change_once(std::span<const ListEdit> wanted) {
  if (wanted.empty()) return {};
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  std::vector<std::int64_t> lists, articles;
  for (const ListEdit& each : wanted) {
    lists.push_back(each.list.value);
    articles.push_back(each.edit.article.value);
  }
  const std::span<const std::int64_t> all_lists(lists), all_articles(articles);
  std::set<std::pair<std::int64_t, std::int64_t>> done;
  {
    Query query(db_,
                "SELECT a.watchlist_id, a.article_id FROM pairs($1, $2) AS pair"
                " JOIN list_actions a ON a.watchlist_id = pair.first"
                " AND a.article_id = pair.second",
                all_lists, all_articles);
    const auto take = [&]() -> Result<void> {
      std::pair<std::int64_t, std::int64_t> key;
      TRY(query.read(key.first, key.second));
      done.insert(key);
      return {};
    };
    TRY(query.each(take));
  }
  std::vector<ArticleStateEdit> edits;
  for (const ListEdit& each : wanted) {
    if (!done.emplace(each.list.value, each.edit.article.value).second) continue;
    edits.push_back(each.edit);
    TRY(Query::enqueue(
        db_, "INSERT INTO list_actions (watchlist_id, article_id) VALUES ($1, $2)",
        each.list, each.edit.article));
  }
  TRY(change(edits));
  return transaction.commit();
}

Result<std::unordered_map<model::ArticleId, ArticleState>> ArticleStates::of(
    model::UserId user, std::span<const model::ArticleId> articles) {
  Query query(db_,
              "SELECT user_id, article_id, is_read, is_starred, is_muted, tags"
              " FROM article_states WHERE user_id = $1"
              " AND article_id IN (SELECT value FROM unnest($2) AS value)",
              user, articles);
  std::unordered_map<model::ArticleId, ArticleState> states;
  const auto take = [&]() -> Result<void> {
    StateKey key;
    TRY(query.read(key.first, key.second));
    return read_state(query, states[model::ArticleId{key.second}]);
  };
  TRY(query.each(take));
  return states;
}

Result<std::unordered_set<model::ArticleId>> ArticleStates::muted(
    model::UserId user, std::span<const model::ArticleId> articles) {
  Query query(db_,
              "SELECT article_id FROM article_states WHERE user_id = $1"
              " AND is_muted = 1"
              " AND article_id IN (SELECT value FROM unnest($2) AS value)",
              user, articles);
  std::unordered_set<model::ArticleId> muted;
  const auto take = [&]() -> Result<void> {
    model::ArticleId article;
    TRY(query.read(article));
    muted.insert(article);
    return {};
  };
  TRY(query.each(take));
  return muted;
}

}  // namespace curlew::store
