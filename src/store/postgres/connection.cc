#include "store/postgres/connection.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "store/postgres/dialect.h"
#include "store/postgres/errors.h"
#include "store/query.h"

namespace curlew::store {
namespace {

// Transaction-level: it goes with its transaction, however that ends. The first number
// is Curlew's ("Crlw"), the second tells schemas of one database apart.
constexpr char kTakeWriteLock[] =
    "SELECT pg_advisory_xact_lock(1131572343, hashtext(current_schema()))";

// Session-level: held as long as the connection lasts, and taken again with a new one.
constexpr char kTakeControllerLock[] =
    "SELECT pg_advisory_lock(1131572344, hashtext(current_schema()))";

// How our queries are planned, whatever the server has as its default. A page is over
// before one of its queries is compiled. What it reads lies in memory or on a disk that
// has no arm: by the default of 4, 1,000 rows by their keys cost more than all of
// 150,000.
constexpr char kSession[] =
    "SET jit = off; SET random_page_cost = 1.1; SET plan_cache_mode = auto";

// Without password and options.
std::string shown(std::string_view url) {
  std::string name(url.substr(0, url.find('?')));
  const std::size_t user = name.find("://");
  if (user == std::string::npos) return name;
  const std::size_t host = name.find('@', user);
  const std::size_t secret = name.find(':', user + 3);
  if (host != std::string::npos && secret < host) name.erase(secret, host - secret);
  return name;
}

bool is_lost(const PGconn* connection) {
  return PQstatus(connection) == CONNECTION_BAD;
}

bool is_error(const PGresult* result) {
  switch (PQresultStatus(result)) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
    case PGRES_PIPELINE_SYNC:
      return false;
    default:
      return true;
  }
}

Error controller_refused(const PGresult* result, const std::string& name) {
  Error error = to_error(result, name);
  if (error.kind == ErrorKind::kBusy) {
    error.text =
        name + ": another curlew serve or migrate runs on this database; stop it first";
  }
  return error;
}

}  // namespace

PostgresDatabase::PostgresDatabase(PostgresOptions options)
    : options_(std::move(options)), name_(shown(options_.url)) {}

PostgresDatabase::~PostgresDatabase() = default;

Result<void> PostgresDatabase::connect() {
  if (connection_) return {};
  // A server that vanished without a word is noticed after half a minute.
  const std::string patience =
      std::to_string(std::max<std::int64_t>(2, options_.busy_timeout.count() / 1000));
  std::vector<std::pair<const char*, const char*>> settings{
      {"dbname", options_.url.c_str()}, {"application_name", "curlew"},
      {"client_encoding", "UTF8"},      {"connect_timeout", patience.c_str()},
      {"tcp_user_timeout", "30000"},    {"keepalives_idle", "15"},
      {"keepalives_interval", "5"},     {"keepalives_count", "3"},
  };
  if (!options_.password.empty()) {
    settings.emplace_back("password", options_.password.c_str());
  }
  std::vector<const char*> keys, values;
  for (const auto& [key, value] : settings) {
    keys.push_back(key);
    values.push_back(value);
  }
  keys.push_back(nullptr);
  values.push_back(nullptr);
  ConnectionPointer connection(PQconnectdbParams(keys.data(), values.data(), 1));
  CHECK(connection != nullptr);  // Out of memory.
  if (is_lost(connection.get())) return disconnected(connection.get(), name_);
  PQsetNoticeReceiver(
      connection.get(), [](void*, const PGresult*) {}, nullptr);
  const std::string session =
      fmt::format("{}; SET lock_timeout = {}; SET default_transaction_read_only = {}",
                  kSession, options_.busy_timeout.count(),
                  options_.use == ServerUse::kReadOnly ? "on" : "off");
  const ResultPointer set(PQexec(connection.get(), session.c_str()));
  if (is_error(set.get())) return to_error(set.get(), name_);
  if (options_.use == ServerUse::kController) {
    const ResultPointer taken(PQexec(connection.get(), kTakeControllerLock));
    if (is_error(taken.get())) return controller_refused(taken.get(), name_);
  }
  CHECK(PQenterPipelineMode(connection.get()) == 1);
  connection_ = std::move(connection);
  ++connection_number_;
  pending_ = 0;
  return {};
}

