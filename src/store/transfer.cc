#include "store/transfer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <utility>
#include <vector>

#include "base/fingerprint.h"
#include "base/storable_text.h"
#include "store/migration.h"
#include "store/query.h"

namespace curlew::store {
namespace {

enum class ColumnType { kInteger, kText, kBytes };

struct Column {
  std::string name;
  ColumnType type = ColumnType::kInteger;
};

struct Table {
  std::string name;
  std::vector<Column> columns;
  std::string column_list;
  bool has_bytes = false;
};

// How far it came, a row a table: in curlew_transfer, which is gone when all is done.
// Its being there keeps other programs from taking half an installation for a whole
// one.
// There are rows with the number 0.
constexpr std::int64_t kBeforeAll = std::numeric_limits<std::int64_t>::min();
struct Note {
  std::int64_t last_row =
      kBeforeAll;  // SQLite's number of the last row that was copied.
  std::int64_t copied = 0;
  std::int64_t mended = 0;
};

struct Checksum {
  std::int64_t rows = 0;
  std::uint64_t sum = 0;  // Of the rows' fingerprints, whatever their order.

  void add(std::string_view row) {
    ++rows;
    sum += short_fingerprint_of(row);
  }
  bool operator==(const Checksum&) const = default;
};

// Gives a statement back.
struct InUse {
  Statement& statement;
  explicit InUse(Statement& used) : statement(used) {}
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;
  ~InUse() { statement.reset(); }
};

Result<std::int64_t> number_in(Database& db, std::string_view sql) {
  Query query(db, sql);
  TRY_ASSIGN(const bool found, query.next());
  std::int64_t value = 0;
  if (found) TRY(query.read(value));
  return value;
}

Result<void> read_columns(Database& sqlite, Table& table) {
  std::vector<std::string> names;
  Query query(sqlite, "SELECT name, type FROM pragma_table_info($1) ORDER BY cid",
              table.name);
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) break;
    Column& column = table.columns.emplace_back();
    std::string_view type;
    TRY(query.read(column.name, type));
    if (type == "TEXT") column.type = ColumnType::kText;
    if (type == "BLOB") column.type = ColumnType::kBytes;
    table.has_bytes |= column.type == ColumnType::kBytes;
    names.push_back(column.name);
  }
  table.column_list = fmt::format("{}", fmt::join(names, ", "));
  return {};
}

Result<std::vector<Table>> tables_of(Database& sqlite) {
  std::vector<Table> tables;
  {
    Query query(sqlite,
                "SELECT name FROM sqlite_schema WHERE type = 'table'"
                " AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name");
    while (true) {
      TRY_ASSIGN(const bool found, query.next());
      if (!found) break;
      TRY(query.read(tables.emplace_back().name));
    }
  }
  for (Table& table : tables) TRY(read_columns(sqlite, table));
  return tables;
}

// A file whose rows were changed looks different, mostly; what this does not see the
// comparison at the end does.
Result<std::string> mark_of_file(Database& sqlite, const std::vector<Table>& tables) {
  std::string mark;
  for (const Table& table : tables) {
    TRY_ASSIGN(const auto rows,
               number_in(sqlite, fmt::format("SELECT count(*) FROM {}", table.name)));
    TRY_ASSIGN(const auto last,
               number_in(sqlite, fmt::format("SELECT max(rowid) FROM {}", table.name)));
    mark += fmt::format("{} {} {},", table.name, rows, last);
  }
  TRY_ASSIGN(const auto counted, number_in(sqlite, "SELECT sum(value) FROM counters"));
  return mark + std::to_string(counted);
}

// The values of one row, as both databases have them.
class Row {
 public:
  Row(const Table& table, const Statement& row, int first_column) {
    for (const Column& column : table.columns) read(row, first_column++, column.type);
  }

  void bind(const Table& table, Statement& insert) const {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const int parameter = static_cast<int>(i) + 1;
      const Value& value = values_[i];
      if (value.is_null) {
        insert.bind_null(parameter);
      } else if (table.columns[i].type == ColumnType::kInteger) {
        insert.bind_integer(parameter, value.number);
      } else if (table.columns[i].type == ColumnType::kText) {
        insert.bind_text(parameter, value.bytes);
      } else {
        insert.bind_blob(parameter, value.bytes);
      }
    }
  }

  // The same for the same row, wherever it was read.
  std::string on_one_line() const {
    std::string line;
    for (const Value& value : values_) {
      line += value.is_null ? std::string("-")
                            : fmt::format("{} {}:", value.number, value.bytes.size());
      line += value.bytes;
    }
    return line;
  }
  std::size_t size() const { return size_; }
  std::int64_t mended() const { return mended_; }

 private:
  struct Value {
    bool is_null = false;
    std::int64_t number = 0;
    std::string bytes;
  };

  void read(const Statement& row, int column, ColumnType type) {
    Value& value = values_.emplace_back();
    value.is_null = row.is_null(column);
    if (value.is_null) return;
    if (type == ColumnType::kInteger) {
      value.number = row.integer(column);
      return;
    }
    value.bytes = row.bytes(column);
    size_ += value.bytes.size();
    if (type == ColumnType::kText && !is_storable_text(value.bytes)) {
      make_storable(value.bytes);
      ++mended_;
    }
  }

  std::vector<Value> values_;
  std::size_t size_ = 0;
  std::int64_t mended_ = 0;
};

