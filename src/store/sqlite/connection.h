// The one place that holds SQLite's handles. For sqlite/ alone; others use Database.

#pragma once

#include <sqlite3.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "store/sqlite/sqlite_database.h"

namespace curlew::store {

class SqliteDatabase;

class SqliteStatement final : public Statement {
 public:
  SqliteStatement(SqliteDatabase& database, sqlite3_stmt* handle)
      : database_(database), handle_(handle) {}
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;
  ~SqliteStatement() override { sqlite3_finalize(handle_); }

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

 private:
  void note(int bind_result);

  SqliteDatabase& database_;
  sqlite3_stmt* handle_;
  // The first since reset(); step() tells it.
  int bind_error_ = SQLITE_OK;
  // A text; told by step(), too.
  std::optional<Error> refused_;
};

class SqliteDatabase final : public Database {
 public:
  // Takes the handle.
  SqliteDatabase(sqlite3* handle, SqliteOptions options);
  ~SqliteDatabase() override;

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
  const std::string& name() const override { return options_.path; }

  // The first column of the first row; 0 when there is no row.
  Result<std::int64_t> number(std::string_view sql);
  const SqliteOptions& options() const { return options_; }

 private:
  friend class SqliteStatement;

  // Maps the code; within a transaction it also spoils it.
  Error failed(int code);
  Error spoiled() const;
  // kFailed when the file that is open is not the one of that name any more.
  Result<void> check_place();

  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  sqlite3* handle_;
  SqliteOptions options_;
  bool in_transaction_ = false;
  // After an error SQLite may have rolled back by itself; a statement that ran then
  // would commit alone, and the rest of the batch would be missing.
  bool is_spoiled_ = false;
  using Statements = std::unordered_map<std::string, std::unique_ptr<SqliteStatement>,
                                        TextHash, std::equal_to<>>;
  Statements statements_;
  // By where the text was when it was last asked for: hashing it costs more.
  std::array<const Statements::value_type*, 64> recent_{};
};

}  // namespace curlew::store
