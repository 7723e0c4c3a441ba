#include "service/snapshot.h"

#include <gmock/gmock.h>

#include "schedule/make_policy.h"
#include "service/explain.h"
#include "service/find_source.h"
#include "store/article_slice.h"
#include "store/store_fixture.h"

namespace curlew::service {
namespace {

using std::chrono::hours;
using store::kNow;
using store::must;
using testing::ElementsAre;

class Known : public store::StoreTest {
 protected:
  model::SourceId file(std::string url, std::string folder) {
    model::Source source = store::source_at(std::move(url));
    source.folder = std::move(folder);
    return must(store_->sources().add(source, kNow));
  }
  std::vector<std::string> titles(const ArticleQuery& query) {
    std::vector<std::string> all;
    for (const auto& row : must(list_articles(*store_, query))) {
      all.push_back(row.title);
    }
    return all;
  }
};

TEST_F(Known, AreListedAsFailingHoweverManyHaveProblems) {
  std::vector<model::SourceId> ids;
  for (int i = 0; i < 30; ++i) {
    ids.push_back(file("https://p.example/" + std::to_string(i), ""));
  }
  auto batch = must(store_->begin());
  for (const model::SourceId id : ids) {
    must(store_->schedule().save({.source = id,
                                  .next_due = kNow,
                                  .last_visit = kNow,
                                  .last_outcome = model::FetchOutcome::kTimedOut}));
  }
  model::Source failing = must(store_->sources().find(ids.back()))->source;
  failing.state = model::SourceState::kFailing;
  must(store_->sources().save_found(failing));
  must(batch.commit());
  const auto snapshot = must(take_snapshot(*store_, kNow, {.sources = 10}));
  ASSERT_EQ(snapshot.failing.size(), 1U);
  EXPECT_EQ(snapshot.failing[0].source.id, ids.back());
}

TEST_F(Known, ArticlesAreListedBySourceFolderAndTime) {
  add_article(file("https://a.example/", "News"), 1, "one");
  add_article(file("https://b.example/", "News/Greece"), 2, "two");
  add_article(file("https://c.example/", ""), 3, "three");
  EXPECT_THAT(titles({}), ElementsAre("three", "two", "one"));
  EXPECT_THAT(titles({.source = "b.example"}), ElementsAre("two"));
  EXPECT_THAT(titles({.folder = "News"}), ElementsAre("two", "one"));
  EXPECT_THAT(titles({.since = kNow + hours(1)}), ElementsAre());
  EXPECT_THAT(titles({.limit = 1}), ElementsAre("three"));
  EXPECT_EQ(list_articles(*store_, {.source = "d.example"}).error().kind,
            ErrorKind::kNotFound);
  EXPECT_EQ(list_articles(*store_, {.folder = "Sport"}).error().kind,
            ErrorKind::kNotFound);
}

TEST_F(Known, MutedArticlesOfASourceAreFoundHoweverManyOthersItHas) {
  const auto source = add("https://a.example/");
  store::UserRow anna;
  anna.user.name = "anna";
  anna.user.added = kNow;
  const model::UserId user = must(store_->users().add(anna));
  auto batch = must(store_->begin());
  const auto first = add_article(source, 1, "muted");
  for (std::uint64_t key = 2; key < store::kMostLookedAt + 20; ++key) {
    add_article(source, key, "other");
  }
  must(store_->article_states().change(std::vector<store::ArticleStateEdit>{
      {.user = user, .article = first, .is_muted = true}}));
  must(batch.commit());
  EXPECT_THAT(titles({.source = "a.example", .viewer = user, .is_muted = true}),
              ElementsAre("muted"));
}

TEST_F(Known, AnArticleThatIsNotThereIsNotAnError) {
  const auto id = add_article(add("https://a.example/"), 1, "one");
  EXPECT_EQ(must(find_article(*store_, id, kNow))->article.title, "one");
  EXPECT_FALSE(must(find_article(*store_, {id.value + 1}, kNow)));
}

PlanningOptions planning() {
  return {{}, [](const model::Aim& aim) {
            schedule::PolicyOptions options;
            options.objective = aim.objective;
            return schedule::make_policy("curlew", options).value();
          }};
}

TEST_F(Known, ASourceIsExplainedByThePolicyThatPlansIt) {
  add("https://a.example/");
  const SourceDetail detail = must(
      explain_source(*store_, planning(), must(find_source(*store_, "1")), kNow, 10));
  ASSERT_TRUE(detail.plan);
  EXPECT_EQ(detail.plan->policy, "curlew");
  EXPECT_EQ(detail.source.source.id, model::SourceId{1});
}

TEST_F(Known, PoliciesThatNoSourceHasAreNotListed) {
  for (const std::string name : {"capture curlew", "delay curlew", "delay toe"}) {
    auto transaction = must(store_->begin());
    must(store_->schedule().save(store::Population{name, kNow, ""}));
    must(transaction.commit());
  }
  EXPECT_TRUE(must(Explainer::make(planning(), *store_)).summaries().empty());
  add("https://a.example/");
  const auto summaries = must(Explainer::make(planning(), *store_)).summaries();
  ASSERT_EQ(summaries.size(), 1u);
  EXPECT_EQ(summaries[0].objective, model::Objective::kDelay);
  EXPECT_EQ(summaries[0].policy, "curlew");
}

TEST_F(Known, EverySourceIsExplainedOnce) {
  for (int i = 0; i < 1'500; ++i) add("https://a.example/" + std::to_string(i));
  std::vector<std::int64_t> told;
  must(explain_all(*store_, planning(), kNow,
                   [&](const store::PlannedSource& source, const SourcePlan& plan) {
                     EXPECT_EQ(plan.policy, "curlew");
                     told.push_back(source.id.value);
                   }));
  std::sort(told.begin(), told.end());
  ASSERT_EQ(told.size(), 1'500u);
  EXPECT_EQ(told.front(), 1);
  EXPECT_EQ(std::unique(told.begin(), told.end()), told.end());
}

}  // namespace
}  // namespace curlew::service
