#include <gtest/gtest.h>

#include <thread>

#include "broker/broker.h"

namespace curlew::broker {
namespace {

class MemoryBrokerTest : public testing::Test {
 protected:
  std::vector<std::string> pulled(std::string_view subject, std::size_t most = 10) {
    std::vector<std::string> payloads;
    for (Delivery& delivery : *broker_->pull(subject, most, Milliseconds(0))) {
      tokens_.push_back(delivery.token);
      payloads.push_back(std::move(delivery.payload));
    }
    return payloads;
  }

  using Strings = std::vector<std::string>;
  std::unique_ptr<Broker> broker_ = make_memory_broker({.queue_limit = 3});
  std::vector<std::uint64_t> tokens_;
};

TEST_F(MemoryBrokerTest, DeliversInOrderAndKeepsSubjectsApart) {
  ASSERT_TRUE(broker_->publish("a", "1").ok());
  ASSERT_TRUE(broker_->publish("b", "x").ok());
  ASSERT_TRUE(broker_->publish("a", "2").ok());
  EXPECT_EQ(pulled("a", 1), Strings{"1"});
  EXPECT_EQ(pulled("a"), Strings{"2"});
  EXPECT_EQ(pulled("b"), Strings{"x"});
  EXPECT_EQ(pulled("c"), Strings{});
}

TEST_F(MemoryBrokerTest, DeliversAMessageOnceHoweverLongItsTakerTakes) {
  ASSERT_TRUE(broker_->publish("a", "1").ok());
  EXPECT_EQ(pulled("a"), Strings{"1"});
  EXPECT_EQ(pulled("a"), Strings{});
  ASSERT_TRUE(broker_->ack("a", tokens_).ok());
  EXPECT_EQ(pulled("a"), Strings{});
}

TEST_F(MemoryBrokerTest, CountsAMessageUntilItsTakerLetsItGo) {
  MemoryBudget memory(1'000);
  const auto broker = make_memory_broker({.memory = &memory});
  ASSERT_TRUE(broker->publish("a", std::string(1'000, 'x')).ok());
  EXPECT_TRUE(memory.is_full());
  auto taken = broker->pull("a", 1, Milliseconds(0));
  ASSERT_TRUE(taken.ok());
  EXPECT_TRUE(memory.is_full());
  taken->clear();
  EXPECT_EQ(memory.used(), 0u);
}

TEST_F(MemoryBrokerTest, RefusesMoreThanAQueueMayHold) {
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(broker_->publish("a", "x").ok());
  EXPECT_EQ(broker_->publish("a", "x").error().kind, ErrorKind::kLimit);
}

TEST_F(MemoryBrokerTest, WakesAWaitingPull) {
  std::thread sender([&] { ASSERT_TRUE(broker_->publish("a", "late").ok()); });
  const auto got = broker_->pull("a", 1, Milliseconds(10'000));
  sender.join();
  ASSERT_EQ(got->size(), 1u);
  EXPECT_EQ(got->front().payload, "late");
}

}  // namespace
}  // namespace curlew::broker
