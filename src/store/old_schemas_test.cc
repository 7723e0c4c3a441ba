// Databases of every earlier release, with rows in all of their tables, opened by this
// one. A new migration needs testdata/schema_NN.sql with rows that use what it adds,
// and here what becomes of rows that were stored before it.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <map>
#include <regex>

#include "base/content_of_test.h"
#include "model/sealed_settings_test.h"
#include "store/archive_copies.h"
#include "store/left_out_links.h"
#include "store/migration.h"
#include "store/reader_items.h"
#include "store/source_slice.h"
#include "store/store_fixture.h"
#include "store/version_times.h"

namespace curlew::store {
namespace {

using model::ArticleId;
using model::SourceId;
using testing::ElementsAre;

constexpr SourceId kHarbour{1}, kLighthouse{2}, kWreck{3}, kRemoved{4};
constexpr ArticleId kFog{1}, kShip{2}, kTide{4};
constexpr Time kThen = from_unix_seconds(1'700'000'000);

constexpr Time at(std::int64_t unix_ms) { return from_unix_ms(unix_ms); }

// What stands in the file, with bytes as PostgreSQL writes them.
std::string rows_since(int version) {
  const auto file = fmt::format("{}/schema_{:02}.sql", CURLEW_TESTDATA, version);
  if (!std::filesystem::exists(file)) throw std::runtime_error("no " + file);
  const auto sql = content_of(file);
  if (!tests_postgres()) return sql;
  static const std::regex kBytes("X'([0-9a-f]*)'");
  return std::regex_replace(sql, kBytes, "'\\x$1'");
}

std::vector<int> all_versions() {
  std::vector<int> versions;
  for (const Migration& each : central_migrations()) versions.push_back(each.version);
  return versions;
}

// A database of the release with the schema `version`, as this one finds it.
std::unique_ptr<TestDatabase> old_database(int version) {
  auto made = std::make_unique<TestDatabase>();
  const auto db = must(made->open());
  std::size_t count = 0;
  for (const Migration& each : central_migrations()) {
    if (each.version > version) break;
    must(migrate(*db, central_migrations().first(++count)));
    must(db->run_script(rows_since(each.version)));
  }
  return made;
}

// Tests that only read share a database: making one takes longer than all of them.
const TestDatabase& shared_old_database(int version) {
  static std::map<int, std::unique_ptr<TestDatabase>> databases;
  auto& database = databases[version];
  if (!database) database = old_database(version);
  return *database;
}

class OldSchemaTest : public testing::TestWithParam<int> {
 protected:
  // Could a release with the old schema store what migration `version` made room for?
  bool has(int version) const { return version_ >= version; }
  WatchedSource watched(SourceId id) { return *must(store_->sources().find(id)); }
  ArticleRow article(ArticleId id) { return *must(store_->articles().find(id)); }

  const int version_ = GetParam();
  std::unique_ptr<Store> store_ = must(open_at(shared_old_database(version_).place()));
};

// Those that write have a database to themselves.
class OldSchemaGoesOnTest : public testing::TestWithParam<int> {
 protected:
  bool has(int version) const { return version_ >= version; }

  const int version_ = GetParam();
  const std::unique_ptr<TestDatabase> database_ = old_database(version_);
  const std::unique_ptr<Store> store_ = must(open_at(database_->place()));
};

TEST_P(OldSchemaTest, SourcesAreThereAsTheirUsersLeftThem) {
  const model::Source harbour = watched(kHarbour).source;
  EXPECT_EQ(harbour.url, "https://harbour.example/rss");
  EXPECT_EQ(harbour.title, "Harbour");
  EXPECT_EQ(harbour.site_url, "https://harbour.example/");
  EXPECT_EQ(harbour.folder, "News");
  EXPECT_EQ(harbour.language, "en");
  EXPECT_EQ(harbour.kind, model::SourceKind::kFeed);
  EXPECT_EQ(harbour.state, model::SourceState::kActive);
  EXPECT_EQ(harbour.added, at(1'690'000'000'000));
  EXPECT_EQ(harbour.wishes.interval, std::chrono::minutes(10));
  EXPECT_TRUE(harbour.fetch_pages);
  EXPECT_EQ(harbour.audience, (has(6) ? model::Audience{40, 75} : model::Audience{}));

  const model::Source lighthouse = watched(kLighthouse).source;
  EXPECT_EQ(lighthouse.title, "Φάρος");
  EXPECT_EQ(lighthouse.kind, model::SourceKind::kPage);
  EXPECT_EQ(lighthouse.state, model::SourceState::kPaused);
  EXPECT_FALSE(lighthouse.fetch_pages);
  EXPECT_EQ(lighthouse.objective,
            has(2) ? model::Objective::kCapture : model::Objective::kDelay);
  EXPECT_EQ(lighthouse.wishes.longest_gap,
            has(2) ? std::optional(Milliseconds(86'400'000)) : std::nullopt);
  EXPECT_EQ(lighthouse.wishes.quiet,
            (has(2) ? model::QuietTimes{63, 65} : model::QuietTimes{}));
  EXPECT_EQ(lighthouse.folder, has(7) ? "News/Sea" : "");

  const auto filed = must(slice_sources(store_->database(), {.folder = "News"},
                                        SourceOrder::kTitle, {}, 10));
  EXPECT_EQ(filed.total, has(7) ? 3 : 1);
  EXPECT_EQ(must(store_->sources().find("https://old.example/rss")).has_value(),
            has(9));
}

TEST_P(OldSchemaTest, ALoginFromBeforeIsOfNoKnownTime) {
  EXPECT_EQ(watched(kHarbour).source.login_given,
            has(46) ? std::optional(kThen) : std::nullopt);
  EXPECT_FALSE(watched(kLighthouse).source.login_given);
}

TEST_P(OldSchemaTest, TheTitleThatAUserGaveStays) {
  EXPECT_TRUE(watched(kHarbour).source.has_own_title);
  EXPECT_FALSE(watched(kLighthouse).source.has_own_title);
}

TEST_P(OldSchemaTest, SourcesAreVisitedInTheSameWay) {
  const model::Source harbour = watched(kHarbour).source;
  EXPECT_THAT(harbour.request.headers,
              ElementsAre(std::pair(std::string("X-Key"), model::kept("7"))));
  EXPECT_EQ(harbour.request.basic_credentials.kept(), "me:secret");
  EXPECT_EQ(watched(kHarbour).schedule.last_success, kThen);
  EXPECT_EQ(harbour.rendering, model::Rendering::kNever);
  const model::Source lighthouse = watched(kLighthouse).source;
  EXPECT_EQ(lighthouse.request.bearer_token.kept(), "token");
  EXPECT_EQ(lighthouse.request.proxy.kept(), "http://proxy.example:3128");
  EXPECT_EQ(lighthouse.rendering,
            has(3) ? model::Rendering::kAlways : model::Rendering::kNever);
  EXPECT_EQ(lighthouse.rules, has(3) ? "title: h1" : "");
}

TEST_P(OldSchemaTest, PlainSecretsAreKnownToBeThere) {
  EXPECT_EQ(must(store_->secrets().plain()), PlainSecrets::kInRows);
  EXPECT_EQ(must(store_->secrets().all()).size(), 2U);
}

TEST_P(OldSchemaTest, TheScheduleGoesOn) {
  const ScheduleRow harbour = watched(kHarbour).schedule;
  EXPECT_EQ(harbour.next_due, at(1'700'000'600'000));
  EXPECT_EQ(harbour.last_visit, kThen);
  EXPECT_EQ(harbour.last_new, at(1'699'999'000'000));
  EXPECT_EQ(harbour.not_before, at(1'700'000'300'000));
  EXPECT_EQ(harbour.last_outcome, model::FetchOutcome::kNotModified);
  EXPECT_EQ(harbour.last_status, has(9) ? 304 : 0);
  EXPECT_EQ(harbour.moved_to, "https://harbour.example/feed");
  EXPECT_EQ(harbour.moved_seen, 2U);
  EXPECT_EQ(harbour.policy_state, "\x01\x08\xff");
  EXPECT_EQ(harbour.last_note, has(11) ? "the feed ends too early" : "");

  const ScheduleRow wreck = watched(kWreck).schedule;
  EXPECT_EQ(wreck.failures, 6U);
  EXPECT_EQ(wreck.last_outcome, model::FetchOutcome::kUnreachable);
  EXPECT_EQ(wreck.last_error, "connection refused");
  EXPECT_EQ(wreck.last_remark,
            has(9) ? model::Remark::kNoSuchHost : model::Remark::kNone);
  EXPECT_EQ(wreck.asked, has(9) ? std::optional(at(1'700'000'050'000)) : std::nullopt);

  const auto counters = watched(kLighthouse).schedule.changes;
  EXPECT_EQ(counters, (has(23)   ? model::ChangeCounters{2, 5}
                       : has(21) ? model::ChangeCounters{0, 2}
                       : has(18) ? model::ChangeCounters{0, 1}
                                 : model::ChangeCounters{}));

  const auto changes = must(store_->schedule().changes_since(0, 10));
  EXPECT_EQ(changes.revision, 9);
  EXPECT_EQ(changes.changed.size(), 3U);
  EXPECT_THAT(must(store_->schedule().changes_since(8, 10)).removed,
              ElementsAre(kRemoved));
  const auto populations = must(store_->schedule().populations());
  ASSERT_EQ(populations.size(), has(2) ? 1U : 0U);
  if (has(2)) {
    EXPECT_EQ(populations[0].state, std::string_view("\0\1\2\3", 4));
  }
}

TEST_P(OldSchemaTest, ProblemsAreListed) {
  const auto problems =
      must(store_->sources().list(SourceFilter::kProblem, kThen, kLateAfter, 10));
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].source.id, kWreck);
}

TEST_P(OldSchemaTest, ArticlesAreReadBack) {
  const ArticleRow fog = article(kFog);
  EXPECT_EQ(fog.source, kHarbour);
  EXPECT_EQ(fog.source_title, "Harbour");
  EXPECT_EQ(fog.title, "Fog");
  EXPECT_EQ(fog.url, "https://harbour.example/1");
  EXPECT_EQ(fog.author, "Ann");
  EXPECT_EQ(fog.category, "Sea");
  EXPECT_EQ(fog.published, at(1'699'998'000'000));
  EXPECT_EQ(fog.found, at(1'699'999'000'000));
  EXPECT_EQ(fog.page_fetched, at(1'699'999'100'000));
  EXPECT_EQ(fog.edited, has(5) ? std::optional(at(1'699'999'800'000)) : std::nullopt);
  EXPECT_EQ(fog.page_title, has(4) ? "Fog in the harbour" : "");
  EXPECT_EQ(fog.excerpt, has(4) ? "Ships wait outside the harbour." : "");
  EXPECT_EQ(fog.feed_excerpt, has(4) ? "" : "<p>Short</p>");
  EXPECT_EQ(article(kShip).title, "Πλοίο");
  EXPECT_EQ(article(kShip).page_error, "HTTP 404");
  EXPECT_TRUE(article(kTide).is_page_wanted);
  EXPECT_EQ(article(kTide).page_error, "timed out");
  EXPECT_EQ(must(store_->articles().newest({}, 10)).size(), 3U);

  const FeedText text = must(store_->articles().feed_text(kFog));
  EXPECT_EQ(text.content, "<p>Long</p>");
  EXPECT_THAT(text.enclosures,
              ElementsAre(model::Enclosure{"https://harbour.example/1.mp3",
                                           "audio/mpeg", 1234}));
}

TEST_P(OldSchemaGoesOnTest, WhatIsKnownIsNotNews) {
  const auto is_new = [&](std::uint64_t key, std::optional<std::uint64_t> likeness,
                          const std::string& title) {
    const model::Entry entry = entry_titled(title);
    NewArticle article = article_of(kHarbour, key, entry);
    article.likeness = likeness;
    return must(add_one(*store_, article)).has_value();
  };
  EXPECT_FALSE(is_new(11, {}, "Fog"));
  EXPECT_FALSE(is_new(std::uint64_t(-12), {}, "Ship"));
  EXPECT_EQ(is_new(100, std::uint64_t(-21), "Fog"), !has(5));
  EXPECT_EQ(is_new(13, 23, "Forgotten"), !has(8));
  EXPECT_TRUE(is_new(101, {}, "Storm"));
}

TEST_P(OldSchemaGoesOnTest, NewIdsAreNotThoseOfRowsThatWereRemoved) {
  const model::Entry entry = entry_titled("Storm");
  // Since clips are numbered with articles (33), those that were there have numbers,
  // too.
  const std::int64_t last = has(33) ? 900 : has(14) ? 5 : 4;
  EXPECT_EQ(must(add_one(*store_, article_of(kHarbour, 101, entry))),
            ArticleId{last + 1});
  EXPECT_EQ(must(store_->sources().add(source_at("https://new.example/"), kThen)),
            SourceId{5});
}

TEST_P(OldSchemaTest, PagesAreReadBack) {
  const auto stored = must(store_->pages().in_database(10));
  ASSERT_EQ(stored.size(), 1U);
  EXPECT_EQ(stored[0].article, kFog);
  EXPECT_EQ(stored[0].html,
            "<html><body><h1>Fog</h1><p>Ships wait outside the harbour.</p>"
            "</body></html>");
  const auto wanted = must(store_->pages().wanted(kThen, {}, 10));
  ASSERT_EQ(wanted.size(), 1U);
  EXPECT_EQ(wanted[0].article, kTide);
  EXPECT_EQ(wanted[0].tries, 2U);

  const auto content = must(store_->pages().content(kFog));
  ASSERT_EQ(content.has_value(), has(4));
  if (content) {
    EXPECT_EQ(content->text, "Ships wait outside the harbour.");
    EXPECT_EQ(content->type, model::PageType::kArticle);
    EXPECT_EQ(content->canonical_url, "https://harbour.example/fog");
    ASSERT_EQ(content->parts.blocks.size(), 1U);
    EXPECT_EQ(content->parts.blocks[0].heading, "Fog");
    ASSERT_EQ(content->parts.links.size(), 1U);
    EXPECT_EQ(content->parts.links[0].url, "https://harbour.example/2");
    EXPECT_EQ(content->kind,
              has(10) ? std::optional(model::PageKind::kInformational) : std::nullopt);
  }
  const auto averages = must(store_->pages().averages({{kHarbour}}));
  ASSERT_EQ(averages.contains(kHarbour), has(10));
  if (has(10)) {
    EXPECT_EQ(averages.at(kHarbour), (model::PageAverages{{8, 2, 21}, {7, .5, 20}}));
  }
}

TEST_P(OldSchemaTest, TheCrawlLogIsReadBack) {
  const auto visits = must(store_->visits().of(kHarbour, 10));
  ASSERT_EQ(visits.size(), 2U);
  EXPECT_EQ(visits[0].kind, model::VisitKind::kArticlePage);
  EXPECT_EQ(visits[0].article, kFog);
  EXPECT_EQ(visits[0].headers, "");
  EXPECT_EQ(visits[0].error, "") << "it went well";
  EXPECT_EQ(visits[0].note, has(10) ? "the page is a wall" : "");
  const VisitRow& first = visits[1];
  EXPECT_EQ(first.kind, model::VisitKind::kSource);
  EXPECT_EQ(first.started, at(1'699'999'000'500));
  EXPECT_EQ(first.took, Milliseconds(120));
  EXPECT_EQ(first.http_status, 200);
  EXPECT_EQ(first.body_bytes, 3000U);
  EXPECT_EQ(first.new_entries, 3U);
  EXPECT_EQ(first.headers, "Content-Type: application/rss+xml\r\nServer: nginx\r\n");
  EXPECT_EQ(first.median_milli, has(6) ? std::optional(90'500) : std::nullopt);
  EXPECT_EQ(first.kinds.has_value(), has(23));
  EXPECT_EQ(first.changes.has_value(), has(23));
  const auto latest = must(store_->visits().latest(kThen, 10));
  ASSERT_EQ(latest.size(), 1U);
  EXPECT_EQ(latest[0].outcome, model::FetchOutcome::kUnreachable);
  EXPECT_EQ(latest[0].error, "connection refused");
  EXPECT_EQ(must(store_->retention().age_clock()),
            has(8) ? at(1'699'990'000'000) : kThen);
}

TEST_P(OldSchemaTest, VersionsAreFoundByTheirSourceAndTheirAddress) {
  const auto before = at(1'800'000'000'000);
  const auto own = must(store_->versions().of_source(kLighthouse, before, 10));
  ASSERT_EQ(own.size(), has(21) ? 2U : has(18) ? 1U : 0U);
  if (own.empty()) return;
  EXPECT_EQ(own.back().url, "https://lighthouse.example/");
  EXPECT_EQ(own.back().seen, at(1'700'000'100'000));
  EXPECT_EQ(own.back().digest, "sha256:01");
  EXPECT_EQ(own.back().summary, "1 paragraph rewritten");
  EXPECT_THAT(must(times_seen(store_->database(), "https://lighthouse.example/", {})),
              ElementsAre(own.back().seen));
  EXPECT_EQ(own.back().data.has_value(), has(23));
  EXPECT_EQ(own.back().counters.has_value(), has(23));
  if (!has(23)) return;
  EXPECT_EQ(own.back().data, (model::DataCounts{3, 1, 4}));
  EXPECT_EQ(own.back().counters, (model::ChangeCounters{2, 5}));
}

TEST_P(OldSchemaTest, TopicsKnowWhenTheyHadSomethingNew) {
  if (!has(24)) return;
  EXPECT_EQ(watched(kLighthouse).schedule.last_new, article(kFog).found);
}

TEST_P(OldSchemaTest, TopicsAreThereWithWhatTheyLearned) {
  const auto topics = must(store_->topics().all());
  ASSERT_EQ(topics.size(), has(24) ? 1U : 0U);
  EXPECT_EQ(must(store_->topics().revision()), has(24) ? 3 : 0);
  if (topics.empty()) return;
  const model::Topic& topic = topics[0].topic;
  EXPECT_EQ(topic.source, kLighthouse);
  EXPECT_EQ(topic.method, model::TopicMethod::kThesis);
  EXPECT_EQ(topic.terms, 40U);
  EXPECT_EQ(topic.passed_over, .1);
  EXPECT_EQ(topic.caps, (model::CrawlCaps{500, 50, 4}));
  EXPECT_THAT(topic.seeds, ElementsAre("https://sea.example/"));
  EXPECT_THAT(topic.rules.excludes, ElementsAre("*/login*"));
  EXPECT_EQ(topic.phase, 2U);
  EXPECT_EQ(topic.threshold, .3125);
  EXPECT_EQ(topic.own_threshold, has(40) ? std::optional(.4) : std::nullopt);
  EXPECT_EQ(topic.learned, "\x01\x02");
  EXPECT_EQ(must(store_->topics().phases(kLighthouse)).at(0).downloaded, 10U);
  EXPECT_EQ(must(store_->topics().log_of(kLighthouse, 9)).at(0).what, "learned");
  EXPECT_EQ(must(store_->topics().of_articles(std::vector{kFog})).at(kFog).at(0).score,
            (model::TopicScore{kLighthouse, .875}));
}

TEST_P(OldSchemaTest, PagesOfCrawlsAreThere) {
  EXPECT_EQ(must(store_->crawl_pages().last_id()), model::CrawlPageId{has(25) ? 7 : 0});
  if (!has(25)) return;
  CrawlPageRow row;
  must(store_->crawl_pages().each([&](const CrawlPageRow& each) { row = each; }));
  EXPECT_EQ(row.topic, kLighthouse);
  EXPECT_EQ(row.standing, CrawlStanding::kKept);
  EXPECT_EQ(row.similarity, .875);
  EXPECT_EQ(row.phase, 2U);
  const std::vector<model::CrawlPageId> ids{{7}};
  const auto page = must(store_->crawl_pages().to_visit(ids)).at({7});
  EXPECT_EQ(page.url, "https://sea.example/a");
  EXPECT_EQ(page.memory.last.offset, 12U);
  EXPECT_EQ(must(store_->crawl_pages().sites()).at(0).learned, 8);
  EXPECT_EQ(must(store_->crawl_pages().states()).at(kLighthouse), "phase 2");
  const std::vector<std::int64_t> bands{99};
  EXPECT_EQ(must(store_->crawl_pages().find_by_bands(bands, {})).at(0).claims,
            has(34) ? std::uint64_t(-6) : 0U);
  EXPECT_EQ(must(left_out_keys(store_->database())).size(), has(34) ? 1U : 0U);
  EXPECT_EQ(must(store_->topics().find(kLighthouse))->resumes, has(34) ? 3 : 0);
  EXPECT_EQ(must(store_->crawl_pages().count(kLighthouse)),
            (CrawlCounts{.kept = 1, .dynamic = 1, .articles = 1}));
}

TEST_P(OldSchemaTest, CopiesOfArchivesAreThere) {
  const auto copies = must(ArchiveCopies(store_->database()).all());
  ASSERT_EQ(copies.size(), has(26) ? 1U : 0U);
  if (has(26)) {
    EXPECT_EQ(copies[0], (ArchiveCopy{"t1", "t2", 3}));
  }
}

TEST_P(OldSchemaTest, WhatWasSetAsideIsThere) {
  const auto reports = must(store_->set_aside().newest(10));
  ASSERT_EQ(reports.size(), has(12) ? 1U : 0U);
  if (has(12)) {
    EXPECT_EQ(reports[0].source, kHarbour);
    EXPECT_EQ(reports[0].report, "\x08\x01");
  }
}

TEST_P(OldSchemaTest, SourcesOfBeforeThereWereUsersBelongToEverybody) {
  EXPECT_TRUE(watched(kHarbour).source.is_shared);
  EXPECT_EQ(watched(kLighthouse).source.is_shared, !has(14));
}

TEST_P(OldSchemaTest, UsersAreThereWithAllThatIsTheirs) {
  const auto eleni = must(store_->users().find("eleni"));
  ASSERT_EQ(eleni.has_value(), has(14));
  if (!eleni) return;
  EXPECT_EQ(eleni->user.role, model::Role::kAdmin);
  EXPECT_EQ(must(store_->subscriptions().of_user(eleni->user.id)).at(0).title,
            "Ο φάρος");
  const auto states =
      must(store_->article_states().of(eleni->user.id, std::vector{kFog}));
  EXPECT_THAT(states.at(kFog).tags, ElementsAre("fog", "sea"));
  const WatchlistRow ships = *must(store_->watchlists().find(eleni->user.id, "Ships"));
  EXPECT_EQ(ships.list.digest.kind, model::DigestKind::kDaily);
  EXPECT_EQ(ships.list.queries.at(0).text, "ship* OR πλοίο");
  EXPECT_EQ(ships.channel.failures, 2U);
  EXPECT_EQ(must(store_->clips().list({.user = eleni->user.id}, 10)).at(0).clip.title,
            "A ship");
  // It has a number among the articles', and none of theirs.
  const auto items = must(
      ReaderItems(store_->database())
          .list({.user = eleni->user.id, .sources = ReaderFilter::Which::kNone}, 10));
  ASSERT_EQ(items.size(), 1U);
  EXPECT_EQ(items[0].article, kShip);
  EXPECT_GT(items[0].number, kTide.value);
  EXPECT_LE(items[0].number, must(store_->articles().last_id()).value);
  EXPECT_EQ(must(store_->deliveries().next_waiting(kThen + Milliseconds(1'000'000), {},
                                                   {10, 10}))
                .size(),
            1U);
  EXPECT_EQ(must(store_->alarms().all()).size(), 1U);
}

std::string name_of(const testing::TestParamInfo<int>& each) {
  return "Schema" + std::to_string(each.param);
}

INSTANTIATE_TEST_SUITE_P(Releases, OldSchemaTest, testing::ValuesIn(all_versions()),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Releases, OldSchemaGoesOnTest,
                         testing::ValuesIn(all_versions()), name_of);

}  // namespace
}  // namespace curlew::store
