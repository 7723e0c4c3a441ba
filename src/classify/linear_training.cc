#include "classify/linear_training.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"

namespace curlew::classify {
namespace {

constexpr int kMostRounds = 15;
// Of the projected gradient: smaller ones changed no verdict on any collection.
constexpr double kSmallGradient = .05;
// Counts that every feature starts with in every topic.
constexpr double kSmoothing = .1;

// One topic against the others.
class SupportVectors {
 public:
  SupportVectors(const LabelledVectors& examples, std::span<const std::uint32_t> chosen,
                 double cost)
      : examples_(examples),
        diagonal_(.5 / cost),
        order_(chosen.begin(), chosen.end()) {
    squares_.resize(examples.vectors.size());
    for (const std::uint32_t i : chosen) {
      // 1 is for the bias, which is a feature that every example has.
      squares_[i] = 1;
      for (const Feature& feature : examples.vectors[i]) {
        squares_[i] += double(feature.value) * feature.value;
      }
    }
  }

  double train(std::uint32_t topic, std::vector<float>& weights) {
    weights.assign(examples_.feature_count, 0);
    dual_.assign(examples_.vectors.size(), 0);
    bias_ = 0;
    Random random(1);
    for (int round = 0; round < kMostRounds; ++round) {
      for (std::size_t i = order_.size(); i > 1; --i) {
        std::swap(order_[i - 1], order_[random() % i]);
      }
      double largest = 0;
      for (const std::uint32_t i : order_) {
        const double sign = examples_.topics[i] == topic ? 1 : -1;
        largest = std::max(largest, improve(i, sign, weights));
      }
      if (largest < kSmallGradient) break;
    }
    return bias_;
  }

 private:
  // The best dual variable of one example while all others stand still.
  double improve(std::uint32_t i, double sign, std::vector<float>& weights) {
    const FeatureVector& vector = examples_.vectors[i];
    double margin = bias_;
    for (const Feature& feature : vector) {
      margin += double(weights[feature.number]) * feature.value;
    }
    const double diagonal = diagonal_ / examples_.weight(i);
    const double gradient = sign * margin - 1 + diagonal * dual_[i];
    const double projected = dual_[i] == 0 ? std::min(gradient, 0.) : gradient;
    if (projected == 0) return 0;
    const double old = dual_[i];
    dual_[i] = std::max(0., old - gradient / (squares_[i] + diagonal));
    const double step = (dual_[i] - old) * sign;
    bias_ += step;
    for (const Feature& feature : vector) {
      weights[feature.number] += float(step * feature.value);
    }
    return std::abs(projected);
  }

  const LabelledVectors& examples_;
  double diagonal_;
  std::vector<std::uint32_t> order_;
  std::vector<double> squares_;
  std::vector<double> dual_;
  double bias_ = 0;
};

}  // namespace

double LinearWeights::score(const FeatureVector& vector, std::size_t topic) const {
  double sum = biases[topic];
  for (const Feature& feature : vector) {
    sum += double(weights[topic][feature.number]) * feature.value;
  }
  return sum;
}

LinearWeights train_support_vectors(const LabelledVectors& examples,
                                    std::span<const std::uint32_t> chosen,
                                    double cost) {
  LinearWeights result;
  result.weights.resize(examples.topic_count);
  SupportVectors machine(examples, chosen, cost);
  for (std::uint32_t topic = 0; topic < examples.topic_count; ++topic) {
    result.biases.push_back(machine.train(topic, result.weights[topic]));
  }
  return result;
}

LinearWeights train_complement_bayes(const LabelledVectors& examples,
                                     std::span<const std::uint32_t> chosen) {
  const std::size_t topics = examples.topic_count;
  LinearWeights result{{topics, std::vector<float>(examples.feature_count)},
                       std::vector<double>(topics)};
  std::vector<double> of_feature(examples.feature_count);
  std::vector<double> of_topic(topics);
  double all = 0;
  for (const std::uint32_t i : chosen) {
    const double weight = examples.weight(i);
    for (const Feature& feature : examples.vectors[i]) {
      const double value = weight * feature.value;
      result.weights[examples.topics[i]][feature.number] += float(value);
      of_feature[feature.number] += value;
      of_topic[examples.topics[i]] += value;
      all += value;
    }
  }
  const double smoothed = kSmoothing * double(examples.feature_count);
  std::vector<double> logarithms(topics);
  for (std::size_t number = 0; number < examples.feature_count; ++number) {
    for (std::size_t topic = 0; topic < topics; ++topic) {
      const double others = of_feature[number] - result.weights[topic][number];
      logarithms[topic] = std::log((std::max(others, 0.) + kSmoothing) /
                                   (all - of_topic[topic] + smoothed));
    }
    const double mean =
        std::accumulate(logarithms.begin(), logarithms.end(), 0.) / double(topics);
    for (std::size_t topic = 0; topic < topics; ++topic) {
      result.weights[topic][number] = float(mean - logarithms[topic]);
    }
  }
  return result;
}

void add_weights(LinearWeights& weights, const LinearWeights& other, double share) {
  for (std::size_t topic = 0; topic < weights.biases.size(); ++topic) {
    weights.biases[topic] += share * other.biases[topic];
    for (std::size_t i = 0; i < weights.weights[topic].size(); ++i) {
      weights.weights[topic][i] += float(share * other.weights[topic][i]);
    }
  }
}

double Calibration::probability(double score) const {
  return 1 / (1 + std::exp(-(slope * score + offset)));
}

// Newton's method on the log-likelihood. A little of each answer is added, so that
// examples that are parted without an error do not ask for an endless slope.
Calibration calibrate(std::span<const double> scores, std::span<const char> is_right,
                      std::span<const double> weights) {
  double right = 0;
  double wrong = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    (is_right[i] ? right : wrong) += weights[i];
  }
  const double high = (right + 1) / (right + 2);
  const double low = 1 / (wrong + 2);
  Calibration result;
  for (int round = 0; round < 50; ++round) {
    double g0 = 0;
    double g1 = 0;
    double h00 = 1e-9;
    double h01 = 0;
    double h11 = 1e-9;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double p = result.probability(scores[i]);
      const double difference = weights[i] * (p - (is_right[i] ? high : low));
      const double weight = weights[i] * p * (1 - p);
      g0 += difference * scores[i];
      g1 += difference;
      h00 += weight * scores[i] * scores[i];
      h01 += weight * scores[i];
      h11 += weight;
    }
    const double determinant = h00 * h11 - h01 * h01;
    if (determinant <= 0) break;
    const double slope_step = (h11 * g0 - h01 * g1) / determinant;
    const double offset_step = (h00 * g1 - h01 * g0) / determinant;
    // No step is so large that the next one overflows.
    const double scale =
        std::min(1., 5 / std::max({std::abs(slope_step), std::abs(offset_step), 1e-9}));
    result.slope -= scale * slope_step;
    result.offset -= scale * offset_step;
    if (std::abs(slope_step) + std::abs(offset_step) < 1e-6) break;
  }
  // Whoever scores higher is never less likely to be right.
  result.slope = std::max(result.slope, 1e-3);
  return result;
}

}  // namespace curlew::classify
