#include "store/migration.h"

#include <gmock/gmock.h>

#include <vector>

#include "store/driver_test.h"
#include "store/query.h"
#include "store/store_fixture.h"

namespace curlew::store {
namespace {

using testing::HasSubstr;

const std::vector<Migration> kFirst{
    {1, "CREATE TABLE things (id INTEGER PRIMARY KEY)"}};
const std::vector<Migration> kBoth{
    {1, "CREATE TABLE things (id INTEGER PRIMARY KEY)"},
    {2,
     "ALTER TABLE things ADD COLUMN name TEXT NOT NULL DEFAULT 'none';"
     "UPDATE things SET name = 'old'"}};
const std::vector<Migration> kBroken{
    {1, "CREATE TABLE things (id INTEGER PRIMARY KEY)"},
    {2, "ALTER TABLE things ADD COLUMN name TEXT; UPDATE nothing SET name = 'old'"}};

class MigrationTest : public testing::Test {
 protected:
  std::unique_ptr<Database> open() { return must(place_.open()); }
  TestDatabase place_;
};

TEST_F(MigrationTest, BringsAnOlderDatabaseUpToDateWithItsRows) {
  {
    const auto db = open();
    must(migrate(*db, kFirst));
    must(Query::run(*db, "INSERT INTO things (id) VALUES (5)"));
  }
  const auto db = open();
  EXPECT_EQ(check_schema(*db, kBoth).error().kind, ErrorKind::kUnsupported);
  must(migrate(*db, kBoth));
  must(check_schema(*db, kBoth));
  Query query(*db, "SELECT id, name FROM things");
  ASSERT_TRUE(must(query.next()));
  std::int64_t id = 0;
  std::string name;
  must(query.read(id, name));
  EXPECT_EQ(id, 5);
  EXPECT_EQ(name, "old");
}

TEST_F(MigrationTest, RunsEachStepOnce) {
  const auto db = open();
  must(migrate(*db, kBoth));
  must(migrate(*db, kBoth));
  EXPECT_EQ(must(db->schema_version()), 2);
}

TEST_F(MigrationTest, LeavesEverythingAsItWasWhenAStepFails) {
  const auto db = open();
  must(migrate(*db, kFirst));
  const auto failed = migrate(*db, kBroken);
  ASSERT_FALSE(failed.ok());
  EXPECT_THAT(failed.error().text, HasSubstr("migration 2"));
  EXPECT_EQ(must(db->schema_version()), 1);
  must(migrate(*db, kBoth));
}

TEST_F(MigrationTest, RefusesADatabaseThatIsNewer) {
  const auto db = open();
  must(migrate(*db, kBoth));
  EXPECT_EQ(migrate(*db, kFirst).error().kind, ErrorKind::kUnsupported);
  EXPECT_EQ(must(db->schema_version()), 2);
}

TEST_F(MigrationTest, HasItsFilesInTheOrderOfTheirNumbers) {
  int before = 0;
  for (const auto& migration : central_migrations()) {
    EXPECT_GT(migration.version, before);
    before = migration.version;
  }
  EXPECT_GT(before, 1);
}

}  // namespace
}  // namespace curlew::store
