#include "sim/replay/trace.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>

#include "sim/replay/sample.h"

namespace curlew::sim {
namespace {

using std::chrono::days;

class TraceFile : public testing::Test {
 protected:
  TraceFile() { std::filesystem::create_directories(dir_); }
  ~TraceFile() override { std::filesystem::remove_all(dir_); }

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(dir_ / name, std::ios::binary) << text;
    return dir_ / name;
  }
  std::string write_gzipped(const std::string& name, const std::string& text) {
    const std::string path = dir_ / name;
    gzFile file = gzopen(path.c_str(), "wb");
    gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    gzclose(file);
    return path;
  }
  // Behind the folder's name.
  std::string error_of(const std::string& text) {
    const auto trace = read_trace(write("bad.csv", text));
    return trace.ok() ? "no error" : trace.error().text.substr(dir_.native().size());
  }

  const std::filesystem::path dir_ = std::filesystem::temp_directory_path() /
                                     ("trace_test." + std::to_string(::getpid()));
};

TEST_F(TraceFile, IsReadPlainAndGzippedAlike) {
  const std::string text = "source_id,unix_time\n5,86410\n3,86405\n5,86400\r\n3,200000";
  for (const std::string& path :
       {write("plain.csv", text), write_gzipped("zipped.csv.gz", text)}) {
    const auto trace = read_trace(path);
    ASSERT_TRUE(trace.ok()) << trace.error().text;
    ASSERT_EQ(trace->sources.size(), 2u);
    EXPECT_EQ(trace->sources[0].id, 3);
    const std::vector<Time> in_order{from_unix_seconds(86400),
                                     from_unix_seconds(86410)};
    EXPECT_EQ(trace->sources[1].events, in_order);
    EXPECT_EQ(trace->begin, Time(days(1)));
    EXPECT_EQ(trace->end, Time(days(3)));
  }
}

TEST_F(TraceFile, TakesNamesFromTheFileBesideIt) {
  write("x_sources.csv", "source_id,name\n1,org/repo:a.md\n2,\"a \"\"b\"\", c\"\n");
  const auto trace =
      read_trace(write_gzipped("x.csv.gz", "source_id,unix_time\n2,1\n"));
  ASSERT_TRUE(trace.ok()) << trace.error().text;
  EXPECT_EQ(trace->sources[0].name, "org/repo:a.md");
  EXPECT_EQ(trace->sources[1].name, "a \"b\", c");
}

TEST_F(TraceFile, NamesTheLineThatIsWrong) {
  const std::string header = "source_id,unix_time\n";
  EXPECT_EQ(error_of("id,time\n"),
            "/bad.csv:1: 'id,time' instead of the header 'source_id,unix_time'");
  EXPECT_EQ(error_of(header + "1,2\nx,3\n"), "/bad.csv:3: 'x' is no source id");
  EXPECT_EQ(error_of(header + "1,2.5\n"), "/bad.csv:2: '2.5' is no unix time");
  EXPECT_EQ(error_of(header + "1,9999999999999\n"),
            "/bad.csv:2: '9999999999999' is no unix time");
  EXPECT_EQ(error_of(header + "1\n"), "/bad.csv:2: '' is no unix time");
  EXPECT_EQ(error_of(header), "/bad.csv: holds no event");
  EXPECT_EQ(error_of(header + std::string(100'000, '1')), "/bad.csv:2: line too long");
}

TEST_F(TraceFile, ThatIsCutShortIsAnError) {
  std::string text = "source_id,unix_time\n";
  for (int i = 0; i < 50'000; ++i)
    text += std::to_string(i * 7919 % 50021) + ",86400\n";
  const std::string path = write_gzipped("cut.csv.gz", text);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  const auto trace = read_trace(path);
  ASSERT_FALSE(trace.ok());
  EXPECT_NE(trace.error().text.find("cut.csv.gz:"), std::string::npos);
}

TEST_F(TraceFile, ThatIsNotThereIsAMistakeOfTheUser) {
  const auto trace = read_trace(dir_ / "none.csv");
  ASSERT_FALSE(trace.ok());
  EXPECT_EQ(trace.error().kind, ErrorKind::kUsage);
}

// Ten sources; the one with id i has one event on day i.
Trace ten_days() {
  Trace trace{.begin = Time(days(0)), .end = Time(days(10))};
  for (int i = 0; i < 10; ++i) {
    trace.sources.push_back({i, "", {Time(days(i)) + std::chrono::hours(1)}});
  }
  return trace;
}

TEST(Sample, HoldsOnlySourcesWithAnEventInItsTime) {
  const Trace trace = ten_days();
  const auto sample = take_sample(
      trace, {.begin = Time(days(5)), .run_in = days(2), .length = days(3)});
  ASSERT_TRUE(sample.ok()) << sample.error().text;
  EXPECT_EQ(sample->window.start, Time(days(3)));
  EXPECT_EQ(sample->window.end, Time(days(8)));
  ASSERT_EQ(sample->sources.size(), 5u);
  EXPECT_EQ(sample->sources.front()->id, 3);
}

TEST(Sample, IsTheWholeTraceUnlessToldOtherwise) {
  const Trace trace = ten_days();
  const auto sample = take_sample(trace, {});
  ASSERT_TRUE(sample.ok());
  EXPECT_EQ(sample->window.start, trace.begin);
  EXPECT_EQ(sample->window.begin, trace.begin);
  EXPECT_EQ(sample->sources.size(), 10u);
}

TEST(Sample, IsTheSameForTheSameSeed) {
  const Trace trace = ten_days();
  const auto chosen = [&trace](std::uint64_t seed) {
    return take_sample(trace, {.sources = 5, .seed = seed})->sources;
  };
  EXPECT_EQ(chosen(1), chosen(1));
  EXPECT_NE(chosen(1), chosen(2));
}

TEST(Sample, SaysWhenThereIsNotEnough) {
  const Trace trace = ten_days();
  EXPECT_EQ(take_sample(trace, {.sources = 11}).error().text,
            "11 sources asked for, 10 have an event in that time");
  EXPECT_FALSE(take_sample(trace, {.begin = Time(days(10))}).ok());
  EXPECT_FALSE(take_sample(trace, {.begin = Time(days(2)), .length = days(0)}).ok());
}

}  // namespace
}  // namespace curlew::sim
