#include "store/query.h"

#include <fmt/format.h>

#include <utility>

namespace curlew::store {

Query::Query(Prepared /*tag*/, Database& database, std::string_view sql)
    : database_(database) {
  auto statement = database.prepare(sql);
  if (statement.ok()) {
    statement_ = *statement;
  } else {
    error_ = std::move(statement).error();
  }
}

Query::~Query() {
  if (statement_) statement_->reset();
}

Result<bool> Query::next() {
  if (error_) return *error_;
  return statement_->step();
}

Result<std::int64_t> Query::run_bound() {
  TRY(next());
  return statement_->changed_rows();
}

Result<void> Query::enqueue_bound() {
  if (error_) return *error_;
  return statement_->enqueue();
}

Error Query::unreadable(int column) const {
  constexpr std::size_t kShown = 40;
  return {ErrorKind::kCorrupt,
          fmt::format(
              "{}: column {} of a row holds \"{}\", which is no value of its kind",
              database_.name(), column, statement_->bytes(column).substr(0, kShown))};
}

}  // namespace curlew::store
