// Files that others wrote, laid into an archive's folder.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "archive/archive_fixture.h"
#include "archive/cdxj/index.h"
#include "archive/export.h"
#include "archive/memory_disk.h"
#include "archive/redirected.h"
#include "archive/verify.h"
#include "archive/warc/gzip.h"
#include "archive/warc/writer.h"

namespace curlew::archive {
namespace {

using std::chrono::hours;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const std::string kOtherUrl = "https://example.org/a";

std::string record_of(const Capture& capture) {
  RecordDraft draft = make_response(capture, digests_of(capture.body));
  draft.id = make_record_id(capture.url, 1, draft.type);
  return to_record(draft);
}

std::string arc_of(std::string_view url, std::string_view body) {
  const std::string about =
      "1 0 Test\nURL IP-address Archive-date Content-type length\n";
  const std::string answer =
      fmt::format("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n{}", body);
  return fmt::format(
      "filedesc://a.arc 0.0.0.0 20261117161833 text/plain {}\n{}\n"
      "{} 192.0.2.1 20261117161833 text/html {}\n{}\n",
      about.size(), about, url, answer.size(), answer);
}

std::unique_ptr<Archive> open_to_read(Disk& disk) {
  return must(Archive::open(disk, {.access = ArchiveOptions::Access::kRead}));
}

VerifyReport verify_all(Disk& disk) {
  return must(verify(disk, [](const std::string&) {}));
}

TEST(FilesOfOthers, AreReadWhateverTheirEnding) {
  MemoryDisk disk;
  disk.set_content("plain.warc",
                   record_of(capture_of(kOtherUrl, kStart, page_number(1))));
  disk.set_content("old.arc", arc_of("https://example.org/b", page_number(2)));
  const auto archive = open_to_read(disk);
  const auto plain = must(archive->versions(kOtherUrl));
  ASSERT_THAT(plain, SizeIs(1));
  EXPECT_EQ(must(archive->read(plain[0].location)).body, page_number(1));
  const auto old = must(archive->versions("https://example.org/b"));
  ASSERT_THAT(old, SizeIs(1));
  EXPECT_EQ(must(archive->read(old[0].location)).body, page_number(2));
  EXPECT_EQ(verify_all(disk).files, 2u);
  EXPECT_THAT(verify_all(disk).troubles, IsEmpty());

  // Exported they are WARC files like ours.
  MemoryDisk to;
  const std::vector<const Archive*> all{archive.get()};
  EXPECT_EQ(must(export_warc(all, {}, {.created = kStart}, to, "x.warc.gz")).versions,
            2u);
  EXPECT_THAT(verify_all(to).troubles, IsEmpty());
  const auto other = open_to_read(to);
  for (const auto& [url, page] :
       {std::pair(kOtherUrl, 1), {"https://example.org/b", 2}}) {
    const auto versions = must(other->versions(url));
    ASSERT_THAT(versions, SizeIs(1)) << url;
    EXPECT_EQ(must(other->read(versions[0].location)).body, page_number(page));
  }
}

TEST(FilesOfOthers, HaveIndexesAndStayAsTheyAreWhereWeWrite) {
  MemoryDisk disk;
  const std::string plain = record_of(capture_of(kOtherUrl, kStart, page_number(1)));
  disk.set_content("plain.warc", plain);
  disk.set_content("old.arc.gz",
                   gzip_member(arc_of("https://example.org/b", page_number(2))));
  for (int opening = 0; opening < 2; ++opening) {
    const auto archive = must(Archive::open(disk, {}));
    EXPECT_THAT(must(archive->versions(kOtherUrl)), SizeIs(1));
    EXPECT_TRUE(must(archive->pack(0)).is_done);
  }
  EXPECT_THAT(must(disk.names()), ElementsAre("old.arc.gz", "old.arc.gz.cdxj",
                                              "plain.warc", "plain.warc.cdxj"));
  EXPECT_EQ(disk.content("plain.warc"), plain);
}

TEST(FilesOfOthers, AreNamedWhereTheyAreNotRead) {
  MemoryDisk disk;
  disk.set_content("x.warc.gz.bad", gzip_member("WARC/1.1\r\n"));
  disk.set_content("notes.txt", "The harbour, 2026");
  const auto report = verify_all(disk);
  ASSERT_THAT(report.troubles, SizeIs(1));
  EXPECT_EQ(report.troubles[0].file, "x.warc.gz.bad");
  EXPECT_THAT(report.troubles[0].trouble.reason, HasSubstr("not read"));
}

// As it was done before WARC 1.1, and by SHA-1.
TEST(FilesOfOthers, HaveRevisitsThatNameAPayloadAlone) {
  const auto revisit_of = [](const std::string& digest) {
    return gzip_member(
        fmt::format("WARC/1.0\r\nWARC-Type: revisit\r\nWARC-Record-ID: <urn:uuid:2>\r\n"
                    "WARC-Date: 2027-01-01T00:00:00Z\r\nWARC-Target-URI: {}\r\n"
                    "WARC-Payload-Digest: {}\r\nContent-Length: 0\r\n\r\n\r\n\r\n",
                    kOtherUrl, digest));
  };
  MemoryDisk disk;
  disk.set_content(
      "x.warc.gz",
      gzip_member(record_of(capture_of(kOtherUrl, kStart, page_number(1)))) +
          revisit_of(digests_of(page_number(1)).sha1) + revisit_of("sha1:ABC"));
  const auto archive = open_to_read(disk);
  const auto versions = must(archive->versions(kOtherUrl));
  ASSERT_THAT(versions, SizeIs(3));
  EXPECT_EQ(must(archive->read(versions[1].location)).body, page_number(1));
  const auto report = verify_all(disk);
  ASSERT_THAT(report.troubles, SizeIs(1));
  EXPECT_EQ(report.troubles[0].trouble.reason,
            "no version of https://example.org/a with the payload of a revisit is in "
            "the archive");
}

TEST(FilesOfOthers, ASoundCopyIsReferredToRatherThanADamagedOne) {
  MemoryDisk disk;
  {
    const auto archive = must(Archive::open(disk, {.most_captures = 1}));
    for (const int hour : {0, 1}) {
      must(
          archive->append(capture_of(kOtherUrl, kStart + hours(hour), page_number(1))));
    }
  }
  const std::string segment = must(disk.names())[1];
  std::string copy = disk.content(segment);
  // Whichever of them is found first.
  for (const std::string name : {"a-copy.warc.gz", "z-copy.warc.gz"}) {
    MemoryDisk both;
    for (const auto& each : must(disk.names())) {
      both.set_content(each, disk.content(each));
    }
    std::string damaged = copy;
    damaged[damaged.size() / 3] ^= 0x10;
    both.set_content(name, damaged);
    both.set_content(index_name_of(name), [&] {
      std::string index = disk.content(index_name_of(segment));
      for (auto at = index.find(segment); at != index.npos; at = index.find(segment)) {
        index.replace(at, segment.size(), name);
      }
      return index;
    }());
    const auto archive = open_to_read(both);
    MemoryDisk to;
    const std::vector<const Archive*> all{archive.get()};
    const auto report = must(export_warc(all, {.from = kStart + hours(1)},
                                         {.created = kStart}, to, "x.warc.gz"));
    EXPECT_EQ(report.versions, 1u) << name;
    EXPECT_THAT(report.left_out, IsEmpty()) << name;
  }
}

TEST(Redirects, LeadToWhatWasFetchedAlong) {
  MemoryDisk disk;
  const auto archive = must(Archive::open(disk, {}));
  Capture hop = capture_of("http://example.org/old", kStart, "");
  hop.status_line = "HTTP/1.1 302 ";
  hop.headers = {{"Location", "/new#top"}};
  must(archive->append(hop));
  must(archive->append(capture_of("http://example.org/new", kStart, page_number(1))));
  must(archive->append(
      capture_of("http://example.org/new", kStart + hours(1), page_number(2))));
  // To https: one key in the index.
  hop.url = "http://example.org/b";
  hop.headers = {{"Location", "https://example.org/b"}};
  must(archive->append(hop));
  must(archive->append(capture_of("https://example.org/b", kStart, page_number(3))));

  const auto old = must(archive->versions("http://example.org/old"));
  ASSERT_THAT(old, SizeIs(1));
  const auto target = must(redirected(*archive, old[0]));
  ASSERT_TRUE(target);
  EXPECT_EQ(target->url, "http://example.org/new");
  EXPECT_EQ(target->time, kStart);
  EXPECT_FALSE(must(redirected(*archive, *target)));

  MemoryDisk to;
  const std::vector<const Archive*> all{archive.get()};
  const auto report = must(export_warc(all, {.pattern = "http://example.org/b"},
                                       {.created = kStart}, to, "x.warc.gz"));
  EXPECT_EQ(report.versions, 1u);
  EXPECT_EQ(report.originals, 1u);
  const auto other = open_to_read(to);
  EXPECT_THAT(must(other->versions("https://example.org/b")),
              Contains(testing::Field(&Version::url, "https://example.org/b")));
}

}  // namespace
}  // namespace curlew::archive
