// On which thread a terminal reads.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <variant>

#include "base/time_budget.h"
#include "control/subjects.h"
#include "control/terminal.h"
#include "http/memory_client.h"
#include "model/visit_wire.h"

namespace curlew::control {
namespace {

constexpr std::string_view kOneItem =
    "<rss version='2.0'><channel><title>News</title><item><guid>1</guid>"
    "<link>http://news.example/1</link><title>One</title></item></channel></rss>";

std::string heavy_page() {
  std::string html = "<html><body>";
  for (int i = 0; i < 500; ++i) html += "<p>w w w.</p>";
  return html;
}

class TerminalReadingTest : public testing::Test {
 protected:
  TerminalReadingTest() {
    TerminalOptions options;
    options.visit.terminal = "t1";
    options.reading_threads = 3;
    options.memory = &memory_;
    // Reading asks for the time of its thread.
    options.visit.cpu_clock = [this, network = std::this_thread::get_id()] {
      (std::this_thread::get_id() == network ? read_here_ : read_elsewhere_) += 1;
      return thread_cpu_time();
    };
    terminal_ =
        std::make_unique<Terminal>(options, *fetcher_, *broker_, *cache_, clock_);
  }

  void order(std::int64_t id, model::VisitTask task) {
    model::VisitOrder order;
    order.id = {id};
    order.source = {id};
    order.task = std::move(task);
    const bool is_page = !std::holds_alternative<model::FeedTask>(order.task);
    order.url = fmt::format("http://{}.example/{}", id, is_page ? "page" : "feed");
    ASSERT_TRUE(broker_->publish(orders_for("t1"), model::encode(order)).ok());
  }

  std::size_t taken(std::string_view subject) {
    const auto deliveries = broker_->pull(subject, 1'000, Milliseconds(0));
    std::vector<std::uint64_t> tokens;
    for (const broker::Delivery& each : *deliveries) tokens.push_back(each.token);
    EXPECT_TRUE(broker_->ack(subject, tokens).ok());
    return deliveries->size();
  }

  void step() {
    terminal_->step(Milliseconds(0));
    clock_.advance(Milliseconds(5));
  }

  ManualClock clock_;
  MemoryBudget memory_{512_MiB};
  std::atomic<int> read_here_ = 0;
  std::atomic<int> read_elsewhere_ = 0;
  const std::string page_ = heavy_page();
  std::unique_ptr<http::MemoryClient> client_ = http::make_memory_client(
      [this](const http::Request& request) {
        http::MemoryAnswer answer;
        answer.response.status = request.url.ends_with("robots.txt") ? 404 : 200;
        const bool is_page = request.url.ends_with("page");
        answer.response.headers = {
            {"Content-Type", is_page ? "text/html" : "text/xml"}};
        answer.response.body = is_page ? page_ : std::string(kOneItem);
        return answer;
      },
      clock_);
  std::unique_ptr<broker::Broker> broker_ =
      broker::make_memory_broker({.memory = &memory_});
  std::unique_ptr<store::TerminalCache> cache_ = store::make_memory_terminal_cache();
  std::unique_ptr<fetch::Fetcher> fetcher_ = fetch::make_fetcher({}, *client_, clock_);
  std::unique_ptr<Terminal> terminal_;
};

// A page may take a second, in which no beat would be sent and no other answer taken.
TEST_F(TerminalReadingTest, ReadsNothingOnTheThreadOfTheNetwork) {
  for (int id = 1; id <= 20; ++id) order(id, model::ArticlePageTask{.article = {id}});
  for (int id = 21; id <= 40; ++id) order(id, model::FollowedPageTask{});
  for (int id = 41; id <= 60; ++id) order(id, model::FeedTask{});
  std::size_t reports = 0;
  while (reports < 60) {
    step();
    reports += taken(kReports);
  }
  EXPECT_EQ(reports, 60u);
  EXPECT_EQ(read_here_, 0);
  EXPECT_GE(read_elsewhere_, 60);
}

TEST_F(TerminalReadingTest, BeatsAndTakesOrdersWhilePagesAreRead) {
  for (int id = 1; id <= 40; ++id) order(id, model::ArticlePageTask{.article = {id}});
  while (read_elsewhere_ == 0) step();
  order(99, model::FeedTask{});
  taken(kBeats);
  clock_.advance(Milliseconds(5'000));
  step();
  EXPECT_EQ(taken(kBeats), 1u) << "however much is being read";
  std::size_t reports = 0;
  while (reports < 41) {
    step();
    reports += taken(kReports);
  }
  EXPECT_EQ(read_here_, 0);
}

// The network's thread may be busy: what it has not sent yet must not be forgotten, or
// as much again arrives meanwhile.
TEST_F(TerminalReadingTest, CountsAReportFromTheMomentItIsMade) {
  order(1, model::ArticlePageTask{.article = {1}});
  while (read_elsewhere_ == 0) step();
  // It does not send now.
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (memory_.used() < page_.size() && std::chrono::steady_clock::now() < give_up) {
    std::this_thread::yield();
  }
  EXPECT_GE(memory_.used(), page_.size());
}

}  // namespace
}  // namespace curlew::control
