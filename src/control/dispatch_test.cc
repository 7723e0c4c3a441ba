#include "control/dispatch.h"

#include <gtest/gtest.h>

namespace curlew::control {
namespace {

using model::VisitKind;
using model::VisitOrder;

const SteadyTime kNow(Milliseconds(1'000'000));

class DispatchTest : public testing::Test {
 protected:
  DispatchTest() { dispatch_.set_capacity(1'000); }

  void add(const std::string& owner, std::int64_t id,
           VisitKind kind = VisitKind::kSource, std::int64_t source = 1) {
    VisitOrder order;
    order.id = {id};
    if (kind == VisitKind::kArticlePage) order.task = model::ArticlePageTask{};
    order.source = {source};
    dispatch_.add({owner, owner}, std::move(order), kNow);
  }
  bool finish(std::int64_t id) { return dispatch_.finish({id}, kNow).has_value(); }
  // Sends all that may go; returns their ids.
  std::vector<std::int64_t> send(SteadyTime now = kNow, std::string terminal = "t") {
    std::vector<std::int64_t> ids;
    while (auto ready = dispatch_.next(now)) {
      ids.push_back(ready->order.id.value);
      dispatch_.sent(std::move(*ready), terminal, now);
    }
    return ids;
  }

  using Ids = std::vector<std::int64_t>;
  Dispatch dispatch_{{.lease = Milliseconds(100), .per_owner = 2}};
};

TEST_F(DispatchTest, GivesNoOwnerMoreThanItsShare) {
  for (int id = 1; id <= 4; ++id) add("big", id);
  add("small", 5);
  EXPECT_EQ(send(), (Ids{1, 2, 5}));
  EXPECT_EQ(dispatch_.waiting(), 2u);
  EXPECT_TRUE(finish(1));
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
  EXPECT_TRUE(finish(1));
  dispatch_.take_back_expired(kNow + Milliseconds(1000));
  EXPECT_EQ(send(), Ids{});
}

TEST_F(DispatchTest, OrdersOfADeadTerminalAreInLineAgain) {
  add("a", 1);
  send(kNow, "dead");
  add("b", 2);
  send(kNow, "alive");
  dispatch_.take_back_from("dead", kNow);
  EXPECT_EQ(send(), (Ids{1}));
  EXPECT_EQ(dispatch_.out(), 2u);
}

TEST_F(DispatchTest, AReportThatComesTwiceIsKnownOnce) {
  add("a", 1);
  send();
  EXPECT_TRUE(finish(1));
  EXPECT_FALSE(finish(1));
}

TEST_F(DispatchTest, DroppingOneLetsTheNextGo) {
  for (int id = 1; id <= 3; ++id) add("a", id);
  const auto first = dispatch_.next(kNow);
  ASSERT_TRUE(first);
  dispatch_.drop(*first, kNow);
  EXPECT_EQ(send(), (Ids{2, 3}));
}

TEST_F(DispatchTest, TheLongestLineGoesFirstWhenPlacesAreFew) {
  dispatch_.set_capacity(2);
  add("small", 1);
  for (int id = 2; id <= 4; ++id) add("big", id);
  EXPECT_EQ(send(), (Ids{2, 1}));
}

TEST_F(DispatchTest, ButNobodyWaitsForItForEver) {
  dispatch_.set_capacity(1);
  add("small", 1);
  for (int id = 2; id <= 4; ++id) add("big", id);
  EXPECT_EQ(send(), (Ids{2}));
  EXPECT_TRUE(finish(2));
  EXPECT_EQ(send(kNow + Milliseconds(60'000)), (Ids{1}));
}

TEST_F(DispatchTest, PagesGetHalfOfTheOrdersAndThoseOfOneSourceATenth) {
  dispatch_.set_capacity(40);
  const auto name = [](int id) { return "h" + std::to_string(id); };
  for (int id = 1; id <= 50; ++id) add(name(id), id, VisitKind::kArticlePage, 1);
  EXPECT_EQ(send().size(), 4u);
  for (int id = 51; id <= 100; ++id) add(name(id), id, VisitKind::kArticlePage, id);
  EXPECT_EQ(send().size(), 16u);
  for (int id = 101; id <= 150; ++id) add(name(id), id);
  EXPECT_EQ(send().size(), 20u);
  EXPECT_EQ(dispatch_.pages_of({1}), 46u);
  EXPECT_EQ(dispatch_.pages_for("h51") + dispatch_.pages_for("h99"), 1u);
}

TEST_F(DispatchTest, AnAddressGetsATenthOnceItIsKnown) {
  dispatch_.set_capacity(40);
  for (int id = 1; id <= 30; ++id) add("h" + std::to_string(id), id);
  EXPECT_EQ(send().size(), 30u);
  for (int id = 1; id <= 30; ++id) dispatch_.give_back({id}, "192.0.2.1", kNow);
  add("stranger", 31);
  EXPECT_EQ(send(), (Ids{31})) << "the others would only come back at once";
  const SteadyTime later = kNow + Milliseconds(1'000);
  EXPECT_EQ(send(later).size(), 4u);
  EXPECT_TRUE(finish(31));
  EXPECT_TRUE(finish(1));
  EXPECT_EQ(send(later).size(), 1u);
}

TEST_F(DispatchTest, AReportEndsAnOrderThatWaitsToBeSentAgain) {
  add("a", 1, VisitKind::kArticlePage);
  send(kNow, "slow");
  dispatch_.take_back_from("slow", kNow);
  EXPECT_EQ(dispatch_.pages_for("a"), 1u);
  EXPECT_TRUE(finish(1));
  EXPECT_EQ(dispatch_.pages_for("a"), 0u);
  EXPECT_EQ(dispatch_.pages_of({1}), 0u);
  EXPECT_EQ(dispatch_.waiting(), 0u);
  EXPECT_EQ(send(), Ids{});
}

TEST_F(DispatchTest, AnOrderThatIsPutBackIsOverdueAsBefore) {
  dispatch_.set_capacity(1);
  add("small", 1);
  auto first = dispatch_.next(kNow);
  ASSERT_TRUE(first);
  dispatch_.put_back(std::move(*first), kNow + Milliseconds(59'000));
  for (int id = 2; id <= 4; ++id) add("big", id);
  EXPECT_EQ(send(kNow + Milliseconds(60'000)), (Ids{1}));
}

}  // namespace
}  // namespace curlew::control
