#include "apps/commands/backup.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "apps/commands/context.h"
#include "base/clock.h"
#include "base/temporary_folder_test.h"
#include "store/backup/archive.h"
#include "store/store.h"

namespace curlew::apps {
namespace {

TEST(RestoreCommand, PrintsWhatAnArchiveSaysOfItselfAsPlainText) {
  const TemporaryFolder folder;
  const ManualClock clock;
  const std::string database = folder.file("central.db"), file = folder.file("b.tar");
  ASSERT_TRUE(store::open_sqlite_store(database, store::OpenMode::kReadWrite).ok());
  auto archive = store::ArchiveWriter::create(file, clock.now());
  ASSERT_TRUE(archive.ok());
  ASSERT_TRUE(archive
                  ->add_text("curlew-backup.json",
                             R"({"format":1,"created":"\u001b]0;owned\u0007 now"})")
                  .ok());
  ASSERT_TRUE(archive->add_file("central.db", database).ok());
  ASSERT_TRUE(archive->finish().ok());

  Config config;
  config.data.dir = folder.file("data");
  testing::internal::CaptureStdout();
  const auto restored =
      restore(Context{config, clock, {}}, {.file = file, .replace = false});
  const std::string said = testing::internal::GetCapturedStdout();
  ASSERT_TRUE(restored.ok()) << restored.error().text;
  EXPECT_NE(said.find("owned"), said.npos) << said;
  EXPECT_EQ(said.find('\x1b'), said.npos) << said;
  EXPECT_EQ(said.find('\x07'), said.npos) << said;
}

TEST(BackupCommand, WritesPlainFilesAlone) {
  namespace fs = std::filesystem;
  const TemporaryFolder folder;
  const ManualClock clock;
  Config config;
  config.data.dir = folder.file("data");
  fs::create_directory(config.data.dir);
  ASSERT_TRUE(store::open_sqlite_store(config.data.dir + "/central.db",
                                       store::OpenMode::kReadWrite)
                  .ok());
  const auto back_up_to = [&](const std::string& file) {
    testing::internal::CaptureStdout();
    const auto done =
        back_up(Context{config, clock, {}}, {.file = file, .force = true});
    testing::internal::GetCapturedStdout();
    return done.ok() ? "" : done.error().text;
  };
  const std::string pipe = folder.file("pipe"), link = folder.file("link.tar"),
                    real = folder.file("real.tar"), to_store = folder.file("store.tar");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(back_up_to(pipe), pipe + ": is not a plain file");
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_EQ(back_up_to("/dev/full"), "/dev/full: is not a plain file");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));

  fs::create_symlink(real, link);
  EXPECT_EQ(back_up_to(link), link + ": is not a plain file");  // It leads nowhere.
  ASSERT_EQ(back_up_to(real), "");
  fs::resize_file(real, 0);
  EXPECT_EQ(back_up_to(link), "");
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_GT(fs::file_size(real), 0u);
  fs::create_symlink(config.data.dir + "/central.db", to_store);
  EXPECT_NE(back_up_to(to_store).find("lies in the data directory"), std::string::npos);
}

}  // namespace
}  // namespace curlew::apps
