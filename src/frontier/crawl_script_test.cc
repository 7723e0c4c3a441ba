// Runs the scripts in testdata: what a crawl is told, and what it must say. Pages,
// topics, sites and owners are words; a name with "1..9" in it stands for nine pages.
//
//   topic NAME [order=thesis] [threshold=.2] [pages=9] [site=9] [depth=9] [rule=mean]
//   pacing turns | best | by-topic        before the first topic
//   seed PAGE TOPIC [SITE]
//   kept PAGE TOPIC IS STRUCTURAL TEXTUAL [SITE]   a row of an earlier crawl
//   link FROM PAGE TOPIC ANCHOR [hub] [site=S] -> FATE
//   begin TOPIC [-> no]
//   after HOURS
//   next PAGE PRIORITY        or: next -
//   read PAGE TOPIC SIMILARITY [anchor=A] [structural] [textual] [copy-of=PAGE]
//        -> FATE [is=IS] [topic=T] [links=none|topic|all]
//   failed PAGE -> FATE       also: gone, unchanged
//   visit PAGE TOPIC SIMILARITY ...   next and read at once, for many pages
//   phase TOPIC COUNTER=VALUE ...
//   page PAGE COUNTER=VALUE ...
//   restart                   rows out, rows in

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "frontier/topic_crawl.h"

namespace curlew::frontier {
namespace {

using Words = std::vector<std::string>;

const std::map<std::string, PageFate> kFates{
    {"ignored", PageFate::kIgnored},   {"seed", PageFate::kSeedRead},
    {"accepted", PageFate::kAccepted}, {"kept", PageFate::kKept},
    {"moved", PageFate::kMoved},       {"rejected", PageFate::kRejected},
    {"dropped", PageFate::kDropped},   {"duplicate", PageFate::kDuplicate},
    {"failed", PageFate::kFailed},     {"gone", PageFate::kGone}};
const std::map<std::string, LinkFate> kLinkFates{
    {"added", LinkFate::kAdded},        {"improved", LinkFate::kImproved},
    {"known", LinkFate::kKnown},        {"too-deep", LinkFate::kTooDeep},
    {"site-full", LinkFate::kSiteFull}, {"other-topic", LinkFate::kOtherTopic}};
const std::map<std::string, LinksWanted> kWanted{{"none", LinksWanted::kNone},
                                                 {"topic", LinksWanted::kOfTopic},
                                                 {"all", LinksWanted::kOfAllTopics}};

// "a3..5.html" → a3.html, a4.html, a5.html.
Words expanded(const std::string& name) {
  const std::size_t dots = name.find("..");
  if (dots == std::string::npos) return {name};
  std::size_t begin = dots;
  while (begin > 0 && std::isdigit(static_cast<unsigned char>(name[begin - 1]))) {
    --begin;
  }
  std::size_t end = dots + 2;
  while (end < name.size() && std::isdigit(static_cast<unsigned char>(name[end]))) {
    ++end;
  }
  Words names;
  const int last = std::stoi(name.substr(dots + 2, end - dots - 2));
  for (int at = std::stoi(name.substr(begin, dots - begin)); at <= last; ++at) {
    names.push_back(name.substr(0, begin) + std::to_string(at) + name.substr(end));
  }
  return names;
}

class Script {
 public:
  void run(const std::filesystem::path& path) {
    std::ifstream file(path);
    ASSERT_TRUE(file) << path;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
      const Words words = words_of(line);
      if (words.empty()) continue;
      SCOPED_TRACE(path.filename().string() + ":" + std::to_string(number) + ": " +
                   line);
      step(words);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }

 private:
  static Words words_of(const std::string& line) {
    std::istringstream in(line.substr(0, line.find('#')));
    Words words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
  }

