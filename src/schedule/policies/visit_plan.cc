#include "schedule/policies/visit_plan.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <tuple>

namespace curlew::schedule {
namespace {

using Days = std::chrono::duration<double, std::ratio<86'400>>;

// What it costs to come from visit j to a visit at t: height - j·t, beside what all j
// have in common.
struct Line {
  double j;
  double height;
  std::size_t from;

  double at(double t) const { return height - j * t; }
};

// Slopes fall and the times at which it is asked rise: the lowest line is always at the
// front.
class Hull {
 public:
  void add(const Line& line) {
    while (lines_.size() >= 2 &&
           is_useless(lines_[lines_.size() - 2], lines_.back(), line)) {
      lines_.pop_back();
    }
    lines_.push_back(line);
  }
  const Line& lowest(double t) {
    while (lines_.size() >= 2 && lines_[1].at(t) <= lines_[0].at(t)) lines_.pop_front();
    return lines_.front();
  }

 private:
  // The last undercuts the first before the middle does.
  static bool is_useless(const Line& first, const Line& middle, const Line& last) {
    return (last.height - first.height) * (middle.j - first.j) <=
           (middle.height - first.height) * (last.j - first.j);
  }
  std::deque<Line> lines_;
};

std::vector<Time> events_within(const Truth& truth, const SourceTruth& source) {
  const auto first = std::ranges::lower_bound(source.events, truth.begin);
  const auto last = std::ranges::lower_bound(source.events, truth.end);
  return {first, last};
}

// The first whole step from `begin` on at which it can be seen.
Time round_up(Time event, Time begin, Milliseconds step) {
  const auto steps = (event - begin + step - Milliseconds(1)) / step;
  return begin + steps * step;
}

std::size_t count(const std::vector<std::vector<Time>>& visits) {
  std::size_t sum = 0;
  for (const auto& of_one : visits) sum += of_one.size();
  return sum;
}

}  // namespace

std::vector<Time> plan_visits(std::span<const Time> items, Time end, double price) {
  if (items.empty()) return {};
  const Time origin = items.front();
  const auto days = [origin](Time time) { return Days(time - origin).count(); };
  std::vector<std::size_t> came_from(items.size() + 1, 0);
  Hull hull;
  hull.add({0, 0, 0});
  for (std::size_t i = 1; i <= items.size(); ++i) {
    const double t = days(items[i - 1]);
    const Line& best = hull.lowest(t);
    came_from[i] = best.from;
    // dp[i] + S_i: in it the sums of times cancel out.
    hull.add({double(i), best.at(t) + double(i) * t + price, i});
  }
  std::vector<Time> visits;
  for (std::size_t i = hull.lowest(days(end)).from; i > 0; i = came_from[i]) {
    visits.push_back(items[i - 1]);
  }
  std::ranges::reverse(visits);
  return visits;
}

VisitPlans plan_feeds(const Truth& truth, Milliseconds tick) {
  std::vector<std::vector<Time>> items;
  for (const SourceTruth& source : truth.sources) {
    items.push_back(events_within(truth, source));
    for (Time& item : items.back()) item = round_up(item, truth.begin, tick);
    // What can only be seen when it is over is beyond reach.
    while (!items.back().empty() && items.back().back() >= truth.end) {
      items.back().pop_back();
    }
  }
  const auto plan = [&](double price) {
    VisitPlans plans{{}, price};
    for (const auto& of_one : items) {
      plans.visits.push_back(plan_visits(of_one, truth.end, price));
    }
    return plans;
  };
  double too_low = 1e-9;  // A fraction of a millisecond.
  VisitPlans best = plan(too_low);
  if (double(count(best.visits)) <= truth.visits) return best;
  double high = 1e9;
  best = plan(high);
  while (high / too_low > 1.0001) {
    const double middle = std::sqrt(too_low * high);
    VisitPlans tried = plan(middle);
    if (double(count(tried.visits)) <= truth.visits) {
      high = middle;
      best = std::move(tried);
    } else {
      too_low = middle;
    }
  }
  return best;
}

VisitPlans plan_documents(const Truth& truth) {
  struct Download {
    Milliseconds right_for;
    std::size_t source;
    Time at;
  };
  std::vector<Download> downloads;
  for (std::size_t i = 0; i < truth.sources.size(); ++i) {
    const std::vector<Time> changes = events_within(truth, truth.sources[i]);
    for (std::size_t k = 0; k < changes.size(); ++k) {
      const Time at = round_up(changes[k], truth.begin, std::chrono::days(1));
      const Time next = k + 1 < changes.size() ? changes[k + 1] : truth.end;
      if (next > at) downloads.push_back({next - at, i, at});
    }
  }
  std::ranges::sort(downloads, [](const Download& a, const Download& b) {
    return std::tuple(b.right_for, a.source, a.at) <
           std::tuple(a.right_for, b.source, b.at);
  });
  if (double(downloads.size()) > truth.visits) {
    downloads.resize(static_cast<std::size_t>(std::max(truth.visits, 0.0)));
  }
  VisitPlans plans{std::vector<std::vector<Time>>(truth.sources.size()), 0};
  for (const Download& download : downloads) {
    plans.visits[download.source].push_back(download.at);
  }
  for (auto& of_one : plans.visits) std::ranges::sort(of_one);
  return plans;
}

}  // namespace curlew::schedule
