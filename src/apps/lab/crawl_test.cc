#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <fstream>
#include <sstream>

#include "apps/lab/crawl_run.h"
#include "apps/lab/lab.h"
#include "base/temporary_folder_test.h"

namespace curlew::apps {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class LabCrawl : public testing::Test {
 protected:
  // A web of 2,000 pages, whose changes are invented.
  static LabCrawlOptions small(const std::string& orders) {
    return {.orders = orders,
            .pages = 2000,
            .stay = "0.5",
            .phases = 4,
            .later_phase = 60,
            .json = true};
  }

  std::string printed(const LabCrawlOptions& options) {
    std::FILE* const out = std::tmpfile();
    const auto done = lab_crawl(options, out);
    error_ = done.ok() ? "" : done.error().text;
    std::string text(static_cast<std::size_t>(std::ftell(out)), '\0');
    std::rewind(out);
    text.resize(std::fread(text.data(), 1, text.size(), out));
    std::fclose(out);
    return text;
  }

  std::vector<boost::json::object> rows(const LabCrawlOptions& options) {
    std::istringstream lines(printed(options));
    EXPECT_EQ(error_, "");
    std::vector<boost::json::object> rows;
    for (std::string line; std::getline(lines, line);)
      rows.push_back(boost::json::parse(line).as_object());
    return rows;
  }

  static double number(const boost::json::object& row, const char* key) {
    return row.at(key).to_number<double>();
  }

