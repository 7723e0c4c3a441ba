// Pages and lists of a focused crawl, as a terminal reads them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/memory_shelf_test.h"
#include "pipeline/visit.h"

namespace curlew::pipeline {
namespace {

using fetch::FetchResult;
using model::CrawlLinkPlace;
using model::CrawlPageFindings;
using model::CrawlPageTask;
using model::FetchOutcome;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;
using testing::SizeIs;

const Time kCrawledAt = from_unix_seconds(1'700'000'000);
constexpr std::string_view kCrawledUrl = "https://ferries.example/island/news";

model::VisitOrder crawl_order(CrawlPageTask task, std::string_view url = kCrawledUrl) {
  model::VisitOrder order;
  order.id = {1};
  order.source = {2};
  order.url = url;
  order.task = std::move(task);
  return order;
}

FetchResult crawl_answer(std::string body, std::string type = "text/html",
                         std::string_view url = kCrawledUrl) {
  FetchResult result;
  result.status = 200;
  result.headers = {{"Content-Type", std::move(type)}};
  result.body = std::move(body);
  result.final_url = result.permanent_url = url;
  result.validators = {"\"a\"", "", std::string(url)};
  result.started = kCrawledAt;
  return result;
}

std::string page_saying(std::string_view text, std::string_view head = "",
                        std::string_view links = "") {
  std::string html = "<html lang=en><head><title>Ferries</title>" + std::string(head) +
                     "</head><body><h1>Ferries stay in port</h1><p>" +
                     std::string(text) + "</p>";
  for (int i = 0; i < 5; ++i) {
    html +=
        "<p>The harbour master says that no ferry leaves before the wind has gone "
        "down, and that those who wait are given coffee at the office on the quay.</p>";
  }
  return html + std::string(links) + "</body></html>";
}

class CrawledPages : public testing::Test {
 protected:
  VisitEnd read(CrawlPageTask task, FetchResult result) {
    return conclude_visit(crawl_order(std::move(task)), nullptr, std::move(result),
                          options_);
  }
  CrawlPageFindings found(CrawlPageTask task, FetchResult result) {
    return std::get<CrawlPageFindings>(
        read(std::move(task), std::move(result)).report.findings);
  }
  // The order of the next visit.
  static CrawlPageTask again(const CrawlPageFindings& before) {
    return {.page = before.id,
            .revisit = before.validators,
            .last_digest = before.version->digest,
            .last = before.version->place,
            .notes = before.notes.value_or("")};
  }

  MemoryShelf shelf_;
  const VisitOptions options_{.terminal = "t1", .shelf = &shelf_};
};

TEST_F(CrawledPages, TheWayToAPageIsNotKeptAsNobodyWouldLetItGo) {
  FetchResult result = crawl_answer(page_saying("No ferry today."));
  result.redirects = {{std::string(kCrawledUrl), 302, {{"Location", "/there"}}}};
  const CrawlPageFindings findings = found({.page = {7}}, std::move(result));
  ASSERT_TRUE(findings.version);
  EXPECT_THAT(shelf_.kept, SizeIs(1));
  EXPECT_THAT(findings.version->parts, IsEmpty());
}

TEST_F(CrawledPages, SayWhatTheySayAndWhereTheyLead) {
  const CrawlPageFindings crawl = found(
      {.page = {7}},
      crawl_answer(page_saying(
          "All of them.", "<link rel=canonical href='/island/news'>",
          "<a href='/a?x=1#top'>More of <b>ferries</b></a><a href=/a?x=1>again</a>"
          "<a rel='external nofollow' href=/paid>paid</a><a href=/p.jpg>picture</a>"
          "<a href=#top>up</a><a href=mailto:a@b.example>mail</a>"
          "<a href=https://other.example/>Other</a><a href=/island/news>here</a>")));
  EXPECT_EQ(crawl.id, model::CrawlPageId{7});
  ASSERT_TRUE(crawl.page && crawl.page->content);
  EXPECT_EQ(crawl.page->content->title, "Ferries");
  EXPECT_EQ(crawl.page->language, "en");
  EXPECT_TRUE(crawl.judgement);
  EXPECT_NE(crawl.likeness, 0u);
  EXPECT_EQ(crawl.validators.etag, "\"a\"");
  ASSERT_THAT(
      crawl.links,
      ElementsAre(Field(&model::CrawlLink::url, "https://ferries.example/a?x=1"),
                  Field(&model::CrawlLink::url, "https://other.example/")));
  EXPECT_EQ(crawl.links[0].text, "More of ferries");
  ASSERT_TRUE(crawl.version);
  EXPECT_EQ(crawl.version->summary, "the first version");
  ASSERT_THAT(shelf_.kept, SizeIs(1));
}

TEST_F(CrawledPages, LeadToTheAddressThatTheyCallTheirOwn) {
  const CrawlPageFindings crawl =
      found({.page = {7}},
            crawl_answer(page_saying("All of them.", "<link rel=canonical href='/own'>",
                                     "<a href=/a>A</a>")));
  ASSERT_THAT(crawl.links, SizeIs(2));
  EXPECT_EQ(crawl.links[0].url, "https://ferries.example/own");
  EXPECT_EQ(crawl.links[0].text, "Ferries");
  const CrawlPageFindings strict =
      found({.page = {7}}, crawl_answer(page_saying("All.",
                                                    "<link rel=canonical href='/own'>"
                                                    "<meta name=robots "
                                                    "content=nofollow>",
                                                    "")));
  EXPECT_THAT(strict.links, IsEmpty());
}

TEST_F(CrawledPages, ThatLeadToAnotherDomainHaveThatLinkAlone) {
  FetchResult away;
  away.outcome = FetchOutcome::kBadRedirect;
  away.led_to = "https://other.example/x";
  const VisitEnd end = read({.page = {7}, .stays_on_its_domain = true}, away);
  EXPECT_EQ(end.report.outcome, FetchOutcome::kBadRedirect);
  EXPECT_THAT(std::get<CrawlPageFindings>(end.report.findings).links,
              ElementsAre(Field(&model::CrawlLink::url, "https://other.example/x")));
  EXPECT_THAT(found({.page = {7}, .is_list = true}, away).links, IsEmpty());
}

TEST_F(CrawledPages, LinksOfHubsComeFirst) {
  std::string hub = "<div><h2>All news of the islands</h2><ul>";
  for (int i = 0; i < 12; ++i) {
    hub += "<li><a href='/n" + std::to_string(i) +
           "'>A long headline about what has happened on an island today</a></li>";
  }
  const CrawlPageFindings crawl = found(
      {.page = {7}}, crawl_answer(page_saying("See <a href=/inside>the other page</a>.",
                                              "", hub + "</ul></div>")));
  ASSERT_THAT(crawl.links, SizeIs(13));
  EXPECT_EQ(crawl.links[0].place, CrawlLinkPlace::kHub);
  EXPECT_EQ(crawl.links[0].url, "https://ferries.example/n0");
  EXPECT_EQ(crawl.links[12].url, "https://ferries.example/inside");
  EXPECT_NE(crawl.links[12].place, CrawlLinkPlace::kHub);
}

TEST_F(CrawledPages, MayWantToBeInNoIndexAndNotToBeFollowed) {
  FetchResult strict = crawl_answer(
      page_saying("All.", "<meta name=robots content=nofollow>", "<a href=/a>A</a>"));
  strict.headers.push_back({"X-Robots-Tag", "curlew: noindex"});
  const CrawlPageFindings crawl = found({.page = {7}}, std::move(strict));
  EXPECT_TRUE(crawl.is_noindex);
  EXPECT_THAT(crawl.links, IsEmpty());
  EXPECT_TRUE(crawl.page) << "it still says what the page is about";
}

TEST_F(CrawledPages, AreComparedWithTheirLastVersion) {
  const CrawlPageFindings first =
      found({.page = {7}}, crawl_answer(page_saying("Four ferries.")));
  EXPECT_FALSE(first.is_structural_change || first.is_textual_change);

  const CrawlPageFindings same =
      found(again(first), crawl_answer(page_saying("Four ferries.")));
  EXPECT_FALSE(same.page || same.version || same.is_textual_change);

  const CrawlPageFindings edited =
      found(again(first), crawl_answer(page_saying("Six ferries.")));
  EXPECT_TRUE(edited.is_textual_change);
  EXPECT_FALSE(edited.is_structural_change);
  ASSERT_TRUE(edited.notes) << "which part it was is learned";
  ASSERT_TRUE(edited.version);
  EXPECT_TRUE(edited.version->kinds.has(model::ChangeKind::kText));

  const CrawlPageFindings rebuilt =
      found(again(edited), crawl_answer(page_saying("Six ferries.</p><ul><li>One")));
  EXPECT_TRUE(rebuilt.is_structural_change);
  ASSERT_THAT(shelf_.kept, SizeIs(3));
}

TEST_F(CrawledPages, WhoseLastVersionIsLostAreKeptAnew) {
  CrawlPageFindings first =
      found({.page = {7}}, crawl_answer(page_saying("Four ferries.")));
  first.version->place.offset = 99;
  const VisitEnd end = read(again(first), crawl_answer(page_saying("Six ferries.")));
  const auto& crawl = std::get<CrawlPageFindings>(end.report.findings);
  EXPECT_FALSE(crawl.is_textual_change) << "that would be our fault, not its dynamics";
  EXPECT_TRUE(crawl.version && crawl.page);
  EXPECT_THAT(end.report.note, testing::HasSubstr("not compared"));
}

TEST_F(CrawledPages, AskConditionallyAndTellWhatTheServerSays) {
  const CrawlPageFindings first =
      found({.page = {7}}, crawl_answer(page_saying("Four ferries.")));
  const auto request =
      make_request(crawl_order(again(first)), {}, nullptr, options_, {});
  EXPECT_EQ(request.validators.etag, "\"a\"");
  FetchResult not_modified = crawl_answer("");
  not_modified.status = 304;
  not_modified.outcome = FetchOutcome::kNotModified;
  const VisitEnd end = read(again(first), std::move(not_modified));
  EXPECT_EQ(end.report.outcome, FetchOutcome::kNotModified);
  EXPECT_EQ(std::get<CrawlPageFindings>(end.report.findings).id, model::CrawlPageId{7});
}

TEST_F(CrawledPages, ThatAreCutOrNoPagesOrCannotBeKeptFail) {
  FetchResult cut = crawl_answer("<html><body><p>Half a");
  cut.body_end = http::BodyEnd::kCut;
  EXPECT_EQ(read({.page = {7}}, std::move(cut)).report.outcome,
            FetchOutcome::kUnreachable);
  EXPECT_EQ(read({.page = {7}}, crawl_answer("\x89PNG", "image/png")).report.outcome,
            FetchOutcome::kUnreadable);
  shelf_.is_full = true;
  const VisitEnd end = read({.page = {7}}, crawl_answer(page_saying("Four.")));
  EXPECT_EQ(end.report.remark, model::Remark::kNotKept);
  EXPECT_EQ(std::get<CrawlPageFindings>(end.report.findings).id, model::CrawlPageId{7});
}

TEST_F(CrawledPages, ListsOfASiteNameItsPagesTheNewestFirst) {
  const CrawlPageFindings list =
      found({.page = {8}, .is_list = true},
            crawl_answer("<urlset><url><loc>https://ferries.example/old</loc>"
                         "<lastmod>2023-01-01</lastmod></url>"
                         "<url><loc>https://news.ferries.example/new</loc>"
                         "<lastmod>2023-05-01</lastmod></url>"
                         "<url><loc>https://elsewhere.example/x</loc></url></urlset>",
                         "application/xml", "https://ferries.example/sitemap.xml"));
  ASSERT_THAT(list.links, SizeIs(2)) << "a site speaks for itself alone";
  EXPECT_EQ(list.links[0].url, "https://news.ferries.example/new");
  EXPECT_EQ(list.links[0].place, CrawlLinkPlace::kListed);
  EXPECT_TRUE(list.links[0].modified);
  EXPECT_FALSE(list.page || list.version);

  const CrawlPageFindings robots =
      found({.page = {8}, .is_list = true},
            crawl_answer("User-agent: *\nSitemap: https://ferries.example/s.xml\n",
                         "text/plain", "https://ferries.example/robots.txt"));
  ASSERT_THAT(robots.links, SizeIs(1));
  EXPECT_EQ(robots.links[0].place, CrawlLinkPlace::kSitemap);

  const VisitEnd no_list =
      read({.page = {8}, .is_list = true},
           crawl_answer("<html>no</html>", "text/html", "https://ferries.example/s"));
  EXPECT_EQ(no_list.report.outcome, FetchOutcome::kUnreadable);
}

}  // namespace
}  // namespace curlew::pipeline
