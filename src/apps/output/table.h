// Rows and columns for people. The table fits the screen: columns that may shrink give
// way, the widest first. Cells may hold anything that a feed says; no control character
// of it reaches the terminal.

#pragma once

#include <string>
#include <vector>

#include "apps/output/screen.h"

namespace curlew::apps {

enum class Align { kLeft, kRight };
enum class Shrink { kNo, kYes };

struct Column {
  std::string title;
  Align align = Align::kLeft;
  Shrink shrink = Shrink::kNo;
};

struct Cell {
  Cell(std::string cell_text, Colour cell_colour = Colour::kNone)  // NOLINT: implicit
      : text(std::move(cell_text)), colour(cell_colour) {}
  Cell(const char* cell_text) : text(cell_text) {}  // NOLINT: implicit on purpose

  std::string text;
  Colour colour = Colour::kNone;
};

class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // One cell for each column.
  void add(std::vector<Cell> row);
  bool empty() const { return rows_.empty(); }

  // Lines with their ends, titles first.
  std::string render(const Screen& screen) const;

 private:
  std::vector<std::size_t> widths(std::size_t screen_width) const;
  std::string line(const Screen& screen, const std::vector<Cell>& row,
                   const std::vector<std::size_t>& widths) const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace curlew::apps
