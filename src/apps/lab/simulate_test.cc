#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "apps/lab/lab.h"

namespace curlew::apps {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// Three feeds that publish every hour for ten days from 2021-01-04 on.
class Simulating : public testing::Test {
 protected:
  Simulating() {
    std::filesystem::create_directories(dir_);
    std::ofstream trace(dir_ / "t.csv");
    trace << "source_id,unix_time\n";
    for (int hour = 0; hour < 240; ++hour) {
      for (int source = 0; source < 3; ++source) {
        trace << source << "," << 1'609'718'400 + hour * 3600 + source * 60 << "\n";
      }
    }
    options_.trace = dir_ / "t.csv";
    options_.policies = "round-robin,toe";
    options_.budget_percent = 50;
  }
  ~Simulating() override { std::filesystem::remove_all(dir_); }

  std::string output() {
    std::FILE* const out = std::tmpfile();
    const auto done = lab_simulate(options_, out);
    error_ = done.ok() ? "" : done.error().text;
    std::string text(static_cast<std::size_t>(std::ftell(out)), '\0');
    std::rewind(out);
    text.resize(std::fread(text.data(), 1, text.size(), out));
    std::fclose(out);
    return text;
  }

  const std::filesystem::path dir_ = std::filesystem::temp_directory_path() /
                                     ("simulate_test." + std::to_string(::getpid()));
  LabSimulateOptions options_;
  std::string error_;
};

TEST_F(Simulating, PrintsARowAPolicyUnderThePromisedTitles) {
  std::istringstream lines(output());
  std::string title, first, second, rest;
  std::getline(lines, title);
  std::istringstream words(title);
  std::vector<std::string> titles{std::istream_iterator<std::string>(words), {}};
  EXPECT_THAT(titles,
              testing::ElementsAre("policy", "visits", "mean_delay_s", "p50_delay_s",
                                   "p90_delay_s", "p99_delay_s", "max_delay_s",
                                   "mean_pending", "daily_max_pending", "lost",
                                   "recall", "precision", "macro_recall", "freshness"));
  std::getline(lines, first);
  std::getline(lines, second);
  EXPECT_THAT(first, StartsWith("round-robin "));
  EXPECT_THAT(second, StartsWith("toe "));
  EXPECT_FALSE(std::getline(lines, rest));
}

TEST_F(Simulating, PrintsOneObjectALineForMachines) {
  options_.json = true;
  options_.items_shown = 20;
  EXPECT_THAT(output(), StartsWith(R"({"policy":"round-robin","visits":)"));
  EXPECT_THAT(output(), HasSubstr(R"("lost_floor":0)"));
  EXPECT_THAT(output(), HasSubstr(R"("longest_s":[)"));
  options_.samples = 3;
  EXPECT_THAT(output(), HasSubstr(R"("samples":3,"deviation":{"visits":)"));
}

std::string figure_of(const std::string& json, const std::string& name) {
  const std::size_t at = json.find("\"" + name + "\":");
  if (at == json.npos) return "";
  const std::size_t begin = at + name.size() + 3;
  return json.substr(begin, json.find_first_of(",}", begin) - begin);
}

// Of three feeds alike one has subscribers: they wait less when they count.
TEST_F(Simulating, SubscribersWaitLessThanOthers) {
  std::ofstream(dir_ / "s.csv") << "source_id,subscribers\n2,10\n";
  options_.policies = "posting-rate";
  options_.json = true;
  EXPECT_EQ(figure_of(output(), "subscriber_delay_s"), "");
  options_.subscribers = dir_ / "s.csv";
  options_.subscriber_weight = 0;
  const std::string without = output();
  options_.subscriber_weight = 1;
  const std::string with = output();
  EXPECT_LT(std::stod(figure_of(with, "subscriber_delay_s")),
            0.8 * std::stod(figure_of(without, "subscriber_delay_s")));
  options_.json = false;
  EXPECT_THAT(output(), HasSubstr("posting-rate: subscribers wait "));
}

TEST_F(Simulating, AWrongLineOfSubscribersIsNamed) {
  options_.subscribers = dir_ / "s.csv";
  for (const std::string line : {"2", "2,", "x,1", "2,-1", "2,nan", "2,1,1"}) {
    std::ofstream(dir_ / "s.csv") << "source_id,subscribers\n" << line << "\n";
    output();
    EXPECT_THAT(error_, HasSubstr("s.csv:2: ")) << line;
  }
}

// A source in training is visited by its ToE, whatever the budget.
TEST_F(Simulating, TrainingHasNoBudget) {
  options_.policies = "posting-rate";
  options_.json = true;
  options_.budget_percent = 1;
  const double without = std::stod(figure_of(output(), "visits"));
  options_.training_days = 28;
  EXPECT_GT(std::stod(figure_of(output(), "visits")), 10 * without);
  options_.policies = "toe";
  options_.budget_percent.reset();
  const double by_toe = std::stod(figure_of(output(), "visits"));
  options_.policies = "posting-rate";
  options_.budget_percent = 1;
  EXPECT_NEAR(std::stod(figure_of(output(), "visits")), by_toe, 0.1 * by_toe);
}

TEST_F(Simulating, DrawsAPictureWithTheSourcesAskedFor) {
  options_.plot = dir_ / "t.svg";
  options_.profile_of = "1";
  options_.history_of = "0,2";
  output();
  EXPECT_EQ(error_, "");
  std::ostringstream picture;
  picture << std::ifstream(options_.plot).rdbuf();
  EXPECT_THAT(picture.str(), StartsWith("<svg"));
  EXPECT_THAT(picture.str(), HasSubstr("The week of source 1: 240 articles"));
  EXPECT_THAT(picture.str(), HasSubstr("toe on source 2"));
}

TEST_F(Simulating, TellsOfDocumentsByClassOverTimeAndOneByOne) {
  options_.objective = "capture";
  options_.policies = "week,fix";
  options_.budget_percent.reset();
  const std::string text = output();
  EXPECT_EQ(error_, "");
  EXPECT_THAT(text, HasSubstr("recall / precision by mean time between changes"));
  EXPECT_THAT(text, HasSubstr("recall / precision over time"));
  EXPECT_THAT(text, HasSubstr("2021-01-13"));  // The last of ten days.
  EXPECT_THAT(text, HasSubstr("document 0: 240 changes"));
  EXPECT_THAT(text, HasSubstr("changes missed"));
  options_.json = true;
  options_.history_of = "2";
  EXPECT_THAT(output(), HasSubstr(R"("class":"< 2 d","documents":3,"changes":720,)"));
  EXPECT_THAT(output(),
              HasSubstr(R"("over_time":[{"from":"2021-01-04","changes":72,)"));
  EXPECT_THAT(output(), HasSubstr(R"("followed":[{"source":2,"changes":[1609718520,)"));
  options_.plot = dir_ / "t.svg";
  output();
  std::ostringstream picture;
  picture << std::ifstream(options_.plot).rdbuf();
  EXPECT_THAT(picture.str(), HasSubstr("Changes caught, over time"));
  EXPECT_THAT(picture.str(), HasSubstr("Document 2: 240 changes, and the downloads"));
  EXPECT_THAT(picture.str(), HasSubstr("documents: 3 0 0"));
}

TEST_F(Simulating, SaysWhatIsWrong) {
  const auto error_with = [this](auto change) {
    const LabSimulateOptions good = options_;
    change(options_);
    output();
    options_ = good;
    return error_;
  };
  EXPECT_THAT(error_with([](auto& o) { o.policies = "toe,,toe"; }),
              HasSubstr("--policy"));
  EXPECT_THAT(error_with([](auto& o) { o.policies = "best"; }),
              HasSubstr("policy 'best' is not one of"));
  EXPECT_THAT(error_with([](auto& o) { o.start = "soon"; }),
              HasSubstr("--start soon: no date"));
  EXPECT_THAT(error_with([](auto& o) { o.tick = "10"; }), HasSubstr("--tick 10"));
  EXPECT_THAT(error_with([](auto& o) { o.history_of = "7"; }),
              HasSubstr("source 7 has no event in that time"));
  EXPECT_THAT(error_with([](auto& o) { o.sources = 4; }), HasSubstr("4 sources"));
}

}  // namespace
}  // namespace curlew::apps