Error PostgresDatabase::lost() {
  Error error = disconnected(connection_.get(), name_);
  connection_.reset();
  pending_ = 0;
  return failed(std::move(error));
}

Error PostgresDatabase::failed(Error error) {
  if (in_transaction_ && !is_spoiled_) {
    is_spoiled_ = true;
    spoiled_by_ = error;
  }
  return error;
}

// Of the same kind as the error that came first: who retries a lost connection must see
// that it was one.
Error PostgresDatabase::spoiled() const {
  return {spoiled_by_->kind,
          "an earlier error spoiled this transaction: " + spoiled_by_->text};
}

void PostgresDatabase::forget_preparations() {
  for (auto& [sql, statement] : statements_) statement->forget_preparation();
}

Result<Statement*> PostgresDatabase::prepare(std::string_view sql) {
  auto known = statements_.find(sql);
  if (known == statements_.end()) {
    known =
        statements_
            .emplace(std::string(sql), std::make_unique<PostgresStatement>(*this, sql))
            .first;
  }
  return known->second.get();
}

Result<void> PostgresDatabase::ready() {
  if (is_spoiled_) return spoiled();
  return connect();
}

Result<void> PostgresDatabase::put(PostgresStatement& statement) {
  const std::size_t sent = statement.send(connection_.get(), connection_number_);
  if (sent == 0) return lost();
  pending_ += sent;
  return {};
}

