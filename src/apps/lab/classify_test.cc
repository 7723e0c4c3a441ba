#include <gmock/gmock.h>

#include <boost/json.hpp>
#include <fstream>
#include <sstream>

#include "apps/lab/lab.h"
#include "base/temporary_folder_test.h"

namespace curlew::apps {
namespace {

using testing::HasSubstr;

class LabClassify : public testing::Test {
 protected:
  std::string write(const char* name, const std::string& content) const {
    const std::string path = folder_.path() / name;
    std::ofstream(path) << content;
    return path;
  }

  // So many texts of each of two topics, told by a word.
  static std::string texts(int count) {
    std::string lines;
    for (int i = 0; i < count; ++i) {
      for (const auto& [label, words] :
           {std::pair("sport", "The team scored a goal"),
            std::pair("money", "The bank raised its rate")}) {
        boost::json::object row{{"id", std::string(label) + std::to_string(i)},
                                {"label", label},
                                {"six", std::string(label) + "!"},
                                {"title", "Report " + std::to_string(i)},
                                {"text", words}};
        lines += boost::json::serialize(row) + "\n";
      }
    }
    return lines;
  }

  Result<std::string> printed(const LabClassifyOptions& options) const {
    const std::string path = folder_.path() / "out";
    std::FILE* const out = std::fopen(path.c_str(), "w");
    const auto result = lab_classify(options, out);
    std::fclose(out);
    if (!result) return result.error();
    std::ifstream file(path);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

  TemporaryFolder folder_;
};

TEST_F(LabClassify, PrintsHowWellTopicsAreTold) {
  for (const char* const method : {"linear", "cosine", "tf-centroid", "thesis"}) {
    const auto out = printed({.train = write("train", texts(8)),
                              .test = write("test", texts(3)),
                              .method = method,
                              .json = true});
    ASSERT_TRUE(out) << out.error().text;
    const auto row = boost::json::parse(*out).as_object();
    EXPECT_EQ(row.at("accuracy").to_number<double>(), 1) << method;
    EXPECT_EQ(row.at("macro_f1").to_number<double>(), 1) << method;
    EXPECT_GT(row.at("docs_per_s").to_number<double>(), 0) << method;
    const auto& sport = row.at("per_class").as_object().at("sport").as_object();
    EXPECT_EQ(sport.at("texts").as_int64(), 3) << method;
    EXPECT_EQ(sport.at("f1").to_number<double>(), 1) << method;
  }
}

TEST_F(LabClassify, SplitsOneFileByTheIdsOfItsTexts) {
  const std::string file = write("texts", texts(20));
  const auto out = printed({.train = file, .test = file, .json = true});
  ASSERT_TRUE(out) << out.error().text;
  const auto tested = boost::json::parse(*out).as_object().at("texts").as_int64();
  EXPECT_GT(tested, 8);
  EXPECT_LT(tested, 32);
}

TEST_F(LabClassify, TakesAnotherMemberForTheTopic) {
  const std::string file = write("texts", texts(8));
  const auto out =
      printed({.train = file, .test = write("test", texts(2)), .label = "six"});
  ASSERT_TRUE(out) << out.error().text;
  const auto row = boost::json::parse(*out).as_object();
  EXPECT_EQ(row.at("per_class").at("sport!").at("f1").to_number<double>(), 1);
}

TEST_F(LabClassify, NamesLabelsThatNoTopicWasLearnedForAndScoresWithAndWithoutThem) {
  const std::string odd = R"({"id":"x","label":"odd","text":"goal"})";
  const LabClassifyOptions options{.train = write("train", texts(8)),
                                   .test = write("test", texts(1) + odd + "\n"),
                                   .json = true};
  testing::internal::CaptureStderr();
  const auto out = printed(options);
  const std::string said = testing::internal::GetCapturedStderr();
  ASSERT_TRUE(out) << out.error().text;
  EXPECT_THAT(said, HasSubstr("1 texts have a \"label\" that is no topic"));
  EXPECT_THAT(said, HasSubstr("odd (1); its topics are money, sport"));
  const auto row = boost::json::parse(*out).as_object();
  EXPECT_EQ(row.at("accuracy").to_number<double>(), 1);
  EXPECT_EQ(row.at("macro_f1").to_number<double>(), 1);
  EXPECT_EQ(row.at("texts").as_int64(), 2);
  EXPECT_EQ(row.at("unknown_labels").at("odd").as_int64(), 1);
  EXPECT_NEAR(row.at("all_texts").at("accuracy").to_number<double>(), 2. / 3, 1e-12);
  EXPECT_EQ(row.at("all_texts").at("texts").as_int64(), 3);
  // The topic that took it was wrong.
  EXPECT_EQ(row.at("per_class").at("sport").at("precision").to_number<double>(), .5);
  EXPECT_FALSE(row.at("per_class").as_object().contains("odd"));
}

TEST_F(LabClassify, SaysNothingOfUnknownLabelsWhereThereAreNone) {
  const std::string file = write("texts", texts(20));
  testing::internal::CaptureStderr();
  const auto out = printed({.train = file, .test = file, .json = true});
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  ASSERT_TRUE(out) << out.error().text;
  EXPECT_FALSE(boost::json::parse(*out).as_object().contains("unknown_labels"));
}

// "sport" is not taken for "sports" behind anybody's back.
TEST_F(LabClassify, ReadyTopicsMeetLabelsByTheirNamesAlone) {
  const std::string test =
      R"({"id":"1","label":"sports","text":"The striker scored a goal in the cup final"})"
      "\n"
      R"({"id":"2","label":"sport","text":"The striker scored a goal in the cup final"})"
      "\n";
  const auto out = printed({.train = "ready", .test = write("test", test)});
  ASSERT_TRUE(out) << out.error().text;
  const auto row = boost::json::parse(*out).as_object();
  EXPECT_EQ(row.at("texts").as_int64(), 1);
  EXPECT_EQ(row.at("accuracy").to_number<double>(), 1);
  EXPECT_EQ(row.at("unknown_labels").at("sport").as_int64(), 1);
  EXPECT_EQ(row.at("all_texts").at("accuracy").to_number<double>(), .5);
}

TEST_F(LabClassify, LabelsAreTheSameInLargeAndSmallLetters) {
  const std::string test =
      R"({"id":"1","label":"Sports","text":"The striker scored a goal in the cup final"})"
      "\n";
  const auto out = printed({.train = "ready", .test = write("test", test)});
  ASSERT_TRUE(out) << out.error().text;
  const auto row = boost::json::parse(*out).as_object();
  EXPECT_EQ(row.at("texts").as_int64(), 1);
  EXPECT_FALSE(row.contains("unknown_labels"));
}

TEST_F(LabClassify, TextsOfOtherTopicsAloneAreAMistake) {
  const std::string test = R"({"id":"1","label":"Chess","text":"A rook and a pawn"})";
  const auto out = printed({.train = "ready", .test = write("test", test)});
  ASSERT_FALSE(out);
  EXPECT_THAT(out.error().text, HasSubstr("that is a topic of ready"));
}

TEST_F(LabClassify, ComparesMethodsSideBySide) {
  const std::string file = write("texts", texts(20));
  for (const char* const methods : {"all", "thesis,tf-centroid,linear"}) {
    const auto out = printed({.train = file, .test = file, .method = methods});
    ASSERT_TRUE(out) << out.error().text;
    std::istringstream lines(*out);
    std::vector<std::string> names;
    for (std::string line; std::getline(lines, line);) {
      names.emplace_back(boost::json::parse(line).at("method").as_string());
    }
    EXPECT_THAT(names, testing::ElementsAre("thesis", "tf-centroid", "linear"));
  }
}

TEST_F(LabClassify, TriesATopicByItselfAndThoseThatAreReady) {
  const std::string bees =
      R"({"id":"1","label":"bees","text":"The hive of bees had honey in its combs"})"
      "\n"
      R"({"id":"2","label":"bees","text":"Bees swarmed; the beekeeper found their hive"})"
      "\n";
  const std::string themes = write("themes",
                                   "theme sea sports en 20\n5 boat sail wind\n"
                                   "theme city - en 20\n5 street tram house\n");
  const std::string test = write(
      "test", R"({"id":"1","label":"sports","text":"a boat with a sail in the wind"})");
  const auto alone = printed({.train = write("train", bees),
                              .test = test,
                              .background = "own",
                              .themes = themes});
  ASSERT_TRUE(alone) << alone.error().text;
  EXPECT_EQ(boost::json::parse(*alone)
                .at("all_texts")
                .at("accepted_precision")
                .to_number<double>(),
            0);
  EXPECT_FALSE(printed({.train = write("train", bees), .test = test}));
  const auto ready = printed({.train = "ready", .test = test});
  ASSERT_TRUE(ready) << ready.error().text;
  EXPECT_EQ(boost::json::parse(*ready).at("texts").as_int64(), 1);
}

TEST_F(LabClassify, SaysWhatIsWrong) {
  const std::string good = write("good", texts(4));
  EXPECT_EQ(printed({.train = good, .test = good, .method = "x"}).error().kind,
            ErrorKind::kUsage);
  EXPECT_EQ(printed({.train = good, .test = good, .method = ""}).error().kind,
            ErrorKind::kUsage);
  EXPECT_EQ(printed({.train = good, .test = good, .background = "x"}).error().kind,
            ErrorKind::kUsage);
  EXPECT_EQ(printed({.train = good, .test = good, .themes = "/nowhere"}).error().kind,
            ErrorKind::kNotFound);
  EXPECT_EQ(printed({.train = "/nowhere", .test = good}).error().kind,
            ErrorKind::kNotFound);
  const auto broken = printed({.train = good, .test = write("bad", "{}\n[1]\n")});
  EXPECT_THAT(broken.error().text, HasSubstr("bad:2: no JSON object"));
  const auto unlabelled = printed({.train = good, .test = good, .label = "none"});
  EXPECT_THAT(unlabelled.error().text, HasSubstr("no text has a \"none\""));
}

}  // namespace
}  // namespace curlew::apps
