#include <gmock/gmock.h>

#include "store/store_fixture.h"

namespace curlew::store {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class AggregatesTest : public StoreTest {
 protected:
  const model::SourceId source_ = add("https://example.org/feed");
};

TEST_F(AggregatesTest, ChangesNothingUntilItIsCommitted) {
  const auto reader = open(OpenMode::kReadOnly);
  {
    auto batch = must(store_->begin());
    const auto entry = entry_titled("one");
    must(record(*store_, report_of(source_, 1), 1));
    must(add_one(*store_, article_of(source_, 1, entry)));
    EXPECT_THAT(must(reader->articles().newest({}, 10)), IsEmpty());
  }
  EXPECT_THAT(must(store_->articles().newest({}, 10)), IsEmpty());
  EXPECT_THAT(must(store_->visits().of(source_, 10)), IsEmpty());
  EXPECT_EQ(must(count_status(*store_, kNow, kLateAfter)).articles, 0);
}

TEST_F(AggregatesTest, KnowsWhatIsRecorded) {
  const auto report = report_of(source_, 1);
  const std::vector<model::VisitId> asked{report.id, {report.id.value + 1}};
  EXPECT_THAT(must(store_->visits().recorded(asked)), IsEmpty());
  must(record(*store_, report, 1));
  EXPECT_THAT(must(store_->visits().recorded(asked)), testing::ElementsAre(report.id));
}

TEST_F(AggregatesTest, AddsAnArticleOnlyOnce) {
  const auto entry = entry_titled("one");
  for (const bool is_first : {true, false}) {
    EXPECT_EQ(must(add_one(*store_, article_of(source_, 1, entry))).has_value(),
              is_first);
  }
  EXPECT_THAT(must(store_->articles().newest_of(source_, 10)), SizeIs(1));
  EXPECT_EQ(must(count_status(*store_, kNow, kLateAfter)).articles, 1);
}

TEST_F(AggregatesTest, ArticlesAreFoundByFolderSourceAndTime) {
  model::Source filed = source_at("https://filed.example/");
  filed.folder = "News/Greece";
  model::Source near = source_at("https://near.example/");
  near.folder = "Newspapers";
  const auto greek = must(store_->sources().add(filed, kNow));
  const auto other = must(store_->sources().add(near, kNow));
  add_article(greek, 1, "one");
  add_article(other, 1, "two");
  add_article(source_, 1, "three");
  const auto titles = [&](const ArticleFilter& filter) {
    std::string all;
    for (const ArticleRow& row : must(store_->articles().newest(filter, 10)))
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

TEST_F(AggregatesTest, KeepsEverythingOfAnArticle) {
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
  auto batch = must(store_->begin());
  const auto id = must(add_one(*store_, article)).value();
  model::Source named = must(store_->sources().find(source_))->source;
  named.title = "The feed";
  must(store_->sources().save_found(named));
  must(batch.commit());

  const auto rows = must(store_->articles().newest_of(source_, 10));
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
  const FeedText text = must(store_->articles().feed_text(id));
  EXPECT_EQ(text.summary, entry.summary);
  EXPECT_EQ(text.content, entry.content);
  EXPECT_EQ(text.enclosures, entry.enclosures);
}

TEST_F(AggregatesTest, TellsEqualKeysOfTwoSourcesApart) {
  const auto other = add("https://example.org/other");
  add_article(source_, 1, "one");
  add_article(other, 1, "one");
  EXPECT_THAT(must(store_->articles().newest({}, 10)), SizeIs(2));
  EXPECT_THAT(must(store_->articles().newest_of(other, 10)), SizeIs(1));
}

TEST_F(AggregatesTest, ListsTheNewestArticlesFirst) {
  const auto first = add_article(source_, 900, "first");
  const auto second = add_article(source_, 100, "second");
  const auto third = add_article(source_, 500, "third");
  for (const auto& rows : {must(store_->articles().newest({}, 2)),
                           must(store_->articles().newest_of(source_, 2))}) {
    ASSERT_THAT(rows, SizeIs(2));
    EXPECT_EQ(rows[0].id, third);
    EXPECT_EQ(rows[1].id, second);
  }
  EXPECT_LT(first, second);
}

TEST_F(AggregatesTest, LogsAVisitWithAllThatIsKnown) {
  auto report = report_of(source_, 1);
  report.findings = model::ArticlePageFindings{.article = {77}};
  report.took = Milliseconds(1500);
  report.outcome = model::FetchOutcome::kThrottled;
  report.http_status = 429;
  report.headers = "Retry-After: 120\r\nServer: nginx\r\n";
  report.wire_bytes = 100;
  report.body_bytes = 1000;
  report.error = "429 Too Many Requests";
  report.note = "a note";
  auto batch = must(store_->begin());
  must(record(*store_, report, 3));
  must(record(*store_, report_of(source_, 2), 0));
  must(batch.commit());

  const auto rows = must(store_->visits().of(source_, 10));
  ASSERT_THAT(rows, SizeIs(2));
  EXPECT_EQ(rows[0].article, model::ArticleId());
  EXPECT_EQ(rows[1].id, report.id);
  EXPECT_EQ(rows[1].kind, model::VisitKind::kArticlePage);
  EXPECT_EQ(rows[1].article, model::ArticleId{77});
  EXPECT_EQ(rows[1].started, report.started);
  EXPECT_EQ(rows[1].took, report.took);
  EXPECT_EQ(rows[1].outcome, report.outcome);
  EXPECT_EQ(rows[1].http_status, 429);
  EXPECT_EQ(rows[1].wire_bytes, 100u);
  EXPECT_EQ(rows[1].body_bytes, 1000u);
  EXPECT_EQ(rows[1].new_entries, 3u);
  EXPECT_EQ(rows[1].headers, report.headers);
  EXPECT_EQ(rows[1].error, report.error);
  EXPECT_EQ(rows[1].note, "a note");
}

TEST_F(AggregatesTest, WritesTheScheduleBackAsItWasGiven) {
  const ScheduleRow row{.source = source_,
                        .next_due = kNow + std::chrono::hours(1),
                        .last_visit = kNow,
                        .last_success = kNow - Milliseconds(1),
                        .last_new = kNow - Milliseconds(2),
                        .not_before = kNow + Milliseconds(3),
                        .failures = 4,
                        .last_outcome = model::FetchOutcome::kTimedOut,
                        .last_error = "no answer in 30 s",
                        .last_note = "a note",
                        .moved_to = "https://example.org/new",
                        .moved_seen = 2,
                        .policy_state = std::string("\0\1\xff", 3)};
  auto batch = must(store_->begin());
  must(store_->schedule().save(row));
  must(batch.commit());
  EXPECT_EQ(must(store_->sources().find(source_))->schedule, row);
}

TEST_F(AggregatesTest, SavesWhatVisitsFindOfASource) {
  const auto named = add("https://example.org/named", "My name for it");
  EXPECT_FALSE(must(store_->sources().find(source_))->source.has_own_title);
  EXPECT_TRUE(must(store_->sources().find(named))->source.has_own_title);
  model::Source found = must(store_->sources().find(source_))->source;
  found.title = "Its own";
  found.site_url = "https://example.org/";
  found.language = "en";
  found.kind = model::SourceKind::kPage;
  found.state = model::SourceState::kFailing;
  auto batch = must(store_->begin());
  must(store_->sources().save_found(found));
  must(batch.commit());
  const auto stored = must(store_->sources().find(source_))->source;
  EXPECT_EQ(stored.title, "Its own");
  EXPECT_EQ(stored.site_url, "https://example.org/");
  EXPECT_EQ(stored.language, "en");
  EXPECT_EQ(stored.kind, model::SourceKind::kPage);
  EXPECT_EQ(stored.state, model::SourceState::kFailing);
  EXPECT_EQ(must(store_->sources().find(named))->source.title, "My name for it");
}

TEST_F(AggregatesTest, FindsManySourcesAtOnce) {
  const auto other = add("https://example.org/other");
  add("https://example.org/third");
  const std::vector<model::SourceId> asked{other, {77}, source_};
  EXPECT_THAT(must(store_->sources().find(asked)), SizeIs(2));
  EXPECT_THAT(must(store_->schedule().addresses(asked)), SizeIs(2));
}

TEST_F(AggregatesTest, MovesASourceUnlessTheAddressIsTaken) {
  const auto other = add("https://example.org/other");
  auto batch = must(store_->begin());
  const auto taken = store_->sources().move(source_, "https://example.org/other");
  EXPECT_EQ(taken.error().kind, ErrorKind::kExists);
  must(store_->sources().move(other, "https://example.org/new"));
  must(batch.commit());
  EXPECT_EQ(must(store_->sources().find(source_))->source.url,
            "https://example.org/feed");
  EXPECT_EQ(must(store_->sources().find("https://example.org/new"))->source.id, other);
}

TEST_F(AggregatesTest, WritesNothingForASourceThatWasRemoved) {
  must(store_->sources().remove(source_));
  auto batch = must(store_->begin());
  must(store_->schedule().save({.source = source_, .next_due = kNow}));
  must(store_->sources().move(source_, "https://example.org/new"));
  must(batch.commit());
  EXPECT_EQ(must(store_->sources().find(source_)), std::nullopt);
}

TEST_F(AggregatesTest, ChangesJoinTheTransactionThatIsOpen) {
  {
    auto batch = must(store_->begin());
    add("https://example.org/2");
    EXPECT_EQ(must(store_->schedule().changes_since(0, 1000)).changed.size(), 2u);
  }
  EXPECT_EQ(must(store_->sources().find("https://example.org/2")), std::nullopt);
  add("https://example.org/2");
}

TEST_F(AggregatesTest, NothingIsWrittenWithinASnapshot) {
  const auto snapshot = must(store_->snapshot());
  const auto second = source_at("https://example.org/2");
  EXPECT_FALSE(store_->sources().add(second, kNow).ok());
  EXPECT_FALSE(store_->begin().ok());
}

TEST_F(AggregatesTest, TellsHowLongRecentVisitsTook) {
  auto old = report_of(source_, 1, kNow - std::chrono::hours(2));
  auto first = report_of(source_, 2, kNow - std::chrono::minutes(2));
  auto page = report_of(source_, 3, kNow - std::chrono::minutes(1));
  auto queued = report_of(source_, 4, kNow);
  auto last = report_of(source_, 5, kNow);
  for (auto* report : {&old, &first, &page, &last}) report->http_status = 200;
  first.took = Milliseconds(70);
  page.findings = model::ArticlePageFindings{.article = {7}};
  queued.outcome = model::FetchOutcome::kThrottled;
  auto batch = must(store_->begin());
  for (const auto& report : {old, first, page, queued, last}) {
    must(record(*store_, report, 0));
  }
  must(batch.commit());
  const auto since = kNow - std::chrono::hours(1);
  const auto downloads = must(store_->visits().downloads(since, 10));
  ASSERT_THAT(downloads, SizeIs(2));
  EXPECT_EQ(downloads[0].took, Milliseconds(0));
  EXPECT_EQ(downloads[1].took, Milliseconds(70));
  EXPECT_EQ(downloads[1].source, source_);
  EXPECT_THAT(must(store_->visits().downloads(since, 1)), SizeIs(1));
}

TEST_F(AggregatesTest, CountsTheLastHourOfTheLog) {
  auto batch = must(store_->begin());
  must(record(*store_, report_of(source_, 1, kNow - std::chrono::minutes(61)), 5));
  must(record(*store_, report_of(source_, 2, kNow - std::chrono::minutes(59)), 2));
  must(record(*store_, report_of(source_, 3, kNow), 1));
  must(batch.commit());
  const auto status = must(count_status(*store_, kNow, kLateAfter));
  EXPECT_EQ(status.visits_last_hour, 2);
  EXPECT_EQ(status.new_last_hour, 3);

  EXPECT_EQ(must(store_->visits().prune(kNow - std::chrono::hours(1), 0)), 1);
  EXPECT_THAT(must(store_->visits().of(source_, 10)), SizeIs(2));
  EXPECT_EQ(must(store_->visits().prune(kNow - std::chrono::hours(1), 0)), 0);
}

// A clock that is 73 years ahead would take every visit for an old one.
TEST_F(AggregatesTest, TheNewestDaysOfTheLogStayWhateverTheClockSays) {
  auto batch = must(store_->begin());
  for (int day = 0; day < 5; ++day) {
    for (int visit = 0; visit < 3; ++visit) {
      must(record(*store_,
                  report_of(source_, std::uint32_t(3 * day + visit),
                            kNow - std::chrono::days(day)),
                  0));
    }
  }
  must(batch.commit());
  const Time ahead = kNow + std::chrono::days(73 * 365);
  EXPECT_EQ(must(store_->visits().prune(ahead, 90)), 0);
  EXPECT_EQ(must(store_->visits().prune(ahead, 4)), 3);
  EXPECT_THAT(must(store_->visits().of(source_, 20)), SizeIs(12));
}

TEST_F(AggregatesTest, KeepsTheMedianThatAVisitLeft) {
  auto batch = must(store_->begin());
  const auto report = report_of(source_, 1, kNow);
  must(store_->visits().record(report, {}, {.median_milli = 1'600}));
  must(store_->visits().record(report_of(source_, 2, kNow), {}, {}));
  must(batch.commit());
  const auto visits = must(store_->visits().of(source_, 10));
  EXPECT_EQ(visits[0].median_milli, std::nullopt);
  EXPECT_EQ(visits[1].median_milli, 1'600);
}

TEST_F(AggregatesTest, ReportsThatWereSetAsideAreKeptWithinBounds) {
  const SetAsideBounds bounds{.most = 3, .most_bytes = 250};
  const auto set_aside = [&](int number, std::size_t bytes) {
    must(store_->set_aside().add({.visit = {number},
                                  .source = source_,
                                  .at = kNow + std::chrono::seconds(number),
                                  .reason = "reason " + std::to_string(number),
                                  .report = std::string(bytes, 'x')},
                                 bounds));
  };
  for (int i = 1; i <= 5; ++i) set_aside(i, 10);
  EXPECT_EQ(must(store_->set_aside().count()), 3);
  EXPECT_EQ(must(store_->set_aside().newest(1)).front().reason, "reason 5");
  set_aside(6, 240);
  EXPECT_EQ(must(store_->set_aside().count()), 2) << "too many bytes";
  const auto status = must(count_status(*store_, kNow, kLateAfter));
  EXPECT_EQ(status.set_aside, 2);
  EXPECT_EQ(status.set_aside_reason, "reason 6");
  must(store_->sources().remove(source_));
  EXPECT_EQ(must(store_->set_aside().count()), 0);
}

}  // namespace
}  // namespace curlew::store
