// What is saved comes back whole; what is no backup of ours, or not a whole one,
// changes nothing.

#include "store/backup/backup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>

#include "base/content_of_test.h"
#include "store/backup/archive.h"
#include "store/backup/tar_header.h"
#include "store/key_file.h"
#include "store/migration.h"
#include "store/store_fixture.h"
#include "store/terminal_cache.h"

namespace curlew::store {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

void write(const std::string& path, std::string_view content) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

class Backup : public testing::Test {
 protected:
  Backup() {
    fs::create_directory(data_);
    const auto store =
        must(open_sqlite_store(data_ + "/central.db", OpenMode::kReadWrite));
    const auto source =
        must(store->sources().add(source_at("http://a.example/"), kNow));
    const auto entry = entry_titled("an article");
    auto batch = must(store->begin());
    must(add_one(*store, article_of(source, 1, entry)));
    must(batch.commit());
    const auto cache = must(open_terminal_cache(data_ + "/terminal-1.db"));
    SourceMemory memory;
    memory.etag = "\"1\"";
    const TerminalCache::Remembered remembered{source, memory};
    must(cache->save({&remembered, 1}));
  }

  BackupFacts back_up() {
    return must(write_backup({.directory = data_,
                              .file = file_,
                              .config = "[web]\nport = 0\n",
                              .version = "0.1.0",
                              .now = kNow}));
  }
  Result<BackupFacts> restore(Existing existing = Existing::kRefused) {
    fs::create_directories(there_);
    return restore_backup(file_, there_, existing);
  }
  std::size_t articles_there() {
    const auto store =
        must(open_sqlite_store(there_ + "/central.db", OpenMode::kReadWrite));
    return must(store->articles().newest({}, 10)).size();
  }
  // What is said of an archive that must be refused, after which nothing is there.
  std::string refusal() {
    const auto restored = restore();
    EXPECT_FALSE(restored.ok());
    EXPECT_TRUE(fs::is_empty(there_));
    return restored.ok() ? "" : restored.error().text;
  }
  // The same archive with another description, database or order of entries.
  void rebuild(const std::function<void(ArchiveWriter&)>& add) {
    ArchiveWriter writer = must(ArchiveWriter::create(file_, kNow));
    add(writer);
    must(writer.finish());
  }
  void rebuild_with(const std::string& database) {
    rebuild([&](ArchiveWriter& writer) {
      must(writer.add_text("curlew-backup.json", R"({"format":1,"curlew":"0.1.0"})"));
      must(writer.add_file("central.db", database));
    });
  }
  // The database of a backup, changed by a stranger.
  std::string changed_database(const char* sql) {
    const std::string path = folder_.file("changed.db");
    fs::copy_file(data_ + "/central.db", path);
    sqlite3* handle = nullptr;
    EXPECT_EQ(sqlite3_open(path.c_str(), &handle), SQLITE_OK);
    char* error = nullptr;
    EXPECT_EQ(sqlite3_exec(handle, sql, nullptr, nullptr, &error), SQLITE_OK) << error;
    sqlite3_exec(handle, "PRAGMA journal_mode=delete", nullptr, nullptr, nullptr);
    sqlite3_close(handle);
    return path;
  }

