#include "boosting.h"

#include <algorithm>
#include <cmath>

namespace curlew::tools {
namespace {

constexpr std::size_t kBins = 64;

struct Gradient {
  float first = 0;
  float second = 0;
  Gradient& operator+=(const Gradient& other) {
    first += other.first;
    second += other.second;
    return *this;
  }
  Gradient operator-(const Gradient& other) const {
    return {first - other.first, second - other.second};
  }
};

std::vector<float> cuts_of(std::vector<float> values) {
  std::ranges::sort(values);
  std::vector<float> cuts;
  for (std::size_t i = 1; i < kBins; ++i) {
    const float value = values[values.size() * i / kBins];
    if (value > values.front() && (cuts.empty() || value > cuts.back()))
      cuts.push_back(value);
  }
  // Rare values at the upper end deserve a bin of their own.
  if (cuts.size() + 1 < kBins && values.back() > values.front() &&
      (cuts.empty() || values.back() > cuts.back()))
    cuts.push_back(values.back());
  return cuts;
}

// One node of a tree that grows: a range of the grower's row order.
struct Growing {
  std::size_t begin = 0;
  std::size_t end = 0;
  Gradient sum;
  std::vector<Gradient> histogram;  // By column of the tree, then bin.
};

struct Split {
  float gain = 0;
  std::size_t column = 0;  // Among the columns of the tree.
  std::size_t bin = 0;     // Rows below it go left.
};

class TreeGrower {
 public:
  TreeGrower(const Lesson& lesson, const BoostOptions& options)
      : lesson_(lesson), options_(options), random_(options.seed) {}

  // Adds a tree to `out`. `gradients` and `sums`, which the tree then adds to, are by
  // place in lesson.rows.
  void grow(std::span<const Gradient> gradients, Trees& out, std::span<float> sums) {
    gradients_ = gradients;
    choose_rows_and_columns();
    const std::size_t questions = (std::size_t(1) << options_.depth) - 1;
    asked_.assign(questions, {});
    out.questions.resize(out.questions.size() + questions, {0, 0});
    out.leaves.resize(out.leaves.size() + questions + 1, 0);
    questions_ = out.questions.data() + out.questions.size() - questions;
    leaves_ = out.leaves.data() + out.leaves.size() - questions - 1;
    Growing root{0, order_.size(), {}, {}};
    fill(root);
    for (const std::uint32_t at : order_) root.sum += gradients_[at];
    split(std::move(root), 0, 0);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += leaves_[leaf_of(i)];
  }

 private:
  struct Asked {
    std::uint32_t column = 0;  // Of the table.
    std::uint32_t bin = 0;     // 0: nothing is asked, all go right.
  };

  void choose_rows_and_columns() {
    order_.clear();
    std::uniform_real_distribution<float> chance;
    for (std::uint32_t i = 0; i < lesson_.rows.size(); ++i)
      if (chance(random_) < options_.row_share) order_.push_back(i);
    columns_.assign(lesson_.columns.begin(), lesson_.columns.end());
    std::ranges::shuffle(columns_, random_);
    const auto wanted = std::size_t(float(columns_.size()) * options_.column_share);
    columns_.resize(std::max<std::size_t>(wanted, 1));
    std::ranges::sort(columns_);
  }

  void fill(Growing& node) const {
    node.histogram.assign(columns_.size() * kBins, {});
    for (std::size_t i = node.begin; i < node.end; ++i) {
      const std::uint32_t at = order_[i];
      const std::uint8_t* const row = lesson_.table.row(lesson_.rows[at]);
      const Gradient gradient = gradients_[at];
      Gradient* histogram = node.histogram.data();
      for (const std::uint32_t column : columns_) {
        histogram[row[column]] += gradient;
        histogram += kBins;
      }
    }
  }

  float score(const Gradient& sum) const {
    return sum.first * sum.first / (sum.second + options_.lambda);
  }

  Split best_split(const Growing& node) const {
    Split best;
    const float whole = score(node.sum);
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      const Gradient* const histogram = &node.histogram[column * kBins];
      Gradient left;
      const std::size_t bins = lesson_.table.bins(columns_[column]);
      for (std::size_t bin = 1; bin < bins; ++bin) {
        left += histogram[bin - 1];
        const Gradient right = node.sum - left;
        if (left.second < options_.min_weight) continue;
        if (right.second < options_.min_weight) break;
        const float gain = score(left) + score(right) - whole;
        if (gain > best.gain) best = {gain, column, bin};
      }
    }
    return best;
  }

  void split(Growing node, std::size_t place, int level) {
    const Split best = level < options_.depth ? best_split(node) : Split{};
    if (best.gain <= 1e-6F) return set_leaves(node.sum, place, level);
    const std::uint32_t column = columns_[best.column];
    asked_[place] = {column, std::uint32_t(best.bin)};
    questions_[place] = {std::uint16_t(column),
                         lesson_.table.threshold(column, best.bin)};
    const auto middle = std::partition(
        order_.begin() + std::ptrdiff_t(node.begin),
        order_.begin() + std::ptrdiff_t(node.end), [&](std::uint32_t at) {
          return lesson_.table.row(lesson_.rows[at])[column] < best.bin;
        });
    const auto cut = std::size_t(middle - order_.begin());
    Growing left{node.begin, cut, {}, {}};
    Growing right{cut, node.end, {}, {}};
    for (std::size_t bin = 0; bin < best.bin; ++bin)
      left.sum += node.histogram[best.column * kBins + bin];
    right.sum = node.sum - left.sum;
    if (level + 1 < options_.depth) share_out(std::move(node.histogram), left, right);
    split(std::move(left), 2 * place + 1, level + 1);
    split(std::move(right), 2 * place + 2, level + 1);
  }