std::string insert_into(const Table& table) {
  std::vector<std::string> parameters;
  for (std::size_t i = 1; i <= table.columns.size(); ++i) {
    parameters.push_back(fmt::format("${}", i));
  }
  return fmt::format("INSERT INTO {} ({}) VALUES ({})", table.name, table.column_list,
                     fmt::join(parameters, ", "));
}

// All that one transfer knows.
class Transfer {
 public:
  Transfer(Database& from, Database& to, const TransferOptions& options)
      : from_(from), to_(to), options_(options) {}

  Result<Transferred> run() {
    TRY(check_schema(from_, central_migrations()));
    TRY_ASSIGN(auto snapshot, Transaction::begin(from_, Access::kRead));
    TRY_ASSIGN(tables_, tables_of(from_));
    TRY(begin_or_resume());
    for (const Table& table : tables_) TRY(copy(table));
    for (const Table& table : tables_) TRY(compare(table));
    TRY(end());
    done_.tables = static_cast<std::int64_t>(tables_.size());
    return done_;
  }

 private:
  Result<void> begin_or_resume() {
    TRY_ASSIGN(const std::string mark, mark_of_file(from_, tables_));
    // From here on: whoever makes an installation there at the same moment is seen.
    TRY_ASSIGN(auto transaction, Transaction::begin(to_, Access::kWrite));
    TRY_ASSIGN(done_.was_resumed, is_transfer_unfinished(to_));
    if (done_.was_resumed) {
      TRY_ASSIGN(const std::string known, known_mark());
      if (known == mark) return {};
      done_.was_resumed = false;
    } else {
      TRY_ASSIGN(const int version, to_.schema_version());
      if (version > 0) {
        return Error{ErrorKind::kExists,
                     to_.name() +
                         ": holds an installation of Curlew already; name "
                         "an empty database"};
      }
    }
    TRY(migrate(to_, central_migrations()));
    TRY(to_.run_script(
        "DROP TABLE IF EXISTS curlew_transfer;"
        "CREATE TABLE curlew_transfer (table_name TEXT PRIMARY KEY,"
        " last_row BIGINT NOT NULL, copied BIGINT NOT NULL, mended BIGINT NOT NULL,"
        " file_mark TEXT NOT NULL)"));
    for (const Table& table : tables_) {
      // Migrations put rows in, too.
      TRY(to_.run_script("DELETE FROM " + table.name));
      TRY(Query::run(to_,
                     "INSERT INTO curlew_transfer (table_name, last_row, copied,"
                     " mended, file_mark) VALUES ($1, $2, 0, 0, $3)",
                     table.name, kBeforeAll, mark));
    }
    return transaction.commit();
  }

  Result<std::string> known_mark() {
    Query query(to_, "SELECT file_mark FROM curlew_transfer LIMIT 1");
    std::string mark;
    TRY_ASSIGN(const bool found, query.next());
    if (found) TRY(query.read(mark));
    return mark;
  }

  Result<Note> note_of(const Table& table) {
    Query query(to_,
                "SELECT last_row, copied, mended FROM curlew_transfer"
                " WHERE table_name = $1",
                table.name);
    Note note;
    TRY_ASSIGN(const bool found, query.next());
    if (found) TRY(query.read(note.last_row, note.copied, note.mended));
    return note;
  }

  Result<void> copy(const Table& table) {
    TRY_ASSIGN(const auto total,
               number_in(from_, fmt::format("SELECT count(*) FROM {}", table.name)));
    TRY_ASSIGN(Note note, note_of(table));
    while (true) {
      options_.progress({"copying", table.name, note.copied, total});
      TRY_ASSIGN(const bool has_more, copy_part(table, note));
      if (!has_more) break;
    }
    done_.rows += note.copied;
    done_.mended += note.mended;
    return {};
  }