  static std::optional<std::string> value(const Words& words, const std::string& key) {
    for (const std::string& word : words) {
      if (word.rfind(key + "=", 0) == 0) return word.substr(key.size() + 1);
    }
    return std::nullopt;
  }
  static bool has(const Words& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  }
  static std::string expected(const Words& words) {
    const auto arrow = std::find(words.begin(), words.end(), "->");
    return arrow == words.end() ? "" : *(arrow + 1);
  }

  PageId page(const std::string& name) {
    const auto [at, is_new] = pages_.try_emplace(name, pages_.size() + 1);
    return PageId{static_cast<std::int64_t>(at->second)};
  }
  TopicIndex topic(const std::string& name) {
    if (name == "-") return kNoTopic;
    const auto at = topics_.find(name);
    return at == topics_.end() ? kNoTopic : at->second;
  }
  // A site is its own owner here.
  std::uint32_t site(const std::string& name) {
    return sites_.try_emplace(name, std::uint32_t(sites_.size())).first->second;
  }

  TopicCrawl& crawl() {
    if (!crawl_) make();
    return *crawl_;
  }
  void make() {
    options_.room_of_an_owner = 100;
    crawl_.emplace(options_, rules_, changes_);
  }

  void step(const Words& words) {
    const std::string& verb = words[0];
    if (verb == "topic") return add_topic(words);
    if (verb == "pacing") return set_pacing(words.at(1));
    if (verb == "seed") return add_seed(words);
    if (verb == "kept") return add_kept(words);
    if (verb == "link") return add_link(words);
    if (verb == "begin") {
      EXPECT_EQ(crawl().begin_phase(topic(words.at(1)), now_), expected(words) != "no");
      return;
    }
    if (verb == "after") {
      now_ += std::chrono::hours(std::stoi(words.at(1)));
      return;
    }
    if (verb == "next") return next(words);
    if (verb == "read" || verb == "failed" || verb == "gone" || verb == "unchanged") {
      return report(words, words.at(1));
    }
    if (verb == "visit") return visit(words);
    if (verb == "phase") return check_phase(words);
    if (verb == "page") return check_page(words);
    if (verb == "restart") {
      const CrawlSnapshot rows = crawl().snapshot();
      make();
      crawl_->restore(rows, now_);
      return;
    }
    FAIL() << "unknown: " << verb;
  }

  void set_pacing(const std::string& name) {
    options_.pacing = name == "best"       ? CrawlPacing::kBestFirst
                      : name == "by-topic" ? CrawlPacing::kTopicByTopic
                                           : CrawlPacing::kTurns;
  }

  void add_topic(const Words& words) {
    const std::optional<CrawlOrder> order =
        parse_crawl_order(value(words, "order").value_or("thesis"));
    ASSERT_TRUE(order);
    CrawlTopic rules = thesis_topic(std::stod(value(words, "threshold").value_or("0")));
    rules.order = *order;
    if (value(words, "rule") == "fixed") rules.threshold_rule = ThresholdRule::kFixed;
    if (auto number = value(words, "pages")) rules.pages_a_phase = std::stoul(*number);
    if (auto number = value(words, "site")) rules.pages_a_site = std::stoul(*number);
    if (auto number = value(words, "depth")) {
      rules.depth = static_cast<std::uint16_t>(std::stoul(*number));
    }
    if (auto number = value(words, "off-topic")) {
      rules.off_topic = static_cast<std::uint8_t>(std::stoul(*number));
    }
    if (auto share = value(words, "anchor-share")) {
      rules.anchor_share = std::stod(*share);
    }
    rules.revisits_seeds = has(words, "revisits-seeds");
    rules_.push_back(rules);
    topics_[words.at(1)] = TopicIndex{static_cast<std::uint16_t>(topics_.size())};
  }

  void add_seed(const Words& words) {
    const std::uint32_t at = site(words.size() > 3 ? words[3] : "site");
    EXPECT_TRUE(crawl().add_seed(
        {page(words.at(1)), topic(words.at(2)), OwnerNumber{at}, SiteNumber{at}}));
  }