  TemporaryFolder folder_;
  const std::string data_ = folder_.file("data");
  const std::string there_ = folder_.file("there");
  const std::string file_ = folder_.file("backup.tar");
};

TEST_F(Backup, TakesTheKeyAlong) {
  const SealingKey key = must(read_or_make_key(data_ + "/curlew.key"));
  back_up();
  must(restore());
  EXPECT_EQ(must(read_key(there_ + "/curlew.key")).id(), key.id());
}

TEST_F(Backup, WithoutAKeyLeavesTheOneThatIsThere) {
  back_up();
  fs::create_directories(there_);
  const SealingKey key = must(read_or_make_key(there_ + "/curlew.key"));
  must(restore(Existing::kReplaced));
  EXPECT_EQ(must(read_key(there_ + "/curlew.key")).id(), key.id());
}

TEST_F(Backup, WithAKeyThatIsNotOneIsRefused) {
  write(data_ + "/curlew.key", "not a key");
  back_up();
  EXPECT_THAT(refusal(), HasSubstr("is not a key of Curlew"));
}

TEST_F(Backup, BringsBackEverything) {
  const BackupFacts saved = back_up();
  EXPECT_EQ(saved.articles, 1);
  EXPECT_EQ(saved.bytes, fs::file_size(file_));
  const BackupFacts restored = must(restore());
  EXPECT_EQ(restored.sources, 1);
  EXPECT_EQ(restored.articles, 1);
  EXPECT_EQ(restored.created, to_iso8601(kNow));
  EXPECT_EQ(articles_there(), 1u);
  EXPECT_EQ(content_of(there_ + "/curlew.toml.restored"), "[web]\nport = 0\n");
  const auto cache = must(open_terminal_cache(there_ + "/terminal-1.db"));
  const std::vector<model::SourceId> sources{{1}};
  EXPECT_EQ(must(cache->find(sources)).at(0).value().etag, "\"1\"");
}

TEST_F(Backup, IsForItsOwnerAlone) {
  back_up();
  must(restore());
  constexpr auto kOthers = fs::perms::group_all | fs::perms::others_all;
  for (const auto& path :
       {file_, there_ + "/central.db", there_ + "/curlew.toml.restored"}) {
    EXPECT_EQ(fs::status(path).permissions() & kOthers, fs::perms::none) << path;
  }
}

TEST_F(Backup, LeavesNoScratchFiles) {
  back_up();
  const auto failed = write_backup({.directory = folder_.file("none"),
                                    .file = folder_.file("other.tar"),
                                    .version = "0.1.0",
                                    .now = kNow});
  EXPECT_FALSE(failed.ok());
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder_.path())) {
    names.insert(entry.path().filename());
  }
  EXPECT_THAT(names, testing::ElementsAre("backup.tar", "data"));
}

TEST_F(Backup, IsRestoredOverOtherDataOnlyWhenTold) {
  back_up();
  fs::create_directory(there_);
  write(there_ + "/terminal-2.db", "of others");
  write(there_ + "/terminal-2.reading", "of others");
  must(open_sqlite_store(there_ + "/central.db", OpenMode::kReadWrite));
  write(there_ + "/central.db-wal", "the log of others");
  const auto refused = restore();
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::kExists);
  EXPECT_THAT(refused.error().text, HasSubstr("--replace"));
  EXPECT_TRUE(fs::exists(there_ + "/terminal-2.db"));
  must(restore(Existing::kReplaced));
  EXPECT_EQ(articles_there(), 1u);
  EXPECT_FALSE(fs::exists(there_ + "/terminal-2.db"));
  EXPECT_FALSE(fs::exists(there_ + "/terminal-2.reading"));
}

TEST_F(Backup, ACacheThatIsNotOursIsRefused) {
  const std::string cache = folder_.file("cache.db");
  const auto rebuild_with_cache = [&](const char* sql) {
    fs::remove(cache);
    must(open_terminal_cache(cache));
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(cache.c_str(), &handle), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_exec(handle, "PRAGMA journal_mode=delete", nullptr, nullptr, nullptr);
    sqlite3_close(handle);
    fs::remove(folder_.file("changed.db"));
    const std::string database = changed_database("ANALYZE");
    rebuild([&](ArchiveWriter& writer) {
      must(writer.add_text("curlew-backup.json", R"({"format":1,"curlew":"0.1.0"})"));
      must(writer.add_file("terminal-1.db", cache));
      must(writer.add_file("central.db", database));
    });
  };
  rebuild_with_cache(
      "CREATE TRIGGER t AFTER INSERT ON holds BEGIN DELETE FROM memories; END");
  EXPECT_THAT(refusal(), HasSubstr("a trigger 't' that is not ours"));
  rebuild_with_cache("DROP TABLE robots");
  EXPECT_THAT(refusal(), HasSubstr("lacks tables of ours"));
  rebuild_with_cache("ANALYZE");
  EXPECT_TRUE(restore().ok());
}

