#include "weighing.h"

#include <cmath>
#include <vector>

namespace curlew::tools {
namespace {

using Row = std::array<double, kWeighed>;

constexpr std::size_t kLast = kWeighed - 1;
constexpr int kSteps = 400;
constexpr double kRate = 0.4;
constexpr double kMomentum = 0.85;

struct Scale {
  Row mean{};
  Row deviation{};

  explicit Scale(std::span<const Weighed> rows) {
    const auto count = double(rows.size());
    for (const Weighed& row : rows)
      for (std::size_t i = 0; i < kLast; ++i) mean[i] += row.facts[i] / count;
    for (const Weighed& row : rows)
      for (std::size_t i = 0; i < kLast; ++i)
        deviation[i] += std::pow(row.facts[i] - mean[i], 2) / count;
    for (double& each : deviation) each = each > 0 ? std::sqrt(each) : 1;
  }

  Row of(const Weighed& row) const {
    Row scaled;
    for (std::size_t i = 0; i < kLast; ++i)
      scaled[i] = (row.facts[i] - mean[i]) / deviation[i];
    scaled[kLast] = 1;
    return scaled;
  }
};

double product(const Row& a, const Row& b) {
  double sum = 0;
  for (std::size_t i = 0; i < kWeighed; ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

std::array<float, kWeighed> learn_weights(std::span<const Weighed> rows,
                                          double caution) {
  const Scale scale(rows);
  std::vector<Row> scaled;
  for (const Weighed& row : rows) scaled.push_back(scale.of(row));
  Row weights{};
  Row speed{};
  for (int step = 0; step < kSteps; ++step) {
    Row slope{};
    for (std::size_t i = 0; i < kLast; ++i) slope[i] = caution * weights[i];
    for (std::size_t at = 0; at < rows.size(); ++at) {
      const double chance = 1 / (1 + std::exp(-product(weights, scaled[at])));
      for (std::size_t i = 0; i < kWeighed; ++i)
        slope[i] += (chance - rows[at].is_yes) * scaled[at][i];
    }
    for (std::size_t i = 0; i < kWeighed; ++i) {
      speed[i] = kMomentum * speed[i] - kRate * slope[i] / double(rows.size());
      weights[i] += speed[i];
    }
  }
  std::array<float, kWeighed> out{};
  double last = weights[kLast];
  for (std::size_t i = 0; i < kLast; ++i) {
    out[i] = float(weights[i] / scale.deviation[i]);
    last -= weights[i] * scale.mean[i] / scale.deviation[i];
  }
  out[kLast] = float(last);
  return out;
}

}  // namespace curlew::tools
