#include "schedule/news/look_ahead.h"

#include <algorithm>

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

}  // namespace

Choice look_ahead(const Outlook& outlook, double price) {
  const std::size_t last = outlook.steps;
  const double step = outlook.step;
  Hull hull;
  double value = 0;  // V of the step just done.
  Choice choice;
  for (std::size_t a = last; a-- > 0;) {
    const std::size_t b = a + 1;
    const double at = double(b) * step;
    hull.add({at, at * outlook.items[b] - outlook.times[b] + value, b});
    const Line& best = hull.lowest(outlook.items[a]);
    value = best.at(outlook.items[a]) + outlook.times[a] + price;
    if (a >= outlook.tail_from) {
      value = std::min(value, outlook.tail_cost * double(last - a) * step);
    }
    choice.step = best.step;
  }
  choice.waiting = outlook.waiting(0, choice.step);
  return choice;
}

}  // namespace curlew::schedule::news
