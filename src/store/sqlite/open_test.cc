// What happens when the file is not as it should be.

#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>

#include "base/random.h"
#include "store/query.h"
#include "store/store_fixture.h"

namespace curlew::store {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class Open : public testing::Test {
 protected:
  Error open_error(OpenMode mode = OpenMode::kReadWrite) {
    auto store = open_sqlite_store(path_, mode);
    if (store.ok()) return {ErrorKind::kFailed, "it opened"};
    EXPECT_THAT(store.error().text, HasSubstr(path_));
    return store.error();
  }
  void write_file(std::string_view content) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  void run_sql(const char* sql) {
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &db), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(db, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(db);
  }
  // A store with a few pages of articles, closed.
  void make_store() {
    const auto store = must(open_sqlite_store(path_, OpenMode::kReadWrite));
    const auto source =
        must(store->sources().add(source_at("https://example.org/"), kNow));
    auto batch = must(store->begin());
    for (int i = 0; i < 500; ++i) {
      const auto entry = entry_titled("An article with number " + std::to_string(i));
      must(add_one(*store, article_of(source, i, entry)));
    }
    must(batch.commit());
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("curlew.db");
};

TEST_F(Open, WritesToNoFileThatIsNotInItsPlaceAnyMore) {
  make_store();
  const auto store = must(open_sqlite_store(path_, OpenMode::kReadWrite));
  const std::string away = folder_.file("away.db");
  ASSERT_EQ(::rename(path_.c_str(), away.c_str()), 0);
  const auto begun = store->begin();
  ASSERT_FALSE(begun.ok());
  EXPECT_THAT(begun.error().text, AllOf(HasSubstr(path_), HasSubstr("moved")));
  EXPECT_EQ(open_error(OpenMode::kPresent).kind, ErrorKind::kNotFound);

  ASSERT_EQ(::rename(away.c_str(), path_.c_str()), 0);
  EXPECT_TRUE(store->begin().ok());
}

TEST_F(Open, MakesAFileThatOnlyItsOwnerReads) {
  make_store();
  const auto store = must(open_sqlite_store(path_, OpenMode::kReadWrite));
  must(store->sources().add(source_at("https://example.org/2"), kNow));
  for (const char* suffix : {"", "-wal", "-shm"}) {
    struct stat status {};
    ASSERT_EQ(::stat((path_ + suffix).c_str(), &status), 0) << suffix;
    EXPECT_EQ(status.st_mode & 0777, 0600u) << suffix;
  }
}

TEST_F(Open, DoesNotCreateForReaders) {
  EXPECT_EQ(open_error(OpenMode::kReadOnly).kind, ErrorKind::kNotFound);
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(Open, RefusesAFileThatWasEmptied) {
  write_file("");
  for (const OpenMode mode : {OpenMode::kReadWrite, OpenMode::kReadOnly}) {
    const Error error = open_error(mode);
    EXPECT_EQ(error.kind, ErrorKind::kCorrupt);
    EXPECT_THAT(error.text, HasSubstr("empty (0 bytes); restore a backup"));
  }
  EXPECT_EQ(std::filesystem::file_size(path_), 0u);
}

// SQLite waits for readers and not for writers when it turns a file to its log.
TEST_F(Open, WaitsItsPatienceForAFileWithoutALogThatAnotherHolds) {
  make_store();
  run_sql("PRAGMA journal_mode = DELETE");
  const Milliseconds patience(500);
  for (const char* hold : {"BEGIN IMMEDIATE", "BEGIN; SELECT count(*) FROM sources"}) {
    sqlite3* other = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &other), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(other, hold, nullptr, nullptr, nullptr), SQLITE_OK);
    const auto start = std::chrono::steady_clock::now();
    const auto store = open_sqlite_store(path_, OpenMode::kReadWrite, patience);
    const auto took = std::chrono::steady_clock::now() - start;
    sqlite3_close(other);
    ASSERT_FALSE(store.ok()) << hold;
    EXPECT_EQ(store.error().kind, ErrorKind::kBusy) << store.error().text;
    EXPECT_GE(took, patience) << hold;
    // Not for good: a busy machine has its time.
    EXPECT_LT(took, 40 * patience) << hold;
  }
}

TEST_F(Open, LetsReadersReadAndNothingElse) {
  make_store();
  const auto store = must(open_sqlite_store(path_, OpenMode::kReadOnly));
  EXPECT_EQ(must(store->articles().newest({}, 10)).size(), 10u);
  EXPECT_FALSE(store->sources().add(source_at("https://example.org/2"), kNow).ok());
}

TEST_F(Open, SaysWhenTheFolderIsMissing) {
  path_ = folder_.file("none/curlew.db");
  EXPECT_THAT(open_error().text, HasSubstr("No such file or directory"));
}

TEST_F(Open, SaysWhenTheFileCannotBeWritten) {
  std::filesystem::create_directory(path_);
  EXPECT_THAT(open_error().text, HasSubstr("Is a directory"));
}

TEST_F(Open, SaysWhenTheFileIsNoDatabase) {
  const std::string text(10'000, 'x');
  write_file(text);
  const Error error = open_error();
  EXPECT_EQ(error.kind, ErrorKind::kCorrupt);
  EXPECT_THAT(error.text, AllOf(HasSubstr("no database"), HasSubstr("backup")));
  EXPECT_EQ(std::filesystem::file_size(path_), text.size()) << "left as it was";
}

TEST_F(Open, LeavesTheDatabasesOfOtherProgramsAlone) {
  run_sql("CREATE TABLE theirs (id)");
  EXPECT_EQ(open_error().kind, ErrorKind::kUsage);
  run_sql("DROP TABLE theirs; PRAGMA application_id = 77");
  EXPECT_EQ(open_error().kind, ErrorKind::kUsage);
}

TEST_F(Open, LeavesTheDatabaseOfANewerCurlewAlone) {
  make_store();
  run_sql("PRAGMA user_version = 1000");
  for (const auto mode : {OpenMode::kReadWrite, OpenMode::kReadOnly}) {
    EXPECT_EQ(open_error(mode).kind, ErrorKind::kUnsupported);
  }
}

TEST_F(Open, SaysWhenTheFileWasCutOff) {
  make_store();
  std::filesystem::resize_file(path_, std::filesystem::file_size(path_) / 2);
  const auto store = open_sqlite_store(path_, OpenMode::kReadWrite);
  const auto verdict = store.ok() ? (*store)->verify() : Result<void>(store.error());
  ASSERT_FALSE(verdict.ok());
  EXPECT_EQ(verdict.error().kind, ErrorKind::kCorrupt);
  EXPECT_THAT(verdict.error().text, HasSubstr(path_));
}

// Whatever is damaged: an error or an answer, never a crash; and verify() sees damage
// of the structure.
TEST_F(Open, SurvivesDamageAnywhere) {
  make_store();
  std::ifstream file(path_, std::ios::binary);
  const std::string sound{std::istreambuf_iterator<char>(file), {}};
  Random random(7);
  for (int round = 0; round < 60; ++round) {
    std::string broken = sound;
    const std::size_t at = random.below(broken.size() - 512);
    for (int i = 0; i < 512; ++i) broken[at + i] = static_cast<char>(random());
    for (const char* suffix : {"-wal", "-shm"}) std::filesystem::remove(path_ + suffix);
    write_file(broken);
    auto store = open_sqlite_store(path_, OpenMode::kReadWrite);
    if (!store.ok()) continue;
    (void)(*store)->articles().newest({}, 1000);
    (void)(*store)->articles().newest_of({1}, 1000);
    (void)(*store)->schedule().changes_since(0, 1000);
    (void)count_status(*(*store), kNow, kLateAfter);
    (void)(*store)->sources().remove({1});
    const auto verdict = (*store)->verify();
    EXPECT_TRUE(verdict.ok() || verdict.error().text.find(path_) != std::string::npos);
  }
}

TEST_F(Open, FindsTheDamageWhenAskedToVerify) {
  make_store();
  const auto whole = must(open_sqlite_store(path_, OpenMode::kReadWrite));
  must(whole->verify());
  // Of a table that opening does not read.
  std::int64_t page = 0;
  {
    Query query(whole->database(),
                "SELECT rootpage FROM sqlite_master WHERE name = 'clips'");
    must(query.next());
    must(query.read(page));
  }
  std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp((page - 1) * 4096);
  file << std::string(4096, '\xee');
  file.close();
  const auto store = must(open_sqlite_store(path_, OpenMode::kReadWrite));
  const auto verdict = store->verify();
  ASSERT_FALSE(verdict.ok());
  EXPECT_EQ(verdict.error().kind, ErrorKind::kCorrupt);
}

}  // namespace
}  // namespace curlew::store