TEST_F(Backup, ARestoreThatDiedAmongItsMovesIsFinished) {
  back_up();
  must(restore());
  // As if it had died before the last move, over an older store with a log.
  fs::create_directory(there_ + "/restore.ready");
  fs::rename(there_ + "/central.db", there_ + "/restore.ready/central.db");
  write(there_ + "/central.db-wal", "the log of others");
  write(there_ + "/terminal-2.db", "of others");
  EXPECT_TRUE(is_restore_unfinished(there_));
  must(finish_restore(there_));
  EXPECT_FALSE(is_restore_unfinished(there_));
  EXPECT_EQ(articles_there(), 1u);
  EXPECT_FALSE(fs::exists(there_ + "/terminal-2.db"));
  must(finish_restore(there_));
  // Behind the first move, that of the central store, caches are the backup's own.
  fs::create_directory(there_ + "/restore.ready");
  write(there_ + "/restore.ready/terminal-3.db", "restored");
  write(there_ + "/terminal-1.db", "restored before");
  must(finish_restore(there_));
  EXPECT_TRUE(fs::exists(there_ + "/terminal-1.db"));
  EXPECT_TRUE(fs::exists(there_ + "/terminal-3.db"));
}

TEST_F(Backup, EveryTruncationIsRefused) {
  back_up();
  const std::string whole = content_of(file_);
  for (std::size_t size = 0; size < whole.size(); size += 509) {
    write(file_, whole.substr(0, size));
    refusal();
  }
  write(file_, whole.substr(0, whole.size() - 1));
  EXPECT_THAT(refusal(), HasSubstr("it ends too early"));
}

TEST_F(Backup, EveryFlippedBitIsRefused) {
  back_up();
  const std::string whole = content_of(file_);
  std::size_t accepted = 0;
  // A prime step: all fields of headers, and every file, are met.
  for (std::size_t at = 0; at < whole.size(); at += 1009) {
    std::string damaged = whole;
    damaged[at] ^= 4;
    write(file_, damaged);
    fs::remove_all(there_);
    accepted += restore().ok();
  }
  EXPECT_EQ(accepted, 0u);
}

