#include "classify/linear_validation.h"

namespace curlew::classify {

CrossValidation::CrossValidation(const LabelledVectors& examples)
    : examples_(examples) {
  std::vector<std::uint32_t> seen(examples.topic_count);
  for (const std::uint32_t topic : examples.topics) {
    folds_.push_back(seen[topic]++ % kFolds);
  }
  for (std::size_t fold = 0; fold < kFolds; ++fold) judge_fold(fold);
  choose();
}

void CrossValidation::judge_fold(std::size_t fold) {
  std::vector<std::uint32_t> others;
  std::vector<std::uint32_t> own;
  for (std::uint32_t i = 0; i < folds_.size(); ++i) {
    (folds_[i] == fold ? own : others).push_back(i);
  }
  // The machines of all costs, then Bayes.
  for (std::size_t learner = 0; learner <= kCosts.size(); ++learner) {
    const LinearWeights weights =
        learner < kCosts.size()
            ? train_support_vectors(examples_, others, kCosts[learner])
            : train_complement_bayes(examples_, others);
    scores_[learner].resize(folds_.size() * examples_.topic_count);
    for (const std::uint32_t i : own) {
      for (std::size_t topic = 0; topic < examples_.topic_count; ++topic) {
        scores_[learner][i * examples_.topic_count + topic] =
            weights.score(examples_.vectors[i], topic);
      }
    }
  }
}

double CrossValidation::count_right(std::size_t cost, std::size_t share) const {
  double right = 0;
  for (std::size_t i = 0; i < folds_.size(); ++i) {
    std::size_t best = 0;
    for (std::size_t topic = 1; topic < examples_.topic_count; ++topic) {
      if (score(i, topic, cost, share) > score(i, best, cost, share)) best = topic;
    }
    if (best == examples_.topics[i]) right += examples_.weight(std::uint32_t(i));
  }
  return right;
}

void CrossValidation::choose() {
  double most = 0;
  for (std::size_t cost = 0; cost < kCosts.size(); ++cost) {
    for (std::size_t share = 0; share < kBayesShares.size(); ++share) {
      const double right = count_right(cost, share);
      if (right <= most) continue;
      most = right;
      cost_ = cost;
      share_ = share;
    }
  }
}

}  // namespace curlew::classify
