#include "control/archive_keeping.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>

#include "base/clock.h"
#include "base/temporary_folder_test.h"
#include "store/compression.h"
#include "store/query.h"

namespace curlew::control {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using testing::ElementsAre;

constexpr const char* kFees = "https://example.org/fees";

class ArchiveKeepingTest : public testing::Test {
 protected:
  ArchiveKeepingTest() {
    store_ = *store::open_sqlite_store(folder_.file("central.db"),
                                       store::OpenMode::kReadWrite);
    start();
  }

  // A new process.
  void start() {
    keeping_.reset();
    archives_.reset();
    archives_ = std::make_unique<Archives>(folder_.file("archive"),
                                           ArchivesOptions{.largest_segment = 1_KiB});
    ASSERT_TRUE(archives_->open_to_write(terminals_).ok());
    // Little at a time, so that there are many moments to die at.
    ArchiveKeepingOptions options{.bytes_at_once = 1, .versions_at_once = 2};
    options.keep = *archive::parse_retention(rule_);
    keeping_ = std::make_unique<ArchiveKeeping>(options, *archives_, *store_, clock_);
  }

  static std::string body(int number) {
    std::string text = fmt::format("<p>Version {}</p>", number);
    while (text.size() < 900) text += fmt::format("<p>{}</p>", number * 7);
    return text;
  }

  model::KeptAt keep_part(const std::string& url, Time seen, std::string text) {
    return archives_->shelf_of("t1")
        .keep({.url = url,
               .time = seen,
               .status_line = "HTTP/1.1 200 OK",
               .body = std::move(text)})
        ->place;
  }

  void keep(Time seen, std::string text, bool is_error = false,
            std::vector<model::KeptAt> parts = {}) {
    archive::Capture capture{.url = kFees,
                             .time = seen,
                             .status_line = "HTTP/1.1 200 OK",
                             .body = std::move(text)};
    const model::Version version{
        .source = {1},
        .url = kFees,
        .seen = seen,
        .place = archives_->shelf_of("t1").keep(capture)->place,
        .is_error = is_error,
        .parts = std::move(parts)};
    ASSERT_TRUE(store_->versions().add(version).ok());
  }
  // Of ten days, two a day.
  void keep_many() {
    for (int i = 0; i < 20; ++i) keep(clock_.now() + hours(12 * i), body(i));
    clock_.advance(days(10));
    ASSERT_TRUE(store_->retention().save_age_clock(clock_.now()).ok());
  }

  std::size_t rows() { return store_->versions().kept_of({{1}, {}})->size(); }
  // Whatever the store shows is there.
  void expect_all_readable() {
    for (const auto& each : *store_->versions().kept_of({{1}, {}})) {
      const auto content = archives_->read(each.place);
      ASSERT_TRUE(content.ok()) << content.error().text;
    }
  }
  // A whole round, looking at each step.
  void run_round() {
    clock_.advance(minutes(10));
    for (bool goes_on = true; goes_on;) {
      const auto stepped = keeping_->step();
      ASSERT_TRUE(stepped.ok()) << stepped.error().text;
      goes_on = *stepped;
      ASSERT_NO_FATAL_FAILURE(expect_all_readable());
    }
  }
  std::size_t records() {
    std::size_t count = 0;
    EXPECT_TRUE(archives_
                    ->with("t1",
                           [&](archive::Archive& archive) {
                             return archive.walk(
                                 [&](const archive::Version&) { return ++count > 0; });
                           })
                    .ok());
    return count;
  }