// Inserts into different tables do not depend on each other. Where the connection is
// lost, what remains is dropped by rollback().
Result<void> PostgresDatabase::put_gathered(const PostgresStatement* before) {
  for (std::size_t i = 0; i < gathering_.size();) {
    PostgresStatement& statement = *gathering_[i];
    if (before && !statement.has_rows_for(*before)) {
      ++i;
      continue;
    }
    const std::size_t sent =
        statement.send_gathered(connection_.get(), connection_number_);
    if (sent == 0) return lost();
    pending_ += sent;
    gathering_.erase(gathering_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return {};
}

Result<void> PostgresDatabase::put(const char* sql) {
  if (!PQsendQueryParams(connection_.get(), sql, 0, nullptr, nullptr, nullptr, nullptr,
                         1)) {
    return lost();
  }
  ++pending_;
  return {};
}

// Results come in the order of the commands, each ended by a null pointer; after an
// error the others only say that they were left out. The sync ends them all.
Result<ResultPointer> PostgresDatabase::wait_for_all() {
  if (!PQpipelineSync(connection_.get())) return lost();
  ResultPointer last;
  std::optional<Error> error;
  while (pending_ > 0) {
    ResultPointer result(PQgetResult(connection_.get()));
    if (is_lost(connection_.get())) return lost();
    if (!result) {
      --pending_;
      continue;
    }
    if (!error && is_error(result.get())) error = to_error(result.get(), name_);
    last = std::move(result);
  }
  const ResultPointer sync(PQgetResult(connection_.get()));
  if (is_lost(connection_.get())) return lost();
  CHECK(sync && PQresultStatus(sync.get()) == PGRES_PIPELINE_SYNC);
  if (!error) return last;
  forget_preparations();
  return failed(std::move(*error));
}

Result<ResultPointer> PostgresDatabase::execute(PostgresStatement& statement) {
  TRY(ready());
  TRY(put_gathered());
  TRY(put(statement));
  return wait_for_all();
}

Result<void> PostgresDatabase::enqueue(PostgresStatement& statement) {
  CHECK(in_transaction_);
  TRY(ready());
  if (!statement.is_plain_insert()) {
    TRY(put_gathered(&statement));
    return put(statement);
  }
  if (statement.gather()) gathering_.push_back(&statement);
  return statement.is_full() ? put_gathered(&statement) : Result<void>();
}

Result<void> PostgresDatabase::run_script(const std::string& sql) {
  TRY(ready());
  TRY(flush());
  // Several statements in one text are more than a pipeline takes.
  CHECK(PQexitPipelineMode(connection_.get()) == 1);
  const ResultPointer result(PQexec(connection_.get(), to_postgres(sql).c_str()));
  if (is_lost(connection_.get())) return lost();
  CHECK(PQenterPipelineMode(connection_.get()) == 1);
  if (is_error(result.get())) return failed(to_error(result.get(), name_));
  return {};
}

Result<void> PostgresDatabase::begin(Access access) {
  if (in_transaction_) {
    return Error{ErrorKind::kFailed,
                 name_ + ": a transaction is open on this connection already"};
  }
  const auto try_once = [&]() -> Result<void> {
    TRY(connect());
    if (access == Access::kRead) {
      TRY(put("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"));
    } else {
      // Each statement sees what was committed before it began, and so all that the
      // last holder of the lock wrote.
      TRY(put("BEGIN ISOLATION LEVEL READ COMMITTED"));
      TRY(put(kTakeWriteLock));
    }
    TRY(wait_for_all());
    return {};
  };
  auto begun = try_once();
  // The server may have been restarted since the last transaction: nothing was lost.
  if (!begun.ok() && begun.error().kind == ErrorKind::kDisconnected) begun = try_once();
  in_transaction_ = true;
  if (!begun.ok()) rollback();
  return begun;
}

Result<void> PostgresDatabase::flush() {
  if (is_spoiled_) return spoiled();
  TRY(put_gathered());
  if (pending_ == 0) return {};
  TRY(wait_for_all());
  return {};
}

// Goes with what was enqueued: a failed write before it keeps it from running.
Result<void> PostgresDatabase::commit() {
  if (is_spoiled_) return spoiled();
  TRY(put_gathered());
  TRY(put("COMMIT"));
  auto committed = wait_for_all();
  if (!committed.ok()) {
    Error error = std::move(committed).error();
    if (error.kind == ErrorKind::kDisconnected) {
      error.text += "; whether the last commit was made is not known";
    }
    return error;
  }
  in_transaction_ = false;
  return {};
}

void PostgresDatabase::rollback() {
  if (!in_transaction_) return;
  in_transaction_ = false;
  is_spoiled_ = false;
  spoiled_by_.reset();
  for (PostgresStatement* const statement : std::exchange(gathering_, {})) {
    statement->drop_gathered();
  }
  if (!connection_) return;
  // The server ends the transaction of a connection that goes away.
  const auto clear = [&]() -> Result<void> {
    if (pending_ > 0) (void)wait_for_all();
    if (!connection_) return {};
    TRY(put("ROLLBACK"));
    TRY(wait_for_all());
    return {};
  };
  if (!clear().ok()) connection_.reset();
}

Result<std::int64_t> PostgresDatabase::number(std::string_view sql) {
  Query query(*this, sql);
  TRY_ASSIGN(const bool found, query.next());
  std::int64_t value = 0;
  if (found) TRY(query.read(value));
  return value;
}

Result<int> PostgresDatabase::schema_version() {
  TRY_ASSIGN(const std::int64_t tables,
             number("SELECT count(*) FROM pg_class WHERE relname = 'curlew_schema'"
                    " AND relnamespace = current_schema()::regnamespace"));
  if (tables == 0) return 0;
  TRY_ASSIGN(const std::int64_t version, number("SELECT version FROM curlew_schema"));
  return static_cast<int>(version);
}

Result<void> PostgresDatabase::set_schema_version(int version) {
  TRY(Query::run(*this,
                 "CREATE TABLE IF NOT EXISTS curlew_schema (version BIGINT NOT NULL)"));
  TRY(Query::run(*this, "DELETE FROM curlew_schema"));
  TRY(Query::run(*this, "INSERT INTO curlew_schema (version) VALUES ($1)", version));
  return {};
}

// Every value of every table is read, out of line ones as well; the server says which
// page is damaged.
// The table gets new files. The server's own log keeps the old rows until it uses its
// parts again, which is not ours to decide.
Result<void> PostgresDatabase::forget_overwritten(const std::string& table) {
  return run_script("VACUUM FULL " + table);
}

Result<void> PostgresDatabase::verify() {
  std::vector<std::string> tables;
  {
    Query query(*this,
                "SELECT quote_ident(relname) FROM pg_class WHERE relkind = 'r'"
                " AND relnamespace = current_schema()::regnamespace ORDER BY relname");
    while (true) {
      TRY_ASSIGN(const bool found, query.next());
      if (!found) break;
      TRY(query.read(tables.emplace_back()));
    }
  }
  for (const std::string& table : tables) {
    auto read = number(fmt::format("SELECT sum(length(t::text)) FROM {} t", table));
    if (!read.ok()) return std::move(read).error().within(table);
  }
  return {};
}

}  // namespace curlew::store
