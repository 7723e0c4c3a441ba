#include "pipeline/hub_page.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <variant>

#include "detect/new_entries.h"
#include "pipeline/visit.h"

namespace curlew::pipeline {
namespace {

using model::FetchOutcome;
using model::SourceKind;
using model::VisitOrder;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kUrl = "https://town.example/news/";
const VisitOptions kHubOptions{.terminal = "t1"};

struct Teaser {
  std::string href;
  std::string words;
};

std::string list_of(const std::vector<Teaser>& teasers) {
  std::string list = "<ul>";
  for (const auto& [href, words] : teasers) {
    list += fmt::format("<li><a href='{}'>{}</a></li>", href, words);
  }
  return list + "</ul>";
}

// A front page as small towns have them: navigation, a list of news, a footer.
std::string front_page(const std::vector<Teaser>& news, std::string_view beside = "") {
  return fmt::format(
      "<!doctype html><html lang=en><head><title>News of the town</title></head><body>"
      "<nav><a href=/>Home</a> <a href=/office>Office</a> <a href=/map>Map</a> "
      "<a href=/jobs>Jobs</a> <a href=/contact>Contact</a></nav>"
      "<main><h1>News</h1>{}</main><div>{}</div>"
      "<footer><a href=/legal>Legal</a> <a href=/privacy>Privacy</a></footer></body>",
      list_of(news), beside);
}

std::vector<Teaser> some_news() {
  return {{"/news/5", "Bridge over the river will be closed for a week in autumn"},
          {"/news/4", "School wins a national prize for its own weather station"},
          {"/news/3", "The market moves to the old station after a long debate"},
          {"/news/2", "The library stays open late on Thursdays from now on"},
          {"/news/1", "New trees are planted along the whole of the harbour road"}};
}

HubPage read(const std::string& html, const extract::Rules& rules = {}) {
  Result<HubPage> hub = read_hub_page(html, {kUrl, "text/html", rules});
  EXPECT_TRUE(hub.ok()) << hub.error().text;
  return hub.ok() ? *hub : HubPage{};
}

std::vector<std::string> links(const HubPage& hub) {
  std::vector<std::string> result;
  for (const model::Entry& entry : hub.entries) result.push_back(entry.link);
  return result;
}

TEST(HubPage, HasTheLinksOfItsListAsEntriesAndNoNavigation) {
  const HubPage hub = read(front_page(some_news()));
  EXPECT_THAT(links(hub),
              ElementsAre("https://town.example/news/5", "https://town.example/news/4",
                          "https://town.example/news/3", "https://town.example/news/2",
                          "https://town.example/news/1"));
  EXPECT_EQ(hub.entries[3].title,
            "The library stays open late on Thursdays from now on");
  EXPECT_EQ(hub.head.title, "News of the town");
  EXPECT_EQ(hub.head.site_url, kUrl);
  EXPECT_EQ(hub.head.language, "en");
}

TEST(HubPage, WithoutATitleIsCalledByWhatItTellsSocialNetworks) {
  const HubPage hub = read(
      "<meta http-equiv=Content-Language content=fr>"
      "<meta property=og:title content='Le titre\n  de la page'>" +
      list_of(some_news()));
  EXPECT_EQ(hub.head.title, "Le titre de la page");
  EXPECT_EQ(hub.head.language, "fr");
}

TEST(HubPage, StaysWithinItsSite) {
  auto news = some_news();
  news.push_back({"https://www.town.example/a", "A page on another host of the town"});
  news.push_back({"https://other.example/b", "A page of somebody else altogether"});
  news.push_back({"/", "Back to the front page of the town's own site"});
  news.push_back({"/news/#top", "Back to the top of this long list of news"});
  const auto found = links(read(front_page(news)));
  EXPECT_EQ(found.size(), 6u);
  EXPECT_EQ(found.back(), "https://www.town.example/a");
}

TEST(HubPage, SaysTheSameOfALinkHoweverItIsDressed) {
  const auto known = detect::mark_entries(read(front_page(some_news())).entries).keys;
  auto news = some_news();
  news[0] = {"/news/5?utm_source=front&utm_medium=list", "Bridge closed: what to know"};
  std::swap(news[1], news[4]);
  const HubPage later = read(front_page(news));
  const auto marks = detect::mark_entries(later.entries);
  EXPECT_THAT(
      detect::find_new_entries(later.entries, marks, {.keys = known, .likenesses = {}}),
      IsEmpty());
}

TEST(HubPage, IsReadByThePersonsRules) {
  const std::string html = front_page(
      some_news(), "<p id=best><a href=/best>Best</a> and <a href=/also>also</a>.</p>");
  EXPECT_THAT(links(read(html, *extract::parse_rules("links = '#best'", "rules"))),
              ElementsAre("https://town.example/best", "https://town.example/also"));
}

// Lead stories: text, and a link to the whole.
constexpr std::string_view kLead =
    "<div><h2><a href=/lead>The bridge &amp; the road are closed</a></h2><p>Engineers "
    "found cracks in two of the piers &lt;and more&gt;, and led all traffic over the "
    "old road. The county expects the repairs to take until the end of the summer, and "
    "the ferry runs every quarter of an hour until then, also on Sundays.</p></div>";

TEST(HubPage, FollowsLinksOfInformationalAreasWithTheirTextAsSummary) {
  const HubPage hub = read(front_page(some_news(), kLead));
  ASSERT_EQ(hub.entries.size(), 6u);
  const auto lead =
      std::ranges::find(hub.entries, "https://town.example/lead", &model::Entry::link);
  ASSERT_NE(lead, hub.entries.end());
  EXPECT_EQ(lead->title, "The bridge & the road are closed");
  EXPECT_THAT(lead->summary,
              testing::StartsWith("Engineers found cracks in two of the piers &lt;and "
                                  "more&gt;, and led"))
      << "HTML: what is text stays text";
}

TEST(AutoSource, IsNoPageToFollowForTheLinksOfItsTextAlone) {
  const std::string text = fmt::format("<!doctype html>{}", kLead);
  const auto visit = [&text](SourceKind kind) {
    VisitOrder order;
    order.url = kUrl;
    order.task = model::source_task(kind);
    fetch::FetchResult result;
    result.status = 200;
    result.headers = {{"Content-Type", "text/html"}};
    result.body = text;
    result.final_url = result.permanent_url = kUrl;
    return conclude_visit(order, nullptr, std::move(result), kHubOptions).report;
  };
  EXPECT_EQ(visit(SourceKind::kAuto).outcome, FetchOutcome::kUnreadable);
  EXPECT_EQ(model::listing_of(visit(SourceKind::kPage).findings)->entries_shown, 1u);
}

TEST(HubPage, ThatIsTooDeepIsAnError) {
  std::string deep;
  for (int i = 0; i < 1'000; ++i) deep += "<div>";
  EXPECT_EQ(read_hub_page(deep, {kUrl, "text/html", {}}).error().text,
            "the page cannot be read: its elements are nested too deep");
}

VisitOrder order_of(SourceKind kind) {
  VisitOrder order;
  order.id = {1};
  order.source = {2};
  order.url = kUrl;
  order.task = model::source_task(kind);
  return order;
}

fetch::FetchResult answer_with(std::string body) {
  fetch::FetchResult result;
  result.status = 200;
  result.headers = {{"Content-Type", "text/html; charset=utf-8"}};
  result.body = std::move(body);
  result.final_url = result.permanent_url = kUrl;
  result.validators = {"\"a\"", "", std::string(kUrl)};
  result.started = from_unix_seconds(1'700'000'000);
  return result;
}

const std::vector<model::NewEntry>& entries_of(const VisitEnd& end) {
  return model::listing_of(end.report.findings)->new_entries;
}

std::vector<std::string> new_titles(const VisitEnd& end) {
  std::vector<std::string> titles;
  for (const model::NewEntry& found : entries_of(end)) {
    titles.push_back(found.entry.title);
  }
  return titles;
}

TEST(PageSource, ReportsItsLinksAtFirstAndLaterOnlyNewOnes) {
  const VisitOrder order = order_of(SourceKind::kPage);
  auto news = some_news();
  const VisitEnd first =
      conclude_visit(order, nullptr, answer_with(front_page(news)), kHubOptions);
  EXPECT_EQ(first.report.outcome, FetchOutcome::kFetched);
  EXPECT_EQ(entries_of(first).size(), 5u);
  EXPECT_EQ(entries_of(first)[0].entry.link, "https://town.example/news/1")
      << "the oldest is the last of the page";
  EXPECT_EQ(model::listing_of(first.report.findings)->entries_shown, 5u);

  news.insert(news.begin(), {"/news/6", "The ferry runs again after the long repairs"});
  const VisitEnd second =
      conclude_visit(order, &*first.memory, answer_with(front_page(news)), kHubOptions);
  EXPECT_THAT(new_titles(second),
              ElementsAre("The ferry runs again after the long repairs"));

  // What changes elsewhere on the page is no news.
  const VisitEnd third =
      conclude_visit(order, &*second.memory,
                     answer_with(front_page(news, "It is 22:13.")), kHubOptions);
  EXPECT_EQ(third.report.outcome, FetchOutcome::kFetched);
  EXPECT_THAT(entries_of(third), IsEmpty());

  const VisitEnd fourth =
      conclude_visit(order, &*third.memory,
                     answer_with(front_page(news, "It is 22:13.")), kHubOptions);
  EXPECT_EQ(fourth.report.outcome, FetchOutcome::kNotModified);
}

TEST(PageSource, IsAskedForAsAPageAndConditionally) {
  const VisitOrder order = order_of(SourceKind::kPage);
  const VisitEnd first =
      conclude_visit(order, nullptr, answer_with(front_page(some_news())), kHubOptions);
  const fetch::FetchRequest request =
      make_request(order, {}, &*first.memory, kHubOptions);
  EXPECT_TRUE(request.accept.starts_with("text/html"));
  EXPECT_EQ(request.validators.etag, "\"a\"");
}

TEST(PageSource, IsReadAgainWhenItsRulesChangeThoughItDidNot) {
  VisitOrder order = order_of(SourceKind::kPage);
  const auto news = some_news();
  const VisitEnd first =
      conclude_visit(order, nullptr, answer_with(front_page(news)), kHubOptions);
  order.task = model::FollowedPageTask{.reading = {.rules = "links = 'ul'"}};
  EXPECT_EQ(make_request(order, {}, &*first.memory, kHubOptions).validators.etag, "");
  const VisitEnd second =
      conclude_visit(order, &*first.memory, answer_with(front_page(news)), kHubOptions);
  EXPECT_EQ(second.report.outcome, FetchOutcome::kFetched);
  EXPECT_EQ(make_request(order, {}, &*second.memory, kHubOptions).validators.etag,
            "\"a\"");
  const VisitEnd third = conclude_visit(order, &*second.memory,
                                        answer_with(front_page(news)), kHubOptions);
  EXPECT_EQ(third.report.outcome, FetchOutcome::kNotModified);
}

// A site that has just begun, or a list that begins anew each month.
TEST(PageSource, IsFollowedByAFewHeadlinesWhereThereIsNoList) {
  const std::string_view text =
      "<p>The office is open from nine to five on all days but Sunday, and by <a "
      "href=/office/form>the form for letters</a> at any time of the day.</p>";
  for (std::size_t count = 1; count <= 3; ++count) {
    auto news = some_news();
    news.resize(count);
    const std::string page = front_page(news, text);
    const VisitEnd end = conclude_visit(order_of(SourceKind::kPage), nullptr,
                                        answer_with(page), kHubOptions);
    ASSERT_EQ(entries_of(end).size(), count);
    EXPECT_EQ(entries_of(end).back().entry.link, "https://town.example/news/5");
    EXPECT_EQ(end.report.note, "");
    EXPECT_EQ(conclude_visit(order_of(SourceKind::kAuto), nullptr, answer_with(page),
                             kHubOptions)
                  .report.outcome,
              FetchOutcome::kUnreadable)
        << "nobody said that it is a list";
  }
}

TEST(PageSource, WithoutAnyListSaysSoAndIsVisitedAgain) {
  const VisitEnd end =
      conclude_visit(order_of(SourceKind::kPage), nullptr,
                     answer_with("<p>Under construction."), kHubOptions);
  EXPECT_EQ(end.report.outcome, FetchOutcome::kFetched);
  EXPECT_EQ(end.report.error, "");
  EXPECT_EQ(end.report.note, "the page has no list of links");
  const std::string shell = "<body><div id=root></div><script src=/a.js></script>";
  EXPECT_EQ(conclude_visit(order_of(SourceKind::kPage), nullptr, answer_with(shell),
                           kHubOptions)
                .report.note,
            kNeedsRendering);
}

TEST(PageSource, WhoseLinksAreNoHeadlinesSaysSo) {
  std::string menu = "<html><body><ul>";
  for (const char* word :
       {"Home", "News", "Sports", "Money", "Jobs", "Sign in", "37 minutes ago"}) {
    menu += fmt::format("<li><a href='/news/{0}'>{0}</a></li>", word);
  }
  const auto report = conclude_visit(order_of(SourceKind::kPage), nullptr,
                                     answer_with(menu + "</ul>"), kHubOptions)
                          .report;
  if (model::listing_of(report.findings)->entries_shown > 0) {
    EXPECT_EQ(report.remark, model::Remark::kNoHeadlines) << report.note;
  } else {  // The finder of links knows better.
    EXPECT_EQ(report.remark, model::Remark::kNoLinks);
  }
  const auto news = conclude_visit(order_of(SourceKind::kPage), nullptr,
                                   answer_with(front_page(some_news())), kHubOptions)
                        .report;
  EXPECT_EQ(news.remark, model::Remark::kNone) << news.note;
}

TEST(PageSource, ThatIsNoPageIsUnreadable) {
  fetch::FetchResult result = answer_with("%PDF-1.4");
  result.headers = {{"Content-Type", "application/pdf"}};
  const VisitEnd end =
      conclude_visit(order_of(SourceKind::kPage), nullptr, result, kHubOptions);
  EXPECT_EQ(end.report.outcome, FetchOutcome::kUnreadable);
  EXPECT_EQ(end.report.error,
            "https://town.example/news/ is application/pdf, not a page");
}

TEST(PageSource, IsAPageHoweverItsTypeIsWritten) {
  fetch::FetchResult result = answer_with(front_page(some_news()));
  result.headers = {{"Content-Type", "TEXT/HTML; Charset=UTF-8"}};
  const VisitEnd end =
      conclude_visit(order_of(SourceKind::kPage), nullptr, result, kHubOptions);
  EXPECT_EQ(end.report.outcome, FetchOutcome::kFetched);
  EXPECT_EQ(entries_of(end).size(), 5u);
}

TEST(AutoSource, BecomesAPageWhereNoFeedIsNamedButLinksAre) {
  const VisitEnd end =
      conclude_visit(order_of(SourceKind::kAuto), nullptr,
                     answer_with(front_page(some_news())), kHubOptions);
  EXPECT_EQ(end.report.outcome, FetchOutcome::kFetched);
  EXPECT_TRUE(std::holds_alternative<model::FollowedPageFindings>(end.report.findings));
  EXPECT_EQ(entries_of(end).size(), 5u);
  EXPECT_EQ(end.report.note, "names no feed: followed as a page");
}

TEST(AutoSource, StaysUnreadableWhereThereIsNeither) {
  const VisitEnd end =
      conclude_visit(order_of(SourceKind::kAuto), nullptr,
                     answer_with("<!doctype html><p>Nothing."), kHubOptions);
  EXPECT_EQ(end.report.outcome, FetchOutcome::kUnreadable);
  EXPECT_FALSE(model::listing_of(end.report.findings));
}

TEST(AutoSource, OfAFeedIsNeverAPage) {
  const VisitEnd end =
      conclude_visit(order_of(SourceKind::kFeed), nullptr,
                     answer_with(front_page(some_news())), kHubOptions);
  EXPECT_EQ(end.report.outcome, FetchOutcome::kUnreadable);
}

}  // namespace
}  // namespace curlew::pipeline
