#include "archive/export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "archive/archive_fixture.h"
#include "archive/memory_disk.h"
#include "archive/segment/scan.h"
#include "archive/verify.h"
#include "base/installed_test.h"
#include "base/temporary_folder_test.h"

namespace curlew::archive {
namespace {

using std::chrono::hours;

class ExportTest : public testing::Test {
 protected:
  void SetUp() override {
    archive_ = must(Archive::open(disk_, {.most_captures = 4}));
    for (int i = 0; i < 6; ++i) {
      add("https://example.org/a", i, page_number(i));
      add("https://example.com/b", i, page_number(10));
    }
  }
  void add(std::string_view url, int hour, std::string body) {
    must(archive_->append(capture_of(url, kStart + hours(hour), std::move(body))));
  }
  ExportFacts facts() const { return {.title = "A test", .created = kStart}; }

  std::vector<const Archive*> all() const { return {archive_.get()}; }

  MemoryDisk disk_;
  std::unique_ptr<Archive> archive_;
};

TEST_F(ExportTest, AWarcFileHasWhatWasAskedForAndWhatThatRefersTo) {
  MemoryDisk to;
  const auto report = must(export_warc(
      all(), {.pattern = "https://example.com/*", .from = kStart + hours(2)}, facts(),
      to, "part.warc.gz"));
  EXPECT_EQ(report.versions, 4u);
  EXPECT_EQ(report.originals, 1u);
  const auto scan = must(scan_segment(*must(to.open("part.warc.gz")), "part.warc.gz"));
  EXPECT_TRUE(scan.troubles.empty());
  EXPECT_EQ(scan.lines.size(), 5u);
  EXPECT_EQ(scan.records, 1u + 5 * 3);
  // It is an archive of its own.
  const auto other = must(Archive::open(to, {}));
  for (const auto& version : must(other->versions("https://example.com/b"))) {
    EXPECT_EQ(must(other->read(version.location)).body, page_number(10));
  }
  EXPECT_TRUE(must(verify(to, [](const std::string&) {})).troubles.empty());
}

TEST_F(ExportTest, SeveralArchivesBecomeOneFile) {
  MemoryDisk disk;
  const auto second = must(Archive::open(disk, {.name = "second"}));
  // The same payload twice: the revisit refers to its own archive.
  for (const int hour : {2, 3}) {
    must(second->append(
        capture_of("https://example.com/c", kStart + hours(hour), page_number(20))));
  }
  MemoryDisk to;
  const std::vector<const Archive*> both{archive_.get(), second.get()};
  const auto report = must(
      export_warc(both, {.pattern = "https://example.com/*", .from = kStart + hours(3)},
                  facts(), to, "both.warc.gz"));
  EXPECT_EQ(report.versions, 4u);
  EXPECT_EQ(report.originals, 2u);
  const auto other = must(Archive::open(to, {}));
  EXPECT_EQ(must(other->versions("https://example.com/b")).size(), 4u);
  const auto versions = must(other->versions("https://example.com/c"));
  ASSERT_EQ(versions.size(), 2u);
  EXPECT_EQ(must(other->read(versions[1].location)).body, page_number(20));
}

TEST_F(ExportTest, NothingSelectedIsNoFile) {
  MemoryDisk to;
  const auto report =
      export_warc(all(), {.pattern = "https://example.net/*"}, facts(), to, "x");
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().kind, ErrorKind::kNotFound);
  EXPECT_TRUE(must(to.names()).empty());
}

TEST_F(ExportTest, WhatIsDamagedIsLeftOutWithTheRevisitsOfIt) {
  const auto versions = must(archive_->versions("https://example.com/b"));
  ASSERT_FALSE(versions[0].is_revisit());
  const Location& place = versions[0].location;
  std::string bytes = disk_.content(place.segment);
  bytes[place.offset + place.length / 2] ^= 0x10;
  disk_.set_content(place.segment, bytes);
  for (const int from : {0, 2}) {
    MemoryDisk to;
    const auto report =
        must(export_warc(all(), {.pattern = "*", .from = kStart + hours(from)}, facts(),
                         to, "part.warc.gz"));
    EXPECT_EQ(report.versions, std::size_t(6 - from));
    EXPECT_EQ(report.originals, 0u);
    // The original itself, whether it was asked for or not, and five or four revisits.
    ASSERT_EQ(report.left_out.size(), std::size_t(from == 0 ? 6 : 5));
    EXPECT_THAT(report.left_out.back(),
                testing::AllOf(testing::HasSubstr("https://example.com/b of"),
                               testing::HasSubstr("its payload is that of https://"),
                               testing::HasSubstr("which cannot be read")));
    EXPECT_TRUE(must(verify(to, [](const std::string&) {})).troubles.empty());
  }
}

TEST_F(ExportTest, AFullDiskLeavesNoHalfFile) {
  MemoryDisk to;
  to.fill_up_after(2000);
  EXPECT_FALSE(export_wacz(all(), {}, facts(), to, "all.wacz").ok());
  EXPECT_TRUE(must(to.names()).empty());
}

TEST_F(ExportTest, AWaczFileIsAZipFileThatSaysWhatIsInIt) {
  CURLEW_NEEDS("/usr/bin/python3", "python3");
  const TemporaryFolder folder;
  const auto to = must(open_folder(folder.path()));
  must(export_wacz(all(), {}, facts(), *to, "all.wacz"));
  std::ofstream(folder.file("check.py")) << R"(
import gzip, hashlib, json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
assert all(i.compress_type == zipfile.ZIP_STORED for i in z.infolist())
package = json.loads(z.read('datapackage.json'))
assert package['wacz_version'] == '1.1.1' and package['profile'] == 'data-package'
digest = json.loads(z.read('datapackage-digest.json'))
assert digest['hash'] == 'sha256:' + hashlib.sha256(z.read('datapackage.json')).hexdigest()
paths = {r['path'] for r in package['resources']}
assert paths == set(z.namelist()) - {'datapackage.json', 'datapackage-digest.json'}, paths
for r in package['resources']:
    content = z.read(r['path'])
    assert r['bytes'] == len(content)
    assert r['hash'] == 'sha256:' + hashlib.sha256(content).hexdigest()
pages = [json.loads(l) for l in z.read('pages/pages.jsonl').splitlines()]
assert pages[0]['format'] == 'json-pages-1.0' and len(pages) == 8, len(pages)
lines = gzip.decompress(z.read('indexes/index.cdx.gz')).decode().splitlines()
assert lines == sorted(lines) and len(lines) == 12
warc = z.read('archive/data.warc.gz')
for line in lines:
    surt, time, fields = line.split(' ', 2)
    fields = json.loads(fields)
    assert len(time) == 14 and fields['filename'] == 'data.warc.gz'
    begin = int(fields['offset'])
    record = gzip.decompress(warc[begin:begin + int(fields['length'])]).decode()
    assert 'WARC-Target-URI: ' + fields['url'] in record
idx = z.read('indexes/index.idx').decode().splitlines()
assert idx[0].startswith('!meta 0 ') and idx[1].startswith(lines[0][:lines[0].index('{')])
)";
  const std::string command = fmt::format(
      "/usr/bin/python3 {} {}", folder.file("check.py"), folder.file("all.wacz"));
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(must(to->names()).size(), 2u);
}

