#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>

#include "base/check.h"
#include "store/postgres/connection.h"
#include "store/postgres/dialect.h"
#include "store/text_check.h"

namespace curlew::store {
namespace {

// More of them cost the server no less for each.
constexpr std::size_t kRowsTogether = 16;
constexpr std::size_t kBytesTogether = 1u << 20;

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

struct PlainInsert {
  std::string_view table;
  std::string_view head;  // Up to the values,
  std::string_view row;   // and these: "($1, $2, 0)".
};

// Of one row, without a word of what to do in a conflict or to return.
std::optional<PlainInsert> parse_plain_insert(std::string_view sql) {
  constexpr std::string_view kInsert = "INSERT INTO ", kValues = " VALUES ";
  const std::size_t values = sql.find(kValues);
  if (!sql.starts_with(kInsert) || values == std::string_view::npos) return {};
  const std::string_view row = sql.substr(values + kValues.size());
  if (!row.starts_with('(') || row.find(')') != row.size() - 1) return {};
  const std::string_view table = sql.substr(kInsert.size());
  return PlainInsert{table.substr(0, table.find(' ')),
                     sql.substr(0, values + kValues.size()), row};
}

// With its parameters counted on by `by`.
std::string shifted(std::string_view row, std::size_t by) {
  std::string out;
  while (!row.empty()) {
    const std::size_t dollar = row.find('$');
    out += row.substr(0, dollar);
    if (dollar == std::string_view::npos) break;
    row.remove_prefix(dollar + 1);
    std::size_t number = 0;
    const char* const end =
        std::from_chars(row.data(), row.data() + row.size(), number).ptr;
    out += fmt::format("${}", number + by);
    row.remove_prefix(static_cast<std::size_t>(end - row.data()));
  }
  return out;
}

}  // namespace

PostgresStatement::PostgresStatement(PostgresDatabase& database, std::string_view sql)
    : database_(database),
      sql_(query_to_postgres(sql)),
      parameters_(count_parameters(sql)) {
  const auto insert = parse_plain_insert(sql_);
  if (!insert || parameters_.empty()) return;
  table_ = insert->table;
  sql_for_many_ = insert->head;
  for (std::size_t row = 0; row < kRowsTogether; ++row) {
    if (row > 0) sql_for_many_ += ", ";
    sql_for_many_ += shifted(insert->row, row * parameters_.size());
  }
}

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
  at(parameter) = {kOidTexts, {}, to_wire(values, kOidText)};
}
void PostgresStatement::bind_blobs(int parameter,
                                   std::span<const std::string_view> values) {
  at(parameter) = {kOidManyBytes, {}, to_wire(values, kOidBytes)};
}

void PostgresStatement::forget_preparation() {
  for_one_.connection = for_many_.connection = 0;
}

std::size_t PostgresStatement::send(PGconn* connection, std::uint64_t connection_number,
                                    const std::string& sql,
                                    std::span<const Sent> values,
                                    Preparation& preparation) {
  const int count = static_cast<int>(values.size());
  // A list of ids is one, or thousands: a plan for any of them was seen to take half a
  // minute.
  const bool has_list = std::ranges::any_of(values, [](const Sent& value) {
    return value.type == kOidInt8s || value.type == kOidTexts ||
           value.type == kOidManyBytes;
  });
  std::size_t commands = 1;
  bool is_prepared = preparation.connection == connection_number;
  preparation.types.resize(parameters_.size(), kOidUnknown);
  for (std::size_t i = 0; i < values.size(); ++i) {
    Oid& known = preparation.types[i % parameters_.size()];
    if (values[i].type == kOidUnknown || values[i].type == known) continue;
    known = values[i].type;
    is_prepared = false;
  }
  if (!is_prepared) {
    std::vector<Oid> types(values.size());
    for (std::size_t i = 0; i < types.size(); ++i) {
      types[i] = preparation.types[i % parameters_.size()];
    }
    // Never a name that the server may know already. What has none is planned for what
    // is asked.
    preparation.name =
        has_list ? "" : fmt::format("{}-{}", fmt::ptr(this), ++preparations_);
    if (!PQsendPrepare(connection, preparation.name.c_str(), sql.c_str(), count,
                       types.data())) {
      return 0;
    }
    preparation.connection = has_list ? 0 : connection_number;
    ++commands;
  }
  std::vector<const char*> bytes(values.size());
  std::vector<int> lengths(values.size());
  const std::vector<int> formats(values.size(), 1);  // Binary.
  for (std::size_t i = 0; i < values.size(); ++i) {
    bytes[i] = values[i].bytes;
    lengths[i] = static_cast<int>(values[i].size);
  }
  const bool is_sent =
      PQsendQueryPrepared(connection, preparation.name.c_str(), count, bytes.data(),
                          lengths.data(), formats.data(), /*resultFormat=*/1);
  return is_sent ? commands : 0;
}

std::size_t PostgresStatement::send(PGconn* connection,
                                    std::uint64_t connection_number) {
  std::vector<Sent> values;
  values.reserve(parameters_.size());
  for (const Parameter& parameter : parameters_) {
    Sent& value = values.emplace_back();
    if (parameter.type == kOidUnknown) continue;
    const std::string_view wire = parameter.wire();
    // A null pointer would be NULL; an empty text is not NULL.
    value = {parameter.type, wire.data() ? wire.data() : "", wire.size()};
  }
  return send(connection, connection_number, sql_, values, for_one_);
}

// A name within another counts as well: it is only sent sooner.
bool PostgresStatement::has_rows_for(const PostgresStatement& other) const {
  return !gathered_.empty() && other.sql_.find(table_) != std::string::npos;
}

bool PostgresStatement::gather() {
  const bool is_first = gathered_.empty();
  for (const Parameter& parameter : parameters_) {
    const std::string_view wire = parameter.wire();
    gathered_.push_back({parameter.type, gathered_bytes_.size(), wire.size()});
    gathered_bytes_ += wire;
  }
  return is_first;
}

bool PostgresStatement::is_full() const {
  return gathered_.size() == kRowsTogether * parameters_.size() ||
         gathered_bytes_.size() >= kBytesTogether;
}

std::size_t PostgresStatement::send_gathered(PGconn* connection,
                                             std::uint64_t connection_number) {
  std::vector<Sent> values;
  values.reserve(gathered_.size());
  for (const Gathered& value : gathered_) {
    const char* const bytes = gathered_bytes_.data() + value.begin;
    values.push_back(
        {value.type, value.type == kOidUnknown ? nullptr : bytes, value.size});
  }
  std::size_t commands = 0;
  const std::size_t columns = parameters_.size();
  if (values.size() == kRowsTogether * columns) {
    commands = send(connection, connection_number, sql_for_many_, values, for_many_);
  } else {
    const std::span<const Sent> rows(values);
    for (std::size_t i = 0; i < values.size(); i += columns) {
      const std::size_t sent =
          send(connection, connection_number, sql_, rows.subspan(i, columns), for_one_);
      if (sent == 0) return 0;
      commands += sent;
    }
  }
  drop_gathered();
  return commands;
}

void PostgresStatement::drop_gathered() {
  gathered_.clear();
  gathered_bytes_.clear();
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
