#include "store/epoch.h"

#include <gmock/gmock.h>

#include "store/clips_fixture.h"

namespace curlew::store {
namespace {

using testing::HasSubstr;

class EpochTest : public UserStoreTest {
 protected:
  // PostgreSQL lets one connection lead at a time: the one before must end first.
  LeadingStore lead() {
    return must(open_leading_store(place_of(path_), Milliseconds(100)));
  }
  std::unique_ptr<Store> open_fenced(std::int64_t epoch) {
    return must(open_fenced_store(place_of(path_), epoch, Milliseconds(10'000)));
  }
  static StorePlace place_of(const std::string& path) {
    StorePlace place;
    (is_postgres_url(path) ? place.url : place.file) = path;
    return place;
  }
  model::DeliveryId add_delivery() {
    model::Delivery delivery;
    delivery.user = add_user("ann");
    delivery.created = delivery.due = kNow;
    return must(store_->deliveries().add({&delivery, 1}));
  }
  model::DeliveryState state_of_delivery() {
    return must(store_->deliveries().list({}, 1)).at(0).delivery.state;
  }
};

TEST_F(EpochTest, ADeposedLeaderNeitherReadsNorNotesDeliveries) {
  const auto id = add_delivery();
  auto old = lead();
  const auto publisher = open_fenced(old.epoch);
  must(publisher->snapshot());
  must(publisher->deliveries().note({}));
  EXPECT_FALSE(must(is_deposed(*publisher, old.epoch)));

  old.store.reset();
  const auto next = lead();
  const DeliveryOutcome sent{.id = id, .time = kNow};
  for (int i = 0; i < 2; ++i) {  // It leaves no transaction open behind it.
    const auto noted = publisher->deliveries().note({&sent, 1});
    ASSERT_FALSE(noted.ok());
    EXPECT_EQ(noted.error().kind, ErrorKind::kBusy);
    EXPECT_THAT(noted.error().text, HasSubstr("another curlew serve has taken over"));
  }
  EXPECT_EQ(state_of_delivery(), model::DeliveryState::kWaiting);
  EXPECT_EQ(publisher->snapshot().error().kind, ErrorKind::kBusy);
  EXPECT_TRUE(must(is_deposed(*publisher, old.epoch)));

  must(next.store->deliveries().note({&sent, 1}));
  EXPECT_EQ(state_of_delivery(), model::DeliveryState::kSent);
}

TEST_F(EpochTest, ALeaderThatIsReplacedWritesNothingMore) {
  // A file has no lock of its own: the directory's keeps others out.
  if (tests_postgres()) GTEST_SKIP();
  const auto old = lead(), next = lead();
  EXPECT_EQ(next.epoch, old.epoch + 1);
  EXPECT_EQ(old.store->begin().error().kind, ErrorKind::kBusy);
  must(next.store->begin());
}

TEST_F(EpochTest, WhatUsersWishAsksForNoLeader) {
  lead();
  add_user("ann");
  lead();
  add_user("bob");
}

}  // namespace
}  // namespace curlew::store