  // Only the smaller child is counted; the other has what is left.
  void share_out(std::vector<Gradient> whole, Growing& left, Growing& right) const {
    const bool left_is_smaller = left.end - left.begin < right.end - right.begin;
    Growing& smaller = left_is_smaller ? left : right;
    Growing& larger = left_is_smaller ? right : left;
    fill(smaller);
    for (std::size_t i = 0; i < whole.size(); ++i)
      whole[i] = whole[i] - smaller.histogram[i];
    larger.histogram = std::move(whole);
  }

  void set_leaves(const Gradient& sum, std::size_t place, int level) {
    const float value = -options_.rate * sum.first / (sum.second + options_.lambda);
    const int below = options_.depth - level;
    const std::size_t first = (place + 1) << below;  // Heap order, root at 1.
    const std::size_t leaves = std::size_t(1) << options_.depth;
    std::fill_n(leaves_ + (first - leaves), std::size_t(1) << below, value);
  }

  std::size_t leaf_of(std::size_t at) const {
    const std::uint8_t* const row = lesson_.table.row(lesson_.rows[at]);
    std::size_t place = 0;
    for (int level = 0; level < options_.depth; ++level) {
      const Asked& asked = asked_[place];
      place = 2 * place + 1 + (row[asked.column] >= asked.bin);
    }
    return place - asked_.size();
  }

  const Lesson& lesson_;
  const BoostOptions& options_;
  std::mt19937 random_;
  std::span<const Gradient> gradients_;
  std::vector<std::uint32_t> order_;    // Places in lesson.rows.
  std::vector<std::uint32_t> columns_;  // Of the tree that grows.
  std::vector<Asked> asked_;
  extract::ForestQuestion* questions_ = nullptr;
  float* leaves_ = nullptr;
};

}  // namespace

BinnedTable::BinnedTable(std::span<const float* const> rows, std::size_t width)
    : width_(width), bins_(rows.size() * width) {
  std::vector<float> values(rows.size());
  for (std::size_t column = 0; column < width; ++column) {
    for (std::size_t i = 0; i < rows.size(); ++i) values[i] = rows[i][column];
    cuts_.push_back(cuts_of(values));
    const std::vector<float>& cuts = cuts_.back();
    for (std::size_t i = 0; i < rows.size(); ++i)
      bins_[i * width + column] =
          std::uint8_t(std::ranges::upper_bound(cuts, values[i]) - cuts.begin());
  }
}

Trees boost(const Lesson& lesson, const BoostOptions& options) {
  double good = 0;
  double all = 0;
  for (const std::uint32_t row : lesson.rows) {
    good += double(lesson.labels[row]) * lesson.weights[row];
    all += lesson.weights[row];
  }
  Trees out{options.depth, float(std::log(good / (all - good))), {}, {}};
  std::vector<float> sums(lesson.rows.size(), out.start);
  std::vector<Gradient> gradients(sums.size());
  TreeGrower grower(lesson, options);
  for (int tree = 0; tree < options.trees; ++tree) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const std::uint32_t row = lesson.rows[i];
      const float chance = extract::chance_of(sums[i]);
      const float weight = lesson.weights[row];
      gradients[i] = {weight * (chance - lesson.labels[row]),
                      weight * std::max(chance * (1 - chance), 1e-6F)};
    }
    grower.grow(gradients, out, sums);
  }
  return out;
}

std::vector<Trees> boost_kinds(const Lesson& lesson, std::size_t kinds,
                               const BoostOptions& options) {
  std::vector<Trees> out(kinds, Trees{options.depth, 0, {}, {}});
  const std::size_t count = lesson.rows.size();
  std::vector<std::vector<float>> sums(kinds, std::vector<float>(count));
  std::vector<std::vector<Gradient>> gradients(kinds, std::vector<Gradient>(count));
  TreeGrower grower(lesson, options);
  for (int round = 0; round < options.trees; ++round) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t row = lesson.rows[i];
      float all = 0;
      for (std::size_t kind = 0; kind < kinds; ++kind) all += std::exp(sums[kind][i]);
      for (std::size_t kind = 0; kind < kinds; ++kind) {
        const float chance = std::exp(sums[kind][i]) / all;
        const bool is_it = std::size_t(lesson.labels[row]) == kind;
        const float weight = lesson.weights[row];
        gradients[kind][i] = {weight * (chance - float(is_it)),
                              weight * std::max(2 * chance * (1 - chance), 1e-6F)};
      }
    }
    for (std::size_t kind = 0; kind < kinds; ++kind)
      grower.grow(gradients[kind], out[kind], sums[kind]);
  }
  return out;
}

}  // namespace curlew::tools
