#include "archive/warc/reader.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "archive/memory_disk.h"
#include "archive/timestamps.h"
#include "archive/warc/digests.h"
#include "archive/warc/gzip.h"
#include "archive/warc/http_block.h"
#include "base/corpora_test.h"

namespace curlew::archive {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct WholeRecord {
  RecordHead head;
  std::string block;
  bool is_whole = false;
  std::vector<std::string> wrong_digests;
};

struct Reading {
  std::vector<WholeRecord> records;
  std::vector<Trouble> troubles;

  std::vector<std::string> types() const {
    std::vector<std::string> types;
    for (const auto& each : records) {
      types.push_back(each.head.type + (each.is_whole ? "" : "!"));
    }
    return types;
  }
  std::vector<std::string> reasons() const {
    std::vector<std::string> reasons;
    for (const auto& each : troubles) reasons.push_back(each.reason);
    return reasons;
  }
};

Reading read_all(const File& file) {
  Reading reading;
  RecordReader reader(file);
  while (true) {
    auto head = reader.next();
    if (!head.ok()) throw std::runtime_error(head.error().text);
    if (!*head) break;
    WholeRecord record{.head = **head, .block = {}};
    DigestCheck check(record.head);
    while (true) {
      const auto piece = reader.more();
      if (!piece.ok()) throw std::runtime_error(piece.error().text);
      if (piece->empty()) break;
      check.add(*piece);
      record.block += *piece;
    }
    record.is_whole = reader.is_whole();
    if (record.is_whole) record.wrong_digests = check.finish();
    reading.records.push_back(std::move(record));
  }
  reading.troubles = reader.troubles();
  return reading;
}

Reading read_bytes(const std::string& bytes) {
  MemoryDisk disk;
  disk.set_content("x", bytes);
  return read_all(*disk.open("x").value());
}

Reading read_of_corpus(const std::string& name) {
  auto file = open_file(corpus("warc/" + name));
  if (!file.ok()) throw std::runtime_error(file.error().text);
  return read_all(**file);
}

std::string record_of(std::string_view type, std::string_view block) {
  return fmt::format(
      "WARC/1.1\r\nWARC-Type: {}\r\nWARC-Date: 2026-11-17T16:18:33.123Z\r\n"
      "Content-Length: {}\r\n\r\n{}\r\n\r\n",
      type, block.size(), block);
}

TEST(RecordReader, ReadsRecordsOfEveryPacking) {
  const std::string one = record_of("resource", "one\r\n\r\nWARC/1.0 is no record\n");
  const std::string two = record_of("metadata", "");
  const std::string three = record_of("conversion", std::string(200'000, 'x'));
  for (const auto& bytes :
       {one + two + three, gzip_member(one) + gzip_member(two) + gzip_member(three),
        gzip_member(one + two + three)}) {
    const Reading reading = read_bytes(bytes);
    EXPECT_THAT(reading.types(), ElementsAre("resource", "metadata", "conversion"));
    EXPECT_EQ(reading.records[0].block, "one\r\n\r\nWARC/1.0 is no record\n");
    EXPECT_EQ(reading.records[2].block.size(), 200'000u);
    EXPECT_EQ(to_timestamp(*reading.records[0].head.date), "20261117161833123");
  }
}

TEST(RecordReader, NamesRecordsThatShareAMember) {
  const std::string record = record_of("resource", "x");
  EXPECT_THAT(read_bytes(gzip_member(record) + gzip_member(record)).reasons(),
              IsEmpty());
  EXPECT_THAT(read_bytes(gzip_member(record + record)).reasons(),
              ElementsAre(HasSubstr("share a gzip member")));
}

TEST(RecordReader, FindsTheRecordsBehindWrongLengths) {
  const std::string good = record_of("resource", "good");
  for (const char* length : {"5000", "3", "99999999999999999999", "-1", ""}) {
    const std::string bad = fmt::format(
        "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: {}\r\n\r\nblock\r\n\r\n",
        length);
    for (const auto& bytes : {bad + good + good, gzip_member(bad) + gzip_member(good) +
                                                     gzip_member(good)}) {
      const Reading reading = read_bytes(bytes);
      EXPECT_THAT(reading.reasons(), testing::Not(IsEmpty())) << length;
      int found = 0;
      for (const auto& each : reading.records) found += each.block == "good";
      EXPECT_EQ(found, 2) << length;
    }
  }
}

TEST(RecordReader, FindsTheRecordsBehindDamagedMembers) {
  std::vector<std::string> members;
  for (int i = 0; i < 20; ++i) {
    members.push_back(gzip_member(record_of("resource", fmt::format("record {}", i))));
  }
  for (int damaged = 0; damaged < 20; ++damaged) {
    for (const bool is_torn : {false, true}) {
      std::string file;
      for (int i = 0; i < 20; ++i) {
        std::string member = members[i];
        if (i == damaged && is_torn) member.resize(member.size() / 2);
        if (i == damaged && !is_torn) member[member.size() / 2] ^= 0x55;
        file += member;
      }
      const Reading reading = read_bytes(file);
      std::set<std::string> blocks;
      for (const auto& each : reading.records) {
        if (each.is_whole) blocks.insert(each.block);
      }
      for (int i = 0; i < 20; ++i) {
        EXPECT_TRUE(i == damaged || blocks.contains(fmt::format("record {}", i)));
      }
      EXPECT_FALSE(reading.troubles.empty());
    }
  }
}

TEST(RecordReader, NamesATailThatBreaksOffAndKeepsWhatIsBefore) {
  const std::string record = record_of("resource", "some bytes in it");
  for (const bool is_packed : {false, true}) {
    const std::string whole = is_packed ? gzip_member(record) : record;
    for (std::size_t cut = 1; cut < whole.size(); ++cut) {
      const Reading reading = read_bytes(whole + whole.substr(0, cut));
      ASSERT_GE(reading.records.size(), 1u) << cut;
      EXPECT_TRUE(reading.records[0].is_whole);
      // All but the line ends behind the block, or gzip's own end, is a whole record.
      const bool is_whole = reading.records.size() == 2 && reading.records[1].is_whole;
      EXPECT_TRUE(is_whole || !reading.troubles.empty()) << cut;
    }
  }
}

TEST(RecordReader, ReadsOldVersionsOfTheFormats) {
  const Reading old = read_bytes(
      "WARC/0.17\nWARC-Type: response\nWARC-Target-URI: http://e.org/\n"
      "WARC-Date: 2008-04-30T20:48:25Z\nContent-Length: 2\n\nab\n\n"
      "WARC/0.18\r\nWARC-Type: request\r\nContent-Length: 0\r\n\r\n\r\n\r\n");
  EXPECT_THAT(old.types(), ElementsAre("response", "request"));
  EXPECT_THAT(old.troubles, IsEmpty());
  const std::string about =
      "2 0 Somebody\nURL IP-address Archive-date Content-type Result-code Checksum "
      "Location Offset Filename Archive-length\n";
  const Reading arc = read_bytes(fmt::format(
      "filedesc://x.arc 0.0.0.0 19961022120000 text/plain {}\n{}\n"
      "http://e.org/a b 192.0.2.1 19961022120001 text/html 200 - - 150 x.arc "
      "6\n<html>\n"
      "dns:e.org 192.0.2.1 19961022120002 text/dns 200 - - 250 x.arc 3\nabc\n",
      about.size(), about));
  EXPECT_THAT(arc.types(), ElementsAre("warcinfo", "resource", "resource"));
  EXPECT_THAT(arc.troubles, IsEmpty());
  EXPECT_EQ(arc.records[1].head.target, "http://e.org/a b");
  EXPECT_EQ(arc.records[1].block, "<html>");
}

class Corpus : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(corpora() / "warc")) {
      GTEST_SKIP() << "no collection of WARC files: set CURLEW_CORPORA";
    }
  }
};

TEST_F(Corpus, GoodFilesGiveAllTheirRecords) {
  const std::vector<std::string> six = {"warcinfo", "warcinfo", "response",
                                        "request",  "revisit",  "request"};
  for (const char* name : {"example.warc", "example.warc.gz"}) {
    const Reading reading = read_of_corpus(name);
    EXPECT_EQ(reading.types(), six) << name;
    EXPECT_THAT(reading.troubles, IsEmpty()) << name;
    for (const auto& each : reading.records) {
      EXPECT_THAT(each.wrong_digests, IsEmpty()) << name;
    }
    const auto message = parse_http_block(reading.records[2].block);
    ASSERT_TRUE(message);
    EXPECT_EQ(message->status(), 200);
    const auto body = decoded_body(*message, 1_MiB);
    ASSERT_TRUE(body.ok()) << body.error().text;
    EXPECT_THAT(*body, HasSubstr("<title>Example Domain</title>"));
  }
  EXPECT_EQ(read_of_corpus("example-bad-non-chunked.warc.gz").types(), six);
  EXPECT_THAT(read_of_corpus("example-bad-non-chunked.warc.gz").reasons(),
              ElementsAre(HasSubstr("share a gzip member")));
  EXPECT_THAT(read_of_corpus("example-resource.warc.gz").types(),
              ElementsAre("warcinfo", "warcinfo", "resource"));
  EXPECT_THAT(
      read_of_corpus("post-test.warc.gz").types(),
      ElementsAre("response", "request", "response", "request", "response", "request"));
}

TEST_F(Corpus, AddressesAreReadHoweverTheyWereWritten) {
  const Reading wget = read_of_corpus("example-wget-bad-target-uri.warc.gz");
  EXPECT_THAT(wget.types(), ElementsAre("warcinfo", "request", "response", "metadata",
                                        "resource", "resource"));
  EXPECT_EQ(wget.records[2].head.target, "http://example.com/");
  EXPECT_THAT(wget.troubles, IsEmpty());
  const Reading spaces = read_of_corpus("example-space-in-target-uri.warc.gz");
  EXPECT_THAT(spaces.types(), ElementsAre("warcinfo", "resource"));
  EXPECT_EQ(spaces.records[1].head.target, "file:///example with spaces.png");
}

TEST_F(Corpus, ChunkedBodiesAreJoinedAndDigested) {
  const Reading reading = read_of_corpus("example-iana.org-chunked.warc");
  EXPECT_THAT(reading.troubles, IsEmpty());
  ASSERT_GE(reading.records.size(), 2u);
  for (const auto& each : reading.records) EXPECT_THAT(each.wrong_digests, IsEmpty());
  const auto message = parse_http_block(reading.records[1].block);
  const auto body = decoded_body(*message, 1_MiB);
  ASSERT_TRUE(body.ok()) << body.error().text;
  EXPECT_TRUE(body->starts_with("<!doctype html>"));
  EXPECT_THAT(*body, HasSubstr("</html>"));
}

TEST_F(Corpus, ArcFilesAreReadAsIfTheyWereWarc) {
  for (const char* name : {"example.arc", "example.arc.gz"}) {
    const Reading reading = read_of_corpus(name);
    EXPECT_THAT(reading.types(), ElementsAre("warcinfo", "response")) << name;
    EXPECT_THAT(reading.troubles, IsEmpty()) << name;
    EXPECT_EQ(reading.records[1].head.target, "http://example.com/");
    EXPECT_EQ(to_timestamp(*reading.records[1].head.date), "20140216050221000");
    EXPECT_EQ(parse_http_block(reading.records[1].block)->body.size(), 1270u);
  }
  const Reading spaces = read_of_corpus("example-space-in-url.arc");
  // Its line ends were changed, so that the record is shorter than its line says.
  EXPECT_THAT(spaces.types(), ElementsAre("warcinfo", "response!"));
  EXPECT_THAT(spaces.reasons(), ElementsAre("the record breaks off"));
  EXPECT_EQ(spaces.records[1].head.target,
            "http://example.com/index.cfm?FuseAction=Email&EmailTitle=Examples From "
            "The Live Web&IsPopUp=False");
}

TEST_F(Corpus, BadFilesAreNamedAndTheirGoodRecordsRead) {
  const Reading arc = read_of_corpus("bad.arc");
  EXPECT_THAT(arc.types(), ElementsAre("resource"));
  EXPECT_THAT(arc.reasons(), ElementsAre(HasSubstr("length is not a number"),
                                         HasSubstr("length is not a number"),
                                         HasSubstr("length is not a number")));
  EXPECT_EQ(arc.troubles[0].offset, 0u);

  const Reading torn = read_of_corpus("example-trunc.warc");
  EXPECT_THAT(torn.types(), testing::Contains("warcinfo"));
  EXPECT_THAT(torn.troubles, testing::SizeIs(1));

  const Reading digests = read_of_corpus("example-digest.warc");
  EXPECT_THAT(digests.types(), testing::Each(std::string("request")));
  EXPECT_THAT(digests.records[0].wrong_digests,
              ElementsAre(HasSubstr("WARC-Payload-Digest")));

  const Reading chunks = read_of_corpus("example-wrong-chunks.warc.gz");
  EXPECT_THAT(chunks.types(), ElementsAre("response", "request"));

  const Reading gzip = read_of_corpus("example-bad.warc.gz.bad");
  EXPECT_THAT(gzip.troubles, testing::Not(IsEmpty()));
}

// Counts what is read of a file.
class CountedFile final : public File {
 public:
  explicit CountedFile(std::unique_ptr<File> file) : file_(std::move(file)) {}

