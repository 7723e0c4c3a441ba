// Gradient boosting of decision trees over histograms: second-order gains as in XGBoost
// (Chen and Guestrin 2016), full trees of a fixed depth, part of the rows and columns
// for each tree. Small on purpose: it has what the models of src/extract need.

#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "extract/forest/forest.h"

namespace curlew::tools {

// Features cut into at most 64 bins each, as equally filled as their values allow.
class BinnedTable {
 public:
  // `rows` have `width` features each.
  BinnedTable(std::span<const float* const> rows, std::size_t width);

  std::size_t rows() const { return bins_.size() / width_; }
  std::size_t width() const { return width_; }
  const std::uint8_t* row(std::size_t index) const { return &bins_[index * width_]; }
  // What is in bin `bin` or above is not below this.
  float threshold(std::size_t column, std::size_t bin) const {
    return cuts_[column][bin - 1];
  }
  std::size_t bins(std::size_t column) const { return cuts_[column].size() + 1; }

 private:
  std::size_t width_;
  std::vector<std::vector<float>> cuts_;  // By column.
  std::vector<std::uint8_t> bins_;        // Row after row.
};

struct BoostOptions {
  int trees = 100;
  int depth = 5;
  float rate = 0.1F;
  float lambda = 20;       // Added to every sum of second derivatives.
  float min_weight = 100;  // The least such sum in a leaf.
  float row_share = 0.7F;
  float column_share = 0.5F;
  unsigned seed = 1;
};

// Trees as they grow; `forest()` borrows them.
struct Trees {
  int depth = 0;
  float start = 0;
  std::vector<extract::ForestQuestion> questions;
  std::vector<float> leaves;

  extract::Forest forest() const { return {depth, start, questions, leaves}; }
};

// What some rows of a table teach.
struct Lesson {
  const BinnedTable& table;
  std::span<const std::uint32_t> columns;  // That may be asked for.
  std::span<const std::uint32_t> rows;
  std::span<const float> labels;  // 0 … 1; by row of the table, as the weights.
  std::span<const float> weights;
};

// For chances: the sums are log odds.
Trees boost(const Lesson& lesson, const BoostOptions& options);

// For one of several kinds, which the labels number: one forest a kind.
std::vector<Trees> boost_kinds(const Lesson& lesson, std::size_t kinds,
                               const BoostOptions& options);

}  // namespace curlew::tools
