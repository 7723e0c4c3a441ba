#include "http/resolver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netdb.h>

#include <atomic>
#include <future>
#include <semaphore>
#include <thread>

namespace curlew::http {
namespace {

using ::testing::ElementsAre;

class ResolverTest : public ::testing::Test {
 protected:
  std::unique_ptr<Resolver> make(ResolverOptions options) {
    return std::make_unique<Resolver>(
        options,
        [this](const std::string& name) -> Resolver::Addresses {
          ++lookups;
          if (name.starts_with("bad")) return Error{ErrorKind::kNotFound, "no " + name};
          return std::vector{*parse_ip_address("192.0.2.7")};
        },
        clock, [this] { found.release(); });
  }
  void look_up(Resolver& resolver, const std::string& name) {
    EXPECT_EQ(resolver.find_or_begin(name), nullptr);
    found.acquire();
    std::vector<std::string> names;
    resolver.deliver(
        [&](const auto& found_name, const auto&) { names.push_back(found_name); });
    EXPECT_THAT(names, ElementsAre(name));
  }

  ManualClock clock;
  std::atomic<int> lookups = 0;
  std::counting_semaphore<> found{0};
};

TEST_F(ResolverTest, RemembersWhatItFoundForItsTimeToLive) {
  const auto resolver = make({.ttl = Milliseconds(100)});
  look_up(*resolver, "a.example");
  const auto* addresses = resolver->find_or_begin("a.example");
  ASSERT_NE(addresses, nullptr);
  EXPECT_EQ(to_string(addresses->value().front()), "192.0.2.7");
  clock.advance(Milliseconds(100));
  look_up(*resolver, "a.example");
  EXPECT_EQ(lookups, 2);
}

TEST_F(ResolverTest, RemembersFailuresForAShorterTime) {
  const auto resolver =
      make({.ttl = Milliseconds(1000), .failure_ttl = Milliseconds(10)});
  look_up(*resolver, "bad.example");
  ASSERT_NE(resolver->find_or_begin("bad.example"), nullptr);
  EXPECT_EQ(resolver->find_or_begin("bad.example")->error().text, "no bad.example");
  clock.advance(Milliseconds(10));
  EXPECT_EQ(resolver->find_or_begin("bad.example"), nullptr);
  found.acquire();
}

TEST_F(ResolverTest, ForgetsTheLeastRecentlyUsedBeyondItsSize) {
  const auto resolver = make({.entries = 2});
  look_up(*resolver, "a");
  look_up(*resolver, "b");
  EXPECT_NE(resolver->find_or_begin("a"), nullptr);
  look_up(*resolver, "c");
  EXPECT_NE(resolver->find_or_begin("a"), nullptr);
  EXPECT_EQ(resolver->find_or_begin("b"), nullptr);
  found.acquire();
}

TEST_F(ResolverTest, AsksOnceForANameThatManyWaitFor) {
  const auto resolver = make({});
  for (int i = 0; i < 100; ++i) resolver->find_or_begin("a.example");
  found.acquire();
  EXPECT_EQ(lookups, 1);
}

TEST_F(ResolverTest, RunsNoMoreThreadsThanAllowed) {
  std::atomic<int> running = 0, most = 0;
  {
    Resolver resolver(
        {.threads = 3},
        [&](const std::string&) -> Resolver::Addresses {
          const int now = ++running;
          if (now > most) most = now;
          std::this_thread::sleep_for(Milliseconds(5));
          --running;
          return std::vector<IpAddress>();
        },
        clock, [this] { found.release(); });
    for (int i = 0; i < 20; ++i) resolver.find_or_begin(std::to_string(i));
    for (int i = 0; i < 20; ++i) found.acquire();
  }
  EXPECT_LE(most, 3);
  EXPECT_GE(most, 2);
}

TEST_F(ResolverTest, EndsWithoutWaitingForALookupThatHangs) {
  auto release = std::make_shared<std::promise<void>>();
  auto started = std::make_shared<std::promise<void>>();
  {
    Resolver resolver(
        {},
        [=](const std::string&) -> Resolver::Addresses {
          started->set_value();
          release->get_future().wait();
          return std::vector<IpAddress>();
        },
        clock, [] { ADD_FAILURE() << "called after the end"; });
    resolver.find_or_begin("slow.example");
    started->get_future().wait();
  }
  release->set_value();
}

TEST(SystemLookup, TakesEveryNameBelowLocalhostToLoopback) {
  for (const std::string name : {"localhost", "a.localhost", "A.b.LocalHost."}) {
    const auto addresses = look_up_by_system(name);
    ASSERT_TRUE(addresses.ok()) << name;
    EXPECT_EQ(to_string(addresses->at(0)), "127.0.0.1");
  }
  EXPECT_FALSE(look_up_by_system("notlocalhost.invalid").ok());
}

TEST(SystemLookup, TellsNamesThatAreNotKnownFromNameServersInTrouble) {
  EXPECT_EQ(kind_of_lookup_error(EAI_NONAME), ErrorKind::kNotFound);
  EXPECT_EQ(kind_of_lookup_error(EAI_NODATA), ErrorKind::kNotFound);
  for (const int trouble : {EAI_AGAIN, EAI_FAIL, EAI_SYSTEM}) {
    EXPECT_EQ(kind_of_lookup_error(trouble), ErrorKind::kFailed);
  }
  EXPECT_EQ(end_of_lookup(Error{ErrorKind::kNotFound, ""}), TransferEnd::kUnresolved);
  EXPECT_EQ(end_of_lookup(Error{ErrorKind::kFailed, ""}), TransferEnd::kUnconnected);
  EXPECT_EQ(end_of_lookup(Error{ErrorKind::kBusy, ""}), TransferEnd::kNoRoom);
}

TEST(SystemLookup, SaysWhichNameHasNoAddress) {
  const auto addresses = look_up_by_system("no-such-name.invalid");
  ASSERT_FALSE(addresses.ok());
  EXPECT_EQ(addresses.error().kind, ErrorKind::kNotFound);
  EXPECT_TRUE(addresses.error().text.starts_with("no-such-name.invalid: "));
}

}  // namespace
}  // namespace curlew::http
