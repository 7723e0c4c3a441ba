#include "frontier/link_promise.h"

#include <algorithm>
#include <cmath>

namespace curlew::frontier {
namespace {

// Upper ends of the classes of anchor similarity; 0 is a class of its own. They lie
// closer where cosines of the thesis fall (.1 to .3) and still part the probabilities
// of a calibrated model.
constexpr std::array<double, 7> kAnchorEnds{0, .03, .07, .12, .2, .35, .6};

unsigned anchor_class(double similarity) {
  unsigned at = 0;
  while (at < kAnchorEnds.size() && similarity > kAnchorEnds[at]) ++at;
  return at;
}

unsigned mention_class(std::uint8_t mentions) {
  return mentions <= 1 ? 0 : mentions == 2 ? 1 : mentions <= 4 ? 2 : 3;
}

// What is believed before anything was followed, as log odds: bias, anchor, parent,
// mentions, area. Rough, and only to begin in a sensible order.
constexpr std::array<float, 19> kBelief{-1.5f, 0,    .2f,  .4f, .7f, 1.f, 1.4f,
                                        1.9f,  2.4f, -1,   0,   .5f, .9f, 0,
                                        .4f,   .8f,  1.2f, 0,   .1f};

constexpr float kFirstStep = .5f;
constexpr float kLeastStep = .02f;

float step_after(float seen) {
  return std::max(kLeastStep, kFirstStep / std::sqrt(1 + seen));
}

}  // namespace

std::uint8_t link_class_of(double anchor_similarity, ParentClass parent,
                           std::uint8_t mentions, LinkArea area) {
  return static_cast<std::uint8_t>(
      anchor_class(anchor_similarity) << 5 | static_cast<unsigned>(parent) << 3 |
      mention_class(mentions) << 1 | static_cast<unsigned>(area));
}

ParentClass parent_of(std::uint8_t link_class) {
  return static_cast<ParentClass>(link_class >> 3 & 3u);
}

LinkPromise::LinkPromise() : learned_(kBelief), used_(kBelief) {}

std::array<std::size_t, 5> LinkPromise::features_of(std::uint8_t link_class) {
  return {0, 1u + (link_class >> 5), 9u + (link_class >> 3 & 3u),
          13u + (link_class >> 1 & 3u), 17u + (link_class & 1u)};
}

double LinkPromise::probability(const Weights& weights, std::uint8_t link_class,
                                float site_leaning) {
  double sum = site_leaning;
  for (const std::size_t feature : features_of(link_class)) sum += weights[feature];
  return 1 / (1 + std::exp(-sum));
}

void LinkPromise::learn(std::uint8_t link_class, bool was_accepted, float& site_leaning,
                        std::uint32_t site_links) {
  const float error = static_cast<float>(
      (was_accepted ? 1 : 0) - probability(learned_, link_class, site_leaning));
  for (const std::size_t feature : features_of(link_class)) {
    learned_[feature] += step_after(seen_[feature]) * error;
    // Beyond 2^24 a float no longer counts; by then the step is long the least.
    seen_[feature] = std::min(seen_[feature] + 1, 1e6f);
  }
  site_leaning += step_after(static_cast<float>(site_links)) * error;
  ++untaken_;
}

bool LinkPromise::should_take() const {
  return static_cast<float>(untaken_) >= std::max(16.f, seen_[0] / 30);
}

void LinkPromise::take(double mean) {
  used_ = learned_;
  usual_similarity_ = static_cast<float>(mean);
  untaken_ = 0;
}

std::vector<float> LinkPromise::to_numbers() const {
  std::vector<float> numbers;
  numbers.insert(numbers.end(), learned_.begin(), learned_.end());
  numbers.insert(numbers.end(), seen_.begin(), seen_.end());
  numbers.insert(numbers.end(), used_.begin(), used_.end());
  numbers.push_back(usual_similarity_);
  numbers.push_back(static_cast<float>(untaken_));
  return numbers;
}

void LinkPromise::restore(std::span<const float> numbers) {
  if (numbers.size() != 3 * kWeights + 2) return;
  if (!std::all_of(numbers.begin(), numbers.end(),
                   [](float number) { return std::isfinite(number); })) {
    return;
  }
  std::copy_n(numbers.begin(), kWeights, learned_.begin());
  std::copy_n(numbers.begin() + kWeights, kWeights, seen_.begin());
  std::copy_n(numbers.begin() + 2 * kWeights, kWeights, used_.begin());
  usual_similarity_ = numbers[3 * kWeights];
  untaken_ =
      static_cast<std::uint32_t>(std::clamp(numbers[3 * kWeights + 1], 0.f, 1e6f));
}

}  // namespace curlew::frontier
