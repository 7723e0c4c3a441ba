#include "schedule/documents/plan_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew::schedule::documents {
namespace {

constexpr float kLongestGap = 182;  // Half a year.
constexpr double kStep = 1.06;

// Archives look at most once a day.
std::vector<float> gaps_for_capture() {
  std::vector<float> gaps;
  for (float day = 1; day < 15; ++day) gaps.push_back(day);
  for (double gap = 15; gap < kLongestGap; gap *= kStep) {
    gaps.push_back(float(std::floor(gap)));
  }
  gaps.push_back(kLongestGap);
  return gaps;
}

// The best of [first, end). Values rise and fall slowly, so every fourth is looked at,
// then those around the best.
struct Best {
  std::size_t gap;
  double value;
};
template <typename Value>
Best best_of(std::size_t first, std::size_t end, const Value& value) {
  constexpr std::size_t kStride = 4;
  Best best{first, value(first)};
  const auto look = [&](std::size_t i) {
    const double found = value(i);
    if (found > best.value) best = {i, found};
  };
  for (std::size_t i = first + kStride; i < end; i += kStride) look(i);
  const std::size_t middle = best.gap;
  const std::size_t last = std::min(end, middle + kStride);
  for (std::size_t i = middle - std::min(middle - first, kStride - 1); i < last; ++i) {
    if (i != middle) look(i);
  }
  return best;
}

std::vector<float> gaps_for_freshness() {
  std::vector<float> gaps;
  for (double gap = 1.0 / 24; gap < kLongestGap; gap *= kStep) {
    gaps.push_back(float(gap));
  }
  gaps.push_back(kLongestGap);
  return gaps;
}

}  // namespace

GapTable::GapTable(model::Objective objective) {
  const bool fresh = objective == model::Objective::kFreshness;
  gaps_ = fresh ? gaps_for_freshness() : gaps_for_capture();
  for (const float gap : gaps_) {
    passages_.push_back(phase_model().over(gap));
    survivals_.push_back(phase_model().survival(gap));
    const Conditions unchanged =
        fresh ? phase_model().days_unchanged(gap) : survivals_.back();
    Conditions& reward = rewards_.emplace_back();
    Conditions& if_changed = if_changed_.emplace_back();
    for (std::size_t i = 0; i < kConditions; ++i) {
      reward[i] = fresh ? unchanged[i] : 1 - unchanged[i];
      if_changed[i] = fresh ? -unchanged[i] : unchanged[i];
    }
  }
}

PlanTable::Solution PlanTable::solve(const GapTable& table, std::size_t k,
                                     double price) const {
  constexpr int kMostRounds = 100;  // A handful is enough; never run for ever.
  const auto gaps = table.gaps();
  std::size_t quiet = gaps.size() - 1;
  std::size_t active = gaps.size() / 2;
  Solution s{};
  for (int round = 0; round < kMostRounds; ++round) {
    // v_a = F_a - c - g*t_a + W_aa*v_a  and  0 = F_q - c - g*t_q + W_qa*v_a
    const double leave = table.passage(active).w_calmed[k];
    const double stir = table.passage(quiet).w_stirred[k];
    const double active_reward = table.reward(active)[kActive + k] - price;
    const double quiet_reward = table.reward(quiet)[k] - price;
    s.gain = (quiet_reward + stir * active_reward / leave) /
             (gaps[quiet] + stir * gaps[active] / leave);
    s.active_value = (active_reward - s.gain * gaps[active]) / leave;
    std::size_t best_quiet = quiet;
    std::size_t best_active = active;
    const auto quiet_value = [&](std::size_t i) {
      return table.reward(i)[k] - s.gain * gaps[i] +
             table.passage(i).w_stirred[k] * s.active_value;
    };
    const auto active_value = [&](std::size_t i) {
      return table.reward(i)[kActive + k] - s.gain * gaps[i] +
             table.passage(i).w_active[k] * s.active_value;
    };
    constexpr double kGain = 1e-9;  // Or rounding would go round in circles.
    for (std::size_t i = 0; i < gaps.size(); ++i) {
      if (quiet_value(i) > quiet_value(best_quiet) + kGain) best_quiet = i;
      if (active_value(i) > active_value(best_active) + kGain) best_active = i;
    }
    if (best_quiet == quiet && best_active == active) break;
    quiet = best_quiet;
    active = best_active;
  }
  return s;
}