  std::string read(const std::string& name) const {
    std::ifstream file(folder_.path() / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  void write_page(const std::string& page, int time, const std::string& body) const {
    std::filesystem::create_directories(folder_.path() / page);
    std::ofstream(folder_.path() / page / (std::to_string(time) + ".html"))
        << "<!doctype html><html><head><title>" << page << "</title></head><body>"
        << body << "</body></html>";
  }

  TemporaryFolder folder_;
  std::string error_;
};

// Without the time, which is never the same.
std::string without_times(std::string json) {
  for (std::size_t at = 0; (at = json.find("\"reorder_ms\":", at)) != json.npos;) {
    const std::size_t end = json.find_first_of(",}", at);
    json.erase(at, end - at);
  }
  return json;
}

TEST_F(LabCrawl, AllIsEveryOrder) {
  LabCrawlOptions options = small("all");
  options.pages = 500;
  EXPECT_THAT(printed(options), HasSubstr("forward-links"));
  EXPECT_EQ(error_, "");
}

TEST_F(LabCrawl, SaysThatAFileCannotBeWrittenBeforeItCrawls) {
  LabCrawlOptions options = small("curlew");
  options.plot = folder_.path() / "none" / "crawl.svg";
  EXPECT_EQ(printed(options), "");
  EXPECT_THAT(error_, HasSubstr("cannot be written"));
  options = small("curlew");
  options.queue = folder_.path() / "queue.csv";
  options.queue_phase = 5;
  EXPECT_EQ(printed(options), "");
  EXPECT_THAT(error_, HasSubstr("there are 4 phases"));
}

TEST_F(LabCrawl, FindsMoreOfItsTopicsThanABreadthFirstCrawl) {
  std::map<std::string, boost::json::object> orders;
  for (const auto& row : rows(small("curlew,thesis,breadth-first")))
    if (row.contains("harvest_ratio") && row.contains("changes_per_fetch"))
      orders[row.at("order").as_string().c_str()] = row;
  ASSERT_EQ(orders.size(), 3u);
  EXPECT_GT(number(orders["curlew"], "harvest_ratio"),
            1.5 * number(orders["breadth-first"], "harvest_ratio"));
  EXPECT_GE(number(orders["curlew"], "harvest_ratio"),
            number(orders["thesis"], "harvest_ratio"));
  EXPECT_GT(number(orders["curlew"], "topic_precision"), .8);
}

TEST_F(LabCrawl, PrintsARowAnOrderThenItsTopicsPhasesAndMostDynamicPages) {
  const auto all = rows(small("thesis"));
  ASSERT_GE(all.size(), 1u + 6 * 4);
  for (const char* key : {"order", "stay", "harvest_ratio", "changes_per_fetch",
                          "topic_precision", "reorder_ms"})
    EXPECT_TRUE(all[0].contains(key)) << key;
  for (int i = 1; i <= 24; ++i) {
    for (const char* key :
         {"order", "topic", "phase", "downloaded", "relevant", "harvest_ratio",
          "structural", "textual", "recategorised", "dynamic", "static", "sites"})
      EXPECT_TRUE(all[std::size_t(i)].contains(key)) << key;
    EXPECT_EQ(number(all[std::size_t(i)], "phase"), (i - 1) / 6 + 1);
  }
  for (std::size_t i = 25; i < all.size(); ++i) {
    const auto& ranks = all[i].at("ranks").as_object();
    EXPECT_LE(number(ranks, "dynamicity"), 5);
    for (const char* order : {"curlew", "pagerank", "backlinks", "forward-links"})
      EXPECT_GE(number(ranks, order), 1) << order;
  }
}

TEST_F(LabCrawl, TopicsOfTheThesisTakeTermsOfRejectedPagesUntilTheyRepeat) {
  const auto site =
      make_synthetic_site({.pages = 2000, .seed = 1, .stay = .5}, nullptr);
  auto judge = CrawlJudge::learn(*site, classify::TopicMethod::kThesis);
  ASSERT_TRUE(judge.ok());
  const auto terms = [&] { return (*judge)->topics()[0].terms.size(); };
  const auto score = [&] { return (*judge)->page(7, 0).scores[0]; };
  const std::size_t learned = terms();
  const float before = score();
  (*judge)->reject(0, 7, 0);
  EXPECT_EQ(score(), before) << "terms stay until the phase ends";
  (*judge)->end_phase(0);
  EXPECT_GT(terms(), learned);
  EXPECT_LE(terms(), learned + classify::kTermsOfAPhase);
  EXPECT_NE(score(), before) << "pages are judged by them";
  (*judge)->begin();
  EXPECT_EQ(terms(), learned) << "each crawl begins with what examples taught";
  EXPECT_EQ(score(), before);
}

// Pages of the topic that are half about something that no example had: too far from it
// until the crawl has taken their terms. Both wires are needed: what is rejected is
// counted, and the end of a phase takes it.
TEST_F(LabCrawl, TermsOfPagesThatOnePhaseRejectedMakeTheNextAcceptTheirLike) {
  const auto repeated = [](const std::string& words, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += words + ' ';
    return text;
  };
  const std::string known =
      repeated("striker goalkeeper league stadium referee penalty", 5);
  const std::string unknown =
      repeated("cricket wicket bowler batsman innings umpire", 6);
  std::string site = "page,topic,url,seed\n";
  const auto add = [&](const std::string& page, const std::string& topic,
                       const std::string& words) {
    write_page(page, 1'700'000'000, "<p>" + words + "</p>");
    write_page(page, 1'700'600'000, "<p>" + words + "</p>");
    site += page + ',' + topic + ",https://x.example/" + page + ",\n";
  };
  for (int i = 0; i < 30; ++i) {
    // Every third is learned from. Words of its own keep a page from being a copy.
    if (i % 3 == 0) {
      add("the-" + std::to_string(i), "sport", known);
      continue;
    }
    std::string own;
    for (int word = 0; word < 20; ++word)
      own += std::string("abcdefghij")[std::size_t(i % 10)] +
             std::string(1, 'a' + i / 10) + std::string(3, char('a' + word)) + "x ";
    add("striker-cricket-" + std::to_string(i), "sport", known + unknown + own);
  }
  for (int i = 0; i < 4; ++i)
    add("bank-market-" + std::to_string(i), "money", "bank market shares lender price");
  std::ofstream(folder_.path() / "site.csv") << site;
  LabCrawlOptions options = small("thesis");
  options.site = folder_.path();
  options.phases = 2;
  options.first_phase = 12;
  options.later_phase = 60;
  std::map<double, boost::json::object> sport;
  for (const auto& row : rows(options)) {
    if (row.contains("phase") && row.at("topic") == "sport")
      sport[number(row, "phase")] = row;
  }
  ASSERT_EQ(sport.size(), 2u);
  EXPECT_GT(number(sport[1], "downloaded"), 3) << "some were seen";
  EXPECT_EQ(number(sport[1], "relevant"), 0) << "none was near enough";
  EXPECT_GT(number(sport[2], "newly_relevant"), 3) << "by the terms of the first phase";
}

TEST_F(LabCrawl, SaysWhatAnOrderThatKnowsAllWouldHaveFoundWithTheSameVisits) {
  LabCrawlOptions options = small("curlew,breadth-first");
  options.later_phase = 400;  // More than promising links.
  for (const auto& row : rows(options)) {
    if (!row.contains("changes_per_fetch")) continue;
    EXPECT_GE(number(row, "possible_changes_per_fetch"),
              number(row, "changes_per_fetch"));
    EXPECT_LE(number(row, "possible_changes_per_fetch"), 1);
    EXPECT_GT(number(row, "possible_changes_per_fetch"), 0);
  }
}

TEST_F(LabCrawl, EveryOrderCrawlsAndTheSameSeedGivesTheSame) {
  LabCrawlOptions options =
      small("curlew,thesis,breadth-first,pagerank,backlinks,forward-links");
  options.method = "tf-centroid";  // Learned in no time.
  const std::string first = printed(options);
  ASSERT_EQ(error_, "");
  EXPECT_EQ(without_times(printed(options)), without_times(first));
  for (const char* order :
       {"curlew", "thesis", "breadth-first", "pagerank", "backlinks", "forward-links"})
    EXPECT_THAT(first, HasSubstr(std::string(R"({"order":")") + order + '"'));
}

TEST_F(LabCrawl, WritesTheQueueOfAPhaseWithWhatIsDynamicFirst) {
  LabCrawlOptions options = small("thesis");
  options.queue = folder_.path() / "queue.csv";
  options.queue_phase = 3;
  printed(options);
  ASSERT_EQ(error_, "");
  std::istringstream lines(read("queue.csv"));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "order,stay,phase,topic,place,frontier,priority,url");
  int visits = 0;
  std::map<std::string, bool> has_static;
  while (std::getline(lines, line)) {
    ++visits;
    EXPECT_THAT(line, StartsWith("thesis,0.5,3,"));
    const std::string topic = line.substr(13, line.find(',', 13) - 13);
    if (line.find(",static,") != line.npos) has_static[topic] = true;
    if (line.find(",dynamic,") != line.npos) {
      EXPECT_FALSE(has_static[topic]) << line;
    }
  }
  EXPECT_GT(visits, 30);
}

TEST_F(LabCrawl, DrawsTheFiguresAsOnePicture) {
  LabCrawlOptions options = small("curlew,breadth-first");
  options.method = "tf-centroid";
  options.plot = folder_.path() / "crawl.svg";
  printed(options);
  ASSERT_EQ(error_, "");
  const std::string picture = read("crawl.svg");
  for (const char* words :
       {"5.1 ", "5.2 ", "5.3 ", "5.4 ", "5.5 ", "sports", "breadth-first", "</svg>"})
    EXPECT_THAT(picture, HasSubstr(words));
}

TEST_F(LabCrawl, PrintsTablesForPeople) {
  LabCrawlOptions options = small("curlew");
  options.method = "tf-centroid";
  options.json = false;
  const std::string tables = printed(options);
  EXPECT_THAT(tables, StartsWith("order "));
  EXPECT_THAT(tables, HasSubstr("recategorised"));
  EXPECT_THAT(tables, HasSubstr("forward-links"));
}

TEST_F(LabCrawl, SaysWhatIsWrongWithItsWords) {
  LabCrawlOptions options = small("curlew,fastest");
  printed(options);
  EXPECT_THAT(error_, StartsWith("--order fastest: there are curlew, thesis,"));
  options = small("curlew");
  options.stay = "0.5,2";
  printed(options);
  EXPECT_EQ(error_, "--stay 2: a number from 0 to 1 is expected");
  options.site = folder_.path();
  printed(options);
  EXPECT_THAT(error_, HasSubstr("site.csv"));
}

// Real pages, with real changes, through the parser, the comparison and the classifier.
TEST_F(LabCrawl, CrawlsARecordedSite) {
  std::string site = "page,topic,url,seed\n";
  for (int i = 0; i < 24; ++i) {
    const bool is_sport = i % 2 == 0;
    const std::string page = "p" + std::to_string(i);
    const std::string words =
        is_sport ? "<p>The team scored a goal in the match and the coach praised the "
                   "striker after the league cup.</p>"
                 : "<p>The bank raised its interest rate and the market fell while "
                   "shares of lenders lost their price.</p>";
    for (int version = 0; version < 4; ++version) {
      // Some change their text in each version, one its structure.
      const std::string more =
          i % 4 == 0 ? "<div>Result number " + std::to_string(version) + "</div>"
          : i == 7 && version > 1 ? "<ul><li>more</li></ul>"
                                  : "<div>As ever</div>";
      write_page(page, 1'700'000'000 + version * 86'400, words + more);
    }
    site +=
        page + (is_sport ? ",sport" : ",money") + ",https://x.example/" + page + ",\n";
  }
  std::ofstream(folder_.path() / "site.csv") << site;
  LabCrawlOptions options = small("curlew,thesis");
  options.site = folder_.path();
  options.phases = 3;
  options.later_phase = 100;
  const auto all = rows(options);
  ASSERT_FALSE(all.empty());
  EXPECT_FALSE(all[0].contains("stay"));
  EXPECT_EQ(number(all[0], "topic_precision"), 1);
  EXPECT_GT(number(all[0], "accepted"), 10);
  EXPECT_GT(number(all[0], "changes"), 4);
  double structural = 0, textual = 0;
  for (const auto& row : all) {
    if (!row.contains("phase") || row.at("order") != "curlew") continue;
    structural += number(row, "structural");
    textual += number(row, "textual");
  }
  EXPECT_GT(textual, structural);
}

TEST_F(LabCrawl, SaysWhatIsWrongWithARecordedSite) {
  LabCrawlOptions options = small("curlew");
  options.site = folder_.path();
  std::ofstream(folder_.path() / "site.csv") << "page,topic\n";
  printed(options);
  EXPECT_THAT(error_, HasSubstr("the first line is not page,topic,url,seed"));
  std::ofstream(folder_.path() / "site.csv")
      << "page,topic,url,seed\nnothing,a,https://x.example/,\n";
  printed(options);
  EXPECT_THAT(error_, HasSubstr("nothing"));
}

}  // namespace
}  // namespace curlew::apps
