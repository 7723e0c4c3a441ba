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

// What is believed before anything was followed, as log odds. Rough: it has to begin in
// a sensible order, and weighs no more than a few links.
constexpr double kBias = -1.5;
constexpr std::array<double, 8> kAnchorBelief{0, .2, .4, .7, 1, 1.4, 1.9, 2.4};
constexpr std::array<double, 4> kParentBelief{-1, 0, .5, .9};
constexpr std::array<double, 4> kMentionBelief{0, .4, .8, 1.2};
constexpr std::array<double, 2> kAreaBelief{0, .1};
constexpr double kBeliefLinks = 6;

double belief_of(std::uint8_t link_class) {
  const double odds =
      kBias + kAnchorBelief[link_class >> 5] + kParentBelief[link_class >> 3 & 3u] +
      kMentionBelief[link_class >> 1 & 3u] + kAreaBelief[link_class & 1u];
  return 1 / (1 + std::exp(-odds));
}

const std::array<double, 256>& beliefs() {
  static const std::array<double, 256> all = [] {
    std::array<double, 256> made;
    for (unsigned at = 0; at < made.size(); ++at) {
      made[at] = belief_of(static_cast<std::uint8_t>(at));
    }
    return made;
  }();
  return all;
}

constexpr float kFirstStep = .5f;
constexpr float kLeastStep = .02f;
constexpr float kMostLeaning = 4;

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

double LinkPromise::probability(const Count& count, std::uint8_t link_class,
                                float site_leaning) {
  const double of_class = (count.accepted + kBeliefLinks * beliefs()[link_class]) /
                          (count.tried + kBeliefLinks);
  if (site_leaning == 0) return of_class;
  const double odds = of_class / (1 - of_class) * std::exp(double(site_leaning));
  return odds / (1 + odds);
}

void LinkPromise::learn(std::uint8_t link_class, bool was_accepted, float& site_leaning,
                        std::uint32_t site_links) {
  Count& count = learned_[link_class];
  const double error =
      (was_accepted ? 1 : 0) - probability(count, link_class, site_leaning);
  const float step =
      std::max(kLeastStep, kFirstStep / std::sqrt(1 + static_cast<float>(site_links)));
  site_leaning = std::clamp(site_leaning + step * static_cast<float>(error),
                            -kMostLeaning, kMostLeaning);
  // A float counts no further than 2^24. Halved long before: what a class kept lately
  // weighs more than what it kept once.
  if (count.tried >= 1e5f) count = {count.tried / 2, count.accepted / 2};
  count.tried += 1;
  count.accepted += was_accepted ? 1 : 0;
  outcomes_ = std::min(outcomes_ + 1, 1e7f);
  untaken_ = std::min(untaken_ + 1, 1e7f);
}

bool LinkPromise::should_take() const {
  return untaken_ >= std::max(16.f, outcomes_ / 30);
}

void LinkPromise::take(double mean) {
  used_ = learned_;
  usual_similarity_ = static_cast<float>(mean);
  untaken_ = 0;
}

std::vector<float> LinkPromise::to_numbers() const {
  std::vector<float> numbers{usual_similarity_, outcomes_, untaken_};
  for (std::size_t at = 0; at < learned_.size(); ++at) {
    if (learned_[at].tried == 0) continue;
    numbers.insert(numbers.end(),
                   {static_cast<float>(at), learned_[at].tried, learned_[at].accepted,
                    used_[at].tried, used_[at].accepted});
  }
  return numbers;
}

void LinkPromise::restore(std::span<const float> numbers) {
  *this = {};
  const bool is_sound = numbers.size() >= 3 && numbers.size() % 5 == 3 &&
                        std::all_of(numbers.begin(), numbers.end(), [](float number) {
                          return std::isfinite(number) && number >= 0 && number <= 1e7f;
                        });
  if (!is_sound) return;
  usual_similarity_ = numbers[0];
  outcomes_ = numbers[1];
  untaken_ = numbers[2];
  for (std::size_t at = 3; at < numbers.size(); at += 5) {
    const auto link_class = static_cast<std::size_t>(numbers[at]);
    if (link_class >= learned_.size()) continue;
    learned_[link_class] = {numbers[at + 1], numbers[at + 2]};
    used_[link_class] = {numbers[at + 3], numbers[at + 4]};
  }
}

}  // namespace curlew::frontier
