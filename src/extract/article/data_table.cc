#include "extract/article/data_table.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "dom/tag.h"
#include "extract/blocks/block.h"

namespace curlew::extract {
namespace {

using dom::AttributeName;
using dom::Node;
using dom::Tag;

// A span ends here, whatever it says: what it costs is bounded.
constexpr int kMostColumns = 100;
// HTML's own bound.
constexpr int kMostRows = 65534;

// Of an attribute, "rowspan" or so.
int number_in(std::string_view stated, int otherwise) {
  const std::string digits(trimmed(stated).substr(0, 6));
  return digits.empty() || !is_ascii_digit(digits.front()) ? otherwise
                                                           : std::atoi(digits.c_str());
}

}  // namespace

bool has_data(Node table) {
  if (table.attribute(AttributeName::kRole) == "presentation") return false;
  int rows = 0, cells = 0, most_cells = 0;
  for (const Node node : table.subtree()) {
    const Tag tag = node.tag();
    if (heading_level(tag) > 0 || (tag == Tag::kTable && node != table)) return false;
    if (tag == Tag::kTr) {
      ++rows;
      cells = 0;
    } else if (dom::flow_of(tag) == dom::Flow::kCell) {
      most_cells = std::max(most_cells, ++cells);
    }
  }
  return rows > 1 && most_cells > 1;
}

void TableColumns::begin_row() {
  ++row_;
  column_ = 0;
}

bool TableColumns::is_free(int column) const {
  return std::size_t(column) >= free_from_.size() ||
         free_from_[std::size_t(column)] <= row_;
}

int TableColumns::begin_cell(Node cell) {
  while (!is_free(column_)) ++column_;
  const int begin = column_;
  const int stated = number_in(cell.attribute(AttributeName::kColspan), 1);
  column_ += std::clamp(stated, 1, std::max(1, kMostColumns - begin));
  int rows = number_in(cell.attribute(AttributeName::kRowspan), 1);
  // Down to the last row of its group.
  if (rows == 0) rows = kMostRows;
  const int end = std::min(column_, kMostColumns);
  if (rows == 1 || begin >= end) return begin;
  if (free_from_.size() < std::size_t(end)) free_from_.resize(std::size_t(end));
  for (int i = begin; i < end; ++i)
    free_from_[std::size_t(i)] = row_ + std::min(rows, kMostRows);
  return begin;
}

}  // namespace curlew::extract