  Bytes size() const override { return file_->size(); }
  Result<std::string> read(Bytes offset, std::size_t most) const override {
    auto bytes = file_->read(offset, most);
    if (bytes.ok()) read_ += bytes->size();
    return bytes;
  }
  Result<void> append(std::string_view) override { return {}; }
  Result<void> truncate(Bytes) override { return {}; }
  Result<void> sync() override { return {}; }

  Bytes bytes_read() const { return read_; }

 private:
  std::unique_ptr<File> file_;
  mutable Bytes read_ = 0;
};

TEST(RecordReader, ReadsAFileOfFalseBeginningsAFewTimesAtMost) {
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += "\x1f\x8b\x08\xff";
  const std::string record = gzip_member(record_of("response", "good"));
  MemoryDisk disk;
  disk.set_content("x", bytes + record);
  const CountedFile file(disk.open("x").value());
  EXPECT_THAT(read_all(file).types(), ElementsAre("response"));
  EXPECT_LT(file.bytes_read(), 8 * file.size());
}

TEST(RecordReader, FindsARecordBehindManyEmptyMembers) {
  std::string bytes;
  for (int i = 0; i < 10'000; ++i) bytes += gzip_member("");
  const std::size_t begin = bytes.size();
  const Reading reading =
      read_bytes(bytes + gzip_member(record_of("response", "good")));
  EXPECT_THAT(reading.types(), ElementsAre("response"));
  EXPECT_THAT(reading.troubles, IsEmpty());
  EXPECT_EQ(reading.records[0].head.offset, begin);
}

}  // namespace
}  // namespace curlew::archive
