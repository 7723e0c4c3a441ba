// Tables of the article as rows of cells without attributes: a cell that spans several
// columns or rows is followed by empty ones, so that all others stay below their
// headings.

#pragma once

#include <vector>

#include "dom/document.h"

namespace curlew::extract {

// Whether it has rows and columns of data; other tables lay a page out, and their cells
// are paragraphs.
bool has_data(dom::Node table);

// Which columns the cells of one table begin in. Told of them in document order.
class TableColumns {
 public:
  // <thead>, <tbody>, <tfoot>: no cell reaches from one into another.
  void begin_row_group() { free_from_.clear(); }
  void begin_row();
  // Counted from 0.
  int begin_cell(dom::Node cell);

 private:
  bool is_free(int column) const;

  int row_ = 0;
  int column_ = 0;
  // By column: the first row that no cell from above reaches.
  std::vector<int> free_from_;
};

}  // namespace curlew::extract
