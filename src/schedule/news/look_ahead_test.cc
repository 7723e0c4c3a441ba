#include "schedule/news/look_ahead.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"

namespace curlew::schedule::news {
namespace {

Outlook outlook_of(const std::vector<double>& items, double step) {
  Outlook outlook;
  outlook.steps = items.size();
  outlook.tail_from = items.size() + 1;
  outlook.time[0] = outlook.items[0] = outlook.moments[0] = 0;
  for (std::size_t j = 0; j < items.size(); ++j) {
    const double middle = (double(j) + .5) * step;
    outlook.time[j + 1] = double(j + 1) * step;
    outlook.items[j + 1] = outlook.items[j] + items[j];
    outlook.moments[j + 1] = outlook.moments[j] + items[j] * middle;
  }
  return outlook;
}

// What items wait when visits are made at the steps whose bit is set; the last step is
// always visited.
double cost_of(const Outlook& outlook, unsigned visits, double price) {
  double cost = 0;
  std::size_t from = 0;
  for (std::size_t j = 1; j <= outlook.steps; ++j) {
    if (j != outlook.steps && !(visits >> j & 1u)) continue;
    cost += outlook.waiting(from, j) + price;
    from = j;
  }
  return cost;
}

TEST(LookAhead, ChoosesTheFirstVisitOfTheBestOfAllSchedules) {
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<double> items(12);
    for (double& n : items) n = std::pow(random.uniform(), 3) * 4;
    const Outlook outlook = outlook_of(items, .25);
    const double price = std::exp(random.uniform(-3, 3));
    const Choice choice = look_ahead(outlook, price);
    double best = 1e300;
    double best_with_choice = 1e300;
    for (unsigned visits = 0; visits < 1u << items.size(); visits += 2) {
      const double cost = cost_of(outlook, visits, price);
      best = std::min(best, cost);
      const unsigned before = (1u << choice.step) - 1;
      const bool starts_so = (visits & before) == 0 && (choice.step == items.size() ||
                                                        visits >> choice.step & 1u);
      if (starts_so) best_with_choice = std::min(best_with_choice, cost);
    }
    EXPECT_NEAR(best_with_choice, best, 1e-9);
  }
}

// The textbook recursion, over all pairs.
std::size_t slow_choice(const Outlook& outlook, double price) {
  std::vector<double> value(outlook.steps + 1, 0.0);
  std::size_t choice = 0;
  for (std::size_t a = outlook.steps; a-- > 0;) {
    value[a] = 1e300;
    for (std::size_t b = a + 1; b <= outlook.steps; ++b) {
      const double lost = outlook.list_room.cost(outlook.items[b] - outlook.items[a]);
      const double cost = outlook.waiting(a, b) + lost + price + value[b];
      if (cost < value[a]) {
        value[a] = cost;
        choice = b;
      }
    }
    if (a >= outlook.tail_from) {
      const double days = outlook.time[outlook.steps] - outlook.time[a];
      value[a] = std::min(value[a], outlook.tail_cost * days);
    }
  }
  return choice;
}

TEST(LookAhead, AgreesWithTheRecursionOverAllPairs) {
  Random random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<double> items(1 + random.below(kMostSteps));
    for (double& n : items) n = random.below(3) == 0 ? 0 : random.uniform();
    Outlook outlook = outlook_of(items, .05);
    const double price = std::exp(random.uniform(-6, 2));
    outlook.tail_from = 1 + items.size() * 2 / 3;
    outlook.tail_cost = std::sqrt(price);
    const std::size_t slow = slow_choice(outlook, price);
    EXPECT_EQ(look_ahead(outlook, price).step, slow) << "round " << round;
  }
}

TEST(LookAhead, SeesTheEndOfAShortListAsTheRecursionDoes) {
  Random random(9);
  int near = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<double> items(20 + random.below(100));
    for (double& n : items) n = random.below(3) == 0 ? 0 : random.uniform();
    Outlook outlook = outlook_of(items, .05);
    const double price = std::exp(random.uniform(-3, 3));
    const std::size_t unbounded = look_ahead(outlook, price).step;
    outlook.list_room.room = random.uniform(1, 8);
    const std::size_t choice = look_ahead(outlook, price).step;
    if (choice == unbounded) continue;
    ++near;
    EXPECT_EQ(choice, slow_choice(outlook, price)) << "round " << round;
  }
  EXPECT_GT(near, 100);
}

TEST(LookAhead, WithNothingToExpectWaitsForTheEnd) {
  const Outlook outlook = outlook_of(std::vector<double>(40, 0.0), 1);
  EXPECT_EQ(look_ahead(outlook, 1).step, 40u);
}

}  // namespace
}  // namespace curlew::schedule::news
