// Bodies and the memory that there is for them.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <string>
#include <vector>

#include "http/client.h"
#include "http/client_test.h"
#include "http/loopback_test.h"

namespace curlew::http {
namespace {

RawServer::Script answer(std::size_t size) {
  return [size](RawSocket& socket, const auto&) {
    socket.read_until("\r\n\r\n");
    socket.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(size) +
                "\r\n\r\n");
    socket.send(std::string(size, 'x'));
  };
}

TEST(MemoryLimit, LargeBodiesWaitForEachOtherAndAllArrive) {
  const SystemClock clock;
  MemoryBudget memory(8_MiB);
  const RawServer large(answer(4_MiB));
  const auto client = make_loopback_client(clock, {.memory = &memory});
  Bytes most = 0;
  std::size_t whole = 0;
  for (int i = 0; i < 12; ++i) {
    client->start({.url = large.url()}, [&](Response response) {
      most = std::max(most, memory.used());
      whole += response.body.size() == 4_MiB;
    });
  }
  while (client->in_flight() > 0) {
    client->poll(Milliseconds(100));
    most = std::max(most, memory.used());
  }
  EXPECT_EQ(whole, 12u);
  // The one that goes on beyond the limit, and room that a growing body is given.
  EXPECT_LE(most, 8_MiB + 8_MiB);
  EXPECT_EQ(memory.used(), 0u);
}

TEST(MemoryLimit, SmallBodiesPassByLargeOnesThatWait) {
  const SystemClock clock;
  MemoryBudget memory(1_MiB);
  const MemoryBudget::Share taken(&memory, MemoryBudget::Use::kArriving, 1_MiB - 1);
  const RawServer large(answer(4_MiB));
  const RawServer small(answer(100));
  const auto client =
      make_loopback_client(clock, {.max_connections = 8, .memory = &memory});
  std::vector<std::size_t> order;
  const auto note = [&](Response response) { order.push_back(response.body.size()); };
  for (int i = 0; i < 3; ++i) client->start({.url = large.url()}, note);
  client->start({.url = small.url()}, note);
  while (order.size() < 4) client->poll(Milliseconds(100));
  EXPECT_LT(std::ranges::find(order, 100u) - order.begin(), 3);
}

TEST(MemoryLimit, NothingIsBegunWhileStoringHasToMakeRoom) {
  const SystemClock clock;
  MemoryBudget memory(1_MiB);
  MemoryBudget::Share unstored(&memory, MemoryBudget::Use::kUnstored, 1_MiB);
  const RawServer server(answer(100));
  const auto client = make_loopback_client(clock, {.memory = &memory});
  std::size_t ended = 0;
  client->start({.url = server.url()}, [&](Response) { ++ended; });
  for (int i = 0; i < 5; ++i) client->poll(Milliseconds(20));
  EXPECT_EQ(server.connections(), 0);
  unstored.resize(0);
  while (ended == 0) client->poll(Milliseconds(100));
  EXPECT_EQ(server.connections(), 1);
}

TEST(OpenFiles, TooManyOfThemAreNoFaultOfThePeer) {
  const SystemClock clock;
  const RawServer server(answer(100));
  const auto client = make_loopback_client(clock);
  ASSERT_EQ(get(*client, server.url()).end, TransferEnd::kCompleted);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit none = before;
  none.rlim_cur = 3;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  const Response response = get(*client, server.url());
  const Response unresolved = get(*client, "http://name.test/");
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(response.end, TransferEnd::kNoRoom) << response.error;
  EXPECT_EQ(response.status, 0);
  EXPECT_EQ(unresolved.end, TransferEnd::kNoRoom) << unresolved.error;
  EXPECT_EQ(get(*client, server.url()).end, TransferEnd::kCompleted);
}

}  // namespace
}  // namespace curlew::http
