// A terminal by itself: orders in, reports and acknowledgements out.

#include "control/terminal.h"

#include <gmock/gmock.h>

#include <map>

#include "control/subjects.h"
#include "http/memory_client.h"
#include "model/visit_wire.h"

namespace curlew::control {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Writes down what is published and acknowledged, in order.
class RecordingBroker final : public broker::Broker {
 public:
  Result<void> publish(std::string_view subject, std::string&& payload) override {
    if (subject == kReports && is_full) return Error{ErrorKind::kLimit, "full"};
    if (subject == kReports) events.emplace_back("report");
    return real_->publish(subject, std::move(payload));
  }
  Result<std::vector<broker::Delivery>> pull(std::string_view subject, std::size_t most,
                                             Milliseconds wait,
                                             Bytes most_bytes) override {
    return real_->pull(subject, most, wait, most_bytes);
  }
  Result<void> ack(std::string_view subject,
                   std::span<const std::uint64_t> tokens) override {
    for ([[maybe_unused]] const std::uint64_t token : tokens) {
      events.push_back("ack " + std::string(subject));
    }
    return real_->ack(subject, tokens);
  }

  Result<std::string> request(std::string_view subject, std::string_view payload,
                              Milliseconds wait) override {
    return real_->request(subject, payload, wait);
  }
  Result<std::unique_ptr<broker::Answering>> answer(std::string_view subject,
                                                    broker::Answer answer) override {
    return real_->answer(subject, std::move(answer));
  }

  std::vector<std::string> events;
  bool is_full = false;

 private:
  std::unique_ptr<broker::Broker> real_ = broker::make_memory_broker({});
};

class TerminalTest : public testing::Test {
 protected:
  TerminalTest() {
    TerminalOptions options;
    options.visit.terminal = "t1";
    terminal_ =
        std::make_unique<Terminal>(options, *fetcher_, broker_, *cache_, clock_);
  }

  void order(std::int64_t id, std::optional<Time> stored_until = {}) {
    model::VisitOrder order;
    order.id = {id};
    order.source = {1};
    order.url = "http://news.example/feed";
    order.task = model::source_task(model::SourceKind::kFeed, {}, stored_until);
    ASSERT_TRUE(broker_.publish(orders_for("t1"), model::encode(order)).ok());
  }
  void confirm(std::int64_t id) {
    ASSERT_TRUE(
        broker_.publish(receipts_for("t1"), model::encode(model::VisitReceipt{{id}}))
            .ok());
  }
  void run(Milliseconds duration = std::chrono::minutes(1)) {
    for (Milliseconds past{0}; past < duration; past += Milliseconds(500)) {
      terminal_->step(Milliseconds(0));
      clock_.advance(Milliseconds(500));
    }
  }
  std::vector<model::VisitReport> reports() {
    std::vector<model::VisitReport> reports;
    for (const auto& delivery : *broker_.pull(kReports, 10, {}, broker::kAnySize)) {
      reports.push_back(*model::decode_report(delivery.payload));
    }
    return reports;
  }

  ManualClock clock_;
  std::vector<http::Request> requests_;
  std::unique_ptr<http::MemoryClient> client_ = http::make_memory_client(
      [this](const http::Request& request) {
        http::MemoryAnswer answer;
        answer.latency = Milliseconds(3);
        if (request.url.ends_with("/robots.txt")) {
          answer.response.status = 404;
          return answer;
        }
        requests_.push_back(request);
        answer.response.status = 200;
        answer.response.headers = {{"ETag", "\"1\""}};
        answer.response.body =
            "<rss version='2.0'><channel><title>News</title><item><guid>1</guid>"
            "<title>One</title></item></channel></rss>";
        return answer;
      },
      clock_,
      [](const std::string& name) {
        return http::MemoryLookup{std::vector{http::memory_address(name)}};
      });
  std::unique_ptr<fetch::Fetcher> fetcher_ = fetch::make_fetcher({}, *client_, clock_);
  std::unique_ptr<store::TerminalCache> cache_ = store::make_memory_terminal_cache();
  RecordingBroker broker_;
  std::unique_ptr<Terminal> terminal_;
};

bool is_conditional(const http::Request& request) {
  return std::ranges::any_of(request.headers, [](const auto& header) {
    return header.first == "If-None-Match";
  });
}

TEST_F(TerminalTest, AcknowledgesAnOrderWhenItsReportIsSent) {
  order(1);
  broker_.is_full = true;
  run();
  EXPECT_EQ(requests_.size(), 1u);
  EXPECT_THAT(broker_.events, IsEmpty()) << "its report is with nobody yet";
  broker_.is_full = false;
  run();
  EXPECT_THAT(broker_.events, ElementsAre("report", "ack orders.t1"));
  EXPECT_EQ(requests_.size(), 1u);
}

TEST_F(TerminalTest, MakesAVisitOnceThoughItsOrderComesTwice) {
  order(1);
  order(1);
  run();
  EXPECT_EQ(requests_.size(), 1u);
  EXPECT_THAT(broker_.events, ElementsAre("ack orders.t1", "report", "ack orders.t1"));
}

TEST_F(TerminalTest, AnswersAnOrderThatItCannotRead) {
  model::VisitOrder unreadable;
  unreadable.id = {7};
  unreadable.source = {1};
  unreadable.url = "http://news.example/feed";
  std::string bytes = model::encode(unreadable);
  bytes.resize(bytes.size() - 4);
  ASSERT_TRUE(broker_.publish(orders_for("t1"), std::move(bytes)).ok());
  run();
  EXPECT_THAT(broker_.events, ElementsAre("report", "ack orders.t1"));
  EXPECT_THAT(requests_, IsEmpty());
}

TEST_F(TerminalTest, RemembersAVisitWhenItsReportIsCommitted) {
  order(1);
  run();
  ASSERT_EQ(reports().size(), 1u);
  const Time stored = clock_.now();
  order(2, stored);
  run();
  ASSERT_EQ(requests_.size(), 2u);
  EXPECT_FALSE(is_conditional(requests_[1])) << "nobody said that it is stored";
  EXPECT_EQ(model::listing_of(reports().front().findings)->new_entries.size(), 1u);
  confirm(2);
  run();
  EXPECT_EQ(broker_.events.back(), "ack receipts.t1");
  order(3, clock_.now());
  run();
  ASSERT_EQ(requests_.size(), 3u);
  EXPECT_TRUE(is_conditional(requests_[2]));
  EXPECT_TRUE(terminal_->is_idle());
}

}  // namespace
}  // namespace curlew::control
