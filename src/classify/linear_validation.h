// Verdicts of the linear model on each of its examples by what the others taught: they
// choose the learners' settings, turn scores into probabilities and give thresholds.

#pragma once

#include <array>
#include <vector>

#include "classify/linear_training.h"

namespace curlew::classify {

// What cross-validation chooses from.
inline constexpr std::size_t kFolds = 4;
inline constexpr std::array kCosts{.3, 1., 3.};
inline constexpr std::array kBayesShares{0., .1, .3, .6};

// Verdicts on each example by what the others taught.
class CrossValidation {
 public:
  // Keeps a reference to the examples.
  explicit CrossValidation(const LabelledVectors& examples);

  double cost() const { return kCosts[cost_]; }
  double bayes_share() const { return kBayesShares[share_]; }
  double score(std::size_t example, std::size_t topic) const {
    return score(example, topic, cost_, share_);
  }

 private:
  void judge_fold(std::size_t fold);
  double score(std::size_t example, std::size_t topic, std::size_t cost,
               std::size_t share) const {
    const std::size_t at = example * examples_.topic_count + topic;
    return scores_[cost][at] + kBayesShares[share] * scores_[kCosts.size()][at];
  }

  double count_right(std::size_t cost, std::size_t share) const;
  void choose();

  const LabelledVectors& examples_;
  std::vector<std::size_t> folds_;
  std::array<std::vector<double>, kCosts.size() + 1> scores_;
  std::size_t cost_ = 0;
  std::size_t share_ = 0;
};

}  // namespace curlew::classify
