// A report that the database will not take, through controller and terminal.

#include <gmock/gmock.h>

#include "control/controller_fixture_test.h"
#include "control/refusing_database_test.h"
#include "store/sqlite/sqlite_database.h"

namespace curlew::control {
namespace {

using testing::HasSubstr;

class PoisonTest : public ControllerTest {
 protected:
  void SetUp() override {
    ControllerTest::SetUp();
    controller_.reset();
    store_ = std::make_unique<store::Store>(std::make_unique<RefusingDatabase>(
        *store::open_sqlite({.path = folder_.file("central.db"),
                             .application_id = store::kCentralMark}),
        "POISON"));
    start();
  }
  static std::string feed_titled(const std::string& title) {
    return "<rss version='2.0'><channel><title>News</title><item><guid>1</guid><link>"
           "http://news.example/1</link><title>" +
           title + "</title></item></channel></rss>";
  }
};

TEST_F(PoisonTest, IsSetAsideAndAllElseIsStored) {
  web_["http://news.example/feed"] = {200, {}, feed_with({1, 2})};
  web_["http://b.example/feed"] = {200, {}, feed_titled("POISON")};
  web_["http://c.example/feed"] = {200, {}, feed_titled("Good")};
  const auto first = add("http://news.example/feed");
  const auto poison = add("http://b.example/feed");
  const auto last = add("http://c.example/feed");
  run_for(minutes(1));

  EXPECT_EQ(outcomes(first), std::vector{FetchOutcome::kFetched});
  EXPECT_EQ(outcomes(last), std::vector{FetchOutcome::kFetched});
  EXPECT_EQ(outcomes(poison), std::vector{FetchOutcome::kUnreadable});
  EXPECT_EQ(titles().size(), 3u);
  const store::ScheduleRow row = source(poison).schedule;
  EXPECT_EQ(row.failures, 1u);
  EXPECT_THAT(row.last_error, HasSubstr("cannot be stored"));
  const auto status = *store::count_status(*store_, clock_.now(), minutes(1));
  EXPECT_EQ(status.set_aside, 1);
  EXPECT_THAT(status.set_aside_reason, HasSubstr("invalid byte sequence"));
  const auto kept = *store_->set_aside().newest(1);
  const auto report = model::decode_report(kept.front().report);
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(model::listing_of(report->findings)->new_entries.front().entry.title,
            "POISON");

  // Its terminal does not remember what nobody stored: it is reported again, whole.
  web_["http://b.example/feed"].body = feed_titled("Cured");
  run_for(hours(12));
  EXPECT_EQ(source(poison).schedule.failures, 0u);
  EXPECT_EQ(store_->articles().newest_of(poison, 10)->size(), 1u);
}

}  // namespace
}  // namespace curlew::control
