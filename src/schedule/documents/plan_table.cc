#include "schedule/documents/plan_table.h"

#include <algorithm>
#include <cmath>

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
    const double active_reward = table.reward(active)[kClasses + k] - price;
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
      return table.reward(i)[kClasses + k] - s.gain * gaps[i] +
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

PlanTable::PlanTable(const GapTable& gaps, double price)
    : gaps_(gaps), values_(gaps.gaps().size()) {
  for (std::size_t k = 0; k < kClasses; ++k) {
    const Solution s = solve(gaps, k, price);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const double spent = price + s.gain * gaps.gaps()[i];
      const Passage& p = gaps.passage(i);
      values_[i][k] =
          float(gaps.reward(i)[k] - spent + p.w_stirred[k] * s.active_value);
      values_[i][kClasses + k] =
          float(gaps.reward(i)[kClasses + k] - spent + p.w_active[k] * s.active_value);
    }
  }
}

double PlanTable::best_gap(const Conditions& weights) const {
  std::size_t best = 0;
  double most = dot(weights, values_[0]);
  for (std::size_t i = 1; i < values_.size(); ++i) {
    const double value = dot(weights, values_[i]);
    if (value <= most) continue;
    most = value;
    best = i;
  }
  return gaps_.gaps()[best];
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
  double most = value(weights, now, a);
  double best = elapsed;
  for (std::size_t i = now.after; i < gaps.size(); ++i) {
    const double later = value(weights, i, a);
    if (later <= most || gaps[i] <= elapsed) continue;
    most = later;
    best = gaps[i];
  }
  return best;
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
