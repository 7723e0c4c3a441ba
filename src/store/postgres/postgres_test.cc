// What only a server does: it goes away, it comes back, it belongs to others.

#include <gmock/gmock.h>

#include <thread>
#include <utility>
#include <vector>

#include "store/driver_test.h"
#include "store/migration.h"
#include "store/postgres/dialect.h"
#include "store/query.h"
#include "store/store_fixture.h"

namespace curlew::store {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(PostgresDialect, MapsTypesAndNothingElse) {
  EXPECT_EQ(to_postgres("-- TEXT\nCREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT,"
                        " b BLOB NOT NULL, c TEXTS DEFAULT 'TEXT BLOB');"),
            "-- TEXT\nCREATE TABLE t (id BIGINT PRIMARY KEY, n TEXT COLLATE \"C\","
            " b BYTEA NOT NULL, c TEXTS DEFAULT 'TEXT BLOB');");
  EXPECT_EQ(to_postgres("x -- to the end"), "x -- to the end");
  EXPECT_EQ(to_postgres("-- postgres: ALTER TABLE t;\n"), " ALTER TABLE t;\n");
}

TEST(PostgresAddress, IsToldFromAFile) {
  EXPECT_TRUE(is_postgres_url("postgres://me@host/db"));
  EXPECT_TRUE(is_postgres_url("postgresql:///db"));
  EXPECT_FALSE(is_postgres_url("/var/lib/curlew/central.db"));
}

TEST(PostgresAddress, IsKnownToHoldAPasswordHoweverItIsWritten) {
  EXPECT_FALSE(*has_password("postgres://me@host/db?sslmode=require"));
  for (const char* url :
       {"postgres://me:x@host/db", "postgres://me@host/db?password=x",
        "postgres://me@host/db?p%61ssword=x", "postgres://me@host/db?sslpassword=x"}) {
    EXPECT_TRUE(*has_password(url)) << url;
  }
  for (const char* url :
       {"postgres://me@host/db?hunter2", "http://me:hunter2@host/db",
        "postgres://me:hunter2/x@host/db", "host=h password=hunter2"}) {
    const auto refused = has_password(url);
    ASSERT_FALSE(refused.ok()) << url;
    EXPECT_THAT(refused.error().text, Not(HasSubstr("hunter2"))) << url;
  }
}

TEST(PostgresAddress, NeverShowsItsPassword) {
  const auto refused =
      open_postgres({.url = "postgres://me:hunter2@127.0.0.1:1/db?password=hunter3",
                     .password = "hunter4"});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::kDisconnected);
  EXPECT_THAT(refused.error().text, AllOf(HasSubstr("postgres://me@127.0.0.1:1/db"),
                                          Not(HasSubstr("hunter"))));
}

// With a server of their own, to be killed.
class PostgresTest : public testing::Test {
 protected:
  PostgresTest() {
    if (!tests_postgres()) return;
    if (!server_) server_ = new PostgresServer();
    url_ = server_->fresh_url();
    db_ = open();
    must(db_->run_script("CREATE TABLE things (id INTEGER PRIMARY KEY)"));
    must(db_->set_schema_version(1));
  }
  static void TearDownTestSuite() { delete std::exchange(server_, nullptr); }
  void SetUp() override {
    if (!tests_postgres()) GTEST_SKIP() << "of the other run";
  }
  std::unique_ptr<Database> open() { return must(open_postgres({.url = url_})); }
  Result<void> add(std::int64_t id) {
    TRY_ASSIGN(auto transaction, Transaction::begin(*db_, Access::kWrite));
    TRY(Query::enqueue(*db_, "INSERT INTO things (id) VALUES ($1)", id));
    return transaction.commit();
  }
  std::int64_t count() {
    Query query(*db_, "SELECT count(*) FROM things");
    must(query.next());
    std::int64_t count = 0;
    must(query.read(count));
    return count;
  }

  static inline PostgresServer* server_ = nullptr;
  std::string url_;
  std::unique_ptr<Database> db_;
};

TEST_F(PostgresTest, GoesOnWhenItsServerWasRestartedMeanwhile) {
  for (const int signal : {SIGINT, SIGKILL}) {
    const auto before = count();
    server_->stop(signal);
    const auto refused = add(before + 1);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::kDisconnected);
    server_->start();
    must(add(before + 1));
    EXPECT_EQ(count(), before + 1);
  }
}

TEST_F(PostgresTest, PlansPagesForWhatTheyAskWhateverTheServerHas) {
  const auto setting = [](Database& db, std::string_view name) {
    Query query(db, "SELECT current_setting($1)", name);
    must(query.next());
    std::string value;
    must(query.read(value));
    return value;
  };
  EXPECT_EQ(setting(*db_, "jit"), "off");
  EXPECT_EQ(setting(*db_, "random_page_cost"), "1.1");
  EXPECT_EQ(setting(*db_, "plan_cache_mode"), "auto");
  const auto reader =
      must(open_postgres({.url = url_, .password = "", .use = ServerUse::kReadOnly}));
  EXPECT_EQ(setting(*reader, "jit"), "off");
}

