#include "detect/picture/compare_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <utility>

namespace curlew::detect {
namespace {

using model::Box;
using model::Picture;

constexpr std::size_t kMostBoxes = 20;
// Pixels are counted in squares of this side.
constexpr int kCell = 8;
// A line of one pixel through a square makes eight; what smoothing leaves of a glyph
// that did not move, one or two.
constexpr int kLeastInCell = 6;
constexpr int kLeastInBox = 24;
// Of 255, in one colour: the next shade is no difference.
constexpr int kTolerance = 24;
// Squares between two that belong to one box: the words of a line do.
constexpr int kGap = 3;

struct Cell {
  int pixels = 0;
  int left = 0, top = 0, right = 0, bottom = 0;

  void add(int x, int y) {
    if (pixels++ == 0) {
      left = right = x;
      top = bottom = y;
    }
    left = std::min(left, x);
    right = std::max(right, x);
    bottom = y;
  }
  void add(const Cell& other) {
    if (pixels == 0) {
      *this = other;
      return;
    }
    pixels += other.pixels;
    left = std::min(left, other.left);
    top = std::min(top, other.top);
    right = std::max(right, other.right);
    bottom = std::max(bottom, other.bottom);
  }
  Box box() const { return {left, top, right - left + 1, bottom - top + 1}; }
};

bool is_different(const std::uint8_t* one, const std::uint8_t* other) {
  for (int i = 0; i < 3; ++i) {
    if (std::abs(int(one[i]) - int(other[i])) > kTolerance) return true;
  }
  return false;
}

class Grid {
 public:
  Grid(const Picture& old, const Picture& now, int width, int height)
      : columns_((width + kCell - 1) / kCell),
        rows_((height + kCell - 1) / kCell),
        cells_(std::size_t(columns_) * std::size_t(rows_)) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        if (is_different(old.at(x, y), now.at(x, y))) {
          cell(x / kCell, y / kCell).add(x, y);
        }
      }
    }
    for (Cell& each : cells_) {
      if (each.pixels < kLeastInCell) each = {};
    }
  }

  std::vector<Box> take_boxes() {
    std::vector<Box> boxes;
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column < columns_; ++column) {
        if (cell(column, row).pixels == 0) continue;
        const Cell joined = take_joined(column, row);
        if (joined.pixels >= kLeastInBox) boxes.push_back(joined.box());
      }
    }
    return boxes;
  }

 private:
  Cell& cell(int column, int row) {
    return cells_[std::size_t(row) * std::size_t(columns_) + std::size_t(column)];
  }

  // All that hang together with that one.
  Cell take_joined(int column, int row) {
    Cell joined;
    std::vector<std::pair<int, int>> open{{column, row}};
    joined.add(std::exchange(cell(column, row), {}));
    while (!open.empty()) {
      const auto [x, y] = open.back();
      open.pop_back();
      for (int j = std::max(y - kGap, 0); j <= std::min(y + kGap, rows_ - 1); ++j) {
        for (int i = std::max(x - kGap, 0); i <= std::min(x + kGap, columns_ - 1);
             ++i) {
          if (cell(i, j).pixels == 0) continue;
          joined.add(std::exchange(cell(i, j), {}));
          open.emplace_back(i, j);
        }
      }
    }
    return joined;
  }

  const int columns_;
  const int rows_;
  std::vector<Cell> cells_;
};

double area_of(const Box& box) { return double(box.width) * double(box.height); }

}  // namespace

std::string PictureChange::summary() const {
  return count == 1 ? "1 area looks different"
                    : fmt::format("{} areas look different", count);
}

PictureChange compare_pictures(const Picture& old, const Picture& now) {
  const int width = std::min(old.width, now.width);
  const int height = std::min(old.height, now.height);
  PictureChange change;
  change.boxes = Grid(old, now, width, height).take_boxes();
  // What one of them has besides, below.
  if (const int more = std::max(old.height, now.height) - height; more >= kCell) {
    change.boxes.push_back({0, height, std::max(old.width, now.width), more});
  }
  change.count = change.boxes.size();
  double area = 0;
  for (const Box& box : change.boxes) area += area_of(box);
  const double all =
      area_of({0, 0, std::max(old.width, now.width), std::max(old.height, now.height)});
  change.share = all > 0 ? std::min(1.0, area / all) : 0;
  std::ranges::stable_sort(change.boxes, std::greater(), area_of);
  if (change.boxes.size() > kMostBoxes) change.boxes.resize(kMostBoxes);
  return change;
}

}  // namespace curlew::detect
