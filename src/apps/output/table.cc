#include "apps/output/table.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "base/plain_text.h"

namespace curlew::apps {
namespace {

constexpr std::size_t kGap = 2;        // Spaces between columns.
constexpr std::size_t kNarrowest = 8;  // A shrinking column keeps this much,
constexpr std::size_t kLeast = 3;      // and on the narrowest screens every one this.
// Where nothing is cut, a row beyond this stands out, so that one title that is as long
// as a book does not fill up all other rows with spaces.
constexpr std::size_t kWidestPadding = 300;

}  // namespace

void Table::add(std::vector<Cell> row) {
  CHECK(row.size() == columns_.size());
  for (Cell& cell : row) cell.text = plain_text(cell.text);
  rows_.push_back(std::move(row));
}

std::vector<std::size_t> Table::widths(std::size_t screen_width) const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::size_t widest = display_width(columns_[i].title);
    for (const auto& row : rows_) {
      widest = std::max(widest, display_width(row[i].text));
    }
    widths.push_back(widest);
  }
  if (screen_width == kUnbounded) {
    for (std::size_t& width : widths) width = std::min(width, kWidestPadding);
    return widths;
  }
  std::size_t total = std::accumulate(widths.begin(), widths.end(), std::size_t{0}) +
                      kGap * (columns_.size() - 1);
  const auto widest_beyond = [&](std::size_t narrowest, bool of_all) {
    std::size_t* widest = nullptr;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const bool may_shrink =
          (of_all || columns_[i].shrink == Shrink::kYes) && widths[i] > narrowest;
      if (may_shrink && (!widest || widths[i] > *widest)) widest = &widths[i];
    }
    return widest;
  };
  for (; total > screen_width; --total) {
    std::size_t* widest = widest_beyond(kNarrowest, false);
    if (!widest) widest = widest_beyond(kLeast, true);
    if (!widest) break;
    --*widest;
  }
  return widths;
}

std::string Table::line(const Screen& screen, const std::vector<Cell>& row,
                        const std::vector<std::size_t>& widths) const {
  std::string line;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const bool is_cut = screen.width != kUnbounded;
    const std::string text = is_cut ? shortened(row[i].text, widths[i]) : row[i].text;
    const std::string padding(
        std::max(widths[i], display_width(text)) - display_width(text), ' ');
    const bool is_last = i + 1 == columns_.size();
    if (columns_[i].align == Align::kRight) line += padding;
    line += coloured(screen, text, row[i].colour);
    if (columns_[i].align == Align::kLeft && !is_last) line += padding;
    if (!is_last) line.append(kGap, ' ');
  }
  return line + "\n";
}

std::string Table::render(const Screen& screen) const {
  const std::vector<std::size_t> column_widths = widths(screen.width);
  std::vector<Cell> titles;
  for (const Column& column : columns_)
    titles.emplace_back(column.title, Colour::kQuiet);
  std::string lines = line(screen, titles, column_widths);
  for (const auto& row : rows_) lines += line(screen, row, column_widths);
  return lines;
}

}  // namespace curlew::apps
