// A file's rows on a server: all of them, once, as they were, however often the
// transfer was killed.

#include "store/transfer.h"

#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <future>
#include <iterator>
#include <thread>

#include "store/migration.h"
#include "store/store_fixture.h"

namespace curlew::store {
namespace {

using testing::HasSubstr;

constexpr int kSources = 30;
constexpr int kArticlesEach = 20;

class TransferTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!tests_postgres()) GTEST_SKIP() << "of the other run";
    const auto store = must(open_sqlite_store(file_, OpenMode::kReadWrite));
    for (int i = 0; i < kSources; ++i) {
      const auto source = must(store->sources().add(
          source_at("https://example.org/" + std::to_string(i), "Τίτλος"), kNow));
      auto transaction = must(store->begin());
      must(record(*store, report_of(source, i), kArticlesEach));
      for (int k = 0; k < kArticlesEach; ++k) {
        const auto entry = entry_titled("No. " + std::to_string(k));
        must(add_one(*store, article_of(source, static_cast<std::uint64_t>(k) - 7,
                                        entry, true)));
      }
      must(transaction.commit());
    }
    must(store->pages().save_averages(model::SourceId{0}, {}));
    UserRow user;
    user.user.name = "eleni";
    const auto id = must(store->users().add(user));
    WatchlistRow list;
    list.list.user = id;
    list.list.name = "Πλοία";
    list.list.queries = {{{}, "πλοίο"}};
    must(store->watchlists().add(std::vector{list}));
  }
  std::unique_ptr<Database> open_file() {
    return must(open_sqlite(
        {.path = file_, .use = FileUse::kReadOnly, .application_id = kCentralMark}));
  }
  std::unique_ptr<Database> open_server() { return must(open_postgres({.url = url_})); }
  Result<Transferred> run(TransferOptions options = {}) {
    options.rows_at_once = 50;
    return transfer(*open_file(), *open_server(), options);
  }
  std::string bytes_of_file() const {
    std::ifstream file(file_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void change_file(const char* sql) {
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(file_.c_str(), &db), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(db, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(db);
  }
  void expect_everything_there() {
    const auto store = must(open_at(url_));
    const auto status = must(count_status(*store, kNow, kLateAfter));
    EXPECT_EQ(status.sources, kSources);
    EXPECT_EQ(status.articles, kSources * kArticlesEach);
    EXPECT_EQ(status.pages_wanted, kSources * kArticlesEach);
    EXPECT_EQ(status.visits_last_hour, kSources);
    const auto user = must(store->users().find("eleni"));
    ASSERT_TRUE(user);
    EXPECT_EQ(
        must(store->watchlists().find(user->user.id, "Πλοία"))->list.queries.at(0).text,
        "πλοίο");
    // Ids go on from where they were.
    const auto id = must(store->sources().add(source_at("https://example.net/"), kNow));
    EXPECT_EQ(id.value, kSources + 1);
  }

  TemporaryFolder folder_;
  const std::string file_ = folder_.file("central.db");
  const std::string url_ =
      tests_postgres() ? PostgresServer::shared().fresh_url() : std::string();
};

TEST_F(TransferTest, BringsEverythingAndLeavesTheFileAsItWas) {
  const std::string before = bytes_of_file();
  const auto done = must(run());
  EXPECT_GT(done.rows, kSources * (2 * kArticlesEach + 2));
  EXPECT_EQ(done.mended, 0);
  EXPECT_FALSE(done.was_resumed);
  EXPECT_EQ(bytes_of_file(), before);
  expect_everything_there();
}

TEST_F(TransferTest, GoesOnWhereItWasKilled) {
  for (int part = 5; part < 25; part += 6) {
    const pid_t child = ::fork();
    if (child == 0) {
      int parts = 0;
      TransferOptions options;
      options.progress = [&](const TransferProgress&) {
        if (++parts == part) ::kill(::getpid(), SIGKILL);
      };
      (void)run(std::move(options));
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
    const auto half = open_at(url_);
    ASSERT_FALSE(half.ok()) << "nobody may take it for whole";
    EXPECT_THAT(half.error().text, HasSubstr("curlew migrate"));
  }
  const auto done = must(run());
  EXPECT_TRUE(done.was_resumed);
  expect_everything_there();
}

TEST_F(TransferTest, BeginsAnewWhenTheFileWasChangedMeanwhile) {
  const pid_t child = ::fork();
  if (child == 0) {
    TransferOptions options;
    options.progress = [&](const TransferProgress& progress) {
      if (progress.table == "visits") ::_exit(0);
    };
    (void)run(std::move(options));
  }
  ::waitpid(child, nullptr, 0);
  change_file("INSERT INTO source_aliases (url, source_id) VALUES ('https://a/', 1)");
  const auto done = must(run());
  EXPECT_FALSE(done.was_resumed);
  expect_everything_there();
}

TEST_F(TransferTest, FindsARowThatIsNotTheSame) {
  TransferOptions options;
  bool is_changed = false;
  options.progress = [&](const TransferProgress& progress) {
    if (progress.doing != "comparing" || std::exchange(is_changed, true)) return;
    const auto other = open_server();
    must(other->run_script("UPDATE sources SET title = 'x' WHERE id = 7"));
  };
  const auto refused = run(options);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().text, HasSubstr("sources: 30 rows"));
  must(run());
  expect_everything_there();
}

TEST_F(TransferTest, MendsTextThatNoServerTakes) {
  change_file("UPDATE sources SET title = CAST(x'41ff00' AS TEXT) WHERE id = 7");
  EXPECT_EQ(must(run()).mended, 1);
  const auto store = must(open_at(url_, OpenMode::kReadOnly));
  EXPECT_EQ(must(store->sources().find(model::SourceId{7}))->source.title,
            "A\uFFFD\uFFFD");
}

TEST_F(TransferTest, RefusesADatabaseThatHoldsAnInstallation) {
  must(open_at(url_));
  EXPECT_EQ(run().error().kind, ErrorKind::kExists);
}

// Somebody else has the write lock, and both programs have seen an empty database.
constexpr auto kUntilTheOtherWaits = std::chrono::milliseconds(500);

TEST_F(TransferTest, RefusesAnInstallationThatIsMadeAtTheSameMoment) {
  const auto other = open_server();
  auto transaction = must(Transaction::begin(*other, Access::kWrite));
  auto refused = std::async(std::launch::async, [&] { return run(); });
  std::this_thread::sleep_for(kUntilTheOtherWaits);
  must(migrate(*other, central_migrations()));
  must(transaction.commit());
  const auto result = refused.get();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().kind, ErrorKind::kExists);
}

TEST_F(TransferTest, KeepsOthersOutFromItsFirstMoment) {
  const auto other = open_server();
  auto transaction = must(Transaction::begin(*other, Access::kWrite));
  auto refused = std::async(std::launch::async, [&] { return open_at(url_); });
  std::this_thread::sleep_for(kUntilTheOtherWaits);
  must(migrate(*other, central_migrations()));
  must(other->run_script("CREATE TABLE curlew_transfer (file_mark TEXT)"));
  must(transaction.commit());
  const auto result = refused.get();
  ASSERT_FALSE(result.ok());
  EXPECT_THAT(result.error().text, HasSubstr("curlew migrate"));
}

}  // namespace
}  // namespace curlew::store
