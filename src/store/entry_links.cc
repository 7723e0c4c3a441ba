#include "store/entry_links.h"

#include "store/counters.h"
#include "store/query.h"

namespace curlew::store {
namespace {

Result<void> read_entry_link(const Query& query, EntryLinkRow& row) {
  return query.read(row.id, row.kind, row.mark, row.by, row.role, row.note, row.added,
                    row.expires);
}

}  // namespace

Result<model::EntryLinkId> EntryLinks::add(const EntryLinkRow& row) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY(Query::run(db_, "DELETE FROM entry_links WHERE expires <= $1", row.added));
  TRY_ASSIGN(const auto id, add_to_counter(db_, kEntryLinkIdCounter, 1));
  TRY(Query::run(db_,
                 "INSERT INTO entry_links (id, kind, mark, user_id, role, note, added,"
                 " expires) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                 id, row.kind, row.mark, row.by, row.role, row.note, row.added,
                 row.expires));
  TRY(transaction.commit());
  return model::EntryLinkId{id};
}

Result<std::optional<EntryLinkRow>> EntryLinks::find(model::LinkKind kind,
                                                     std::string_view mark, Time now) {
  Query query(db_,
              "SELECT id, kind, mark, user_id, role, note, added, expires"
              " FROM entry_links WHERE mark = $1 AND kind = $2 AND expires > $3",
              mark, kind, now);
  TRY_ASSIGN(const bool found, query.next());
  std::optional<EntryLinkRow> row;
  if (found) TRY(read_entry_link(query, row.emplace()));
  return row;
}

Result<std::vector<EntryLinkRow>> EntryLinks::list(model::LinkKind kind, Time now) {
  Query query(db_,
              "SELECT id, kind, mark, user_id, role, note, added, expires"
              " FROM entry_links WHERE kind = $1 AND expires > $2 ORDER BY id DESC",
              kind, now);
  std::vector<EntryLinkRow> rows;
  TRY(query.each([&] { return read_entry_link(query, rows.emplace_back()); }));
  return rows;
}

Result<bool> EntryLinks::remove(model::LinkKind kind, model::EntryLinkId id) {
  TRY_ASSIGN(
      const auto removed,
      Query::run(db_, "DELETE FROM entry_links WHERE kind = $1 AND id = $2", kind, id));
  return removed > 0;
}

Result<void> EntryLinks::remove_all(model::LinkKind kind) {
  TRY(Query::run(db_, "DELETE FROM entry_links WHERE kind = $1", kind));
  return {};
}

}  // namespace curlew::store