TEST(Pattern, StarsStandForAnything) {
  EXPECT_TRUE(matches_pattern("*", ""));
  EXPECT_TRUE(matches_pattern("https://a/*", "https://a/b/c"));
  EXPECT_TRUE(matches_pattern("*a*b*", "xxaxxbxx"));
  EXPECT_TRUE(matches_pattern("abc", "abc"));
  EXPECT_FALSE(matches_pattern("abc", "abcd"));
  EXPECT_FALSE(matches_pattern("*a*b", "xxaxxbxx"));
  EXPECT_FALSE(matches_pattern("", "a"));
}

class VerifyTest : public ExportTest {
 protected:
  std::vector<VerifyReport::InFile> troubles() {
    return must(verify(disk_, [](const std::string&) {})).troubles;
  }
  std::string first(std::string_view ending) const {
    for (const auto& name : must(disk_.names())) {
      if (name.ends_with(ending)) return name;
    }
    return "";
  }
};

TEST_F(VerifyTest, ASoundArchiveHasNoTroubles) {
  archive_.reset();
  const auto report = must(verify(disk_, [](const std::string&) {}));
  EXPECT_TRUE(report.troubles.empty());
  EXPECT_EQ(report.files, 3u);
  EXPECT_EQ(report.records, 3u + 12 * 3);
  EXPECT_EQ(report.versions, 12u);
}

TEST_F(VerifyTest, EveryChangedByteOfAWarcFileIsFound) {
  archive_.reset();
  const std::string name = first(".warc.gz");
  const std::string sound = disk_.content(name);
  for (std::size_t at = 0; at < sound.size(); at += 37) {
    std::string damaged = sound;
    damaged[at] ^= 0x10;
    disk_.set_content(name, damaged);
    // Of gzip's own head only the magic and the flags mean anything, and the last byte
    // before its trailer may have bits to spare.
    if (disk_.content(name).substr(at % sound.size(), 1) != sound.substr(at, 1) &&
        troubles().empty()) {
      const auto member = sound.rfind("\x1f\x8b\x08", at);
      const auto end = std::min(sound.find("\x1f\x8b\x08", at + 1), sound.size());
      EXPECT_TRUE(at - member < 10 || end - at == 9) << at;
    }
  }
}

TEST_F(VerifyTest, AnIndexThatSaysSomethingElseIsFoundAndRebuilt) {
  archive_.reset();
  const std::string name = first(".cdxj");
  const std::string sound = disk_.content(name);
  for (const std::string& wrong :
       {sound.substr(0, sound.size() / 2), sound + sound, std::string(),
        std::string(sound).replace(sound.find("\"offset\":\""), 12,
                                   "\"offset\":\"77")}) {
    disk_.set_content(name, wrong);
    EXPECT_FALSE(troubles().empty());
    EXPECT_EQ(must(rebuild_index(disk_)), 12u);
    EXPECT_TRUE(troubles().empty());
    EXPECT_EQ(disk_.content(name), sound);
  }
}

TEST_F(VerifyTest, ARevisitWithoutItsOriginalIsFound) {
  archive_.reset();
  const std::string name = first(".warc.gz");
  must(disk_.remove(name));
  ASSERT_FALSE(troubles().empty());
  EXPECT_THAT(troubles()[0].trouble.reason, testing::HasSubstr("are in no file"));
  must(disk_.remove(first(".cdxj")));
  const auto found = troubles();
  ASSERT_FALSE(found.empty());
  EXPECT_THAT(found[0].trouble.reason, testing::HasSubstr("not in the archive"));
}

}  // namespace
}  // namespace curlew::archive
