#include "service/archive_files.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "archive/cdxj/index.h"
#include "base/content_of_test.h"
#include "service/kept_versions_test.h"

namespace curlew::service {
namespace {

namespace fs = std::filesystem;

using std::chrono::hours;
using store::kNow;
using store::must;
using testing::HasSubstr;

const std::string kUrl = "https://example.org/fees";

class ArchiveFilesTest : public KeptVersionsTest {
 protected:
  ArchiveFilesTest() {
    for (int i = 0; i < 3; ++i) {
      last_ =
          keep(source_, kUrl, kNow + hours(i), "<p>" + std::string(600, char('a' + i)));
    }
  }
  ArchiveCheck verify(std::size_t copies = 1) {
    std::size_t told = 0;
    const auto check = must(verify_archives(store_.get(), folder_.path().string(),
                                            copies, [&] { ++told; }));
    EXPECT_EQ(told, must(count_archived_files(folder_.path().string())));
    return check;
  }

  const model::SourceId source_ = add_document(kUrl);
  model::Version last_;
  // As another process.
  control::Archives reading_{folder_.path().string()};
};

TEST_F(ArchiveFilesTest, AreListedWithTheirVersions) {
  const auto files = must(list_archived_files(reading_));
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].terminal, "t1");
  EXPECT_EQ(files[0].name, last_.place.segment);
  EXPECT_EQ(files[0].versions, 3u);
  EXPECT_EQ(files[0].first, kNow);
  EXPECT_EQ(files[0].last, kNow + hours(2));
  const auto count = [&](archive::ExportRequest request) {
    return must(list_archived_versions(reading_, request)).size();
  };
  EXPECT_EQ(count({.pattern = "example.org/*"}), 3u);
  EXPECT_EQ(count({.pattern = kUrl, .from = kNow + hours(1)}), 2u);
  EXPECT_EQ(count({.pattern = "example.com/*"}), 0u);
}

TEST_F(ArchiveFilesTest, AreSoundUntilAByteIsNot) {
  const auto sound = verify();
  EXPECT_TRUE(sound.troubles.empty());
  EXPECT_EQ(sound.versions, 3u);
  EXPECT_EQ(sound.files, 1u);
  const fs::path file = folder_.path() / "t1" / last_.place.segment;
  std::string bytes = content_of(file);
  bytes[bytes.size() / 2] = char(bytes[bytes.size() / 2] ^ 1);
  std::ofstream(file, std::ios::binary) << bytes;
  const auto check = verify();
  ASSERT_FALSE(check.troubles.empty());
  EXPECT_EQ(check.troubles[0].file, "t1/" + last_.place.segment);
}

TEST_F(ArchiveFilesTest, ThatAreGoneAreMissed) {
  fs::remove(folder_.path() / "t1" / last_.place.segment);
  const auto check = verify();
  ASSERT_EQ(check.troubles.size(), 3u);
  EXPECT_THAT(check.troubles[0].reason, HasSubstr("that the store knows is not there"));
}

TEST_F(ArchiveFilesTest, ThatShouldBeThereTwiceAreMissedWhereTheyAreOnce) {
  const auto check = verify(2);
  ASSERT_EQ(check.troubles.size(), 1u);
  EXPECT_EQ(check.troubles[0].file, "t1");
  EXPECT_THAT(check.troubles[0].reason, HasSubstr("1 of 2 copies is there"));
}

TEST_F(ArchiveFilesTest, GetTheirIndexBackFromTheWarcFiles) {
  // A process that has ended.
  must(
      archives_.with("t1", [](archive::Archive& archive) { return archive.finish(); }));
  EXPECT_EQ(repair_indexes(folder_.path().string()).error().kind, ErrorKind::kBusy);
  const TemporaryFolder copy;
  fs::copy(folder_.path() / "t1", copy.path() / "t1");
  const std::string folder = copy.path().string();
  const std::string name = archive::index_name_of(last_.place.segment);
  std::ofstream(copy.path() / "t1" / name) << "nonsense\n";
  const auto troubles = [&] {
    return must(verify_archives(store_.get(), folder, 1, [] {})).troubles.size();
  };
  EXPECT_GT(troubles(), 0u);
  EXPECT_EQ(must(repair_indexes(folder)), 3u);
  EXPECT_EQ(troubles(), 0u);
}

TEST_F(ArchiveFilesTest, ThatHoldNothingNeedNoCopy) {
  // A terminal that has not kept anything yet.
  fs::create_directory(folder_.path() / "t2");
  const auto check = verify(2);
  ASSERT_EQ(check.troubles.size(), 1u);
  EXPECT_EQ(check.troubles[0].file, "t1");
}