  // As an earlier crawl left it after the phase before.
  void add_kept(const Words& words) {
    const TopicIndex of = topic(words.at(2));
    CrawlTopicState topic_row = crawl().topic_state(of);
    const std::uint32_t at = site(words.size() > 6 ? words[6] : "site");
    CrawlSiteState site_row = crawl().site_state(of, SiteNumber{at});
    for (const std::string& name : expanded(words.at(1))) {
      CrawlPageState row;
      row.page = page(name);
      row.topic = of;
      row.owner = OwnerNumber{at};
      row.site = SiteNumber{at};
      row.standing = PageStanding::kKept;
      row.similarity = std::stof(words.at(3));
      row.structural = static_cast<std::uint16_t>(std::stoi(words.at(4)));
      row.textual = static_cast<std::uint16_t>(std::stoi(words.at(5)));
      row.visits = static_cast<std::uint16_t>(1 + row.dynamicity());
      row.changes = static_cast<std::uint16_t>(row.dynamicity());
      row.first_visit = row.last_visit = now_;
      ++topic_row.kept;
      topic_row.similarity_sum += row.similarity;
      ++site_row.kept;
      ++site_row.visited;
      crawl().restore_pages(std::span(&row, 1), now_);
    }
    topic_row.phase.phase = std::max(topic_row.phase.phase, 1u);
    crawl().restore_topics(std::span(&topic_row, 1), std::span(&site_row, 1));
  }

  void add_link(const Words& words) {
    const std::uint32_t at = site(value(words, "site").value_or("site"));
    for (const std::string& name : expanded(words.at(2))) {
      CrawlLink link;
      link.from = words.at(1) == "-" ? kNoPage : page(words.at(1));
      link.page = page(name);
      link.topic = topic(words.at(3));
      link.anchor_similarity = std::stod(words.at(4));
      link.area = has(words, "hub") ? LinkArea::kHub : LinkArea::kInformational;
      link.owner = OwnerNumber{at};
      link.site = SiteNumber{at};
      const LinkFate fate = crawl().add_link(link);
      const std::string wanted = expected(words);
      ASSERT_TRUE(wanted.empty() || kLinkFates.contains(wanted)) << wanted;
      EXPECT_EQ(fate, wanted.empty() ? LinkFate::kAdded : kLinkFates.at(wanted));
    }
  }

  void next(const Words& words) {
    const std::optional<CrawlVisit> visit = crawl().next(now_);
    if (words.at(1) == "-") {
      EXPECT_FALSE(visit) << (visit ? name_of(visit->page) : "");
      return;
    }
    ASSERT_TRUE(visit);
    EXPECT_EQ(name_of(visit->page), words[1]);
    if (words.size() > 2) {
      EXPECT_NEAR(visit->priority, std::stod(words[2]), 1e-6);
    }
    out_[words[1]] = *visit;
  }

  void report(const Words& words, const std::string& name) {
    ASSERT_TRUE(out_.contains(name));
    PageSeen seen;
    seen.end = words[0] == "failed"      ? FetchEnd::kFailed
               : words[0] == "gone"      ? FetchEnd::kGone
               : words[0] == "unchanged" ? FetchEnd::kUnchanged
                                         : FetchEnd::kRead;
    if (words[0] == "read" || words[0] == "visit") {
      seen.topic = topic(words.at(2));
      seen.similarity = std::stod(words.at(3));
    }
    if (auto anchor = value(words, "anchor"))
      seen.anchor_similarity = std::stod(*anchor);
    seen.has_structural_change = has(words, "structural");
    seen.has_textual_change = has(words, "textual");
    if (auto other = value(words, "copy-of")) seen.near_duplicate_of = page(*other);
    const CrawlDecision decision = crawl().report(out_.at(name), now_, seen);
    ASSERT_TRUE(kFates.contains(expected(words))) << expected(words);
    EXPECT_EQ(decision.fate, kFates.at(expected(words)));
    if (auto wanted = value(words, "is")) {
      EXPECT_NEAR(decision.similarity, std::stod(*wanted), 1e-7);
    }
    if (auto wanted = value(words, "topic")) {
      EXPECT_EQ(decision.topic, topic(*wanted));
    }
    if (auto wanted = value(words, "links")) {
      EXPECT_EQ(decision.links, kWanted.at(*wanted));
    }
  }

