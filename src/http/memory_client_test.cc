#include "http/memory_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace curlew::http {
namespace {

using ::testing::ElementsAre;

// The path is the latency: "/30" answers after 30 ms.
MemoryAnswer answer_by_path(const Request& request) {
  MemoryAnswer answer;
  answer.response.status = 200;
  answer.response.body = request.url.substr(1);
  answer.latency = Milliseconds(std::stoi(answer.response.body));
  return answer;
}

class MemoryClientTest : public ::testing::Test {
 protected:
  void get(std::string url) {
    client->start({.url = std::move(url)},
                  [this](Response response) { ended.push_back(response.body); });
  }
  ManualClock clock;
  std::unique_ptr<MemoryClient> client = make_memory_client(answer_by_path, clock);
  std::vector<std::string> ended;
};

TEST_F(MemoryClientTest, EndsTransfersWhenTheirLatencyHasPassed) {
  get("/30");
  get("/10");
  client->poll(Milliseconds(1000));
  EXPECT_TRUE(ended.empty());
  EXPECT_EQ(client->next_end(), clock.steady() + Milliseconds(10));
  clock.advance(Milliseconds(10));
  client->poll(Milliseconds(0));
  EXPECT_THAT(ended, ElementsAre("10"));
  EXPECT_EQ(client->in_flight(), 1u);
  clock.advance(Milliseconds(100));
  client->poll(Milliseconds(0));
  EXPECT_THAT(ended, ElementsAre("10", "30"));
  EXPECT_EQ(client->next_end(), std::nullopt);
}

TEST_F(MemoryClientTest, EndsEqualTransfersInTheOrderOfTheirStart) {
  for (int i = 0; i < 5; ++i) get("/0" + std::string(1, char(97 + i)));
  clock.advance(Milliseconds(10));
  client->poll(Milliseconds(0));
  EXPECT_THAT(ended, ElementsAre("0a", "0b", "0c", "0d", "0e"));
}

TEST_F(MemoryClientTest, LeavesWhatACallbackStartsToTheNextPoll) {
  client->start({.url = "/0"}, [this](Response) { get("/0"); });
  client->poll(Milliseconds(0));
  EXPECT_TRUE(ended.empty());
  client->poll(Milliseconds(0));
  EXPECT_THAT(ended, ElementsAre("0"));
}

}  // namespace
}  // namespace curlew::http
