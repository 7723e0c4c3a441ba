#include "store/sqlite/unnest.h"

#include <array>
#include <memory>
#include <variant>

namespace curlew::store {
namespace {

struct ByteRange {
  std::string_view bytes;
};
struct BytesArray {
  std::span<const std::string_view> values;
  std::size_t size() const { return values.size(); }
  ByteRange operator[](std::size_t index) const { return {values[index]}; }
};

using BoundArray = std::variant<std::span<const std::int64_t>,
                                std::span<const std::string_view>, BytesArray>;

// SQLite hands a pointer only to who names it so: no value of a query or of a file can
// pass for one.
constexpr char kPointerName[] = "curlew array";

int bind_pointer(sqlite3_stmt* statement, int parameter, BoundArray array) {
  return sqlite3_bind_pointer(
      statement, parameter, new BoundArray(array), kPointerName,
      [](void* bound) { delete static_cast<BoundArray*>(bound); });
}

// How many arrays stand side by side: 1 for unnest(), 2 for pairs(). As many columns
// are followed by as many hidden ones, the arguments.
struct ArrayTable : sqlite3_vtab {
  int arrays = 1;
};

struct ArrayCursor : sqlite3_vtab_cursor {
  std::array<BoundArray, 2> arrays;
  int count = 1;
  std::size_t at = 0;
};
ArrayCursor& cursor_of(sqlite3_vtab_cursor* cursor) {
  return *static_cast<ArrayCursor*>(cursor);
}

// https://sqlite.org/vtab.html: xConnect without xCreate makes a table-valued function.
int connect_array(sqlite3* connection, void* columns, int, const char* const*,
                  sqlite3_vtab** table, char**) {
  const bool is_pair = columns != nullptr;
  const int code = sqlite3_declare_vtab(
      connection, is_pair ? "CREATE TABLE x (first, second, bound HIDDEN, other HIDDEN)"
                          : "CREATE TABLE x (value, bound HIDDEN)");
  if (code != SQLITE_OK) return code;
  auto* const made = new ArrayTable{};
  made->arrays = is_pair ? 2 : 1;
  *table = made;
  return SQLITE_OK;
}
int disconnect_array(sqlite3_vtab* table) {
  delete static_cast<ArrayTable*>(table);
  return SQLITE_OK;
}

int plan_array(sqlite3_vtab* table, sqlite3_index_info* plan) {
  const int arrays = static_cast<ArrayTable*>(table)->arrays;
  int found = 0;
  for (int i = 0; i < plan->nConstraint; ++i) {
    const auto& constraint = plan->aConstraint[i];
    if (constraint.iColumn < arrays || constraint.op != SQLITE_INDEX_CONSTRAINT_EQ) {
      continue;
    }
    if (!constraint.usable) return SQLITE_CONSTRAINT;
    plan->aConstraintUsage[i].argvIndex = constraint.iColumn - arrays + 1;
    plan->aConstraintUsage[i].omit = 1;
    ++found;
  }
  if (found != arrays) return SQLITE_ERROR;  // An argument is missing.
  plan->estimatedCost = 100;
  plan->estimatedRows = 100;
  return SQLITE_OK;
}

int open_array(sqlite3_vtab* table, sqlite3_vtab_cursor** cursor) {
  auto* const made = new ArrayCursor{};
  made->count = static_cast<ArrayTable*>(table)->arrays;
  *cursor = made;
  return SQLITE_OK;
}
int close_array(sqlite3_vtab_cursor* cursor) {
  delete &cursor_of(cursor);
  return SQLITE_OK;
}

// What was not bound as an array (NULL, too) has no elements, as in PostgreSQL.
int begin_array(sqlite3_vtab_cursor* cursor, int, const char*, int count,
                sqlite3_value** arguments) {
  ArrayCursor& array = cursor_of(cursor);
  for (int i = 0; i < array.count; ++i) {
    const auto* bound = i < count
                            ? static_cast<const BoundArray*>(
                                  sqlite3_value_pointer(arguments[i], kPointerName))
                            : nullptr;
    array.arrays[i] = bound ? *bound : BoundArray();
  }
  array.at = 0;
  return SQLITE_OK;
}
int next_element(sqlite3_vtab_cursor* cursor) {
  ++cursor_of(cursor).at;
  return SQLITE_OK;
}
int is_at_end(sqlite3_vtab_cursor* cursor) {
  const ArrayCursor& array = cursor_of(cursor);
  return array.at >=
         std::visit([](auto values) { return values.size(); }, array.arrays[0]);
}

void give(sqlite3_context* context, std::int64_t value) {
  sqlite3_result_int64(context, value);
}
void give(sqlite3_context* context, std::string_view value) {
  const char* data = value.data() ? value.data() : "";
  sqlite3_result_text64(context, data, value.size(), SQLITE_STATIC, SQLITE_UTF8);
}
void give(sqlite3_context* context, ByteRange value) {
  const char* data = value.bytes.data() ? value.bytes.data() : "";
  sqlite3_result_blob64(context, data, value.bytes.size(), SQLITE_STATIC);
}
int give_column(sqlite3_vtab_cursor* cursor, sqlite3_context* context, int column) {
  const ArrayCursor& array = cursor_of(cursor);
  if (column >= array.count) return SQLITE_OK;  // An argument: NULL.
  std::visit(
      [&](auto values) {
        if (array.at < values.size()) give(context, values[array.at]);
      },
      array.arrays[static_cast<std::size_t>(column)]);
  return SQLITE_OK;
}
int give_row_id(sqlite3_vtab_cursor* cursor, sqlite3_int64* id) {
  *id = static_cast<sqlite3_int64>(cursor_of(cursor).at);
  return SQLITE_OK;
}

constexpr sqlite3_module kUnnest{
    .iVersion = 0,
    .xConnect = connect_array,
    .xBestIndex = plan_array,
    .xDisconnect = disconnect_array,
    .xOpen = open_array,
    .xClose = close_array,
    .xFilter = begin_array,
    .xNext = next_element,
    .xEof = is_at_end,
    .xColumn = give_column,
    .xRowid = give_row_id,
};

}  // namespace

int add_unnest(sqlite3* connection) {
  static char is_pair;
  const int code =
      sqlite3_create_module_v2(connection, "unnest", &kUnnest, nullptr, nullptr);
  if (code != SQLITE_OK) return code;
  return sqlite3_create_module_v2(connection, "pairs", &kUnnest, &is_pair, nullptr);
}

int bind_array(sqlite3_stmt* statement, int parameter,
               std::span<const std::int64_t> values) {
  return bind_pointer(statement, parameter, values);
}
int bind_array(sqlite3_stmt* statement, int parameter,
               std::span<const std::string_view> values) {
  return bind_pointer(statement, parameter, values);
}
int bind_blob_array(sqlite3_stmt* statement, int parameter,
                    std::span<const std::string_view> values) {
  return bind_pointer(statement, parameter, BytesArray{values});
}

}  // namespace curlew::store