// A steady document has no phases: the best gain is that of the best gap.
double PlanTable::steady_gain(const GapTable& table, std::size_t k,
                              double price) const {
  double gain = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < table.gaps().size(); ++i) {
    gain = std::max(gain, (table.reward(i)[kSteady + k] - price) / table.gaps()[i]);
  }
  return gain;
}

PlanTable::PlanTable(const GapTable& gaps, double price)
    : gaps_(gaps), values_(gaps.gaps().size()) {
  for (std::size_t k = 0; k < kClasses; ++k) {
    const Solution s = solve(gaps, k, price);
    const double steady = steady_gain(gaps, k, price);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const double spent = price + s.gain * gaps.gaps()[i];
      const Passage& p = gaps.passage(i);
      values_[i][k] =
          float(gaps.reward(i)[k] - spent + p.w_stirred[k] * s.active_value);
      values_[i][kActive + k] =
          float(gaps.reward(i)[kActive + k] - spent + p.w_active[k] * s.active_value);
      values_[i][kSteady + k] =
          float(gaps.reward(i)[kSteady + k] - price - steady * gaps.gaps()[i]);
    }
  }
}

double PlanTable::best_gap(const Conditions& weights) const {
  const Best best = best_of(0, values_.size(),
                            [&](std::size_t i) { return dot(weights, values_[i]); });
  return gaps_.gaps()[best.gap];
}

// Between two gaps all values are nearly lines.
PlanTable::Between PlanTable::locate(double elapsed) const {
  const auto gaps = gaps_.gaps();
  const auto after = std::size_t(
      std::lower_bound(gaps.begin(), gaps.end(), float(elapsed)) - gaps.begin());
  if (after == 0) return {0, 1};
  if (after == gaps.size()) return {after - 1, 1};
  return {after, (elapsed - gaps[after - 1]) / (gaps[after] - gaps[after - 1])};
}

double PlanTable::value(const Conditions& weights, std::size_t gap, double a) const {
  return dot(weights, values_[gap]) + (1 - a) * dot(weights, gaps_.if_changed(gap));
}

double PlanTable::value(const Conditions& weights, Between place, double a) const {
  const double after = value(weights, place.after, a);
  if (place.part >= 1) return after;
  return place.part * after + (1 - place.part) * value(weights, place.after - 1, a);
}

double PlanTable::unchanged(const Conditions& weights, double elapsed) const {
  const Between place = locate(elapsed);
  const double after = dot(weights, gaps_.survival(place.after));
  if (place.part >= 1) return after;
  const double before = dot(weights, gaps_.survival(place.after - 1));
  return place.part * after + (1 - place.part) * before;
}

double PlanTable::best_gap_from(const Conditions& weights, double elapsed,
                                double a) const {
  const auto gaps = gaps_.gaps();
  const Between now = locate(elapsed);
  const std::size_t first = now.after + (gaps[now.after] <= elapsed ? 1 : 0);
  if (first == gaps.size()) return elapsed;
  const Best later =
      best_of(first, gaps.size(), [&](std::size_t i) { return value(weights, i, a); });
  return later.value > value(weights, now, a) ? gaps[later.gap] : elapsed;
}

const PlanTable& PlanCache::at(double price) {
  constexpr std::size_t kMostEntries = 64;
  constexpr double kBucket = 0.01;  // One percent, in logarithms.
  const double sane = price > 0 ? std::clamp(price, 1e-6, 1e6) : 1e-6;
  const int bucket = int(std::lround(std::log(sane) / kBucket));
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& e) { return e.bucket == bucket; });
  if (found != entries_.end()) {
    entries_.splice(entries_.begin(), entries_, found);
    return entries_.front().table;
  }
  if (entries_.size() == kMostEntries) entries_.pop_back();
  entries_.push_front({bucket, PlanTable(gaps_, std::exp(kBucket * bucket))});
  return entries_.front().table;
}

}  // namespace curlew::schedule::documents
