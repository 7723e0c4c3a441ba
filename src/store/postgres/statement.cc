#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/check.h"
#include "store/postgres/connection.h"
#include "store/postgres/dialect.h"
#include "store/text_check.h"

namespace curlew::store {
namespace {

// The highest $n.
std::size_t count_parameters(std::string_view sql) {
  std::size_t highest = 0;
  for (std::size_t at = sql.find('$'); at != std::string_view::npos;
       at = sql.find('$', at + 1)) {
    std::size_t number = 0;
    std::from_chars(sql.data() + at + 1, sql.data() + sql.size(), number);
    highest = std::max(highest, number);
  }
  return highest;
}

}  // namespace

PostgresStatement::PostgresStatement(PostgresDatabase& database, std::string_view sql)
    : database_(database),
      sql_(query_to_postgres(sql)),
      parameters_(count_parameters(sql)) {}

PostgresStatement::Parameter& PostgresStatement::at(int parameter) {
  CHECK(parameter >= 1 && static_cast<std::size_t>(parameter) <= parameters_.size());
  return parameters_[static_cast<std::size_t>(parameter) - 1];
}

void PostgresStatement::bind_integer(int parameter, std::int64_t value) {
  at(parameter) = {kOidInt8, {}, to_wire(value)};
}
void PostgresStatement::bind_text(int parameter, std::string_view value) {
  if (!refused_) refused_ = objection_to_text(sql_, parameter, value);
  at(parameter) = {kOidText, value, {}};
}
void PostgresStatement::bind_blob(int parameter, std::string_view value) {
  at(parameter) = {kOidBytes, value, {}};
}
void PostgresStatement::bind_null(int parameter) { at(parameter) = {}; }
void PostgresStatement::bind_integers(int parameter,
                                      std::span<const std::int64_t> values) {
  at(parameter) = {kOidInt8s, {}, to_wire(values)};
}
void PostgresStatement::bind_texts(int parameter,
                                   std::span<const std::string_view> values) {
  at(parameter) = {kOidTexts, {}, to_wire(values)};
}

bool PostgresStatement::is_prepared_for_these_types(
    std::uint64_t connection_number) const {
  if (prepared_on_ != connection_number) return false;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Oid type = parameters_[i].type;
    if (type != kOidUnknown && type != prepared_types_[i]) return false;
  }
  return true;
}

std::size_t PostgresStatement::send(PGconn* connection,
                                    std::uint64_t connection_number) {
  const int count = static_cast<int>(parameters_.size());
  std::size_t commands = 1;
  if (!is_prepared_for_these_types(connection_number)) {
    prepared_types_.resize(parameters_.size(), kOidUnknown);
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      if (parameters_[i].type != kOidUnknown) prepared_types_[i] = parameters_[i].type;
    }
    // Never a name that the server may know already.
    prepared_name_ = fmt::format("{}-{}", fmt::ptr(this), ++preparations_);
    if (!PQsendPrepare(connection, prepared_name_.c_str(), sql_.c_str(), count,
                       prepared_types_.data())) {
      return 0;
    }
    prepared_on_ = connection_number;
    ++commands;
  }
  std::vector<const char*> values(parameters_.size());
  std::vector<int> lengths(parameters_.size());
  const std::vector<int> formats(parameters_.size(), 1);  // Binary.
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    if (parameters_[i].type == kOidUnknown) continue;
    const std::string_view wire = parameters_[i].wire();
    // A null pointer would be NULL; an empty text is not NULL.
    values[i] = wire.data() ? wire.data() : "";
    lengths[i] = static_cast<int>(wire.size());
  }
  const bool is_sent =
      PQsendQueryPrepared(connection, prepared_name_.c_str(), count, values.data(),
                          lengths.data(), formats.data(), /*resultFormat=*/1);
  return is_sent ? commands : 0;
}

Result<bool> PostgresStatement::step() {
  if (refused_) return database_.failed(*refused_);
  if (!result_) {
    TRY_ASSIGN(result_, database_.execute(*this));
    row_ = -1;
  }
  if (row_ + 1 >= PQntuples(result_.get())) return false;
  ++row_;
  return true;
}

Result<void> PostgresStatement::enqueue() {
  if (refused_) return database_.failed(*refused_);
  return database_.enqueue(*this);
}

std::int64_t PostgresStatement::changed_rows() const {
  const std::string_view text = result_ ? PQcmdTuples(result_.get()) : "";
  std::int64_t rows = 0;
  std::from_chars(text.data(), text.data() + text.size(), rows);
  return rows;
}

bool PostgresStatement::is_null(int column) const {
  return PQgetisnull(result_.get(), row_, column) != 0;
}

std::int64_t PostgresStatement::integer(int column) const {
  return integer_from_wire(PQftype(result_.get(), column), bytes(column));
}

std::string_view PostgresStatement::bytes(int column) const {
  return {PQgetvalue(result_.get(), row_, column),
          static_cast<std::size_t>(PQgetlength(result_.get(), row_, column))};
}

void PostgresStatement::reset() {
  result_.reset();
  row_ = -1;
  refused_.reset();
  for (Parameter& parameter : parameters_) parameter = {};
}

}  // namespace curlew::store
