// What focused crawls keep to, through controller, terminal, archive and store: the
// thesis' frontiers, caps, what users change meanwhile, what sites say of themselves.

#include <gmock/gmock.h>

#include "control/crawl_fixture_test.h"
#include "control/subjects.h"

namespace curlew::control {
namespace {

using store::CrawlStanding;
using testing::Contains;
using testing::Each;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;
using testing::UnorderedElementsAre;

constexpr const char* kSeaPages = "http://sea.example/";

class CrawlRules : public FocusedCrawl {
 protected:
  // A page of many links, to as many pages about the sea.
  void build_pages(const std::string& site, int count, int first_text = 200) {
    std::string links;
    for (int i = 0; i < count; ++i) {
      links += link_to(fmt::format("/ferry-{}", i), "The ferry and its captain");
      show(fmt::format("{}ferry-{}", site, i), fmt::format("Ferry number {}", i),
           text_about(kFerries, first_text + i));
    }
    show(site, "All the news", "<p>Welcome.</p>", links);
  }
  static std::string entry_of(const std::string& url, Time modified) {
    return fmt::format("<url><loc>{}</loc><lastmod>{}</lastmod></url>", url,
                       to_iso8601(modified));
  }
  void list(const std::string& entries) {
    web_["http://sea.example/sitemap.xml"] = {
        200, {{"Content-Type", "application/xml"}}, "<urlset>" + entries + "</urlset>"};
  }
};

TEST_F(CrawlRules, PagesThatEverChangedComeFirstInTheOrderOfTheThesis) {
  build_pages(kSeaPages, 6);
  const model::SourceId sea =
      add_topic("sea", {kSeaPages}, {}, model::CrawlOrder::kThesis);
  learn({sea});
  start();
  run_for(minutes(10));
  ASSERT_THAT(titles(), SizeIs(6));
  auto pages = pages_of_next_phase();
  ASSERT_THAT(pages, SizeIs(7));
  EXPECT_EQ(pages.front(), kSeaPages) << "the seed has 1, all others less";
  const std::string last = pages.back();
  web_[last].body.replace(web_[last].body.find("agree on day"), 12, "quarrel over");
  pages = pages_of_next_phase();
  EXPECT_EQ(pages.back(), last) << "that it changed is not known before it is visited";
  EXPECT_EQ(rows().at(last).textual, 1u);
  pages = pages_of_next_phase();
  ASSERT_THAT(pages, SizeIs(7));
  EXPECT_EQ(pages.front(), last) << "IC = IS + 1";
  EXPECT_EQ(phases(sea).back().dynamic_size, 1u);
}

TEST_F(CrawlRules, NoMorePagesOfASiteAreVisitedThanItsCapAllows) {
  const std::string bay = "http://bay.example/";
  web_[bay + "robots.txt"] = {404, {}, ""};
  build_pages(kSeaPages, 6);
  build_pages(bay, 6, 300);
  const model::SourceId sea = add_topic("sea", {kSeaPages, bay}, {.pages_a_site = 2});
  learn({sea});
  run_for(minutes(10));
  const auto first = asked_pages();
  for (int phase = 0; phase < 3; ++phase) {
    run_for(hours(1) + minutes(10));
    start();
  }
  for (const std::string& site : {std::string(kSeaPages), bay}) {
    std::set<std::string> visited;
    for (const std::string& url : asked_pages()) {
      if (url.starts_with(site) && url != site) visited.insert(url);
    }
    EXPECT_THAT(visited, SizeIs(2)) << site;
  }
  EXPECT_THAT(first, SizeIs(6)) << "two seeds, and two pages of each";
  EXPECT_GT(asked_pages().size(), first.size()) << "pages that are kept come again";
}

// What a process that died after it had committed a report, and before it said so,
// makes of that report.
TEST_F(CrawlRules, AReportThatComesTwiceChangesNothing) {
  build_site();
  const model::SourceId sea = add_topic("sea", {kSeaPages});
  learn({sea});
  std::vector<std::string> reports;
  const auto run_doubled = [&](Milliseconds duration) {
    const SteadyTime end = clock_.steady() + duration;
    while (clock_.steady() < end) {
      for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
        terminal_->step(Milliseconds(0));
        for (const broker::Delivery& each : *broker_->pull(kReports, 100, {})) {
          reports.push_back(each.payload);
          ASSERT_TRUE(broker_->ack(kReports, {{each.token}}).ok());
          for (int copy = 0; copy < 2; ++copy) {
            ASSERT_TRUE(broker_->publish(kReports, std::string(each.payload)).ok());
          }
        }
      }
      clock_.advance(controller_->is_idle() ? Milliseconds(20'000) : Milliseconds(5));
    }
  };
  run_doubled(minutes(5));
  std::string& body = web_["http://sea.example/ferry-2"].body;
  body.replace(body.find("agree on day"), 12, "quarrel over");
  run_doubled(hours(1) + minutes(10));
  ASSERT_THAT(phases(sea), SizeIs(2));
  EXPECT_EQ(phases(sea)[0].downloaded, 5u);
  EXPECT_EQ(phases(sea)[1].textual, 1u);
  EXPECT_THAT(titles(), SizeIs(3));
  const auto visits = *store_->visits().of(sea, 1000);
  EXPECT_THAT(visits, SizeIs(reports.size()));
  const auto all = [&] {
    const auto phase = phases(sea).back();
    return std::tuple(rows(), *store_->crawl_pages().sites(),
                      *store_->crawl_pages().states(), phase.downloaded,
                      phase.structural, phase.textual,
                      *store_->versions().dropped("t1", 100), titles(),
                      store_->visits().of(sea, 1000)->size());
  };
  const auto before = all();
  for (int round = 0; round < 2; ++round) {
    for (const std::string& report : reports) {
      ASSERT_TRUE(broker_->publish(kReports, std::string(report)).ok());
    }
    run_for(Milliseconds(100));
    EXPECT_EQ(all(), before);
    start();  // And one that never ordered any of them.
  }
  for (const store::ArticleRow& row : *store_->articles().newest_of(sea, 9)) {
    EXPECT_EQ(kept_page(row), web_[row.url].body) << "nothing was let go";
  }
}

class CrawlDrift : public CrawlRules,
                   public testing::WithParamInterface<model::TopicMethod> {};

TEST_P(CrawlDrift, APageOfATopicAloneThatDriftsAwayIsDropped) {
  method_ = GetParam();
  // By a mean threshold few pages are let in, and by IS none whose link says little.
  std::string words =
      "Naxos Paros Tinos Milos Samos Chios Lesbos Kythira Hydra Spetses Skyros Thasos "
      "Patmos Leros Kos Rhodes ";
  for (const std::string_view sentence : kFerries) words.append(sentence).append(" ");
  std::string links;
  for (int i = 0; i < 10; ++i) {
    links += link_to(fmt::format("/ferry-{}", i), words);
    show(fmt::format("http://sea.example/ferry-{}", i), fmt::format("Ferry {}", i),
         text_about(kFerries, 400 + i));
  }
  show(kSeaPages, "All the news", "<p>Welcome.</p>", links);
  const model::SourceId sea = add_topic("sea", {kSeaPages});
  learn({sea});
  run_for(minutes(5));
  std::vector<std::string> kept;
  for (const auto& [url, row] : rows()) {
    if (row.standing == CrawlStanding::kKept) kept.push_back(url);
  }
  ASSERT_GE(kept.size(), 2u);
  const std::string drifts = kept.front(), stays = kept.back();
  const auto told = titles();
  std::string match;
  for (const std::string_view each : kFootball) match += fmt::format("<p>{}</p>", each);
  show(drifts, "The match", match);
  std::string& body = web_[stays].body;
  body.replace(body.find("agree on day"), 12, "quarrel over");
  run_for(hours(1) + minutes(10));
  EXPECT_EQ(rows().at(drifts).standing, CrawlStanding::kDropped);
  EXPECT_EQ(rows().at(stays).standing, CrawlStanding::kKept);
  ASSERT_THAT(phases(sea), SizeIs(2));
  EXPECT_EQ(phases(sea)[1].dropped, 1u);
  EXPECT_EQ(titles(), told) << "its article stays as it was told";
  const auto pages = pages_of_next_phase();
  EXPECT_THAT(pages, Not(Contains(drifts)));
  EXPECT_THAT(pages, Contains(stays));
}

INSTANTIATE_TEST_SUITE_P(ByMethod, CrawlDrift,
                         testing::Values(model::TopicMethod::kLinear,
                                         model::TopicMethod::kCentroid,
                                         model::TopicMethod::kThesis),
                         [](const auto& method) {
                           switch (method.param) {
                             case model::TopicMethod::kLinear:
                               return "Linear";
                             case model::TopicMethod::kCentroid:
                               return "Centroid";
                             default:
                               return "Thesis";
                           }
                         });

TEST_F(CrawlRules, ASeedThatIsTakenAwayIsVisitedOnlyAsAPageThatOthersLinkTo) {
  build_site();
  show("http://sea.example/more", "More ferries", text_about(kFerries, 120),
       link_to("/ferry-4", "The ferry of the harbour"));
  show("http://sea.example/ferry-4", "The fourth ferry", text_about(kFerries, 121));
  const std::string more = "http://sea.example/more";
  const model::SourceId sea = add_topic("sea", {kSeaPages, more});
  learn({sea});
  run_for(minutes(5));
  ASSERT_EQ(rows().at(more).standing, CrawlStanding::kSeed);
  change_topic(sea, [&](model::Topic& topic) { topic.seeds = {kSeaPages}; });
  auto pages = pages_of_next_phase();
  EXPECT_THAT(pages, Not(Contains(more)));
  EXPECT_THAT(pages, Contains("http://sea.example/ferry-4")) << "what it led to stays";
  start();
  EXPECT_THAT(pages_of_next_phase(), Not(Contains(more)));
  EXPECT_THAT(rows(), Not(Contains(testing::Key(more))));
  show("http://sea.example/ferry-1", "The first ferry", text_about(kFerries, 122),
       link_to("/more", "Sailors and their vessel"));
  EXPECT_THAT(pages_of_next_phase(), Contains(more));
  EXPECT_EQ(rows().at(more).standing, CrawlStanding::kKept);
  EXPECT_THAT(titles(), Contains("More ferries"));
}

TEST_F(CrawlRules, PagesWhereItsTopicNoLongerLooksAreForgotten) {
  const std::string bay = "http://bay.example/";
  web_[bay + "robots.txt"] = {404, {}, ""};
  build_pages(kSeaPages, 3);
  build_pages(bay, 3, 300);
  const model::SourceId sea = add_topic("sea", {kSeaPages, bay});
  learn({sea});
  run_for(minutes(10));
  ASSERT_THAT(titles(), SizeIs(6));
  change_topic(sea, [&](model::Topic& topic) {
    topic.seeds = {kSeaPages};
    topic.rules.excludes = {"*/ferry-1"};
  });
  const auto pages = pages_of_next_phase();
  EXPECT_THAT(pages, Each(StartsWith(kSeaPages)));
  EXPECT_THAT(pages, UnorderedElementsAre(kSeaPages, "http://sea.example/ferry-0",
                                          "http://sea.example/ferry-2"));
  EXPECT_EQ(requests_for("bay.example"), 0u) << "its lists neither";
  for (const auto& [url, row] : rows()) EXPECT_THAT(url, StartsWith(kSeaPages));
  EXPECT_THAT(titles(), SizeIs(6)) << "articles stay";
  // And come back with it.
  change_topic(sea, [&](model::Topic& topic) { topic.seeds = {kSeaPages, bay}; });
  EXPECT_THAT(pages_of_next_phase(), Contains(bay + "ferry-2"));
  EXPECT_THAT(titles(), SizeIs(6));
}

// Each phase has room for a third of the pages: those that were seen last wait.
class CrawlHints : public CrawlRules {
 protected:
  void SetUp() override {
    CrawlRules::SetUp();
    build_pages(kSeaPages, 20);
    const model::SourceId sea = add_topic("sea", {kSeaPages}, {.pages_a_phase = 8});
    learn({sea});
    run_for(hours(5));
    ASSERT_THAT(titles(), SizeIs(20));
  }
  // The last one that the next phase asks for.
  std::string last_of_next_phase() { return pages_of_next_phase().back(); }
};

TEST_F(CrawlHints, AKnownPageThatASitemapSaysHasChangedComesSooner) {
  std::string seen = last_of_next_phase();
  EXPECT_THAT(pages_of_next_phase(), Not(Contains(seen)));
  seen = last_of_next_phase();
  list(entry_of(seen, clock_.now() - hours(5)));
  EXPECT_THAT(pages_of_next_phase(), Not(Contains(seen))) << "it was visited since";
  seen = last_of_next_phase();
  list(entry_of(seen, clock_.now() + hours(5)));
  EXPECT_THAT(pages_of_next_phase(), Not(Contains(seen))) << "that is still to come";
  seen = last_of_next_phase();
  list(entry_of(seen, clock_.now()));
  EXPECT_THAT(pages_of_next_phase(), Contains(seen));
}

TEST_F(CrawlHints, ASitemapThatAlwaysSaysNowIsNotBelieved) {
  for (int phase = 0; phase < 3; ++phase) {
    std::string entries;
    for (int i = 0; i < 20; ++i) {
      entries += entry_of(fmt::format("{}ferry-{}", kSeaPages, i), clock_.now());
    }
    list(entries);
    run_for(hours(1) + minutes(10));
  }
  const std::string seen = last_of_next_phase();
  list(entry_of(seen, clock_.now()));
  EXPECT_THAT(pages_of_next_phase(), Not(Contains(seen)));
}

TEST_F(CrawlRules, APageWhoseReadingEndedTheProcessTwiceStopsNothingElse) {
  build_site();
  const model::SourceId sea = add_topic("sea", {kSeaPages});
  learn({sea});
  run_for(minutes(5));
  const std::string deadly = "http://sea.example/ferry-2";
  const auto die_reading = [&](const std::string& url) {
    model::VisitOrder order;
    order.id = model::first_visit_id(clock_.now());
    order.source = sea;
    order.task = model::CrawlPageTask{.page = rows().at(url).id};
    mark_->begin(order, clock_.now());
    start();
  };
  die_reading(deadly);
  EXPECT_THAT(pages_of_next_phase(), Contains(deadly)) << "once may be chance";
  die_reading(deadly);
  clock_.advance(minutes(1));
  die_reading(deadly);
  const auto pages = pages_of_next_phase();
  EXPECT_THAT(pages, Not(Contains(deadly)));
  EXPECT_THAT(pages, Contains("http://sea.example/ferry-1"));
  EXPECT_EQ(rows().at(deadly).standing, CrawlStanding::kGone);
  EXPECT_EQ(source(sea).source.state, SourceState::kActive);
  start();
  EXPECT_THAT(pages_of_next_phase(), Not(Contains(deadly)));
  // Of a list it is the same.
  const std::string list = "http://sea.example/sitemap.xml";
  die_reading(list);
  clock_.advance(minutes(1));
  die_reading(list);
  requests_.clear();
  run_for(hours(3));
  EXPECT_EQ(fetches_of(list), 0u);
  EXPECT_EQ(rows().at(list).standing, CrawlStanding::kGone);
  EXPECT_GT(fetches_of("http://sea.example/robots.txt"), 0u);
}

TEST_F(CrawlRules, TopicsFollowEachOtherAsLongAsAllOfThemWantIt) {
  be_slow("sea.example");
  build_pages(kSeaPages, 11);
  for (int i = 2; i < 11; ++i) {
    show(fmt::format("{}ferry-{}", kSeaPages, i), fmt::format("Match {}", i),
         text_about(kFootball, 600 + i));
  }
  const auto add_one = [&](const std::string& name) {
    return add_topic(name, {kSeaPages}, {}, model::CrawlOrder::kThesis);
  };
  const model::SourceId sea = add_one("sea");
  const model::SourceId football = add_one("football");
  learn({sea, football});
  const auto goes_on = [&](model::SourceId topic) {
    const auto all = phases(topic);
    return !all.empty() && all.back().number > 1 && !all.back().ended;
  };
  const auto times_together = [&](Milliseconds duration) {
    int together = 0;
    for (const SteadyTime end = clock_.steady() + duration; clock_.steady() < end;) {
      run_for(minutes(1), Milliseconds(1'000));
      together += goes_on(sea) && goes_on(football) ? 1 : 0;
    }
    return together;
  };
  EXPECT_EQ(times_together(hours(5)), 0);
  ASSERT_GT(phases(football).size(), 2u);
  change_topic(football,
               [](model::Topic& topic) { topic.order = model::CrawlOrder::kCurlew; });
  EXPECT_GT(times_together(hours(5)), 0) << "they take turns, and nobody restarted it";
}

}  // namespace
}  // namespace curlew::control
