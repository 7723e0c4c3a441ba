// What its owner tells a crawl from outside: pages that are given up, hints of changes,
// another pacing.

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "frontier/topic_crawl.h"

namespace curlew::frontier {
namespace {

using std::chrono::days;
using std::chrono::hours;

constexpr TopicIndex kSea{0}, kSky{1};
const Time kEditedAt = from_unix_seconds(1'700'000'000);

// Believes every hint, and nothing else.
class HintedChange final : public ChangeModel {
 public:
  double changed(const PageHistory& history, Time /*now*/) const override {
    return history.hinted > history.last_visit ? .9 : .01;
  }
};

class TopicCrawlEdits : public testing::Test {
 protected:
  explicit TopicCrawlEdits(CrawlOrder order = CrawlOrder::kCurlew) {
    CrawlTopic topic;
    topic.order = order;
    const std::vector<CrawlTopic> topics(2, topic);
    TopicCrawlOptions options;
    options.room_of_an_owner = 100;
    crawl_.emplace(options, topics, changes_);
    crawl_->add_seed({.page = PageId{1}, .topic = kSea});
    crawl_->begin_phase(kSea, now_);
    const auto seed = crawl_->next(now_);
    crawl_->report(*seed, now_, {});
    for (std::int64_t page = 2; page <= 6; ++page) {
      crawl_->add_link({.from = PageId{1}, .page = PageId{page}, .topic = kSea});
    }
  }

  std::vector<PageId> visit_all() {
    std::vector<PageId> visited;
    while (const auto visit = crawl_->next(now_)) {
      visited.push_back(visit->page);
      PageSeen seen;
      seen.topic = kSea;
      seen.similarity = .8;
      seen.is_accepted = true;
      crawl_->report(*visit, now_, seen);
    }
    return visited;
  }
  std::vector<PageId> next_phase() {
    now_ += days(1);
    EXPECT_TRUE(crawl_->begin_phase(kSea, now_));
    return visit_all();
  }

  const HintedChange changes_;
  Time now_ = kEditedAt;
  std::optional<TopicCrawl> crawl_;
};

TEST_F(TopicCrawlEdits, APageThatIsGivenUpIsVisitedNoMore) {
  EXPECT_TRUE(crawl_->give_up(PageId{3})) << "a link that waits";
  EXPECT_EQ(visit_all().size(), 4u);
  EXPECT_EQ(crawl_->topic_state(kSea).kept, 4u);
  EXPECT_TRUE(crawl_->give_up(PageId{4})) << "a page that is kept";
  EXPECT_TRUE(crawl_->give_up(PageId{1})) << "a seed";
  EXPECT_FALSE(crawl_->give_up(PageId{99}));
  EXPECT_EQ(crawl_->topic_state(kSea).kept, 3u);
  EXPECT_EQ(crawl_->page_state(PageId{4})->standing, PageStanding::kGone);
  EXPECT_EQ(next_phase().size(), 3u);
  EXPECT_EQ(crawl_->add_link({.from = PageId{2}, .page = PageId{4}, .topic = kSea}),
            LinkFate::kKnown);
}

TEST_F(TopicCrawlEdits, APageThatIsOutIsNotGivenUp) {
  const auto visit = crawl_->next(now_);
  ASSERT_TRUE(visit);
  EXPECT_FALSE(crawl_->give_up(visit->page));
  crawl_->give_back(*visit, now_);
  EXPECT_TRUE(crawl_->give_up(visit->page));
  EXPECT_EQ(visit_all().size(), 4u);
  EXPECT_EQ(crawl_->out_count(), 0u);
}

TEST_F(TopicCrawlEdits, AHintMovesAPageToTheFrontUntilItIsVisited) {
  visit_all();
  const PageId last = next_phase().back();
  now_ += hours(1);
  crawl_->hint_change(last, now_ - days(3), now_);
  EXPECT_EQ(crawl_->page_state(last)->hinted, Time()) << "it was visited since";
  crawl_->hint_change(last, now_ + days(3), now_);
  EXPECT_EQ(crawl_->page_state(last)->hinted, Time()) << "that is still to come";
  crawl_->hint_change(last, now_, now_);
  EXPECT_EQ(crawl_->page_state(last)->hinted, now_);
  EXPECT_EQ(next_phase()[1], last) << "behind the seed";
  EXPECT_EQ(crawl_->page_state(last)->hinted, Time());
  // And while its phase goes on.
  now_ += days(1);
  ASSERT_TRUE(crawl_->begin_phase(kSea, now_));
  crawl_->hint_change(PageId{5}, now_, now_);
  EXPECT_EQ(visit_all()[1], PageId{5});
}

class ThesisCrawlEdits : public TopicCrawlEdits {
 protected:
  ThesisCrawlEdits() : TopicCrawlEdits(CrawlOrder::kThesis) {}
};

TEST_F(ThesisCrawlEdits, HintsChangeNothingInTheOrderOfTheThesis) {
  visit_all();
  const std::vector<PageId> before = next_phase();
  now_ += hours(1);
  crawl_->hint_change(before.back(), now_, now_);
  EXPECT_EQ(next_phase(), before);
}

TEST_F(TopicCrawlEdits, OneVisitInFiveLooksAfterKnownPagesWhateverLinksPromise) {
  visit_all();
  now_ += days(1);
  for (std::int64_t page = 10; page < 110; ++page) {
    crawl_->add_link({.from = PageId{2},
                      .page = PageId{page},
                      .topic = kSea,
                      .anchor_similarity = .9});
  }
  ASSERT_TRUE(crawl_->begin_phase(kSea, now_));
  std::vector<bool> is_known;
  for (int i = 0; i < 25; ++i) {
    const auto visit = crawl_->next(now_);
    ASSERT_TRUE(visit);
    is_known.push_back(visit->standing != PageStanding::kWaiting);
    EXPECT_EQ(visit->page == PageId{1}, i == 0) << "the seed is the first";
  }
  EXPECT_EQ(std::ranges::count(is_known, true), 5);
  EXPECT_EQ(std::ranges::count(is_known.begin(), is_known.begin() + 5, true), 1);
}

TEST_F(TopicCrawlEdits, APageThatIsPutOffWaitsForTheNextPhase) {
  const auto visit = crawl_->next(now_);
  const std::uint32_t tried = crawl_->phase(kSea).tried;
  crawl_->put_off(*visit);
  EXPECT_EQ(crawl_->phase(kSea).tried, tried - 1);
  EXPECT_EQ(crawl_->out_count(), 0u);
  EXPECT_EQ(visit_all().size(), 4u);
  EXPECT_EQ(next_phase().size(), 6u) << "with the seed";
}

TEST_F(TopicCrawlEdits, APageOfATopicThatLetGoOfItIsALinkOfAnother) {
  visit_all();
  EXPECT_TRUE(crawl_->hand_over(PageId{3}, kSky));
  EXPECT_FALSE(crawl_->hand_over(PageId{99}, kSky));
  EXPECT_EQ(crawl_->topic_state(kSea).kept, 4u);
  const CrawlPageState link = *crawl_->page_state(PageId{3});
  EXPECT_EQ(link.standing, PageStanding::kWaiting);
  EXPECT_EQ(link.topic, kSky);
  EXPECT_EQ(link.visits, 0u);
  EXPECT_EQ(next_phase().size(), 5u);
  ASSERT_TRUE(crawl_->begin_phase(kSky, now_));
  EXPECT_EQ(visit_all(), std::vector{PageId{3}});
}

// Page 2 says that it is a copy of page 3, which comes later.
TEST_F(TopicCrawlEdits, AnOriginalTakesThePlaceOfItsCopyAndBothCountOnce) {
  const auto copy = crawl_->next(now_);
  PageSeen seen;
  seen.topic = kSea;
  seen.similarity = .8;
  seen.is_accepted = true;
  crawl_->report(*copy, now_, seen);
  const auto original = crawl_->next(now_);
  seen.near_duplicate_of = copy->page;
  seen.takes_its_place = true;
  const CrawlDecision decision = crawl_->report(*original, now_, seen);
  EXPECT_EQ(decision.fate, PageFate::kAccepted);
  EXPECT_EQ(decision.in_place_of, copy->page);
  EXPECT_EQ(crawl_->page_state(copy->page)->standing, PageStanding::kDuplicate);
  EXPECT_EQ(crawl_->topic_state(kSea).kept, 1u);
  EXPECT_EQ(crawl_->phase(kSea).relevant, 1u);
  EXPECT_EQ(crawl_->phase(kSea).duplicates, 1u);
  visit_all();
  // Even while the copy is out.
  now_ += days(1);
  ASSERT_TRUE(crawl_->begin_phase(kSea, now_));
  crawl_->add_link({.from = PageId{1}, .page = PageId{7}, .topic = kSea});
  std::vector<CrawlVisit> out;
  while (const auto visit = crawl_->next(now_)) out.push_back(*visit);
  const auto late = std::ranges::find(out, PageId{7}, &CrawlVisit::page);
  ASSERT_NE(late, out.end());
  seen.near_duplicate_of = original->page;
  EXPECT_EQ(crawl_->report(*late, now_, seen).in_place_of, original->page);
  for (const CrawlVisit& visit : out) {
    if (visit.page == PageId{7}) continue;
    const PageFate fate = crawl_->report(visit, now_, {}).fate;
    EXPECT_EQ(fate == PageFate::kIgnored, visit.page == original->page);
  }
  EXPECT_EQ(crawl_->out_count(), 0u) << "nobody waits for it";
}

TEST_F(TopicCrawlEdits, AnotherPacingCountsForPhasesThatBegin) {
  visit_all();
  crawl_->add_seed({.page = PageId{50}, .topic = kSky});
  ASSERT_TRUE(crawl_->begin_phase(kSky, now_));
  ASSERT_TRUE(crawl_->next(now_));
  crawl_->set_pacing(CrawlPacing::kTopicByTopic);
  now_ += days(1);
  EXPECT_FALSE(crawl_->begin_phase(kSea, now_)) << "another one goes on";
  crawl_->set_pacing(CrawlPacing::kTurns);
  EXPECT_TRUE(crawl_->begin_phase(kSea, now_));
}

}  // namespace
}  // namespace curlew::frontier
