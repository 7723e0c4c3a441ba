#include "control/dispatch.h"

#include <gtest/gtest.h>

namespace curlew::control {
namespace {

using model::VisitKind;
using model::VisitOrder;

const SteadyTime kNow(Milliseconds(1'000'000));

class DispatchTest : public testing::Test {
 protected:
  void add(const std::string& owner, std::int64_t id,
           VisitKind kind = VisitKind::kSource) {
    VisitOrder order;
    order.id = {id};
    order.kind = kind;
    dispatch_.add(owner, std::move(order));
  }
  // Sends all that may go; returns their ids.
  std::vector<std::int64_t> send(SteadyTime now = kNow, std::string terminal = "t") {
    std::vector<std::int64_t> ids;
    while (auto ready = dispatch_.next()) {
      ids.push_back(ready->order.id.value);
      dispatch_.sent(std::move(*ready), terminal, now);
    }
    return ids;
  }

  using Ids = std::vector<std::int64_t>;
  Dispatch dispatch_{{.lease = Milliseconds(100), .per_owner = 2}};
};

TEST_F(DispatchTest, ServesOwnersInTurnAndNoneMoreThanItsShare) {
  for (int id = 1; id <= 4; ++id) add("big", id);
  add("small", 5);
  EXPECT_EQ(send(), (Ids{1, 5, 2}));
  EXPECT_EQ(dispatch_.waiting(), 2u);
  EXPECT_TRUE(dispatch_.finish({1}));
  EXPECT_EQ(send(), (Ids{3}));
}

TEST_F(DispatchTest, VisitsOfSourcesGoBeforePages) {
  add("a", 1, VisitKind::kArticlePage);
  add("a", 2);
  EXPECT_EQ(send(), (Ids{2, 1}));
}

TEST_F(DispatchTest, AnOrderWithoutAReportIsSentAgainWhenItsLeaseEnds) {
  add("a", 1);
  EXPECT_EQ(send(), (Ids{1}));
  dispatch_.take_back_expired(kNow + Milliseconds(99));
  EXPECT_EQ(send(), Ids{});
  dispatch_.take_back_expired(kNow + Milliseconds(100));
  EXPECT_EQ(send(kNow + Milliseconds(100)), (Ids{1}));
  EXPECT_TRUE(dispatch_.finish({1}));
  dispatch_.take_back_expired(kNow + Milliseconds(1000));
  EXPECT_EQ(send(), Ids{});
}

TEST_F(DispatchTest, OrdersOfADeadTerminalAreInLineAgain) {
  add("a", 1);
  send(kNow, "dead");
  add("b", 2);
  send(kNow, "alive");
  dispatch_.take_back_from("dead");
  EXPECT_EQ(send(), (Ids{1}));
  EXPECT_EQ(dispatch_.out(), 2u);
}

TEST_F(DispatchTest, AReportThatComesTwiceIsKnownOnce) {
  add("a", 1);
  send();
  EXPECT_TRUE(dispatch_.finish({1}));
  EXPECT_FALSE(dispatch_.finish({1}));
}

TEST_F(DispatchTest, DroppingOneLetsTheNextGo) {
  for (int id = 1; id <= 3; ++id) add("a", id);
  const auto first = dispatch_.next();
  ASSERT_TRUE(first);
  dispatch_.drop(*first);
  EXPECT_EQ(send(), (Ids{2, 3}));
}

}  // namespace
}  // namespace curlew::control