TEST_F(Backup, OtherFilesAreRefused) {
  write(file_, "");
  EXPECT_THAT(refusal(), HasSubstr("it ends too early"));
  write(file_, std::string(10'000, 'x'));
  EXPECT_THAT(refusal(), HasSubstr("no ustar header"));
  fs::copy_file(data_ + "/central.db", file_, fs::copy_options::overwrite_existing);
  EXPECT_THAT(refusal(), HasSubstr("is no whole backup of Curlew"));
  fs::remove(file_);
  fs::create_directory(file_);
  EXPECT_THAT(refusal(), HasSubstr("is no plain file"));
}

TEST_F(Backup, NamesThatLeadElsewhereAreRefused) {
  for (const char* name :
       {"../central.db", "/etc/passwd", "a/b", "..", ".bashrc", "central.db/",
        "terminal-1.db-wal", "terminal-99999.db", "lock", "restore.ready"}) {
    rebuild([&](ArchiveWriter& writer) {
      must(writer.add_text("curlew-backup.json", R"({"format":1})"));
      must(writer.add_text(name, "x"));
    });
    EXPECT_THAT(refusal(), HasSubstr("is no whole backup of Curlew")) << name;
  }
  EXPECT_FALSE(fs::exists(folder_.file("central.db")));
}

TEST_F(Backup, EntriesThatAreNoPlainFilesAreRefused) {
  for (const char type : {'1', '2', '3', '5', '6', 'L', 'S', 'g', 'x', '\0'}) {
    std::string header = write_tar_header({"curlew-backup.json", 0}, kNow);
    header[156] = type;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < header.size(); ++i) {
      sum += i >= 148 && i < 156 ? ' ' : static_cast<unsigned char>(header[i]);
    }
    char text[8];
    std::snprintf(text, sizeof text, "%06o", static_cast<unsigned>(sum));
    header.replace(148, 7, text, 7);
    write(file_, header + std::string(1024, '\0'));
    EXPECT_THAT(refusal(), HasSubstr("is no plain file")) << int(type);
  }
}

TEST_F(Backup, SizesThatCannotBeAreRefusedAtOnce) {
  for (const Bytes size : {1_GiB, 7_GiB, 9_GiB, Bytes{1} << 62}) {
    write(file_, write_tar_header({"curlew-backup.json", size}, kNow) +
                     std::string(2048, '\0'));
    EXPECT_THAT(refusal(), HasSubstr("it ends too early"));
  }
  rebuild([&](ArchiveWriter& writer) {
    must(writer.add_text("curlew-backup.json", std::string(2 << 20, ' ')));
  });
  EXPECT_THAT(refusal(), HasSubstr("is larger than"));
}

TEST_F(Backup, FilesThatAreThereTwiceOrHaveNoSumAreRefused) {
  rebuild([&](ArchiveWriter& writer) {
    must(writer.add_text("curlew-backup.json", R"({"format":1})"));
    must(writer.add_text("curlew.toml", "a"));
    must(writer.add_text("curlew.toml", "b"));
  });
  EXPECT_THAT(refusal(), HasSubstr("is in it twice"));
  rebuild([&](ArchiveWriter& writer) {
    must(writer.add_text("curlew-backup.json", R"({"format":1})"));
    must(writer.add_text("SHA256SUMS", ""));
  });
  EXPECT_THAT(refusal(), HasSubstr("its sums are missing"));
}

TEST_F(Backup, ANewerCurlewsIsRefusedAndNamed) {
  rebuild([&](ArchiveWriter& writer) {
    must(writer.add_text("curlew-backup.json", R"({"format":3,"curlew":"9.1"})"));
  });
  EXPECT_THAT(refusal(), HasSubstr("written by a newer Curlew (9.1, format 3)"));
  rebuild_with(changed_database("PRAGMA user_version = 999"));
  EXPECT_THAT(refusal(), HasSubstr("written by a newer Curlew (schema 999"));
}

TEST_F(Backup, ADatabaseThatIsNotOursIsRefused) {
  rebuild_with(changed_database("PRAGMA application_id = 7"));
  EXPECT_THAT(refusal(), HasSubstr("belongs to another program"));
  fs::remove(folder_.file("changed.db"));
  rebuild_with(changed_database(
      "CREATE TRIGGER t AFTER INSERT ON visits BEGIN DELETE FROM articles; END"));
  EXPECT_THAT(refusal(), HasSubstr("a trigger 't' that is not ours"));
  fs::remove(folder_.file("changed.db"));
  rebuild_with(changed_database("DROP TABLE articles"));
  EXPECT_THAT(refusal(), HasSubstr("lacks tables of ours"));
  fs::remove(folder_.file("changed.db"));
  rebuild_with(changed_database("CREATE INDEX mine ON articles (title); ANALYZE"));
  EXPECT_TRUE(restore().ok());
}

TEST_F(Backup, OfAnOlderSchemaCanBeMadeAndRestored) {
  const std::string path = data_ + "/central.db";
  fs::remove(path);
  {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &handle), SQLITE_OK);
    for (const auto& migration : central_migrations().first(3)) {
      ASSERT_EQ(sqlite3_exec(handle, std::string(migration.sql).c_str(), nullptr,
                             nullptr, nullptr),
                SQLITE_OK);
    }
    sqlite3_exec(handle, "PRAGMA application_id = 0x43726c77; PRAGMA user_version = 3",
                 nullptr, nullptr, nullptr);
    sqlite3_close(handle);
  }
  EXPECT_EQ(back_up().schema, 3);
  EXPECT_EQ(must(restore()).schema, 3);
  EXPECT_EQ(articles_there(), 0u);  // Opened, and so brought up to date.
}

}  // namespace
}  // namespace curlew::store
