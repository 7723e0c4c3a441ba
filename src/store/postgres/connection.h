// The one place that holds libpq's handles. For postgres/ alone; others use Database.

#pragma once

#include <libpq-fe.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/postgres/postgres_database.h"
#include "store/postgres/values.h"

namespace curlew::store {

struct FreeResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
using ResultPointer = std::unique_ptr<PGresult, FreeResult>;

struct CloseConnection {
  void operator()(PGconn* connection) const { PQfinish(connection); }
};
using ConnectionPointer = std::unique_ptr<PGconn, CloseConnection>;

class PostgresDatabase;

class PostgresStatement final : public Statement {
 public:
  PostgresStatement(PostgresDatabase& database, std::string_view sql);

  void bind_integer(int parameter, std::int64_t value) override;
  void bind_text(int parameter, std::string_view value) override;
  void bind_blob(int parameter, std::string_view value) override;
  void bind_null(int parameter) override;
  void bind_integers(int parameter, std::span<const std::int64_t> values) override;
  void bind_texts(int parameter, std::span<const std::string_view> values) override;
  void bind_blobs(int parameter, std::span<const std::string_view> values) override;
  Result<bool> step() override;
  Result<void> enqueue() override;
  std::int64_t changed_rows() const override;
  bool is_null(int column) const override;
  std::int64_t integer(int column) const override;
  std::string_view bytes(int column) const override;
  void reset() override;

  // Puts the query, and before it the command that prepares it where that is needed,
  // into the pipeline. How many commands that were; 0 when the connection is lost.
  std::size_t send(PGconn* connection, std::uint64_t connection_number);
  // What the server was told of it is in doubt: an error came in between.
  void forget_preparation();

  // Rows of an INSERT are gathered, to be sent together: starting a query costs a
  // server as much as storing its row.
  bool is_plain_insert() const { return !table_.empty(); }
  bool has_rows_for(const PostgresStatement& other) const;
  // Keeps a copy of the row that is bound. True: it is the first.
  bool gather();
  bool is_full() const;
  // As send(), of the rows that were gathered.
  std::size_t send_gathered(PGconn* connection, std::uint64_t connection_number);
  void drop_gathered();

 private:
  struct Parameter {
    // Unknown: NULL.
    Oid type = kOidUnknown;
    // A text or a blob, as its caller has it.
    std::string_view borrowed;
    // Anything else, as it goes over the wire; empty where `borrowed` holds.
    std::string own;
    std::string_view wire() const { return own.empty() ? borrowed : own; }
  };
  // A value on its way.
  struct Sent {
    Oid type = kOidUnknown;
    // Null: NULL.
    const char* bytes = nullptr;
    std::size_t size = 0;
  };
  // A parameter that is NULL leaves its type to the server, and one that is not names
  // it: when a later value says more than the first one did, the query is prepared
  // again under another name.
  struct Preparation {
    // Of one row's parameters.
    std::vector<Oid> types;
    std::string name;
    // Which one; 0: none.
    std::uint64_t connection = 0;
  };
  struct Gathered {
    Oid type = kOidUnknown;
    // Within gathered_bytes_.
    std::size_t begin = 0;
    std::size_t size = 0;
  };
  Parameter& at(int parameter);
  std::size_t send(PGconn* connection, std::uint64_t connection_number,
                   const std::string& sql, std::span<const Sent> values,
                   Preparation& preparation);

  PostgresDatabase& database_;
  const std::string sql_;
  // Of a plain INSERT; empty: it is something else.
  std::string table_;
  // Of a plain INSERT, with kRowsTogether rows.
  std::string sql_for_many_;
  std::vector<Parameter> parameters_;
  // Of all rows, one row after the other.
  std::vector<Gathered> gathered_;
  std::string gathered_bytes_;
  // A value that was bound; step() tells it.
  std::optional<Error> refused_;
  Preparation for_one_, for_many_;
  std::uint64_t preparations_ = 0;
  // Null: not run yet.
  ResultPointer result_;
  int row_ = -1;
};

// All that goes to the server goes through libpq's pipeline mode: what is enqueued is
// sent without waiting for answers, and the next query that wants one waits for all.
// libpq itself reads while it cannot send, so that both ends never wait for each other.
class PostgresDatabase final : public Database {
 public:
  explicit PostgresDatabase(PostgresOptions options);
  ~PostgresDatabase() override;

  Result<Statement*> prepare(std::string_view sql) override;
  Result<void> run_script(const std::string& sql) override;
  Result<void> begin(Access access) override;
  Result<void> flush() override;
  Result<void> commit() override;
  void rollback() override;
  bool in_transaction() const override { return in_transaction_; }
  Result<int> schema_version() override;
  Result<void> set_schema_version(int version) override;
  Result<void> forget_overwritten(const std::string& table) override;
  Result<void> verify() override;
  const std::string& name() const override { return name_; }

  // Makes the connection where there is none.
  Result<void> connect();
  // The first column of the first row; 0 when there is no row.
  Result<std::int64_t> number(std::string_view sql);

  // For PostgresStatement. Runs what was enqueued and then this.
  Result<ResultPointer> execute(PostgresStatement& statement);
  Result<void> enqueue(PostgresStatement& statement);
  // Within a transaction, spoils it.
  Error failed(Error error);

 private:
  // Ready for a query: connected, and the transaction, if any, is sound.
  Result<void> ready();
  Result<void> put(PostgresStatement& statement);
  // Rows that were gathered; all of them, or those of tables that `before` names.
  Result<void> put_gathered(const PostgresStatement* before = nullptr);
  // A command without parameters and without rows of interest.
  Result<void> put(const char* sql);
  // Waits for all that was sent; the last command's result, or the first error.
  Result<ResultPointer> wait_for_all();
  Error lost();
  Error spoiled() const;
  void forget_preparations();

  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  const PostgresOptions options_;
  std::string name_;
  // Null: lost.
  ConnectionPointer connection_;
  // Statements are prepared on one.
  std::uint64_t connection_number_ = 0;
  // Commands sent whose results were not read.
  std::size_t pending_ = 0;
  // Those with rows that were not sent.
  std::vector<PostgresStatement*> gathering_;
  bool in_transaction_ = false;
  bool is_spoiled_ = false;
  std::optional<Error> spoiled_by_;
  std::unordered_map<std::string, std::unique_ptr<PostgresStatement>, TextHash,
                     std::equal_to<>>
      statements_;
};

}  // namespace curlew::store
