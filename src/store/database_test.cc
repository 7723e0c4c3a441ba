// What every driver does alike: values in and out, arrays, transactions, and writes
// whose end is not waited for.

#include "store/database.h"

#include <gmock/gmock.h>

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "store/driver_test.h"
#include "store/query.h"
#include "store/store_fixture.h"

namespace curlew::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class DatabaseTest : public testing::Test {
 protected:
  DatabaseTest() {
    must(db_->run_script(
        "CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)"));
    must(db_->set_schema_version(1));
  }
  std::unique_ptr<Database> open(Milliseconds patience = Milliseconds(10'000)) {
    return must(place_.open(Access::kWrite, patience));
  }
  void add(std::int64_t id, std::string_view name) {
    must(Query::run(*db_, "INSERT INTO things (id, name) VALUES ($1, $2)", id, name));
  }
  Result<void> enqueue(std::int64_t id, std::string_view name) {
    return Query::enqueue(*db_, "INSERT INTO things (id, name) VALUES ($1, $2)", id,
                          name);
  }
  template <typename... Args>
  std::vector<std::int64_t> ids(std::string_view sql, Args&&... args) {
    Query query(*db_, sql, std::forward<Args>(args)...);
    std::vector<std::int64_t> ids;
    while (must(query.next())) must(query.read(ids.emplace_back()));
    return ids;
  }
  std::vector<std::int64_t> all_ids() {
    return ids("SELECT id FROM things ORDER BY id");
  }

  TestDatabase place_;
  std::unique_ptr<Database> db_ = open();
};

constexpr std::string_view kWithIds =
    "SELECT id FROM things WHERE id IN (SELECT value FROM unnest($1) AS value)"
    " ORDER BY id";
constexpr std::string_view kWithNames =
    "SELECT id FROM things WHERE name IN (SELECT value FROM unnest($1) AS value)"
    " ORDER BY id";

TEST_F(DatabaseTest, FindsTheRowsOfManyIdsInOneQuery) {
  for (std::int64_t id : {1, 2, 3, 4}) add(id, std::to_string(id));
  const std::vector<model::SourceId> wanted{{4}, {2}, {7}, {2}};
  EXPECT_THAT(ids(kWithIds, wanted), ElementsAre(2, 4));
  EXPECT_THAT(ids(kWithIds, std::span(wanted).first(1)), ElementsAre(4));
  const std::vector<std::int64_t> numbers{1, std::numeric_limits<std::int64_t>::min()};
  EXPECT_THAT(ids(kWithIds, numbers), ElementsAre(1));
  EXPECT_THAT(ids(kWithIds, std::span<const model::SourceId>()), IsEmpty());
}

TEST_F(DatabaseTest, FindsTheRowsOfManyTextsInOneQuery) {
  add(1, "one");
  add(2, "a, \"b\" {c} \\ 'd'");
  add(3, "");
  add(4, "ελληνικά");
  const std::vector<std::string_view> wanted{"", "ελληνικά", "a, \"b\" {c} \\ 'd'",
                                             "on"};
  EXPECT_THAT(ids(kWithNames, wanted), ElementsAre(2, 3, 4));
  EXPECT_THAT(ids(kWithNames, std::span<const std::string_view>()), IsEmpty());
}

TEST_F(DatabaseTest, JoinsAnArrayAndNarrowsItByOtherParameters) {
  for (std::int64_t id : {1, 2, 3}) add(id, "n" + std::to_string(id));
  const std::vector<std::int64_t> wanted{3, 1, 9};
  EXPECT_THAT(ids("SELECT things.id FROM unnest($1) AS value"
                  " JOIN things ON things.id = value.value WHERE things.name <> $2",
                  wanted, "n1"),
              ElementsAre(3));
}

TEST_F(DatabaseTest, JoinsPairsOfNumbers) {
  must(db_->run_script("CREATE TABLE cells (x BIGINT NOT NULL, y BIGINT NOT NULL)"));
  for (std::int64_t x : {1, 2}) {
    for (std::int64_t y : {1, 2}) {
      must(Query::run(*db_, "INSERT INTO cells (x, y) VALUES ($1, $2)", x, y));
    }
  }
  const std::vector<std::int64_t> xs{2, 1, 7};
  const std::vector<std::int64_t> ys{1, 2, 7};
  EXPECT_THAT(ids("SELECT c.x * 10 + c.y FROM pairs($1, $2) AS pair"
                  " JOIN cells c ON c.x = pair.first AND c.y = pair.second ORDER BY 1",
                  xs, ys),
              ElementsAre(12, 21));
  const std::span<const std::int64_t> none;
  EXPECT_THAT(ids("SELECT pair.first FROM pairs($1, $2) AS pair", none, none),
              IsEmpty());
}

TEST_F(DatabaseTest, JoinsPairsOfNumbersAndBytes) {
  must(db_->run_script("CREATE TABLE cells (x BIGINT NOT NULL, y BLOB NOT NULL)"));
  const std::string bytes("\0\\\xff", 3);
  must(Query::run(*db_, "INSERT INTO cells (x, y) VALUES ($1, $2)", 1, Blob{bytes}));
  must(Query::run(*db_, "INSERT INTO cells (x, y) VALUES ($1, $2)", 2, Blob{}));
  const std::vector<std::int64_t> xs{1, 2, 2};
  const std::vector<std::string_view> ys{bytes, "", bytes};
  EXPECT_THAT(ids("SELECT c.x FROM pairs($1, $2) AS pair"
                  " JOIN cells c ON c.x = pair.first AND c.y = pair.second ORDER BY 1",
                  xs, Blobs{ys}),
              ElementsAre(1, 2));
}

TEST_F(DatabaseTest, DeletesManyRowsInOneQuery) {
  for (std::int64_t id : {1, 2, 3}) add(id, std::to_string(id));
  const std::vector<std::int64_t> gone{1, 3, 5};
  EXPECT_EQ(
      must(Query::run(
          *db_,
          "DELETE FROM things WHERE id IN (SELECT value FROM unnest($1) AS value)",
          gone)),
      2);
  EXPECT_THAT(all_ids(), ElementsAre(2));
}

TEST_F(DatabaseTest, ShowsLaterQueriesWhatWasEnqueuedBefore) {
  auto transaction = must(Transaction::begin(*db_, Access::kWrite));
  std::vector<std::int64_t> expected;
  for (std::int64_t id = 1; id <= 3000; ++id) {
    // The name is gone when the query is run.
    must(enqueue(id, std::string(100, 'x') + std::to_string(id)));
    expected.push_back(id);
  }
  EXPECT_EQ(all_ids(), expected);
  must(db_->flush());
  must(enqueue(3001, "last"));
  must(transaction.commit());
  EXPECT_EQ(all_ids().size(), 3001u);
}

TEST_F(DatabaseTest, RunsWhatIsEnqueuedAsIfItWereRunAtOnce) {
  must(db_->run_script(
      "CREATE TABLE notes (id INTEGER PRIMARY KEY, number BIGINT, text TEXT)"));
  auto transaction = must(Transaction::begin(*db_, Access::kWrite));
  for (std::int64_t id = 1; id <= 70; ++id) {
    must(enqueue(id, std::to_string(id)));
    const auto number = id % 3 == 0 ? std::optional(id) : std::nullopt;
    const std::string text(static_cast<std::size_t>(id % 5), 'x');
    must(Query::enqueue(*db_,
                        "INSERT INTO notes (id, number, text) VALUES ($1, $2, $3)", id,
                        number, text));
    if (id % 7 != 0) continue;
    must(
        Query::enqueue(*db_, "UPDATE things SET name = name || '!' WHERE id = $1", id));
    must(Query::enqueue(*db_, "DELETE FROM notes WHERE id < $1", id - 2));
  }
  must(transaction.commit());
  EXPECT_EQ(all_ids().size(), 70u);
  EXPECT_THAT(ids("SELECT count(*) FROM things WHERE substr(name, length(name)) = '!'"),
              ElementsAre(10));
  EXPECT_THAT(ids("SELECT id FROM notes ORDER BY id"), ElementsAre(68, 69, 70));
  EXPECT_THAT(ids("SELECT id FROM notes WHERE number IS NULL ORDER BY id"),
              ElementsAre(68, 70));
  EXPECT_THAT(ids("SELECT id FROM notes WHERE text = '' ORDER BY id"), ElementsAre(70));
}

TEST_F(DatabaseTest, DropsWhatWasEnqueuedWithItsTransaction) {
  {
    auto transaction = must(Transaction::begin(*db_, Access::kWrite));
    must(enqueue(1, "one"));
  }
  EXPECT_THAT(all_ids(), IsEmpty());
  auto transaction = must(Transaction::begin(*db_, Access::kWrite));
  must(enqueue(2, "two"));
  must(transaction.commit());
  EXPECT_THAT(all_ids(), ElementsAre(2));
}

// By flush() at the latest.
TEST_F(DatabaseTest, CommitsNothingWhenAnEnqueuedWriteFailed) {
  add(1, "one");
  {
    auto transaction = must(Transaction::begin(*db_, Access::kWrite));
    must(enqueue(2, "two"));
    const bool failed_at_once = !enqueue(3, "one").ok();
    EXPECT_TRUE(!db_->flush().ok() || failed_at_once);
    EXPECT_FALSE(enqueue(4, "four").ok() && db_->flush().ok());
    EXPECT_FALSE(transaction.commit().ok());
  }
  EXPECT_THAT(all_ids(), ElementsAre(1));
  auto transaction = must(Transaction::begin(*db_, Access::kWrite));
  must(enqueue(5, "five"));
  must(transaction.commit());
  EXPECT_THAT(all_ids(), ElementsAre(1, 5)) << "the connection goes on";
}

TEST_F(DatabaseTest, RefusesToCommitWhenAnEnqueuedWriteFailed) {
  add(1, "one");
  auto transaction = must(Transaction::begin(*db_, Access::kWrite));
  (void)enqueue(2, "one");
  EXPECT_FALSE(transaction.commit().ok());
}

TEST_F(DatabaseTest, GivesBackWhatItWasGiven) {
  must(db_->run_script(
      "CREATE TABLE kinds (id INTEGER PRIMARY KEY, number BIGINT, name TEXT,"
      " bytes BLOB)"));
  const std::string bytes("\0\xff\n'\\x", 6);
  const auto least = std::numeric_limits<std::int64_t>::min();
  const auto insert = [&](auto... values) {
    must(Query::run(*db_,
                    "INSERT INTO kinds (id, number, name, bytes)"
                    " VALUES ($1, $2, $3, $4)",
                    values...));
  };
  // What is absent first, so that nothing is known of the types.
  insert(1, std::optional<std::int64_t>(), std::optional<std::string_view>(),
         std::optional<Blob>());
  insert(2, least, std::string_view("ά 'x' \\"), Blob{bytes});
  insert(3, std::int64_t(-1), std::string_view(), Blob{});
  Query query(*db_, "SELECT number, name, bytes FROM kinds ORDER BY id");
  std::optional<std::int64_t> number;
  std::optional<std::string> name, blob;
  ASSERT_TRUE(must(query.next()));
  must(query.read(number, name, blob));
  EXPECT_FALSE(number || name || blob);
  ASSERT_TRUE(must(query.next()));
  must(query.read(number, name, blob));
  EXPECT_EQ(number, least);
  EXPECT_EQ(name, "ά 'x' \\");
  EXPECT_EQ(blob, bytes);
  ASSERT_TRUE(must(query.next()));
  must(query.read(number, name, blob));
  EXPECT_EQ(number, -1);
  EXPECT_EQ(name, "");
  EXPECT_EQ(blob, "");
  EXPECT_FALSE(must(query.next()));
}

// Both do, though SQLite could hold it: what is in one must be able to move to the
// other.
TEST_F(DatabaseTest, RefusesWhatIsNotTextAndNamesTheColumn) {
  for (const std::string_view name : {std::string_view("a\xFF"), {"a\0b", 3}}) {
    const auto refused =
        Query::run(*db_, "INSERT INTO things (id, name) VALUES ($1, $2)", 1, name);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::kFailed);
    EXPECT_THAT(refused.error().text, testing::StartsWith("name: byte 2 of "));
    EXPECT_FALSE(Query::run(*db_, "UPDATE things SET name = $1", name).ok());
  }
  auto transaction = must(Transaction::begin(*db_, Access::kWrite));
  EXPECT_FALSE(enqueue(1, "\xFF").ok());
  EXPECT_FALSE(transaction.commit().ok());
}

