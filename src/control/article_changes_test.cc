// Articles that change after they were found, through controller, terminal and store.

#include <gmock/gmock.h>

#include "control/controller_fixture_test.h"
#include "control/revisit_plan.h"

namespace curlew::control {
namespace {

using std::chrono::days;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class ArticleChanges : public ControllerTest {
 protected:
  void SetUp() override {
    revisit_pages_ = true;
    ControllerTest::SetUp();
  }

  static constexpr std::string_view kText =
      "The ferry leaves at noon on every working day of the week, and on Sundays it "
      "does not leave at all, as the harbour office has made known.";

  void publish_feed(const std::string& title) {
    web_["http://news.example/feed"] = {
        200,
        {},
        fmt::format("<rss version='2.0'><channel><title>News</title><item><guid>1"
                    "</guid><link>http://news.example/1</link><title>{}</title>"
                    "<description>A word about boats.</description></item></channel>"
                    "</rss>",
                    title)};
  }
  void publish_page(const std::string& title, std::string_view text = kText) {
    web_["http://news.example/1"] = {
        200,
        {{"Content-Type", "text/html"}, {"ETag", "\"" + title + "\""}},
        fmt::format("<html lang=en><title>{0}</title><body><article><h1>{0}</h1>"
                    "<p>{1}</p><p>There is a second paragraph, too, as articles have "
                    "them, and it ends with a full stop.</p></article></body></html>",
                    title, text)};
  }
  model::SourceId add_telling(bool is_telling) {
    const model::SourceId id = add("http://news.example/feed");
    model::Source known = source(id).source;
    known.watching.articles = is_telling;
    EXPECT_TRUE(store_->sources().change(known).ok());
    return id;
  }
  // Much time at once: nothing is under way in between.
  void pass(Milliseconds duration) {
    const Time end = clock_.now() + duration;
    while (clock_.now() < end) {
      clock_.advance(minutes(29));
      terminal_->step(Milliseconds(0));  // It is still there.
      run_for(minutes(1));
    }
  }
  std::vector<store::ArticleVersion> versions() {
    return *store_->article_versions().of({1});
  }
  // As its page came, in the archive; the oldest first.
  std::vector<std::string> kept_pages() {
    auto kept = *store_->versions().of_url("http://news.example/1", kNever, 100);
    std::ranges::reverse(kept);
    std::vector<std::string> bodies;
    for (const model::Version& each : kept) {
      EXPECT_EQ(each.article, model::ArticleId{1});
      bodies.push_back(archives_->read(each.place)->body);
    }
    return bodies;
  }
  // How old the article was when its page was visited.
  std::vector<hours> page_visits(model::SourceId id) {
    const Time found = store_->articles().find({1}).value()->found;
    std::vector<hours> ages;
    for (const store::VisitRow& row : *store_->visits().of(id, 1000)) {
      if (row.kind != model::VisitKind::kArticlePage) continue;
      ages.push_back(std::chrono::floor<hours>(row.started - found));
    }
    return {ages.rbegin(), ages.rend()};
  }
};

TEST_F(ArticleChanges, ArePlannedForEverMoreRarelyAndAskedForPolitely) {
  publish_feed("Ferry at noon");
  publish_page("Ferry at noon");
  const model::SourceId id = add_telling(true);
  run_for(minutes(1));
  web_["http://news.example/1"].status = 304;
  web_["http://news.example/1"].body.clear();
  requests_.clear();
  pass(days(12));
  EXPECT_THAT(page_visits(id), ElementsAre(hours(0), hours(1), hours(6), hours(24),
                                           hours(72), hours(240)));
  for (const http::Request& request : requests_) {
    if (request.url != "http://news.example/1") continue;
    EXPECT_THAT(request.headers, Contains(std::pair<std::string, std::string>(
                                     "If-None-Match", "\"Ferry at noon\"")));
  }
  EXPECT_THAT(versions(), IsEmpty());
  EXPECT_THAT(titles(), ElementsAre("Ferry at noon"));
  EXPECT_THAT(*store_->revisits().of(std::vector<model::ArticleId>{{1}}), IsEmpty());
  const auto habits = store_->revisits().habits(std::vector{id}).value()[id];
  ASSERT_THAT(habits, SizeIs(kRevisitSteps.size()));
  EXPECT_EQ(habits.at(4).unchanged, 1u);
}

TEST_F(ArticleChanges, AreNotLookedForWhereNobodyWantsThat) {
  revisit_pages_ = false;
  start();
  publish_feed("Ferry at noon");
  publish_page("Ferry at noon");
  const model::SourceId id = add_telling(true);
  run_for(minutes(1));
  pass(hours(8));
  EXPECT_THAT(page_visits(id), ElementsAre(hours(0)));
}

TEST_F(ArticleChanges, OfAHeadlineAreKeptAndTold) {
  publish_feed("Ferry at noon");
  publish_page("Ferry at noon");
  add_telling(true);
  run_for(minutes(1));
  publish_page("Ferry at dusk");
  pass(hours(2));
  const auto before = versions();
  ASSERT_THAT(before, SizeIs(1));
  EXPECT_TRUE(before[0].is_page);
  EXPECT_EQ(before[0].title, "Ferry at noon");
  EXPECT_THAT(before[0].text, HasSubstr("The ferry leaves at noon"));
  EXPECT_LT(before[0].since, before[0].until);
  EXPECT_EQ(store_->pages().content({1}).value()->title, "Ferry at dusk");
  EXPECT_THAT(titles(), ElementsAre("Ferry at dusk (headline was: Ferry at noon)",
                                    "Ferry at noon"));
  EXPECT_THAT(store_->articles().feed_text({2})->content,
              HasSubstr("<del>noon</del></p>"));
  pass(hours(30));
  EXPECT_THAT(versions(), SizeIs(1)) << "it stays as it is now";
  EXPECT_THAT(titles(), SizeIs(2));
  EXPECT_THAT(kept_pages(),
              ElementsAre(HasSubstr("Ferry at noon"), HasSubstr("Ferry at dusk")));
  EXPECT_EQ(
      store_->versions().of_url("http://news.example/1", kNever, 1)->at(0).summary,
      "headline changed: “Ferry at dusk” was “Ferry at noon”");
}

// Pages count their readers, and show other advertisements each time.
TEST_F(ArticleChanges, OfNumbersAndOfWhatSurroundsTheTextLeaveNoVersion) {
  publish_feed("Ferry at noon");
  publish_page("Ferry at noon", std::string(kText) + " Read by 10 people.");
  const model::SourceId id = add_telling(true);
  run_for(minutes(1));
  std::vector<std::string> first = kept_pages();
  ASSERT_THAT(first, SizeIs(1));
  publish_page("Ferry at noon", std::string(kText) + " Read by 2,100 people.");
  pass(hours(2));
  EXPECT_THAT(page_visits(id), ElementsAre(hours(0), hours(1)));
  EXPECT_EQ(kept_pages(), first);
  EXPECT_THAT(*store_->versions().dropped("t1", 10), IsEmpty())
      << "nothing was written for it";
  EXPECT_THAT(titles(), SizeIs(1));
}

// A plan of an earlier release does not say what the page said.
TEST_F(ArticleChanges, WithoutKnowingWhatWasSaidARecordIsMadeAndDropped) {
  publish_feed("Ferry at noon");
  publish_page("Ferry at noon");
  add_telling(true);
  run_for(minutes(1));
  auto plan = store_->revisits().of(std::vector<model::ArticleId>{{1}})->at({1});
  EXPECT_NE(std::exchange(plan.likeness, 0), 0u);
  ASSERT_TRUE(store_->revisits().plan({1}, plan).ok());
  pass(hours(2));
  EXPECT_THAT(kept_pages(), SizeIs(1));
  EXPECT_THAT(*store_->versions().dropped("t1", 10), SizeIs(1));
  plan = store_->revisits().of(std::vector<model::ArticleId>{{1}})->at({1});
  EXPECT_NE(plan.likeness, 0u) << "the next one does";
}

TEST_F(ArticleChanges, OfATextAreTold) {
  publish_feed("Ferry at noon");
  publish_page("Ferry at noon");
  add_telling(true);
  run_for(minutes(1));
  std::string text(kText);
  text.replace(text.find("does not leave at all"), 21, "leaves an hour later");
  publish_page("Ferry at noon", text);
  pass(hours(2));
  EXPECT_THAT(titles(), ElementsAre("Ferry at noon (text changed)", "Ferry at noon"));
  EXPECT_THAT(store_->articles().feed_text({2})->content, HasSubstr("<del>does not"));
}

TEST_F(ArticleChanges, AreKeptThoughNobodyWantsToBeTold) {
  publish_feed("Ferry at noon");
  publish_page("Ferry at noon");
  add_telling(false);
  run_for(minutes(1));
  publish_page("Ferry at dusk");
  pass(hours(2));
  EXPECT_THAT(versions(), SizeIs(1));
  EXPECT_THAT(titles(), ElementsAre("Ferry at noon"));
}

// Clocks and counters, another order of bytes, walls and trouble are not changes.
TEST_F(ArticleChanges, AreNotWhatSaysNothingElse) {
  publish_feed("Ferry at noon");
  publish_page("Ferry at noon", "Read 17 times. " + std::string(kText));
  const model::SourceId id = add_telling(true);
  run_for(minutes(1));
  publish_page("Ferry at noon", "Read  4021 times. " + std::string(kText));
  pass(hours(2));
  EXPECT_THAT(versions(), IsEmpty());
  web_["http://news.example/1"].status = 503;
  pass(hours(5));
  EXPECT_THAT(versions(), IsEmpty());
  EXPECT_EQ(store_->pages().content({1}).value()->title, "Ferry at noon");
  publish_page("Ferry at dusk");
  pass(hours(20));
  EXPECT_THAT(versions(), SizeIs(1)) << "the step after a failed one found it";
  EXPECT_THAT(page_visits(id), ElementsAre(hours(0), hours(1), hours(6), hours(24)));
}

TEST_F(ArticleChanges, OfAPageThatIsGoneAreNotLookedForAnyMore) {
  publish_feed("Ferry at noon");
  publish_page("Ferry at noon");
  const model::SourceId id = add_telling(true);
  run_for(minutes(1));
  web_["http://news.example/1"].status = 410;
  pass(hours(30));
  EXPECT_THAT(page_visits(id), ElementsAre(hours(0), hours(1)));
  EXPECT_TRUE(store_->pages().content({1}).value()) << "what was found stays";
}

TEST_F(ArticleChanges, AreNotLookedForWhereTheyNeverCome) {
  publish_feed("Ferry at noon");
  publish_page("Ferry at noon");
  const model::SourceId id = add_telling(true);
  {
    auto batch = store_->begin();
    ASSERT_TRUE(batch.ok());
    for (std::uint32_t i = 0; i < kQuietRevisits; ++i) {
      ASSERT_TRUE(store_->revisits().count(id, 0, false).ok());
    }
    ASSERT_TRUE(batch->commit().ok());
  }
  run_for(minutes(1));
  const auto planned = *store_->revisits().of(std::vector<model::ArticleId>{{1}});
  ASSERT_THAT(planned, SizeIs(1));
  EXPECT_EQ(planned.at({1}).step, 1u);
}

TEST_F(ArticleChanges, OfAnEntryAreKeptAndToldOnce) {
  publish_feed("Ferry at noon");
  publish_page("Ferry at noon");
  add_telling(true);
  run_for(minutes(1));
  publish_feed("Ferry at dusk");
  publish_page("Ferry at dusk");
  pass(hours(26));
  const auto before = versions();
  ASSERT_THAT(before, SizeIs(2)) << "of the feed, and of the page";
  EXPECT_THAT(titles(), ElementsAre("Ferry at dusk (headline was: Ferry at noon)",
                                    "Ferry at dusk"));
  const auto entry = std::ranges::find(before, false, &store::ArticleVersion::is_page);
  ASSERT_NE(entry, before.end());
  EXPECT_EQ(entry->title, "Ferry at noon");
  EXPECT_EQ(entry->summary, "A word about boats.");
}

TEST_F(ArticleChanges, ReachThoseWhoWatchForThem) {
  store::UserRow user;
  user.user.name = "ann";
  user.page = {"sealed", "page"};
  store::WatchlistRow list;
  list.list.user = *store_->users().add(user);
  list.list.name = "ferries";
  list.list.queries.push_back({{}, "dusk"});
  list.feed = {"sealed", "feed"};
  ASSERT_TRUE(store_->watchlists().add({&list, 1}).ok());
  publish_feed("Ferry at noon");
  publish_page("Ferry at noon");
  add_telling(true);
  run_for(minutes(1));
  publish_feed("Ferry at dusk");
  pass(hours(26));
  std::vector<std::string> told;
  for (const store::ClipRow& row : *store_->clips().list({}, 10)) {
    told.push_back(row.clip.title);
  }
  EXPECT_THAT(told, Contains("Ferry at dusk (headline was: Ferry at noon)"));
}

}  // namespace
}  // namespace curlew::control
