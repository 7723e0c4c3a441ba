#include "plans.h"

#include <re2/re2.h>

#include <array>
#include <string_view>

namespace curlew {
namespace {

// With more than 50,000 rows here.
constexpr std::array<std::string_view, 9> kLarge = {
    "articles", "sources",      "schedule",       "visits",    "clips",
    "versions", "index_blocks", "article_states", "index_tail"};

// SQLite names a table by its alias.
std::string table_of(const std::string& sql, const std::string& alias) {
  for (const std::string_view table : kLarge) {
    if (alias == table) return std::string(table);
    const RE2 named("\\b" + std::string(table) + "\\s+(AS\\s+)?" + alias + "\\b");
    if (RE2::PartialMatch(sql, named)) return std::string(table);
  }
  return "";
}

std::string scanned_by_sqlite(const std::string& sql, const std::string& line) {
  static const RE2 scan("^SCAN (\\w+)");
  // Of these indexes all that is in them is wanted.
  static const RE2 few("INDEX (schedule_problem|article_states_|sources_shared)");
  std::string alias;
  if (!RE2::PartialMatch(line, scan, &alias) || RE2::PartialMatch(line, few)) return "";
  return sql.find("LIMIT") == sql.npos ? table_of(sql, alias) : "";
}

// The rows of "Seq Scan on articles b (actual rows=3 loops=2)", and those that the next
// line says were left out.
class PostgresScans {
 public:
  void add(const std::string& line) {
    static const RE2 scan("Seq Scan on (\\w+).*actual rows=(\\d+) loops=(\\d+)");
    static const RE2 any("actual rows=");
    static const RE2 removed("Rows Removed by Filter: (\\d+)");
    std::string table;
    double rows = 0, loops = 0;
    if (RE2::PartialMatch(line, scan, &table, &rows, &loops)) {
      table_ = table;
      rows_ = rows * loops;
      loops_ = loops;
    } else if (RE2::PartialMatch(line, any)) {
      table_.clear();
    } else if (double left_out = 0; RE2::PartialMatch(line, removed, &left_out)) {
      rows_ += left_out * loops_;
    }
    // What is looked for by a part of its text is in any of the short rows of sources.
    const bool is_meant = table_ == "source_texts";
    if (!table_.empty() && !is_meant && rows_ > kMostScanned) found_ = table_;
  }
  const std::string& found() const { return found_; }

 private:
  std::string table_, found_;
  double rows_ = 0;
  double loops_ = 0;
};

}  // namespace

Result<QueryPlan> explain(store::Database& db, Server server, const AskedQuery& query) {
  const bool is_sqlite = server == Server::kSqlite;
  const std::string sql =
      (is_sqlite ? "EXPLAIN QUERY PLAN "
                 : "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ") +
      query.sql;
  TRY_ASSIGN(auto snapshot, store::Transaction::begin(db, store::Access::kRead));
  TRY_ASSIGN(store::Statement * statement, db.prepare(sql));
  std::deque<std::vector<std::string_view>> borrowed;
  bind(*statement, query.bound, borrowed);
  QueryPlan plan;
  PostgresScans scans;
  while (true) {
    auto found = statement->step();
    if (!found.ok()) {
      statement->reset();
      return std::move(found).error();
    }
    if (!*found) break;
    std::string line(statement->bytes(is_sqlite ? 3 : 0));
    if (is_sqlite && plan.scanned.empty()) {
      plan.scanned = scanned_by_sqlite(query.sql, line);
    }
    if (!is_sqlite) scans.add(line);
    plan.lines.push_back(std::move(line));
  }
  statement->reset();
  if (!is_sqlite) plan.scanned = scans.found();
  return plan;
}

}  // namespace curlew