  const TemporaryFolder folder_;
  ManualClock clock_;
  std::string rule_ = "3d:1d";
  std::vector<std::string> terminals_{"t1"};
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<Archives> archives_;
  std::unique_ptr<ArchiveKeeping> keeping_;
};

// Their terminal is asked, since a later version may share their payload.
TEST_F(ArchiveKeepingTest, ThinsVersionsElsewhereThatNobodyRefersTo) {
  // All of one day.
  const Time begin = clock_.now() - clock_.now().time_since_epoch() % days(1);
  for (int i = 0; i < 8; ++i) {
    const model::Version version{
        .source = {1},
        .url = kFees,
        .seen = begin + hours(2 * i),
        .place = {"north", "north-1.warc.gz", Bytes(100 * i), 100}};
    ASSERT_TRUE(store_->versions().add(version).ok());
  }
  clock_.advance(days(30));
  ASSERT_TRUE(store_->retention().save_age_clock(clock_.now()).ok());
  ArchiveKeepingOptions options;
  options.keep = *archive::parse_retention(rule_);
  const auto thin_all = [&] {
    ArchiveKeeping keeping(options, *archives_, *store_, clock_);
    clock_.advance(minutes(10));
    Result<bool> stepped = true;
    while (stepped.ok() && *stepped) stepped = keeping.step();
    EXPECT_TRUE(stepped.ok());
  };
  const auto kept = [&] {
    std::vector<Bytes> offsets;
    for (const auto& each : *store_->versions().kept_of({{1}, {}})) {
      offsets.push_back(each.place.offset);
    }
    return offsets;
  };
  thin_all();
  EXPECT_EQ(kept().size(), 8u) << "nobody can be asked";
  options.is_referred_elsewhere = [](const model::KeptAt&) {
    return Result<std::optional<bool>>(Error{ErrorKind::kDisconnected, "away"});
  };
  thin_all();
  EXPECT_EQ(kept().size(), 8u) << "its terminal is away";
  int asked = 0;
  options.is_referred_elsewhere =
      [&](const model::KeptAt& place) -> Result<std::optional<bool>> {
    EXPECT_EQ(place.terminal, "north");
    // It has to look into its files first.
    if (++asked == 1) return std::optional<bool>();
    return std::optional(place.offset == 300);
  };
  thin_all();
  EXPECT_GT(asked, 1);
  // The first, the newest, and the one whose payload a later one shares.
  EXPECT_THAT(kept(), ElementsAre(0, 300, 700));
  EXPECT_EQ(store_->versions().dropped("north", 100)->size(), 5u)
      << "the terminal hears of them";
}

// As an earlier release left them.
TEST_F(ArchiveKeepingTest, MovesPagesOfArticlesFromTheDatabase) {
  const auto source = *store_->sources().add(
      {.url = "https://example.org/feed", .added = clock_.now()}, clock_.now());
  std::vector<model::ArticleId> articles;
  for (std::uint64_t i = 1; i <= 50; ++i) {
    model::Entry entry;
    entry.title = fmt::format("Article {}", i);
    entry.link = fmt::format("https://example.org/{}", i);
    store::NewArticle article{.source = source,
                              .key = i,
                              .likeness = {},
                              .entry = &entry,
                              .found = clock_.now(),
                              .language = {},
                              .category = {}};
    store::pack(article);
    auto batch = *store_->begin();
    articles.push_back({store_->articles().last_id()->value + 1});
    const auto inserted = store_->articles().insert(articles.back(), article);
    ASSERT_TRUE(inserted.ok()) << inserted.error().text;
    ASSERT_TRUE(store_->articles().note_inserted(1).ok());
    const model::Page page{.url = fmt::format("https://www.example.org/{}", i),
                           .content_type = "text/html"};
    ASSERT_TRUE(
        store_->pages().keep(articles.back(), store::pack(page), clock_.now()).ok());
    ASSERT_TRUE(store::Query::run(store_->database(),
                                  "UPDATE pages SET html = $1 WHERE article_id = $2",
                                  store::Blob{store::compress_page(body(int(i)))},
                                  articles.back())
                    .ok());
    ASSERT_TRUE(batch.commit().ok());
  }
  run_round();
  EXPECT_TRUE(store_->pages().in_database(1)->empty());
  for (std::size_t i = 0; i < articles.size(); ++i) {
    const auto versions = *store_->versions().of_url(
        fmt::format("https://example.org/{}", i + 1), kNever, 9);
    ASSERT_EQ(versions.size(), 1u);
    EXPECT_EQ(versions[0].article, articles[i]);
    EXPECT_EQ(versions[0].media_type, "text/html");
    const auto content = archives_->read(versions[0].place);
    ASSERT_TRUE(content.ok()) << content.error().text;
    EXPECT_EQ(content->body, body(int(i + 1)));
    EXPECT_EQ(content->url, fmt::format("https://www.example.org/{}", i + 1));
  }
}

TEST_F(ArchiveKeepingTest, ThinsByItsRuleAndTheBytesGoToo) {
  keep_many();
  run_round();
  EXPECT_TRUE(std::filesystem::exists(folder_.file("archive") + "/t1/t1-00000.pack"));
  // Thirteen are older than three days; of two a day one stays.
  EXPECT_GE(rows(), 13u);
  EXPECT_LE(rows(), 14u);
  EXPECT_EQ(records(), rows());
  EXPECT_TRUE(store_->versions().dropped("t1", 10)->empty());
}

TEST_F(ArchiveKeepingTest, KeepsAllUnlessToldOtherwise) {
  rule_ = "all";
  start();
  keep_many();
  run_round();
  EXPECT_EQ(rows(), 20u);
  EXPECT_EQ(records(), 20u);
}

TEST_F(ArchiveKeepingTest, WhatIsNeededStays) {
  rule_ = "1d:3650d";
  start();
  const Time start_time = clock_.now();
  keep(start_time, body(1));
  keep(start_time + hours(1), body(2));
  keep(start_time + hours(2), body(3));
  // Shares the payload of the second, which is therefore referred to.
  keep(start_time + hours(3), body(2), true);
  clock_.advance(days(5));
  ASSERT_TRUE(store_->retention().save_age_clock(clock_.now()).ok());
  run_round();
  // The first, the one referred to, the last that is no error, the newest.
  EXPECT_EQ(rows(), 4u);
  keep(clock_.now(), body(5));
  run_round();
  std::vector<Time> seen;
  for (const auto& each : *store_->versions().kept_of({{1}, {}})) {
    seen.push_back(each.seen);
  }
  EXPECT_THAT(seen.front(), start_time);
  EXPECT_THAT(seen.size(), 3u);
}

TEST_F(ArchiveKeepingTest, WhatIsKeptBesideAVersionGoesWithTheLastThatNeedsIt) {
  const Time begin = clock_.now();
  const auto shared = keep_part("https://example.org/context", begin, body(100));
  const auto lost = keep_part("https://example.org/old-context", begin, body(101));
  for (int i = 0; i < 20; ++i) {
    const Time seen = begin + hours(12 * i);
    std::vector<model::KeptAt> parts{
        keep_part("urn:x-curlew:screenshot:x", seen, body(200 + i)), shared};
    // Of the second of its day, which will be thinned out.
    if (i == 2) parts.push_back(lost);
    keep(seen, body(i), false, std::move(parts));
  }
  clock_.advance(days(10));
  ASSERT_TRUE(store_->retention().save_age_clock(clock_.now()).ok());
  run_round();
  ASSERT_LE(rows(), 14u);
  EXPECT_EQ(records(), rows() * 2 + 1) << "each its picture, and one context for all";
  EXPECT_TRUE(archives_->read(shared).ok());
  EXPECT_FALSE(archives_->read(lost).ok());
}

TEST_F(ArchiveKeepingTest, ArchivesOfTerminalsThatAreNoMoreAreKeptSmallToo) {
  keep_many();
  terminals_ = {"t2"};
  start();
  run_round();
  EXPECT_LE(rows(), 14u);
  EXPECT_EQ(records(), rows());
  EXPECT_TRUE(
      std::filesystem::exists(folder_.file("archive") + "/t2/copies/t1/t1-00000.pack"));
}

TEST_F(ArchiveKeepingTest, VersionsOfASourceThatIsRemovedGoWhereTheirUserSaysSo) {
  rule_ = "all";
  start();
  const auto source = [&](const char* url) {
    model::Source added;
    added.url = url;
    return *store_->sources().add(added, clock_.now());
  };
  ASSERT_EQ(source(kFees), model::SourceId{1});
  keep_many();
  using Records = store::Sources::Records;
  ASSERT_TRUE(store_->sources().remove({1}, Records::kGo).ok());
  // What is being written to is not packed.
  ASSERT_TRUE(
      archives_->with("t1", [](archive::Archive& archive) { return archive.finish(); })
          .ok());
  run_round();
  EXPECT_EQ(rows(), 0u);
  EXPECT_EQ(records(), 0u);
  EXPECT_TRUE(store_->versions().dropped("t1", 10)->empty());
}

TEST_F(ArchiveKeepingTest, AProcessThatDiesAnywhereIsFollowedByOneThatFinishes) {
  keep_many();
  for (int steps = 1; steps < 200; steps += 3) {
    clock_.advance(minutes(10));
    for (int i = 0; i < steps; ++i) ASSERT_TRUE(keeping_->step().ok());
    start();
    ASSERT_NO_FATAL_FAILURE(expect_all_readable());
  }
  run_round();
  EXPECT_LE(rows(), 14u);
  EXPECT_EQ(records(), rows());
}

}  // namespace
}  // namespace curlew::control
