#include "schedule/news/look_ahead.h"

#include <algorithm>
#include <limits>

namespace curlew::schedule::news {
namespace {

// Visiting at step b costs `height - slope * S_a`, beside what all b have in common.
struct Line {
  double slope;
  double height;
  std::size_t step;

  double at(double x) const { return height - slope * x; }
};

// The lines that are lowest somewhere. Slopes fall from line to line, and so do the
// places where it is asked.
class Hull {
 public:
  void add(const Line& line) {
    while (end_ - begin_ >= 2 && is_useless(lines_[end_ - 2], lines_[end_ - 1], line)) {
      --end_;
    }
    lines_[end_++] = line;
  }

  const Line& lowest(double x) {
    while (end_ - begin_ >= 2 && lines_[begin_ + 1].at(x) <= lines_[begin_].at(x)) {
      ++begin_;
    }
    return lines_[begin_];
  }

 private:
  // Is `middle` nowhere below both of its neighbours?
  static bool is_useless(const Line& first, const Line& middle, const Line& last) {
    return (middle.height - last.height) * (first.slope - middle.slope) >=
           (first.height - middle.height) * (middle.slope - last.slope);
  }

  std::array<Line, kMostSteps + 1> lines_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

double with_tail(const Outlook& outlook, std::size_t step, double value) {
  if (step < outlook.tail_from) return value;
  const double left = outlook.time[outlook.steps] - outlook.time[step];
  return std::min(value, outlook.tail_cost * left);
}

Choice choose_by_hull(const Outlook& outlook, double price) {
  Hull hull;
  double value = 0;  // V of the step just done.
  Choice choice;
  for (std::size_t a = outlook.steps; a-- > 0;) {
    const std::size_t b = a + 1;
    const double at = outlook.time[b];
    hull.add({at, at * outlook.items[b] - outlook.moments[b] + value, b});
    const Line& best = hull.lowest(outlook.items[a]);
    choice.step = best.step;
    value =
        with_tail(outlook, a, best.at(outlook.items[a]) + outlook.moments[a] + price);
  }
  choice.waiting = outlook.waiting(0, choice.step);
  return choice;
}

Choice choose_before_loss(const Outlook& outlook, double price) {
  std::array<double, kMostSteps + 1> value;
  value[outlook.steps] = 0;
  std::size_t best = outlook.steps;  // Of the start one later.
  for (std::size_t a = outlook.steps; a-- > 0;) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t least_at = a + 1;
    for (std::size_t b = a + 1; b <= best; ++b) {
      const double expected = outlook.items[b] - outlook.items[a];
      const double cost =
          outlook.waiting(a, b) + outlook.list_room.cost(expected) + value[b];
      if (cost < least) {
        least = cost;
        least_at = b;
      }
    }
    best = least_at;
    value[a] = with_tail(outlook, a, least + price);
  }
  const double expected = outlook.items[best];
  return {best, outlook.waiting(0, best) + outlook.list_room.cost(expected)};
}

}  // namespace

Choice look_ahead(const Outlook& outlook, double price) {
  const Choice choice = choose_by_hull(outlook, price);
  // Far below the cliff every plan loses the same.
  constexpr double kNear = 0.25;
  const bool is_near = outlook.list_room.is_bounded() &&
                       outlook.items[choice.step] > kNear * outlook.list_room.room;
  return is_near ? choose_before_loss(outlook, price) : choice;
}

}  // namespace curlew::schedule::news
