// Weights that part topics, from labelled vectors: two learners that are wrong about
// different texts, so that their sum is right more often than either. Both give one
// weight for each topic and feature, and so does their sum.
//
// A support vector machine, one topic against all others, squared hinge loss, by dual
// coordinate descent (Hsieh et al., "A Dual Coordinate Descent Method for Large-scale
// Linear SVM", 2008): best where texts are long.
// Complement naive Bayes (Rennie et al., "Tackling the Poor Assumptions of Naive Bayes
// Text Classifiers", 2003): best where texts are a sentence and examples few.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace curlew::classify {

struct Feature {
  std::uint32_t number = 0;
  float value = 0;
};
using FeatureVector = std::vector<Feature>;

struct LabelledVectors {
  std::vector<FeatureVector> vectors;
  std::vector<std::uint32_t> topics;
  // How many times an example of a topic counts, by topic; empty: each once. Few
  // examples among many of the background would else be drowned.
  std::vector<double> topic_weights;
  std::size_t topic_count = 0;
  // Numbers are below it.
  std::size_t feature_count = 0;

  double weight(std::uint32_t example) const {
    return topic_weights.empty() ? 1 : topic_weights[topics[example]];
  }
};

struct LinearWeights {
  // By topic, then by feature.
  std::vector<std::vector<float>> weights;
  std::vector<double> biases;

  double score(const FeatureVector& vector, std::size_t topic) const;
};

// From the vectors at `chosen` only. `cost` is that of an error, C of the article.
LinearWeights train_support_vectors(const LabelledVectors& examples,
                                    std::span<const std::uint32_t> chosen, double cost);
// Weights are relative to the mean of all topics, so that a feature without a topic
// weighs nothing.
LinearWeights train_complement_bayes(const LabelledVectors& examples,
                                     std::span<const std::uint32_t> chosen);
// Adds `other` times `share`.
void add_weights(LinearWeights& weights, const LinearWeights& other, double share);

// From a score to the probability that the topic is right: 1 / (1 + exp(-(a s + b))).
// Platt, "Probabilistic outputs for support vector machines", 1999.
struct Calibration {
  double slope = 1;
  double offset = 0;

  double probability(double score) const;
};
// Each score counts `weights` times.
Calibration calibrate(std::span<const double> scores, std::span<const char> is_right,
                      std::span<const double> weights);

}  // namespace curlew::classify