  // A part and the note of it are one transaction.
  Result<bool> copy_part(const Table& table, Note& note) {
    TRY_ASSIGN(Statement * select,
               from_.prepare(fmt::format("SELECT rowid, {} FROM {} WHERE rowid > $1"
                                         " ORDER BY rowid LIMIT $2",
                                         table.column_list, table.name)));
    TRY_ASSIGN(Statement * insert, to_.prepare(insert_into(table)));
    TRY_ASSIGN(auto transaction, Transaction::begin(to_, Access::kWrite));
    const InUse selecting(*select);
    select->bind_integer(1, note.last_row);
    select->bind_integer(2, static_cast<std::int64_t>(options_.rows_at_once));
    Note after = note;
    for (std::size_t bytes = 0; bytes < options_.bytes_at_once;) {
      TRY_ASSIGN(const bool found, select->step());
      if (!found) break;
      const Row row(table, *select, 1);
      const InUse inserting(*insert);
      row.bind(table, *insert);
      TRY(insert->enqueue());
      after.last_row = select->integer(0);
      after.mended += row.mended();
      ++after.copied;
      bytes += row.size();
    }
    if (after.copied == note.copied) return false;
    TRY(Query::enqueue(to_,
                       "UPDATE curlew_transfer SET last_row = $1, copied = $2,"
                       " mended = $3 WHERE table_name = $4",
                       after.last_row, after.copied, after.mended, table.name));
    auto committed = transaction.commit();
    if (!committed.ok()) return std::move(committed).error().within(table.name);
    note = after;
    return true;
  }

  Result<void> compare(const Table& table) {
    TRY_ASSIGN(const Checksum here, checksum_here(table));
    TRY_ASSIGN(const Checksum there, checksum_there(table, here.rows));
    if (here == there) return {};
    // The next try begins anew.
    TRY(Query::run(to_, "UPDATE curlew_transfer SET file_mark = ''"));
    return Error{
        ErrorKind::kFailed,
        fmt::format("{}: {} rows in the file and {} on the server are not the same; "
                    "somebody may have written to one of them: try again",
                    table.name, here.rows, there.rows)};
  }

  Result<Checksum> checksum_here(const Table& table) {
    Checksum checksum;
    TRY_ASSIGN(
        Statement * select,
        from_.prepare(fmt::format("SELECT {} FROM {}", table.column_list, table.name)));
    const InUse selecting(*select);
    while (true) {
      TRY_ASSIGN(const bool found, select->step());
      if (!found) return checksum;
      checksum.add(Row(table, *select, 0).on_one_line());
    }
  }

  // By a cursor: not every table has a key, and none fits into memory.
  Result<Checksum> checksum_there(const Table& table, std::int64_t total) {
    Checksum checksum;
    TRY_ASSIGN(auto snapshot, Transaction::begin(to_, Access::kRead));
    TRY(to_.run_script(fmt::format("DECLARE all_{} CURSOR FOR SELECT {} FROM {}",
                                   table.name, table.column_list, table.name)));
    TRY_ASSIGN(Statement * fetch,
               to_.prepare(fmt::format("FETCH {} FROM all_{}",
                                       table.has_bytes ? 50 : 1000, table.name)));
    while (true) {
      options_.progress({"comparing", table.name, checksum.rows, total});
      const std::int64_t before = checksum.rows;
      const InUse fetching(*fetch);
      while (true) {
        TRY_ASSIGN(const bool found, fetch->step());
        if (!found) break;
        checksum.add(Row(table, *fetch, 0).on_one_line());
      }
      if (checksum.rows == before) return checksum;
    }
  }

  Result<void> end() {
    TRY_ASSIGN(auto transaction, Transaction::begin(to_, Access::kWrite));
    // Without the counts that it takes, the first queries would read whole tables. Of
    // ours alone: the server may hold more than a transaction has locks for.
    std::string script = "DROP TABLE curlew_transfer;";
    for (const Table& table : tables_) script += " ANALYZE " + table.name + ";";
    TRY(to_.run_script(script));
    return transaction.commit();
  }

  Database& from_;
  Database& to_;
  const TransferOptions& options_;
  std::vector<Table> tables_;
  Transferred done_;
};

}  // namespace

Result<Transferred> transfer(Database& from, Database& to,
                             const TransferOptions& options) {
  return Transfer(from, to, options).run();
}

Result<bool> is_transfer_unfinished(Database& database) {
  TRY_ASSIGN(const auto tables,
             number_in(database,
                       "SELECT count(*) FROM pg_class WHERE relname = 'curlew_transfer'"
                       " AND relnamespace = current_schema()::regnamespace"));
  return tables > 0;
}

}  // namespace curlew::store
