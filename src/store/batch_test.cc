#include <gmock/gmock.h>

#include "store/store_fixture.h"

namespace curlew::store {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class BatchTest : public StoreTest {
 protected:
  const model::SourceId source_ = add("https://example.org/feed");
};

TEST_F(BatchTest, ChangesNothingUntilItIsCommitted) {
  const auto reader = open(OpenMode::kReadOnly);
  {
    const auto batch = must(store_->begin());
    const auto entry = entry_titled("one");
    must(batch->record_visit(report_of(source_, 1), 1));
    must(batch->add_article(article_of(source_, 1, entry)));
    EXPECT_THAT(must(reader->latest_articles(10)), IsEmpty());
  }
  EXPECT_THAT(must(store_->latest_articles(10)), IsEmpty());
  EXPECT_THAT(must(store_->visits_of(source_, 10)), IsEmpty());
  EXPECT_EQ(must(store_->status(kNow, kLateAfter)).articles, 0);
}

TEST_F(BatchTest, WritesAReportOnlyOnce) {
  const auto report = report_of(source_, 1);
  const auto entry = entry_titled("one");
  for (const bool is_first : {true, false}) {
    const auto batch = must(store_->begin());
    EXPECT_EQ(must(batch->record_visit(report, 1)), is_first);
    EXPECT_EQ(must(batch->add_article(article_of(source_, 1, entry))).has_value(),
              is_first);
    must(batch->commit());
  }
  EXPECT_THAT(must(store_->visits_of(source_, 10)), SizeIs(1));
  EXPECT_THAT(must(store_->articles_of(source_, 10)), SizeIs(1));
  EXPECT_EQ(must(store_->status(kNow, kLateAfter)).articles, 1);
}

TEST_F(BatchTest, ArticlesAreFoundByFolderSourceAndTime) {
  model::Source filed = source_at("https://filed.example/");
  filed.folder = "News/Greece";
  model::Source near = source_at("https://near.example/");
  near.folder = "Newspapers";
  const auto greek = must(store_->add_source(filed, kNow));
  const auto other = must(store_->add_source(near, kNow));
  add_article(greek, 1, "one");
  add_article(other, 1, "two");
  add_article(source_, 1, "three");
  const auto titles = [&](const ArticleFilter& filter) {
    std::string all;
    for (const ArticleRow& row : must(store_->articles(filter, 10)))
      all += row.title + " ";
    return all;
  };
  EXPECT_EQ(titles({}), "three two one ");
  EXPECT_EQ(titles({.source = greek}), "one ");
  EXPECT_EQ(titles({.folder = "News"}), "one ");
  EXPECT_EQ(titles({.folder = "News/Greece"}), "one ");
  EXPECT_EQ(titles({.folder = "News/Gr"}), "");
  EXPECT_EQ(titles({.since = kNow}), "three two one ");
  for (const ArticleFilter& late :
       {ArticleFilter{.since = kNow + Milliseconds(1)},
        ArticleFilter{.source = greek, .since = kNow + Milliseconds(1)},
        ArticleFilter{.folder = "News", .since = kNow + Milliseconds(1)}}) {
    EXPECT_EQ(titles(late), "");
  }
}

TEST_F(BatchTest, KeepsEverythingOfAnArticle) {
  model::Entry entry = entry_titled("Τίτλος");
  entry.author = "Somebody";
  entry.published = kNow - std::chrono::hours(3);
  entry.categories = {"a \"quoted\" one", "another"};
  entry.enclosures = {{"https://example.org/a.mp3", "audio/mpeg", 1234}};
  entry.summary = "<p>Short";
  entry.content = "<p>Long";
  NewArticle article = article_of(source_, ~std::uint64_t{0}, entry);
  article.language = "el";
  article.category = "news";
  const auto batch = must(store_->begin());
  const auto id = must(batch->add_article(article)).value();
  must(batch->save_feed_head(source_, {.title = "The feed"}));
  must(batch->commit());

  const auto rows = must(store_->articles_of(source_, 10));
  ASSERT_THAT(rows, SizeIs(1));
  EXPECT_EQ(rows[0].id, id);
  EXPECT_EQ(rows[0].source, source_);
  EXPECT_EQ(rows[0].source_title, "The feed");
  EXPECT_EQ(rows[0].title, entry.title);
  EXPECT_EQ(rows[0].url, entry.link);
  EXPECT_EQ(rows[0].author, entry.author);
  EXPECT_EQ(rows[0].published, entry.published);
  EXPECT_EQ(rows[0].found, kNow);
  EXPECT_EQ(rows[0].language, "el");
  EXPECT_EQ(rows[0].category, "news");
  EXPECT_EQ(rows[0].feed_excerpt, "<p>Short");
  const FeedText text = must(store_->feed_text(id));
  EXPECT_EQ(text.summary, entry.summary);
  EXPECT_EQ(text.content, entry.content);
  EXPECT_EQ(text.enclosures, entry.enclosures);
}

TEST_F(BatchTest, TellsEqualKeysOfTwoSourcesApart) {
  const auto other = add("https://example.org/other");
  add_article(source_, 1, "one");
  add_article(other, 1, "one");
  EXPECT_THAT(must(store_->latest_articles(10)), SizeIs(2));
  EXPECT_THAT(must(store_->articles_of(other, 10)), SizeIs(1));
}

TEST_F(BatchTest, ListsTheNewestArticlesFirst) {
  const auto first = add_article(source_, 900, "first");
  const auto second = add_article(source_, 100, "second");
  const auto third = add_article(source_, 500, "third");
  for (const auto& rows :
       {must(store_->latest_articles(2)), must(store_->articles_of(source_, 2))}) {
    ASSERT_THAT(rows, SizeIs(2));
    EXPECT_EQ(rows[0].id, third);
    EXPECT_EQ(rows[1].id, second);
  }
  EXPECT_LT(first, second);
}

TEST_F(BatchTest, LogsAVisitWithAllThatIsKnown) {
  auto report = report_of(source_, 1);
  report.kind = model::VisitKind::kArticlePage;
  report.article = {77};
  report.took = Milliseconds(1500);
  report.outcome = model::FetchOutcome::kThrottled;
  report.http_status = 429;
  report.headers = "Retry-After: 120\r\nServer: nginx\r\n";
  report.wire_bytes = 100;
  report.body_bytes = 1000;
  report.error = "429 Too Many Requests";
  const auto batch = must(store_->begin());
  must(batch->record_visit(report, 3));
  must(batch->record_visit(report_of(source_, 2), 0));
  must(batch->commit());

  const auto rows = must(store_->visits_of(source_, 10));
  ASSERT_THAT(rows, SizeIs(2));
  EXPECT_EQ(rows[0].article, model::ArticleId());
  EXPECT_EQ(rows[1].id, report.id);
  EXPECT_EQ(rows[1].kind, report.kind);
  EXPECT_EQ(rows[1].article, report.article);
  EXPECT_EQ(rows[1].started, report.started);
  EXPECT_EQ(rows[1].took, report.took);
  EXPECT_EQ(rows[1].outcome, report.outcome);
  EXPECT_EQ(rows[1].http_status, 429);
  EXPECT_EQ(rows[1].wire_bytes, 100u);
  EXPECT_EQ(rows[1].body_bytes, 1000u);
  EXPECT_EQ(rows[1].new_entries, 3u);
  EXPECT_EQ(rows[1].headers, report.headers);
  EXPECT_EQ(rows[1].error, report.error);
}

TEST_F(BatchTest, WritesTheScheduleBackAsItWasGiven) {
  const ScheduleRow row{.source = source_,
                        .next_due = kNow + std::chrono::hours(1),
                        .last_visit = kNow,
                        .last_success = kNow - Milliseconds(1),
                        .last_new = kNow - Milliseconds(2),
                        .not_before = kNow + Milliseconds(3),
                        .failures = 4,
                        .last_outcome = model::FetchOutcome::kTimedOut,
                        .last_error = "no answer in 30 s",
                        .moved_to = "https://example.org/new",
                        .moved_seen = 2,
                        .policy_state = std::string("\0\1\xff", 3)};
  const auto batch = must(store_->begin());
  must(batch->save_schedule(row));
  must(batch->commit());
  EXPECT_EQ(must(store_->source_by_id(source_))->schedule, row);
}

TEST_F(BatchTest, FillsInWhatTheFeedSaysButNotOverItsUser) {
  const auto named = add("https://example.org/named", "My name for it");
  const auto batch = must(store_->begin());
  for (const auto id : {source_, named}) {
    must(batch->save_feed_head(
        id,
        {.title = "Its own", .site_url = "https://example.org/", .language = "en"}));
    must(batch->save_feed_head(id, {}));
  }
  must(batch->commit());
  const auto unnamed = must(store_->source_by_id(source_))->source;
  EXPECT_EQ(unnamed.title, "Its own");
  EXPECT_EQ(unnamed.site_url, "https://example.org/");
  EXPECT_EQ(unnamed.language, "en");
  EXPECT_EQ(must(store_->source_by_id(named))->source.title, "My name for it");
  EXPECT_EQ(must(store_->source_by_id(named))->source.language, "en");
}

TEST_F(BatchTest, LetsAPauseByTheUserStand) {
  must(store_->set_state(source_, model::SourceState::kPaused));
  const auto batch = must(store_->begin());
  must(batch->set_state(source_, model::SourceState::kFailing));
  must(batch->commit());
  EXPECT_EQ(must(store_->source_by_id(source_))->source.state,
            model::SourceState::kPaused);
}

TEST_F(BatchTest, MovesASourceUnlessTheAddressIsTaken) {
  const auto other = add("https://example.org/other");
  const auto batch = must(store_->begin());
  const auto taken = batch->move_source(source_, "https://example.org/other",
                                        model::SourceKind::kFeed);
  EXPECT_EQ(taken.error().kind, ErrorKind::kExists);
  must(batch->move_source(other, "https://example.org/new", model::SourceKind::kFeed));
  must(batch->commit());
  EXPECT_EQ(must(store_->source_by_id(source_))->source.url,
            "https://example.org/feed");
  EXPECT_EQ(must(store_->find_source("https://example.org/new"))->source.id, other);
  EXPECT_EQ(must(store_->source_by_id(other))->source.kind, model::SourceKind::kFeed);
}

TEST_F(BatchTest, WritesNothingForASourceThatWasRemoved) {
  must(store_->remove_source(source_));
  const auto batch = must(store_->begin());
  const auto entry = entry_titled("late");
  EXPECT_FALSE(must(batch->record_visit(report_of(source_, 1), 1)));
  EXPECT_EQ(must(batch->add_article(article_of(source_, 1, entry))), std::nullopt);
  must(batch->save_schedule({.source = source_, .next_due = kNow}));
  must(batch->save_page({5}, {.html = "<p>"}, kNow));
  must(batch->page_failed({5}, "gone", std::nullopt));
  must(batch->commit());
  EXPECT_EQ(must(store_->page_html({5})), std::nullopt);
  EXPECT_EQ(must(store_->source_by_id(source_)), std::nullopt);
}

TEST_F(BatchTest, IsOneAtATimeOnOneConnection) {
  const auto batch = must(store_->begin());
  EXPECT_FALSE(store_->begin().ok());
  EXPECT_FALSE(store_->add_source(source_at("https://example.org/2"), kNow).ok());
  EXPECT_EQ(must(store_->changes_since(0, 1000)).changed.size(), 1u)
      << "reading joins it";
  must(batch->commit());
  add("https://example.org/2");
}

TEST_F(BatchTest, TellsHowLongRecentVisitsTook) {
  auto old = report_of(source_, 1, kNow - std::chrono::hours(2));
  auto first = report_of(source_, 2, kNow - std::chrono::minutes(2));
  auto page = report_of(source_, 3, kNow - std::chrono::minutes(1));
  auto queued = report_of(source_, 4, kNow);
  auto last = report_of(source_, 5, kNow);
  for (auto* report : {&old, &first, &page, &last}) report->http_status = 200;
  first.took = Milliseconds(70);
  page.kind = model::VisitKind::kArticlePage;
  queued.outcome = model::FetchOutcome::kThrottled;
  const auto batch = must(store_->begin());
  for (const auto& report : {old, first, page, queued, last}) {
    must(batch->record_visit(report, 0));
  }
  must(batch->commit());
  const auto since = kNow - std::chrono::hours(1);
  const auto downloads = must(store_->recent_downloads(since, 10));
  ASSERT_THAT(downloads, SizeIs(2));
  EXPECT_EQ(downloads[0].took, Milliseconds(0));
  EXPECT_EQ(downloads[1].took, Milliseconds(70));
  EXPECT_EQ(downloads[1].source, source_);
  EXPECT_THAT(must(store_->recent_downloads(since, 1)), SizeIs(1));
}

TEST_F(BatchTest, CountsTheLastHourOfTheLog) {
  const auto batch = must(store_->begin());
  must(batch->record_visit(report_of(source_, 1, kNow - std::chrono::minutes(61)), 5));
  must(batch->record_visit(report_of(source_, 2, kNow - std::chrono::minutes(59)), 2));
  must(batch->record_visit(report_of(source_, 3, kNow), 1));
  must(batch->commit());
  const auto status = must(store_->status(kNow, kLateAfter));
  EXPECT_EQ(status.visits_last_hour, 2);
  EXPECT_EQ(status.new_last_hour, 3);

  EXPECT_EQ(must(store_->prune_visits(kNow - std::chrono::hours(1), 0)), 1);
  EXPECT_THAT(must(store_->visits_of(source_, 10)), SizeIs(2));
  EXPECT_EQ(must(store_->prune_visits(kNow - std::chrono::hours(1), 0)), 0);
}

// A clock that is 73 years ahead would take every visit for an old one.
TEST_F(BatchTest, TheNewestDaysOfTheLogStayWhateverTheClockSays) {
  const auto batch = must(store_->begin());
  for (int day = 0; day < 5; ++day) {
    for (int visit = 0; visit < 3; ++visit) {
      must(batch->record_visit(report_of(source_, std::uint32_t(3 * day + visit),
                                         kNow - std::chrono::days(day)),
                               0));
    }
  }
  must(batch->commit());
  const Time ahead = kNow + std::chrono::days(73 * 365);
  EXPECT_EQ(must(store_->prune_visits(ahead, 90)), 0);
  EXPECT_EQ(must(store_->prune_visits(ahead, 4)), 3);
  EXPECT_THAT(must(store_->visits_of(source_, 20)), SizeIs(12));
}

TEST_F(BatchTest, KeepsTheMedianThatAVisitLeft) {
  const auto batch = must(store_->begin());
  const auto report = report_of(source_, 1, kNow);
  must(batch->record_visit(report, 0));
  must(batch->record_visit(report_of(source_, 2, kNow), 0));
  must(batch->record_median(report.id, 1'600));
  must(batch->commit());
  const auto visits = must(store_->visits_of(source_, 10));
  EXPECT_EQ(visits[0].median_milli, std::nullopt);
  EXPECT_EQ(visits[1].median_milli, 1'600);
}

}  // namespace
}  // namespace curlew::store
