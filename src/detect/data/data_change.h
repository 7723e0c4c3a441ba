// What is different between two versions of a data document: graphs by their triples,
// tables by their rows, trees by their paths. Pure; callable from any thread.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/json.h"
#include "model/table.h"
#include "model/version.h"
#include "rdf/difference.h"

namespace curlew::detect {

// kUndecided: a graph whose blank nodes take too much work to compare.
enum class DataVerdict { kSame, kDifferent, kUndecided };

// What changes are counted in.
enum class DataUnit { kTriples, kRows, kPaths };

struct DataChange {
  // In place of one value there is another, at a path or in a cell.
  struct Edit {
    // "/items/3/price", or "row 17, price".
    std::string where;
    std::string before;
    std::string after;
  };

  DataVerdict verdict = DataVerdict::kSame;
  DataUnit unit = DataUnit::kTriples;
  // All of them are counted, the first are listed. A triple is written as N-Quads, a
  // row as "column: value, column: value", a path with its value.
  std::size_t added_count = 0;
  std::size_t removed_count = 0;
  std::size_t edited_count = 0;
  std::vector<std::string> added;
  std::vector<std::string> removed;
  std::vector<Edit> edited;
  // Of tables: the columns that both have, and the rows that differ, as far as they are
  // listed. A row that came has no cells before, one that went none after.
  struct RowPair {
    std::vector<std::string> before;
    std::vector<std::string> after;
  };
  std::vector<std::string> columns;
  std::vector<RowPair> rows;
  // The columns by which rows were told apart; empty where none could.
  std::vector<std::string> key;
  // What else is worth telling: columns that came or went.
  std::vector<std::string> remarks;

  // "3 triples added, 1 removed"
  std::string summary() const;
  // Nullopt where nothing can be counted: the same, undecided, a tree in place of a
  // table.
  std::optional<model::DataCounts> counts() const;
};

struct DataCompareOptions {
  // Entries of each list of a DataChange.
  std::size_t max_listed = 1000;
  // Columns that tell rows apart; empty: found, where there are such.
  std::vector<std::string> key;
  rdf::WorkLimit work;
};

DataChange compare_graphs(const rdf::Dataset& before, const rdf::Dataset& after,
                          const DataCompareOptions& options = {});

// The order of rows and of columns says nothing; and of solutions of a query, the names
// of blank nodes.
DataChange compare_tables(const model::Table& before, const model::Table& after,
                          const DataCompareOptions& options = {});

// The order of an object's members says nothing. Arrays of objects that have a member
// which tells them apart (an id, a name) are compared by it, whatever their order;
// other arrays item by item, in order. Numbers are the same when their values are.
DataChange compare_trees(const model::Json& before, const model::Json& after,
                         const DataCompareOptions& options = {});

}  // namespace curlew::detect
