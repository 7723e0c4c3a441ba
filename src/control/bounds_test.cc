// Reports that are too large, damaged or refused, memory that is full, and answers that
// end the process.

#include <gmock/gmock.h>

#include "control/controller_fixture_test.h"
#include "control/subjects.h"

namespace curlew::control {
namespace {

using testing::HasSubstr;

class BoundsTest : public ControllerTest {
 protected:
  // The order that is out, taken from the terminal.
  model::VisitOrder take_order() {
    for (int i = 0; i < 10; ++i) {
      terminal_->step(Milliseconds(0));  // It says that it is there.
      EXPECT_TRUE(controller_->step(Milliseconds(0)).ok());
      clock_.advance(Milliseconds(1'000));
      const auto orders = broker_->pull(orders_for("t1"), 1, Milliseconds(0));
      if (!orders->empty()) return *model::decode_order(orders->front().payload);
    }
    ADD_FAILURE() << "no order";
    return {};
  }

  void step_both(int times) {
    for (int i = 0; i < times; ++i) {
      terminal_->step(Milliseconds(0));
      ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
    }
  }

  // Somebody kills the process while it reads this source.
  void die_reading(model::SourceId source) {
    model::VisitOrder order;
    order.id = model::first_visit_id(clock_.now());
    order.source = source;
    mark_->begin(order, clock_.now());
    start();
  }
};

TEST_F(BoundsTest, AReportThatCannotBeDecodedIsAFailureThatShows) {
  const auto id = add("http://news.example/feed");
  const model::VisitOrder order = take_order();
  model::VisitReport report;
  report.id = order.id;
  report.source = order.source;
  report.terminal = "t1";
  report.started = clock_.now();
  model::Listing listing;
  listing.new_entries.emplace_back().entry.title = std::string(10'000, 'x');
  report.findings = model::FeedFindings{std::move(listing)};
  std::string message = model::encode(report);
  message.resize(message.size() / 2);
  ASSERT_TRUE(broker_->publish(kReports, std::move(message)).ok());
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
  EXPECT_EQ(outcomes(id), std::vector{FetchOutcome::kUnreadable});
  const store::ScheduleRow row = source(id).schedule;
  EXPECT_EQ(row.failures, 1u);
  EXPECT_THAT(row.last_error, HasSubstr("no message"));
  EXPECT_GT(row.next_due, clock_.now() + minutes(1));
  // Its terminal must not remember what nobody stored.
  EXPECT_TRUE(broker_->pull(receipts_for("t1"), 1, Milliseconds(0))->empty());
  EXPECT_TRUE(controller_->is_idle());
}

// A message whose kind of visit only a newer release knows. The kinds that are known
// are the fields 30 to 33 of proto/visit.proto, and come last.
std::string of_unknown_kind(std::string message) {
  std::size_t place = std::string::npos;
  for (const char* known : {"\xf2\x01", "\xfa\x01", "\x82\x02", "\x8a\x02"}) {
    place = std::min(place, message.rfind(known));
  }
  return message.replace(place, 2, "\xea\x02");  // Field 45.
}

TEST_F(BoundsTest, AnOrderOfAnUnknownKindIsAFailureThatShowsAndIsNotSentAgain) {
  const auto id = add("http://news.example/feed");
  std::string order = of_unknown_kind(model::encode(take_order()));
  ASSERT_TRUE(broker_->publish(orders_for("t1"), std::move(order)).ok());
  step_both(3);
  EXPECT_EQ(outcomes(id), std::vector{FetchOutcome::kUnreadable});
  EXPECT_THAT(source(id).schedule.last_error,
              HasSubstr("a kind of visit that this release does not know"));
  EXPECT_TRUE(controller_->is_idle());
  EXPECT_TRUE(requests_.empty());
}

// Its terminal cannot tell that it is about a page: the controller knows what it asked.
TEST_F(BoundsTest, AnArticlePageOfAnUnknownKindIsAFailureOfThatPage) {
  web_["http://news.example/feed"] = {200, {}, feed_with({1})};
  const auto id = add("http://news.example/feed");
  run_until_reported();
  const model::VisitOrder order = take_order();
  const model::ArticleId article = model::article_of(order.task);
  ASSERT_TRUE(article);
  ASSERT_TRUE(
      broker_->publish(orders_for("t1"), of_unknown_kind(model::encode(order))).ok());
  step_both(3);
  EXPECT_EQ(outcomes(id), std::vector{FetchOutcome::kFetched});
  EXPECT_EQ(source(id).schedule.failures, 0u);
  const auto again = store_->pages().wanted(clock_.now() + hours(1), {}, 10);
  ASSERT_EQ(again->size(), 1u);
  EXPECT_EQ(again->at(0).article, article);
  EXPECT_EQ(again->at(0).tries, 1u);
  EXPECT_TRUE(controller_->is_idle());
}

class NewerTerminalTest : public BoundsTest {
 protected:
  // What a terminal answers to the order that is out, changed on the way.
  model::SourceId report(const std::function<std::string(std::string)>& change) {
    const auto id = add("http://news.example/feed");
    const model::VisitOrder order = take_order();
    model::VisitReport report;
    report.id = order.id;
    report.source = order.source;
    report.terminal = "t1";
    report.started = clock_.now();
    report.remark = model::Remark::kCutFeed;
    report.findings = model::FeedFindings{model::Listing{.head = {.title = "News"}}};
    EXPECT_TRUE(broker_->publish(kReports, change(model::encode(report))).ok());
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(controller_->step(Milliseconds(0)).ok());
    return id;
  }

  // Stored once, as a failure, and not asked for again with each lease.
  void expect_unreadable(model::SourceId id, std::string_view why) {
    EXPECT_EQ(outcomes(id), std::vector{FetchOutcome::kUnreadable});
    EXPECT_THAT(source(id).schedule.last_error, HasSubstr(why));
    EXPECT_EQ(source(id).schedule.failures, 1u);
    EXPECT_GT(source(id).schedule.next_due, clock_.now() + minutes(1));
    EXPECT_TRUE(controller_->is_idle());
    // Its terminal must not remember what nobody stored.
    EXPECT_TRUE(broker_->pull(receipts_for("t1"), 1, Milliseconds(0))->empty());
  }
};

std::string replaced(std::string text, std::string_view word, std::string_view by) {
  return text.replace(text.find(word), word.size(), by);
}

TEST_F(NewerTerminalTest, AReportOfAnUnknownKindIsAnUnreadableVisit) {
  expect_unreadable(report(of_unknown_kind),
                    "a kind of visit that this release does not know");
}

TEST_F(NewerTerminalTest, AReportOfAnUnknownOutcomeIsAnUnreadableVisit) {
  expect_unreadable(
      report([](std::string text) { return replaced(text, "fetched", "beguile"); }),
      "unknown outcome: beguile");
}

TEST_F(NewerTerminalTest, AnUnknownRemarkIsPassedOverAndTheRestIsStored) {
  const auto id =
      report([](std::string text) { return replaced(text, "cut-feed", "cut-into"); });
  EXPECT_EQ(outcomes(id), std::vector{FetchOutcome::kFetched});
  EXPECT_EQ(source(id).source.title, "News");
  EXPECT_EQ(source(id).schedule.last_remark, model::Remark::kNone);
}

TEST_F(BoundsTest, MoreThanAReportMayHoldComesWithTheNextVisits) {
  report_entries_ = 1_KiB;
  start();
  std::string feed = "<rss version='2.0'><channel><title>News</title>";
  for (int item = 9; item > 0; --item) {
    feed += fmt::format(
        "<item><guid>{0}</guid><title>Title {0}</title>"
        "<description>{1}</description></item>",
        item, std::string(item == 5 ? 5'000 : 300, 'x'));
  }
  web_["http://news.example/feed"] = {
      200, {{"ETag", "\"1\""}}, feed + "</channel></rss>"};
  const auto id = add("http://news.example/feed");
  run_for(minutes(1));
  EXPECT_EQ(titles(), (Titles{"Title 2", "Title 1"}));
  EXPECT_THAT(source(id).schedule.last_note, HasSubstr("2 of 9 new entries"));
  EXPECT_EQ(source(id).schedule.last_error, "");
  run_for(hours(24 * 7));
  EXPECT_EQ(titles().size(), 9u);
  EXPECT_EQ(source(id).schedule.last_note, "");
}

TEST_F(BoundsTest, NoOrdersGoOutWhileTheMemoryIsFull) {
  web_["http://news.example/feed"] = {200, {}, feed_with({1})};
  add("http://news.example/feed");
  {
    const MemoryBudget::Share all(&memory_, MemoryBudget::Use::kUnstored, 512_MiB);
    run_for(minutes(1));
    EXPECT_TRUE(requests_.empty());
  }
  run_for(minutes(1));
  EXPECT_EQ(titles(), Titles{"Title 1"});
  run_for(hours(1));
  EXPECT_EQ(memory_.used(), 0u);
}

TEST_F(BoundsTest, ASourceWhoseReadingEndedTheProcessTwiceIsSetAside) {
  web_["http://news.example/feed"] = {200, {}, feed_with({1})};
  web_["http://other.example/feed"] = {200, {}, feed_with({2})};
  web_["http://other.example/robots.txt"] = {404, {}, ""};
  const auto id = add("http://news.example/feed");
  const auto other = add("http://other.example/feed");
  die_reading(id);
  clock_.advance(Milliseconds(1'000));
  die_reading(id);
  run_for(hours(1));
  EXPECT_EQ(requests_for("news.example/feed"), 0u);
  EXPECT_EQ(source(id).source.state, SourceState::kStopped);
  EXPECT_THAT(source(id).schedule.last_error,
              HasSubstr("set aside: the program ended 2 times while reading it"));
  EXPECT_EQ(source(other).source.state, SourceState::kActive);
  EXPECT_EQ(titles(), Titles{"Title 2"});
  // Its user says that it is well again.
  ASSERT_TRUE(store_->sources().set_state(id, SourceState::kActive).ok());
  start();
  run_for(hours(24));
  EXPECT_EQ(source(id).source.state, SourceState::kActive);
  EXPECT_EQ(source(id).schedule.last_error, "");
  EXPECT_EQ(titles().size(), 2u);
}

TEST_F(BoundsTest, ASourceThatWasReadSinceIsNotSetAside) {
  web_["http://news.example/feed"] = {200, {}, feed_with({1})};
  const auto id = add("http://news.example/feed");
  die_reading(id);
  run_for(minutes(1));
  ASSERT_EQ(titles(), Titles{"Title 1"});
  clock_.advance(Milliseconds(1'000));
  die_reading(id);
  run_for(hours(2));
  EXPECT_EQ(source(id).source.state, SourceState::kActive);
}

TEST_F(BoundsTest, APageThatWasCutOffIsTriedAgainAndKeptInTheEnd) {
  web_["http://news.example/feed"] = {200, {}, feed_with({1})};
  web_["http://news.example/1"] = {
      200, {}, "<html><body><p>The beginning of a", http::BodyEnd::kCut};
  const auto id = add("http://news.example/feed");
  run_for(minutes(10));
  const auto article = store_->articles().newest_of(id, 1)->front();
  EXPECT_TRUE(article.is_page_wanted);
  EXPECT_THAT(article.page_error, HasSubstr("ends too early"));
  run_for(hours(24));
  EXPECT_EQ(requests_for("news.example/1"), 4u);
  const auto kept = store_->articles().newest_of(id, 1)->front();
  EXPECT_TRUE(kept.page_fetched);
  EXPECT_THAT(kept.page_error, HasSubstr("ends too early"));
}

}  // namespace
}  // namespace curlew::control
