#include "service/visit_log.h"

#include <gmock/gmock.h>

#include "store/store_fixture.h"

namespace curlew::service {
namespace {

using std::chrono::minutes;
using store::kNow;
using store::must;
using testing::ElementsAre;
using testing::IsEmpty;

class FollowedLog : public store::StoreTest {
 protected:
  void log(model::SourceId source, std::int64_t counter, Time started) {
    must(store::record(*store_, store::report_of(source, counter, started), 0));
  }
  std::vector<Time> times(const std::vector<store::VisitRow>& visits) {
    std::vector<Time> all;
    for (const auto& visit : visits) all.push_back(visit.started);
    return all;
  }
};

TEST_F(FollowedLog, HasTheNewestFirstAndThenEachNewOneOnce) {
  const auto id = add("https://a.example/");
  for (int i = 1; i <= 3; ++i) log(id, i, kNow + minutes(i));
  VisitLog visits(*store_, std::nullopt);
  const Time now = kNow + minutes(5);
  EXPECT_THAT(times(must(visits.newest(2))),
              ElementsAre(kNow + minutes(3), kNow + minutes(2)));
  EXPECT_THAT(times(must(visits.follow(now, 2))),
              ElementsAre(kNow + minutes(2), kNow + minutes(3)));
  EXPECT_THAT(must(visits.follow(now, 2)), IsEmpty());
  // A long visit is logged after one that was ordered later.
  log(id, 4, kNow + minutes(4));
  log(id, 5, kNow + minutes(1) + std::chrono::seconds(1));
  EXPECT_THAT(
      times(must(visits.follow(now, 2))),
      ElementsAre(kNow + minutes(1) + std::chrono::seconds(1), kNow + minutes(4)));
  EXPECT_THAT(must(visits.follow(now, 2)), IsEmpty());
}

TEST_F(FollowedLog, OfOneSourceIsItsOwn) {
  const auto one = add("https://a.example/"), two = add("https://b.example/");
  VisitLog visits(*store_, one);
  EXPECT_THAT(must(visits.follow(kNow, 10)), IsEmpty());
  log(one, 1, kNow);
  log(two, 2, kNow);
  EXPECT_EQ(must(visits.follow(kNow, 10)).size(), 1u);
}

}  // namespace
}  // namespace curlew::service
