#include <fmt/format.h>
#include <gmock/gmock.h>

#include <boost/json.hpp>
#include <filesystem>
#include <fstream>

#include "apps/lab/lab.h"
#include "apps/whole_file.h"
#include "base/temporary_folder_test.h"

namespace curlew::apps {
namespace {

namespace json = boost::json;

class LabDetect : public testing::Test {
 protected:
  std::string write(const std::string& name, std::string_view text) {
    const std::filesystem::path path = folder_.path() / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << "<h2>Fees</h2><p>" << text << "</p>";
    return path.string();
  }

  std::string printed(const LabDetectOptions& options) const {
    const std::string path = folder_.path() / "out";
    std::FILE* const out = std::fopen(path.c_str(), "w");
    const Result<void> result = lab_detect(options, out);
    std::fclose(out);
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().text);
    return read_whole_file(path).value();
  }

  std::vector<json::value> rows(const LabDetectOptions& options) const {
    std::vector<json::value> rows;
    std::istringstream lines(printed(options));
    for (std::string line; std::getline(lines, line);)
      rows.push_back(json::parse(line));
    return rows;
  }

  TemporaryFolder folder_;
};

TEST_F(LabDetect, SaysWhatChangedBetweenTwoFiles) {
  const auto found = rows({.old = write("1.html", "It costs four crowns."),
                           .now = write("2.html", "It costs five crowns.")});
  ASSERT_EQ(found.size(), 1);
  EXPECT_EQ(found[0].at("t0").as_int64(), 1);
  EXPECT_TRUE(found[0].at("changed").as_bool());
  EXPECT_TRUE(found[0].at("main").as_bool());
  EXPECT_FALSE(found[0].at("structural").as_bool());
  EXPECT_EQ(found[0].at("summary").as_string(), "1 paragraph rewritten under ‘Fees’");
  EXPECT_EQ(found[0].at("parts").at(0).at("new").as_string(), "It costs five crowns.");
}

TEST_F(LabDetect, SaysThatAPageWhichCannotBeComparedIsChangedAndWhyItIsNotCompared) {
  std::string deep;
  for (int i = 0; i < 600; ++i) deep += "<div>";
  const std::string old = write("1.html", "It costs four crowns." + deep + "Monday");
  const std::string now = write("2.html", "It costs four crowns." + deep + "Tuesday");
  for (const std::string mode : {"own", "thesis"}) {
    const auto found = rows({.old = old, .now = now, .mode = mode});
    ASSERT_EQ(found.size(), 1);
    EXPECT_TRUE(found[0].at("changed").as_bool());
    EXPECT_FALSE(found[0].at("compared").as_bool());
    EXPECT_EQ(found[0].at("summary").as_string(),
              "changed, but not compared: its elements are nested too deep");
  }
}

TEST_F(LabDetect, ComparesTheVersionsOfEachPageInTheOrderOfTheirTimes) {
  write("pages/ferry/9.html", "One");
  write("pages/ferry/10.html", "One");
  write("pages/ferry/11.html", "Two");
  write("pages/bus/5.html", "Three");
  write("pages/bus/6.html", "Four");
  const auto found = rows({.batch = folder_.path() / "pages"});
  ASSERT_EQ(found.size(), 3);
  EXPECT_EQ(found[0].at("page").as_string(), "bus");
  EXPECT_EQ(found[1].at("t1").as_int64(), 10);
  EXPECT_FALSE(found[1].at("changed").as_bool());
  EXPECT_TRUE(found[2].at("changed").as_bool());
}

TEST_F(LabDetect, LearnsFromThePagesHistory) {
  for (int visit = 0; visit < 7; ++visit)
    write(fmt::format("pages/ferry/{}.html", visit), fmt::format("{} came", visit));
  const auto found = rows({.batch = folder_.path() / "pages"});
  ASSERT_EQ(found.size(), 6);
  EXPECT_TRUE(found[0].at("changed").as_bool());
  EXPECT_FALSE(found[5].at("changed").as_bool());
  EXPECT_TRUE(found[5].at("noise").as_bool());
}

TEST_F(LabDetect, CountsAsTheThesisDoes) {
  write("pages/ferry/1.html", "a");
  write("pages/ferry/2.html", "b");
  write("pages/ferry/3.html", "c</p><p>d");
  const auto found = rows({.batch = folder_.path() / "pages", .mode = "thesis"});
  ASSERT_EQ(found.size(), 2);
  EXPECT_TRUE(found[0].at("textual").as_bool());
  EXPECT_TRUE(found[1].at("structural").as_bool());
  EXPECT_EQ(found[1].at("textual_counter").as_int64(), 1);
}

TEST_F(LabDetect, ObeysRulesAndShowsBothSides) {
  const std::string old = write("1.html", "<b class=x>Berg</b> sails at noon today.");
  const std::string now = write("2.html", "<b class=x>Lund</b> sails at noon today.");
  EXPECT_FALSE(
      rows({.old = old, .now = now, .ignore = {".x"}}).at(0).at("changed").as_bool());
  EXPECT_FALSE(rows({.old = old, .now = now, .ignore_text = {"Berg|Lund"}})
                   .at(0)
                   .at("changed")
                   .as_bool());
  EXPECT_THAT(printed({.old = old, .now = now, .diff = "unified"}),
              testing::HasSubstr("-[-Berg-] sails"));
  EXPECT_THAT(printed({.old = old, .now = now, .diff = "html"}),
              testing::HasSubstr("<ins>Lund</ins>"));
  EXPECT_FALSE(lab_detect({.old = old, .now = now, .watch = "p["}, stdout).ok());
}

}  // namespace
}  // namespace curlew::apps
