// A query in use: its parameters bound, its rows read one by one, its statement given
// back at the end of the scope.
//
//   Query query(db, "SELECT id, title FROM sources WHERE state = $1", state);
//   while (true) {
//     TRY_ASSIGN(const bool found, query.next());
//     if (!found) break;
//     TRY(query.read(id, title));
//   }

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/result.h"
#include "store/columns.h"
#include "store/database.h"

namespace curlew::store {

// Types whose temporaries would be gone before next().
template <typename T>
inline constexpr bool kOwnsWhatIsBorrowed = std::is_same_v<T, std::string>;
template <typename T>
inline constexpr bool kOwnsWhatIsBorrowed<std::vector<T>> = true;

class Query {
 public:
  // Arguments are borrowed until the end: keep them alive. An error shows in next().
  template <typename... Args>
  Query(Database& database, std::string_view sql, Args&&... args)
      : Query(Prepared(), database, sql) {
    static_assert((!kOwnsWhatIsBorrowed<Args> && ...),
                  "a temporary would be gone before next()");
    bind_all(args...);
  }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  ~Query();

  // False at the end.
  Result<bool> next();

  // Takes the row's first columns, in order.
  template <typename... Values>
  Result<void> read(Values&... values) const {
    int column = -1;
    if ((read_column(*statement_, ++column, values) && ...)) return {};
    return unreadable(column);
  }

  // Calls `take`, which reads it, for each row that is left.
  template <typename Take>
  Result<void> each(Take&& take) {
    while (true) {
      TRY_ASSIGN(const bool found, next());
      if (!found) return {};
      TRY(take());
    }
  }

  // For queries that change things and return nothing: runs, returns how many rows
  // were changed. Temporary arguments live long enough here.
  template <typename... Args>
  static Result<std::int64_t> run(Database& database, std::string_view sql,
                                  const Args&... args) {
    return Query(database, sql, args...).run_bound();
  }

  // Within a transaction, for queries that change things and of which nobody asks how
  // many rows: many of them share one round trip to a server. See Statement::enqueue().
  template <typename... Args>
  static Result<void> enqueue(Database& database, std::string_view sql,
                              const Args&... args) {
    return Query(database, sql, args...).enqueue_bound();
  }

 private:
  // What does not depend on the parameters' types is in query.cc: there are hundreds of
  // queries.
  struct Prepared {};
  Query(Prepared, Database& database, std::string_view sql);

  template <typename... Args>
  void bind_all(const Args&... args) {
    if (!statement_) return;
    int parameter = 0;
    (bind_value(*statement_, ++parameter, args), ...);
  }
  Result<std::int64_t> run_bound();
  Result<void> enqueue_bound();
  Error unreadable(int column) const;

  Database& database_;
  Statement* statement_ = nullptr;
  std::optional<Error> error_;
};

}  // namespace curlew::store
