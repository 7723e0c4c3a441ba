// When is the next visit best, when a visit costs `price`?
//
// For a document of known class in spells this is a renewal-reward problem: a visit
// after t days brings F_p(t) (the chance to catch a change, or days of a right copy),
// costs c, and leaves the document in phase q with probability W_pq(t). Policy
// iteration over the candidate gaps finds the best gain g per day and the value v_p of
// being in phase p:
//
//   v_p = max over t of Z_p(t),  Z_p(t) = F_p(t) - c - g*t + sum_q W_pq(t)*v_q,
//   v_quiet = 0
//
// The class is never known, so the table Z of all classes is weighted by what is
// believed: the best gap is the argmax of that sum.

#pragma once

#include <list>
#include <span>
#include <vector>

#include "model/objective.h"
#include "schedule/documents/phase_model.h"

namespace curlew::schedule::documents {

// What depends on the gaps, but not on the price.
class GapTable {
 public:
  explicit GapTable(model::Objective objective);

  // Days, ascending.
  std::span<const float> gaps() const { return gaps_; }
  const Passage& passage(std::size_t gap) const { return passages_[gap]; }
  const Conditions& reward(std::size_t gap) const { return rewards_[gap]; }
  const Conditions& survival(std::size_t gap) const { return survivals_[gap]; }
  // What is added to the reward, up to a constant, when it is certain that something
  // has changed already: a sure catch, or no more days of a right copy.
  const Conditions& if_changed(std::size_t gap) const { return if_changed_[gap]; }

 private:
  std::vector<float> gaps_;
  std::vector<Passage> passages_;
  std::vector<Conditions> rewards_;
  std::vector<Conditions> survivals_;
  std::vector<Conditions> if_changed_;
};

class PlanTable {
 public:
  PlanTable(const GapTable& gaps, double price);

  // The best gap after a visit, in days.
  double best_gap(const Conditions& weights) const;

  // The probability that nothing changed in so many days.
  double unchanged(const Conditions& weights, double elapsed) const;

  // The best gap of at least `elapsed` days, when evidence from elsewhere has made it
  // `a` times as likely as believed that nothing changed until then.
  double best_gap_from(const Conditions& weights, double elapsed, double a) const;

  // Z by gap and condition, for tests.
  const Conditions& values(std::size_t gap) const { return values_[gap]; }

 private:
  // A place between two gaps: `part` of the way from the one before to `after`.
  struct Between {
    std::size_t after;
    double part;
  };
  Between locate(double elapsed) const;
  double value(const Conditions& weights, std::size_t gap, double a) const;
  double value(const Conditions& weights, Between place, double a) const;

  struct Solution {
    double gain;
    double active_value;
  };
  Solution solve(const GapTable& gaps, std::size_t k, double price) const;

  double steady_gain(const GapTable& gaps, std::size_t k, double price) const;

  const GapTable& gaps_;
  std::vector<Conditions> values_;
};

// Tables of the prices that were asked for last. A price moves in small steps, and
// nearly equal prices share a table.
class PlanCache {
 public:
  explicit PlanCache(model::Objective objective)
      : objective_(objective), gaps_(objective) {}

  model::Objective objective() const { return objective_; }

  const PlanTable& at(double price);
  const GapTable& gaps() const { return gaps_; }

 private:
  struct Entry {
    int bucket;
    PlanTable table;
  };
  model::Objective objective_;
  GapTable gaps_;
  // The last used first.
  std::list<Entry> entries_;
};

}  // namespace curlew::schedule::documents
