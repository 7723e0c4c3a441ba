#include "service/lateness.h"

#include <gtest/gtest.h>

#include "store/store_fixture.h"

namespace curlew::service {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using store::kNow;
using store::must;

std::vector<store::DelayRow> delays_of(int first, int last) {
  std::vector<store::DelayRow> rows;
  for (int i = last; i >= first; --i) rows.push_back({{1}, kNow, minutes(i)});
  return rows;
}

TEST(Lateness, IsByNearestRank) {
  const auto lateness = lateness_of(delays_of(1, 100)).value();
  EXPECT_EQ(lateness.articles, 100u);
  EXPECT_EQ(lateness.median, minutes(50));
  EXPECT_EQ(lateness.p95, minutes(95));
  EXPECT_EQ(lateness.p99, minutes(99));
  EXPECT_EQ(lateness_of(delays_of(7, 7))->median, minutes(7));
  EXPECT_EQ(lateness_of(delays_of(7, 7))->p99, minutes(7));
  EXPECT_EQ(lateness_of(delays_of(1, 2))->median, minutes(1));
  EXPECT_FALSE(lateness_of({}));
}

class Week : public store::StoreTest {
 protected:
  void found(model::SourceId source, Time when, std::optional<Milliseconds> delay) {
    model::Entry entry = store::entry_titled(std::to_string(++key_));
    if (delay) entry.published = when - *delay;
    store::NewArticle article = store::article_of(source, key_, entry);
    article.found = when;
    auto batch = must(store_->begin());
    must(store::add_one(*store_, article));
    must(batch.commit());
  }

  std::uint64_t key_ = 0;
};

TEST_F(Week, IsToldByDayAndSourceWithoutWhatIsOlderThanTheSubscription) {
  const auto one = add("https://one.example/"), two = add("https://two.example/");
  const Time later = kNow + hours(72);  // Both were added at kNow.
  found(one, later, minutes(4));
  found(one, later, minutes(6));
  found(two, later, minutes(60));
  found(two, later - hours(24), minutes(30));
  found(one, later, hours(73));         // Published before it was added.
  found(one, later, std::nullopt);      // Without a date.
  found(one, later, Milliseconds(-1));  // Dated in the future.
  const auto all = must(lateness_by_day(*store_, {}, later));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].day, std::chrono::floor<std::chrono::days>(later));
  EXPECT_EQ(all[0].lateness.articles, 3u);
  EXPECT_EQ(all[0].lateness.median, minutes(6));
  EXPECT_EQ(all[0].lateness.p99, minutes(60));
  EXPECT_EQ(all[1].lateness.articles, 1u);
  const auto of_one = must(lateness_by_day(*store_, one, later));
  ASSERT_EQ(of_one.size(), 1u);
  EXPECT_EQ(of_one[0].lateness.articles, 2u);
  EXPECT_EQ(of_one[0].lateness.p95, minutes(6));
}

}  // namespace
}  // namespace curlew::service
