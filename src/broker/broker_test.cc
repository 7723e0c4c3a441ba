// What every broker promises, of each of them.

#include "broker/broker.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>

#include "base/installed_test.h"
#include "broker/nats/nats_server_test.h"

namespace curlew::broker {
namespace {

enum class Kind { kMemory, kNats };

class BrokerTest : public testing::TestWithParam<Kind> {
 protected:
  static void TearDownTestSuite() { server_.reset(); }

  void SetUp() override {
    if (GetParam() == Kind::kNats) {
      CURLEW_NEEDS(kNatsServer, "nats-server");
      if (!server_) server_ = std::make_unique<NatsServer>();
    }
    broker_ = make({.queue_limit = 3});
  }

  std::unique_ptr<Broker> make(MemoryBrokerOptions options) {
    if (GetParam() == Kind::kMemory) return make_memory_broker(options);
    auto broker =
        make_nats_broker({.url = server_->url(),
                          .installation = "test-" + std::to_string(++installations_),
                          .queue_limit = options.queue_limit,
                          .storage_limit = 16_MiB,
                          .memory = options.memory},
                         clock_);
    EXPECT_TRUE(broker.ok()) << broker.error().text;
    return *std::move(broker);
  }

  // Waits for so many; then there may be more.
  std::vector<std::string> pulled(std::string_view subject, std::size_t count = 1) {
    std::vector<std::string> payloads;
    while (payloads.size() < count) {
      auto deliveries =
          broker_->pull(subject, count - payloads.size(), Milliseconds(60'000));
      if (!deliveries.ok() || deliveries->empty()) break;
      for (Delivery& delivery : *deliveries) {
        tokens_.push_back(delivery.token);
        payloads.push_back(std::move(delivery.payload));
      }
    }
    return payloads;
  }

  bool is_empty(std::string_view subject) {
    const auto deliveries = broker_->pull(subject, 10, Milliseconds(100));
    return deliveries.ok() && deliveries->empty();
  }

  using Strings = std::vector<std::string>;
  static inline std::unique_ptr<NatsServer> server_;
  static inline int installations_ = 0;
  const SystemClock clock_;
  std::unique_ptr<Broker> broker_;
  std::vector<std::uint64_t> tokens_;
};

INSTANTIATE_TEST_SUITE_P(All, BrokerTest, testing::Values(Kind::kMemory, Kind::kNats),
                         [](const auto& param) {
                           return param.param == Kind::kNats ? "Nats" : "Memory";
                         });

TEST_P(BrokerTest, DeliversInOrderAndKeepsSubjectsApart) {
  ASSERT_TRUE(broker_->publish("a", "1").ok());
  ASSERT_TRUE(broker_->publish("b.1", "x").ok());
  ASSERT_TRUE(broker_->publish("a", "2").ok());
  EXPECT_EQ(pulled("a"), Strings{"1"});
  EXPECT_EQ(pulled("a"), Strings{"2"});
  EXPECT_EQ(pulled("b.1"), Strings{"x"});
  EXPECT_TRUE(is_empty("b.2"));
}

TEST_P(BrokerTest, DeliversAMessageOnceHoweverLongItsTakerTakes) {
  ASSERT_TRUE(broker_->publish("a", "1").ok());
  EXPECT_EQ(pulled("a"), Strings{"1"});
  EXPECT_TRUE(is_empty("a"));
  ASSERT_TRUE(broker_->ack("a", tokens_).ok());
  EXPECT_TRUE(is_empty("a"));
}

TEST_P(BrokerTest, CountsAMessageUntilItsTakerLetsItGo) {
  MemoryBudget memory(1'000);
  broker_ = make({.memory = &memory});
  ASSERT_TRUE(broker_->publish("a", std::string(1'000, 'x')).ok());
  auto taken = broker_->pull("a", 1, Milliseconds(60'000));
  ASSERT_TRUE(taken.ok());
  EXPECT_TRUE(memory.is_full());
  taken->clear();
  EXPECT_EQ(memory.used(), 0u);
}

TEST_P(BrokerTest, RefusesMoreThanAQueueMayHoldAndLeavesItToItsSender) {
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(broker_->publish("a", "x").ok());
  std::string payload = "y";
  EXPECT_EQ(broker_->publish("a", std::move(payload)).error().kind, ErrorKind::kLimit);
  EXPECT_EQ(payload, "y");  // NOLINT: not moved from
  EXPECT_TRUE(broker_->publish("b", "x").ok());
}

TEST_P(BrokerTest, WakesAWaitingPull) {
  std::thread sender([&] { ASSERT_TRUE(broker_->publish("a", "late").ok()); });
  EXPECT_EQ(pulled("a"), Strings{"late"});
  sender.join();
}

TEST_P(BrokerTest, DeliversNoMoreBytesAtOnceThanWantedButAtLeastOneMessage) {
  for (const char* each : {"1234", "5", "678"}) {
    ASSERT_TRUE(broker_->publish("a", each).ok());
  }
  for (const char* each : {"1234", "5", "678"}) {
    const auto taken = broker_->pull("a", 3, Milliseconds(60'000), 1);
    ASSERT_EQ(taken->size(), 1u);
    EXPECT_EQ(taken->front().payload, each);
  }
}

TEST_P(BrokerTest, CarriesWhatIsLargerThanAMessageMayBe) {
  broker_ = make({});
  std::string large(3'500'000, 'x');
  for (std::size_t i = 0; i < large.size(); i += 1'000) large[i] = char('a' + i % 23);
  ASSERT_TRUE(broker_->publish("a", "before").ok());
  ASSERT_TRUE(broker_->publish("a", std::string(large)).ok());
  ASSERT_TRUE(broker_->publish("a", "").ok());
  const auto got = pulled("a", 3);
  ASSERT_EQ(got.size(), 3u);
  EXPECT_EQ(got[0], "before");
  EXPECT_EQ(got[1], large);
  EXPECT_EQ(got[2], "");
}

TEST_P(BrokerTest, AnswersRequestsOfAnySizeAndHandsErrorsOn) {
  const auto answering =
      broker_->answer("records.a", [](std::string_view asked) -> Result<std::string> {
        if (asked == "none") return Error{ErrorKind::kNotFound, "there is none"};
        return std::string(asked).append(4'000'000, '!');
      });
  ASSERT_TRUE(answering.ok());
  const auto answer = broker_->request("records.a", "x", Milliseconds(60'000));
  ASSERT_TRUE(answer.ok()) << answer.error().text;
  EXPECT_EQ(*answer, std::string("x").append(4'000'000, '!'));
  const auto error = broker_->request("records.a", "none", Milliseconds(60'000));
  EXPECT_EQ(error.error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(error.error().text, "there is none");
}

TEST_P(BrokerTest, SaysSoWhenNobodyAnswers) {
  const auto ask = [&] {
    return broker_->request("records.a", "x", Milliseconds(60'000));
  };
  EXPECT_EQ(ask().error().kind, ErrorKind::kDisconnected);
  auto answering = broker_->answer("records.a", [](std::string_view) {
    return Result<std::string>(std::string("here"));
  });
  ASSERT_TRUE(answering.ok());
  EXPECT_TRUE(ask().ok());
  answering->reset();
  EXPECT_EQ(ask().error().kind, ErrorKind::kDisconnected);
}

}  // namespace
}  // namespace curlew::broker
