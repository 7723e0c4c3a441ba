#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/installed_test.h"
#include "broker/broker.h"
#include "broker/nats/nats_server_test.h"
#include "broker/nats/parts.h"

namespace curlew::broker {
namespace {

constexpr Milliseconds kLong{60'000};

class NatsBrokerTest : public testing::Test {
 protected:
  void SetUp() override { CURLEW_NEEDS(kNatsServer, "nats-server"); }

  Result<std::unique_ptr<Broker>> connect(std::string url) {
    return make_nats_broker({.url = std::move(url), .storage_limit = 16_MiB}, clock_);
  }

  // While the connection is mended there may be errors, and nothing.
  static std::vector<Delivery> pulled(Broker& broker, std::size_t count) {
    std::vector<Delivery> all;
    for (int i = 0; i < 600 && all.size() < count; ++i) {
      auto some = broker.pull("a", count - all.size(), Milliseconds(100));
      if (!some.ok()) {
        std::this_thread::sleep_for(Milliseconds(100));
        continue;
      }
      for (Delivery& each : *some) all.push_back(std::move(each));
    }
    return all;
  }

  static bool is_published(Broker& broker, const std::string& payload) {
    for (int i = 0; i < 600; ++i) {
      if (broker.publish("a", std::string(payload)).ok()) return true;
      std::this_thread::sleep_for(Milliseconds(100));
    }
    return false;
  }

  const SystemClock clock_;
};

TEST_F(NatsBrokerTest, GivesTheNextTakerWhatTheLastOneDidNotAcknowledge) {
  const NatsServer server;
  auto first = connect(server.url());
  ASSERT_TRUE(first.ok()) << first.error().text;
  for (const char* each : {"1", "2", "3"}) {
    ASSERT_TRUE((*first)->publish("a", each).ok());
  }
  const auto taken = pulled(**first, 3);
  ASSERT_EQ(taken.size(), 3u);
  ASSERT_TRUE((*first)->ack("a", {{taken[1].token}}).ok());
  *first = nullptr;
  const auto second = connect(server.url());
  const auto again = pulled(**second, 2);
  ASSERT_EQ(again.size(), 2u);
  EXPECT_EQ(again[0].payload, "1");
  EXPECT_EQ(again[1].payload, "3");
}

TEST_F(NatsBrokerTest, GoesOnAfterItsServerDied) {
  NatsServer server;
  const auto broker = connect(server.url());
  ASSERT_TRUE(broker.ok()) << broker.error().text;
  ASSERT_TRUE((*broker)->publish("a", "1").ok());
  const auto taken = pulled(**broker, 1);
  ASSERT_EQ(taken.size(), 1u);
  ASSERT_TRUE((*broker)->publish("a", "2").ok());
  server.stop(SIGKILL);
  for (int i = 0; i < 600 && (*broker)->pull("a", 1, Milliseconds(10)).ok(); ++i) {
  }
  EXPECT_EQ((*broker)->publish("a", "x").error().kind, ErrorKind::kDisconnected);
  EXPECT_EQ((*broker)->request("q", "x", kLong).error().kind, ErrorKind::kDisconnected);
  server.start();
  // What was taken and not acknowledged comes again, with what nobody had taken.
  const auto again = pulled(**broker, 2);
  ASSERT_EQ(again.size(), 2u);
  EXPECT_EQ(again[0].payload, "1");
  EXPECT_EQ(again[1].payload, "2");
}

TEST_F(NatsBrokerTest, GoesOnWithAServerThatLostEverything) {
  NatsServer server;
  const auto broker = connect(server.url());
  ASSERT_TRUE(broker.ok()) << broker.error().text;
  ASSERT_TRUE((*broker)->publish("a", "lost").ok());
  ASSERT_EQ(pulled(**broker, 1).size(), 1u);
  const auto answering = (*broker)->answer(
      "q", [](std::string_view) { return Result<std::string>(std::string("here")); });
  server.stop(SIGKILL);
  server.forget();
  server.start();
  ASSERT_TRUE(is_published(**broker, "new"));
  const auto taken = pulled(**broker, 1);
  ASSERT_EQ(taken.size(), 1u);
  EXPECT_EQ(taken[0].payload, "new");
  EXPECT_TRUE((*broker)->request("q", "x", kLong).ok());
}

TEST_F(NatsBrokerTest, KeepsToAServerWithASmallLimitAndAPassword) {
  const NatsServer server(
      "max_payload: 4096\nauthorization { user: curlew, password: \"s3cret\" }");
  const std::string url = "nats://curlew@127.0.0.1:" + server.port();
  const auto refused = connect(url);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::kDisconnected);
  const auto broker = make_nats_broker(
      {.url = url, .password = "s3cret", .storage_limit = 16_MiB}, clock_);
  ASSERT_TRUE(broker.ok()) << broker.error().text;
  const std::string large(50'000, 'x');
  ASSERT_TRUE((*broker)->publish("a", std::string(large)).ok());
  const auto taken = pulled(**broker, 1);
  ASSERT_EQ(taken.size(), 1u);
  EXPECT_EQ(taken[0].payload, large);
  EXPECT_EQ((*broker)->request("q", large, kLong).error().kind, ErrorKind::kLimit);
}

TEST_F(NatsBrokerTest, TellsNobodyFromOneWhoAnswersLate) {
  const NatsServer server;
  const auto broker = connect(server.url());
  ASSERT_TRUE(broker.ok()) << broker.error().text;
  EXPECT_EQ((*broker)->request("q", "x", kLong).error().kind, ErrorKind::kDisconnected);
  std::atomic<bool> may_answer = false;
  const auto answering = (*broker)->answer("q", [&](std::string_view) {
    while (!may_answer) std::this_thread::sleep_for(Milliseconds(10));
    return Result<std::string>(std::string("late"));
  });
  EXPECT_EQ((*broker)->request("q", "x", Milliseconds(50)).error().kind,
            ErrorKind::kBusy);
  may_answer = true;
}

// They come from messages, and would be read as commands by the server.
TEST_F(NatsBrokerTest, RefusesWhatIsNoSubject) {
  const NatsServer server;
  const auto broker = connect(server.url());
  ASSERT_TRUE(broker.ok()) << broker.error().text;
  for (const std::string& subject :
       {std::string(), std::string("orders."), std::string("orders.a b"),
        std::string("orders.*"), std::string("orders.>"), std::string("a..b"),
        std::string("orders.a\r\nPUB x 0"), std::string("orders.a\0", 9)}) {
    EXPECT_EQ((*broker)->publish(subject, "x").error().kind, ErrorKind::kMalformed);
    EXPECT_EQ((*broker)->request(subject, "x", kLong).error().kind,
              ErrorKind::kMalformed);
    EXPECT_FALSE((*broker)->pull(subject, 1, {}).ok());
    EXPECT_FALSE((*broker)->answer(subject, nullptr).ok());
  }
  EXPECT_NE((*broker)->publish("orders.a b", "x").error().text.find("'orders.a b'"),
            std::string::npos);
}

TEST_F(NatsBrokerTest, NamesAServerThatIsNotThere) {
  const auto broker = connect("nats://127.0.0.1:1");
  ASSERT_FALSE(broker.ok());
  EXPECT_NE(broker.error().text.find("nats://127.0.0.1:1"), std::string::npos);
}

TEST(JoiningTest, PutsPartsTogetherThatComeMixedAndTwice) {
  const auto first = to_parts("0123456789", 20, 7), second = to_parts("abcdef", 20, 8);
  ASSERT_EQ(first.size(), 1u) << "it fits";
  const auto long_one = to_parts(std::string(7, 'x') + "0123456789abcd", 20, 7);
  const auto other = to_parts(std::string(20, 'y'), 20, 8);
  ASSERT_EQ(long_one.size(), 7u);
  ASSERT_EQ(other.size(), 7u);
  Joining joining(1'000);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_TRUE(joining.add(long_one[i], "a" + std::to_string(i)).empty());
    EXPECT_TRUE(joining.add(other[i], "b" + std::to_string(i)).empty());
    EXPECT_TRUE(joining.add(long_one[i], "again").empty());
  }
  const auto joined = joining.add(long_one[6], "a6");
  ASSERT_EQ(joined.size(), 1u);
  EXPECT_EQ(joined[0].payload, std::string(7, 'x') + "0123456789abcd");
  EXPECT_EQ(joined[0].acknowledgements.size(), 13u);
  EXPECT_EQ(joining.add(other[6], "b6")[0].payload, std::string(20, 'y'));
}

TEST(JoiningTest, GivesUpTheOldestThatNeverCameWhole) {
  Joining joining(10);
  const auto lost = to_parts(std::string(40, 'x'), 25, 1);
  const auto next = to_parts(std::string(40, 'y'), 25, 2);
  EXPECT_TRUE(joining.add(lost[0], "a").empty());
  const auto given_up = joining.add(next[0], "b");
  ASSERT_EQ(given_up.size(), 1u);
  EXPECT_FALSE(given_up[0].payload);
  EXPECT_EQ(given_up[0].acknowledgements, std::vector<std::string>{"a"});
}

TEST(JoiningTest, TakesNoStrangersForParts) {
  for (const std::string_view each : {"", "X", "P123", "Pxxxxxxxxyyyyxxxx"}) {
    const auto joined = Joining(10).add(each, "a");
    ASSERT_EQ(joined.size(), 1u);
    EXPECT_FALSE(joined[0].payload);
  }
}

}  // namespace
}  // namespace curlew::broker