TEST_F(ArchiveFilesTest, OfATerminalThatIsGoneWithAllItsCopiesAreMissed) {
  model::Version elsewhere = last_;
  elsewhere.seen += hours(1);
  elsewhere.place.terminal = "t2";
  save(elsewhere);
  auto check = verify();
  ASSERT_EQ(check.troubles.size(), 1u);
  EXPECT_EQ(check.troubles[0].file, "t2");
  EXPECT_THAT(check.troubles[0].reason,
              HasSubstr("neither its folder nor a copy of it is here, where the store "
                        "knows 1 version"));
  // The whole of it.
  check = must(verify_archives(store_.get(), folder_.file("none"), 1, [] {}));
  EXPECT_EQ(check.troubles.size(), 2u);
}

TEST_F(ArchiveFilesTest, OfOtherTerminalsOfAClusterAreCountedNotMissed) {
  model::Version elsewhere = last_;
  elsewhere.seen += hours(1);
  elsewhere.place.terminal = "t2";
  save(elsewhere);
  const auto check = must(verify_archives(
      store_.get(), folder_.path().string(), 1, [] {}, OtherTerminals::kSome));
  EXPECT_TRUE(check.troubles.empty());
  EXPECT_EQ(check.elsewhere, 1u);
}

TEST_F(ArchiveFilesTest, HaveRecordsThatNoVersionNamesNoted) {
  archive::Capture cut{.url = kUrl + "?cut",
                       .time = kNow + hours(3),
                       .status_line = "HTTP/1.1 200 OK",
                       .headers = {{"Content-Type", "text/html"}},
                       .body = "<p>" + std::string(700, 'z')};
  const auto place = must(archives_.shelf_of("t1").keep(cut)).place;
  // The same again, as an unchanged visit of `capture` leaves it.
  cut.time += hours(1);
  must(archives_.shelf_of("t1").keep(cut));
  auto check = verify();
  EXPECT_TRUE(check.troubles.empty());
  EXPECT_EQ(check.unnamed, 1u);
  ASSERT_EQ(check.first_unnamed.size(), 1u);
  EXPECT_EQ(check.first_unnamed[0].offset, place.offset);
  EXPECT_EQ(check.first_unnamed[0].reason, kUrl + "?cut");
  // It is known that it may go.
  auto transaction = must(store_->begin());
  must(store_->versions().drop_record(place));
  must(transaction.commit());
  EXPECT_EQ(verify().unnamed, 0u);
}

TEST_F(ArchiveFilesTest, GiveTheRecordsOfAVersion) {
  const std::string records = must(reading_.records(last_.place));
  EXPECT_EQ(records.substr(0, 2), "\x1f\x8b");
  EXPECT_EQ(must(find_archived(reading_, kUrl, Moment{kNow, kNow + hours(9)})),
            last_.place);
  EXPECT_NE(must(find_archived(reading_, kUrl, Moment{kNow, kNow})), last_.place);
  EXPECT_EQ(must(find_archived(reading_, "https://example.org/none", {})),
            std::nullopt);
}

TEST_F(ArchiveFilesTest, AreExportedToAFileThatIsNew) {
  const TemporaryFolder to;
  const auto write = [&](std::string pattern, ExportForm form,
                         const std::string& file) {
    return export_archives(reading_, {.pattern = std::move(pattern)}, {.created = kNow},
                           form, to.file(file));
  };
  EXPECT_EQ(must(write("example.org/*", ExportForm::kWarc, "a.warc.gz")).versions, 3u);
  EXPECT_EQ(must(write("*", ExportForm::kWacz, "a.wacz")).versions, 3u);
  EXPECT_EQ(content_of(to.file("a.wacz")).substr(0, 2), "PK");
  EXPECT_EQ(write("*", ExportForm::kWarc, "a.warc.gz").error().kind,
            ErrorKind::kExists);
  EXPECT_EQ(write("example.com/*", ExportForm::kWarc, "b").error().kind,
            ErrorKind::kNotFound);
  EXPECT_EQ(write("*", ExportForm::kWarc, "none/b").error().kind, ErrorKind::kUsage);
}

TEST(ArchiveFiles, WhereNothingIsArchivedThatIsSaid) {
  const TemporaryFolder folder;
  control::Archives archives(folder.file("archive"));
  const auto files = list_archived_files(archives);
  ASSERT_FALSE(files.ok());
  EXPECT_EQ(files.error().kind, ErrorKind::kNotFound);
}

}  // namespace
}  // namespace curlew::service
