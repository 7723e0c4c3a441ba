// A connection to a relational database, as thin as the two drivers allow: what SQLite
// and PostgreSQL both do, and no more. The domain's queries are written once, on this.
//
// Rules for the SQL that runs here:
// - parameters are $1, $2, ... and first appear in that order;
// - it keeps to what both databases run: ON CONFLICT, RETURNING, lower(), no PRAGMA;
// - many values at once are one parameter, an array:
//   `WHERE id IN (SELECT value FROM unnest($1) AS value)`, the alias spelled so;
//   two of them side by side are `FROM pairs($1, $2) AS pair`, pair.first and
//   pair.second;
// - a constraint is never broken on purpose: PostgreSQL would abort the transaction.
//
// A connection, with its statements, belongs to one thread.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace curlew::store {

// A prepared query; use it through Query (query.h), which binds and resets.
class Statement {
 public:
  virtual ~Statement() = default;

  // Parameters count from 1. Texts, blobs and arrays are borrowed until reset().
  virtual void bind_integer(int parameter, std::int64_t value) = 0;
  virtual void bind_text(int parameter, std::string_view value) = 0;
  virtual void bind_blob(int parameter, std::string_view value) = 0;
  virtual void bind_null(int parameter) = 0;
  // An array, for unnest().
  virtual void bind_integers(int parameter, std::span<const std::int64_t> values) = 0;
  virtual void bind_texts(int parameter, std::span<const std::string_view> values) = 0;
  virtual void bind_blobs(int parameter, std::span<const std::string_view> values) = 0;

  // Goes to the next row; false when there is none. An error within a transaction
  // spoils it: from then on nothing but rollback() works.
  virtual Result<bool> step() = 0;
  // How many rows the finished query inserted, updated or deleted.
  virtual std::int64_t changed_rows() const = 0;
  // Instead of step(), within a transaction, for a query that only writes: need not
  // wait for its end. Queries run in the order in which they were given, so a step()
  // sees what was enqueued before it. An error may come with a later query, with
  // flush() or with commit().
  virtual Result<void> enqueue() = 0;

  // Columns of the present row count from 0.
  virtual bool is_null(int column) const = 0;
  virtual std::int64_t integer(int column) const = 0;
  // Text or blob; borrowed until the next step() or reset().
  virtual std::string_view bytes(int column) const = 0;

  // Ready to be bound again.
  virtual void reset() = 0;
};

enum class Access { kRead, kWrite };

class Database {
 public:
  virtual ~Database() = default;

  // Owned and kept by the connection: asking for the same text again costs a look-up.
  virtual Result<Statement*> prepare(std::string_view sql) = 0;
  // Several statements without parameters, for migrations.
  virtual Result<void> run_script(const std::string& sql) = 0;

  // kWrite waits for its turn and then cannot fail for another writer's sake. Use
  // Transaction below, which never forgets the rollback.
  virtual Result<void> begin(Access access) = 0;
  // Waits for what was enqueued; the first error of it spoils the transaction.
  virtual Result<void> flush() = 0;
  // Flushes first.
  virtual Result<void> commit() = 0;
  virtual void rollback() = 0;
  virtual bool in_transaction() const = 0;

  // 0 in a database without tables.
  virtual Result<int> schema_version() = 0;
  virtual Result<void> set_schema_version(int version) = 0;
  // Outside of transactions. What was overwritten or deleted in this table is in none
  // of the database's own files any more, nor in its log where the driver can help it.
  // Takes as long as writing the table anew, or the whole file. kBusy: others held it
  // up.
  virtual Result<void> forget_overwritten(const std::string& table) = 0;
  // Reads everything; an error (kCorrupt) names what is damaged.
  virtual Result<void> verify() = 0;
  // The file or server, for error texts.
  virtual const std::string& name() const = 0;

 private:
  friend class Transaction;
  // What the open transaction may do; Transaction keeps it.
  Access access_ = Access::kRead;
};

// All or nothing: rolls back at the end of its scope unless committed. One that begins
// within another joins it, and is committed or rolled back with it; within one that
// only reads, nothing can be written.
class Transaction {
 public:
  static Result<Transaction> begin(Database& database, Access access);
  Transaction(Transaction&& other) noexcept
      : database_(std::exchange(other.database_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction() {
    if (database_) database_->rollback();
  }

  Result<void> commit();

 private:
  explicit Transaction(Database* database) : database_(database) {}
  // Null: joined, or over.
  Database* database_;
};

}  // namespace curlew::store