// A plan that was kept after five of them would be one for lists of any length.
TEST_F(PostgresTest, PlansAListEachTimeForWhatIsInIt) {
  constexpr std::string_view kOfList =
      "SELECT id FROM things WHERE id IN (SELECT value FROM unnest($1) AS value)";
  constexpr std::string_view kOfOne = "SELECT id FROM things WHERE id = $1";
  must(add(1));
  const std::vector<std::int64_t> ids{1, 2};
  for (int i = 0; i < 6; ++i) {
    Query of_list(*db_, kOfList, ids);
    EXPECT_TRUE(must(of_list.next()));
    Query of_one(*db_, kOfOne, std::int64_t(1));
    EXPECT_TRUE(must(of_one.next()));
  }
  const auto prepared = [&](std::string_view text) {
    Query query(*db_,
                "SELECT count(*) FROM pg_prepared_statements"
                " WHERE position($1 in statement) > 0",
                text);
    must(query.next());
    std::int64_t count = 0;
    must(query.read(count));
    return count;
  };
  EXPECT_EQ(prepared("FROM things WHERE id IN"), 0);
  EXPECT_EQ(prepared("FROM things WHERE id ="), 1);
}

TEST_F(PostgresTest, LosesATransactionWithItsServerAndSaysSo) {
  {
    auto transaction = must(Transaction::begin(*db_, Access::kWrite));
    must(Query::enqueue(*db_, "INSERT INTO things (id) VALUES ($1)", 1));
    must(db_->flush());
    server_->stop(SIGKILL);
    server_->start();
    (void)Query::enqueue(*db_, "INSERT INTO things (id) VALUES ($1)", 2);
    const auto flushed = db_->flush();
    ASSERT_FALSE(flushed.ok());
    EXPECT_EQ(flushed.error().kind, ErrorKind::kDisconnected) << flushed.error().text;
    // Not by a new connection, with half of it missing.
    EXPECT_EQ(Query::run(*db_, "INSERT INTO things (id) VALUES (3)").error().kind,
              ErrorKind::kDisconnected);
    EXPECT_EQ(transaction.commit().error().kind, ErrorKind::kDisconnected);
  }
  EXPECT_EQ(count(), 0);
  must(add(1));
  EXPECT_EQ(count(), 1) << "with nothing of what was lost";
}

TEST_F(PostgresTest, HasOneControllerAtATime) {
  const PostgresOptions options{
      .url = url_, .use = ServerUse::kController, .busy_timeout = Milliseconds(100)};
  auto first = must(open_postgres(options));
  const auto second = open_postgres(options);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().kind, ErrorKind::kBusy);
  EXPECT_THAT(second.error().text, HasSubstr("another curlew serve"));
  // After a restart it is the first again, unless somebody else was faster.
  server_->stop(SIGINT);
  server_->start();
  must(Transaction::begin(*first, Access::kWrite));
  EXPECT_FALSE(open_postgres(options).ok());
  first.reset();
  must(open_postgres(options));
}

TEST_F(PostgresTest, IsMigratedOnceByManyProgramsThatStartTogether) {
  url_ = server_->fresh_url();
  std::vector<std::thread> programs;
  for (int i = 0; i < 5; ++i) {
    programs.emplace_back([&] {
      const auto db = must(open_postgres({.url = url_}));
      must(migrate(*db, central_migrations()));
      must(check_schema(*db, central_migrations()));
    });
  }
  for (std::thread& program : programs) program.join();
}

TEST_F(PostgresTest, LeavesTheDatabasesOfOtherProgramsAlone) {
  url_ = server_->fresh_url();
  {
    const auto theirs = must(open_postgres({.url = url_}));
    must(theirs->run_script("CREATE TABLE theirs (id BIGINT)"));
  }
  const auto refused = open_postgres({.url = url_});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::kUsage);
  EXPECT_THAT(refused.error().text, HasSubstr("belongs to another program"));
}

TEST_F(PostgresTest, TellsAValueThatItRefusesFromTroubleOfItsOwn) {
  must(db_->run_script("CREATE TABLE names (name TEXT PRIMARY KEY)"));
  const auto insert = [&](std::string_view name) {
    return Query::run(*db_, "INSERT INTO names (name) VALUES ($1)", name);
  };
  must(insert("one"));
  EXPECT_EQ(insert("one").error().kind, ErrorKind::kFailed);
  EXPECT_EQ(insert(std::string_view("a\0b", 3)).error().kind, ErrorKind::kFailed);
  EXPECT_EQ(Query::run(*db_, "INSERT INTO nowhere (name) VALUES ('x')").error().kind,
            ErrorKind::kUnsupported);
  must(db_->verify());
}

}  // namespace
}  // namespace curlew::store