TEST_F(DatabaseTest, CountsAndAddsUp) {
  for (std::int64_t id : {1, 20'000, 123'456'789}) add(id, std::to_string(id));
  EXPECT_THAT(ids("SELECT sum(id) FROM things"), ElementsAre(123'476'790));
  EXPECT_THAT(ids("SELECT -sum(id) FROM things"), ElementsAre(-123'476'790));
  EXPECT_THAT(ids("SELECT sum(id - id) FROM things"), ElementsAre(0));
  EXPECT_THAT(ids("SELECT count(*) FROM things"), ElementsAre(3));
  EXPECT_THAT(ids("SELECT CASE WHEN id > 1 THEN 1 ELSE 0 END FROM things ORDER BY id"),
              ElementsAre(0, 1, 1));
}

// Whatever language the server speaks.
TEST_F(DatabaseTest, OrdersTextsByTheirBytesAndFoldsAscii) {
  add(1, "b");
  add(2, "a");
  add(3, "B");
  add(4, "á");
  add(5, "Á");
  EXPECT_THAT(ids("SELECT id FROM things ORDER BY name"), ElementsAre(3, 2, 1, 5, 4));
  EXPECT_THAT(ids("SELECT id FROM things ORDER BY lower(name), id"),
              ElementsAre(2, 1, 3, 5, 4));
}

TEST_F(DatabaseTest, SaysHowManyRowsWereChanged) {
  for (std::int64_t id : {1, 2, 3}) add(id, std::to_string(id));
  EXPECT_EQ(must(Query::run(*db_, "DELETE FROM things WHERE id > $1", 1)), 2);
  EXPECT_EQ(must(Query::run(*db_,
                            "INSERT INTO things (id, name) VALUES ($1, $2)"
                            " ON CONFLICT (id) DO NOTHING",
                            1, "again")),
            0);
}

TEST_F(DatabaseTest, LetsOneWriterInAtATime) {
  const auto other = open(Milliseconds(50));
  auto transaction = must(Transaction::begin(*db_, Access::kWrite));
  must(enqueue(1, "one"));
  const auto refused = Transaction::begin(*other, Access::kWrite);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::kBusy) << refused.error().text;
  EXPECT_FALSE(other->in_transaction());
  must(transaction.commit());
  auto second = must(Transaction::begin(*other, Access::kWrite));
  Query query(*other, "SELECT id FROM things");
  EXPECT_TRUE(must(query.next())) << "it sees what the one before it wrote";
}

TEST_F(DatabaseTest, ReadsOneMomentWithinATransaction) {
  const auto other = open();
  add(1, "one");
  const auto snapshot = must(Transaction::begin(*db_, Access::kRead));
  EXPECT_THAT(all_ids(), ElementsAre(1));
  must(Query::run(*other, "DELETE FROM things"));
  EXPECT_THAT(all_ids(), ElementsAre(1));
}

TEST_F(DatabaseTest, KeepsReadersFromWriting) {
  add(1, "one");
  const auto reader = must(place_.open(Access::kRead));
  EXPECT_FALSE(Query::run(*reader, "DELETE FROM things").ok());
  EXPECT_THAT(all_ids(), ElementsAre(1));
}

}  // namespace
}  // namespace curlew::store