  void visit(const Words& words) {
    for (const std::string& name : expanded(words.at(1))) {
      next({"next", name});
      if (::testing::Test::HasFatalFailure()) return;
      report(words, name);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }

  static void expect_counters(const Words& words,
                              const std::map<std::string, double>& counters) {
    for (std::size_t at = 2; at < words.size(); ++at) {
      const std::size_t equals = words[at].find('=');
      const std::string key = words[at].substr(0, equals);
      ASSERT_TRUE(counters.contains(key)) << key;
      EXPECT_NEAR(counters.at(key), std::stod(words[at].substr(equals + 1)), 1e-6)
          << key;
    }
  }

  void check_phase(const Words& words) {
    const TopicIndex of = topic(words.at(1));
    const PhaseReport& phase = crawl().phase(of);
    expect_counters(words, {{"number", phase.phase},
                            {"active", crawl().is_active(of)},
                            {"threshold", phase.threshold},
                            {"dynamic", phase.dynamic_pages},
                            {"static", phase.static_pages},
                            {"waiting", phase.waiting_links},
                            {"tried", phase.tried},
                            {"downloaded", phase.downloaded},
                            {"revisited", phase.revisited},
                            {"failed", phase.failed},
                            {"relevant", phase.relevant},
                            {"new", phase.newly_relevant},
                            {"for-others", phase.for_other_topics},
                            {"taken-over", phase.taken_over},
                            {"duplicates", phase.duplicates},
                            {"structural", phase.structural},
                            {"textual", phase.textual},
                            {"moved", phase.moved},
                            {"dropped", phase.dropped},
                            {"links", phase.links},
                            {"harvest", phase.harvest_ratio()},
                            {"kept", crawl().topic_state(of).kept}});
  }

  void check_page(const Words& words) {
    const std::optional<CrawlPageState> row = crawl().page_state(page(words.at(1)));
    ASSERT_TRUE(row);
    expect_counters(words, {{"is", row->similarity},
                            {"structural", row->structural},
                            {"textual", row->textual},
                            {"ic", row->similarity + row->dynamicity()},
                            {"visits", row->visits},
                            {"changes", row->changes},
                            {"depth", row->depth},
                            {"phase", row->phase_visited},
                            {"mentions", row->mentions}});
  }

  std::string name_of(PageId id) const {
    for (const auto& [name, number] : pages_) {
      if (PageId{static_cast<std::int64_t>(number)} == id) return name;
    }
    return "?";
  }

  TopicCrawlOptions options_;
  SteadyChange changes_;
  std::vector<CrawlTopic> rules_;
  std::optional<TopicCrawl> crawl_;
  Time now_ = from_unix_seconds(1'540'000'000);
  std::map<std::string, TopicIndex> topics_;
  std::map<std::string, std::size_t> pages_;
  std::map<std::string, std::uint32_t> sites_;
  std::map<std::string, CrawlVisit> out_;
};

std::vector<std::filesystem::path> scripts() {
  std::vector<std::filesystem::path> paths;
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(CURLEW_TESTDATA)) {
    if (file.path().extension() == ".crawl") paths.push_back(file.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST(CrawlScript, EveryScriptEndsAsItSays) {
  ASSERT_GE(scripts().size(), 16u);
  for (const std::filesystem::path& path : scripts()) Script().run(path);
}

}  // namespace
}  // namespace curlew::frontier
