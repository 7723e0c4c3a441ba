#include "apps/commands/backup.h"

#include <gtest/gtest.h>

#include "apps/commands/context.h"
#include "base/clock.h"
#include "base/temporary_folder_test.h"
#include "store/backup/archive.h"
#include "store/central_store.h"

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

}  // namespace
}  // namespace curlew::apps
