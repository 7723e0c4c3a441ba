// The controller writes while a command line in another process does; and a program
// that never lets go is named.

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <vector>

#include "base/temporary_folder_test.h"
#include "store/status.h"
#include "store/store.h"
#include "store/store_fixture.h"

namespace curlew::store {
namespace {

using testing::HasSubstr;

// Runs `work` in a process of its own; it succeeds unless something is thrown.
template <typename Work>
pid_t start(Work work) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  try {
    work();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "child: %s\n", error.what());
    ::_exit(1);
  }
  ::_exit(0);
}

void expect_success(pid_t child) {
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

class TwoPrograms : public testing::Test {
 protected:
  TestDatabase database_;
  std::string path_ = database_.place();
};

TEST_F(TwoPrograms, WriteTheSameDatabaseWithoutOneLock) {
  const auto writer = [&](int number) {
    return [this, number] {
      const auto store = must(open_at(path_));
      for (int i = 0; i < 20; ++i) {
        const auto url = "https://example.org/" + std::to_string(number * 100 + i);
        const auto id = must(store->sources().add(source_at(url), kNow));
        auto batch = must(store->begin());
        const auto entry = entry_titled(url);
        must(add_one(*store, article_of(id, 1, entry)));
        must(batch.commit());
        must(count_status(*store, kNow, kLateAfter));
      }
    };
  };
  // All of them also race to create the file and its schema.
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) children.push_back(start(writer(i)));
  for (const pid_t child : children) expect_success(child);
  const auto store = must(open_at(path_, OpenMode::kReadOnly));
  EXPECT_EQ(must(count_status(*store, kNow, kLateAfter)).sources, 80);
  EXPECT_EQ(must(count_status(*store, kNow, kLateAfter)).articles, 80);
  EXPECT_EQ(must(store->articles().newest({}, 100)).size(), 80u);
  must(store->verify());
}

TEST_F(TwoPrograms, SeeEachOthersChanges) {
  const auto controller = must(open_at(path_));
  const auto before = must(controller->schedule().changes_since(0, 1000)).revision;
  expect_success(start([&] {
    const auto store = must(open_at(path_));
    must(store->sources().add(source_at("https://example.org/"), kNow));
  }));
  EXPECT_EQ(must(controller->schedule().changes_since(before, 1000)).changed.size(),
            1u);
}

TEST_F(TwoPrograms, NameTheFileWhenTheOtherNeverFinishes) {
  const auto holder = must(open_at(path_));
  auto batch = must(holder->begin());
  const auto store = must(open_at(path_, OpenMode::kReadWrite, Milliseconds(20)));
  const auto refused = store->sources().add(source_at("https://example.org/"), kNow);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::kBusy);
  EXPECT_THAT(refused.error().text, HasSubstr(store->database().name()));
  EXPECT_EQ(must(count_status(*store, kNow, kLateAfter)).sources, 0)
      << "readers do not wait";
  must(batch.commit());
  must(store->sources().add(source_at("https://example.org/"), kNow));
}

TEST_F(TwoPrograms, DoNotSeeEachOtherWithinASnapshot) {
  const auto store = must(open_at(path_));
  const auto other = must(open_at(path_));
  const auto id = must(store->sources().add(source_at("https://example.org/1"), kNow));
  std::optional<Transaction> snapshot(must(store->snapshot()));
  EXPECT_TRUE(must(store->sources().find(id)));
  must(other->sources().remove(id));
  EXPECT_TRUE(must(store->sources().find(id)));
  snapshot.reset();
  EXPECT_FALSE(must(store->sources().find(id)));
  must(store->sources().add(source_at("https://example.org/2"), kNow));
}

// Of SQLite alone, and with a program that was not forked from this one, whose locks
// SQLite would remember.
TEST(OpenTwice, KeepsTheLocksOfAllConnections) {
  const TemporaryFolder folder;
  const std::string path = folder.file("central.db");
  const auto run = [&](const std::string& sql) {
    return std::system(("sqlite3 " + path + " \"" + sql + "\" >/dev/null").c_str());
  };
  const auto store = must(open_sqlite_store(path, OpenMode::kReadWrite));
  const auto second = must(open_sqlite_store(path, OpenMode::kReadWrite));
  // Where it thinks that nobody else has the database, it takes the log away.
  ASSERT_EQ(run("UPDATE counters SET value = value"), 0);
  must(store->sources().add(source_at("https://example.org/1"), kNow));
  EXPECT_EQ(
      std::system(("test $(sqlite3 " + path + " 'SELECT count(*) FROM sources') -eq 1")
                      .c_str()),
      0);
}

}  // namespace
}  // namespace curlew::store
