#include "api/pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "api/json.h"
#include "api/relative.h"
#include "model/sealed_settings_test.h"

namespace curlew::api {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Time kPageTime = from_unix_seconds(1'790'000'000);

std::size_t count(std::string_view page, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = page.find(part); at != page.npos;
       at = page.find(part, at + 1)) {
    ++count;
  }
  return count;
}

std::vector<std::string> hostile_texts() {
  std::ifstream file(CURLEW_TESTDATA "/hostile.txt", std::ios::binary);
  std::vector<std::string> texts;
  for (std::string line; std::getline(file, line);) texts.push_back(line);
  return texts;
}

store::WatchedSource source_saying(const std::string& text) {
  store::WatchedSource watched;
  watched.source.id = {7};
  watched.source.url = text;
  watched.source.title = text;
  watched.source.site_url = text;
  watched.source.folder = text;
  watched.source.language = text;
  watched.source.added = kPageTime;
  watched.source.state = model::SourceState::kFailing;
  watched.schedule.next_due = kPageTime;
  watched.schedule.failures = 3;
  watched.schedule.last_error = text;
  watched.schedule.moved_to = text;
  return watched;
}

store::ArticleRow article_saying(const std::string& text) {
  store::ArticleRow article;
  article.id = {1};
  article.source = {7};
  article.title = article.url = article.author = text;
  article.source_title = article.language = article.category = text;
  article.page_error = text;
  article.published = kPageTime - std::chrono::minutes(5);
  article.found = kPageTime;
  return article;
}

service::ArticleDetail article_detail_saying(const std::string& text) {
  service::ArticleDetail detail;
  detail.now = kPageTime;
  detail.article = article_saying(text);
  detail.article.page_type = model::PageType::kForum;
  detail.article.page_title = text + "2";
  detail.article.canonical_url = detail.article.image = detail.article.excerpt = text;
  detail.content.emplace();
  detail.content->text = text + "\n" + text;
  detail.content->parts.links = {{text, text}, {"https://a.example/", text}};
  detail.feed = {text, text, {{text, text, 7}}};
  return detail;
}

// With its feed's text alone.
service::ArticleDetail feed_detail_saying(const std::string& text) {
  service::ArticleDetail detail = article_detail_saying(text);
  detail.content.reset();
  detail.article.excerpt.clear();
  detail.article.feed_excerpt = text;
  return detail;
}

service::StatusSnapshot snapshot_saying(const std::string& text) {
  service::StatusSnapshot snapshot;
  snapshot.now = kPageTime;
  snapshot.problems = snapshot.failing = snapshot.due =
      snapshot.coming = {source_saying(text)};
  snapshot.latest = {article_saying(text)};
  return snapshot;
}

service::SourceDetail detail_saying(const std::string& text) {
  store::VisitRow visit;
  visit.started = kPageTime;
  visit.error = visit.headers = text;
  visit.outcome = model::FetchOutcome::kTimedOut;
  service::SourceDetail detail;
  detail.now = kPageTime;
  detail.source = source_saying(text);
  detail.visits = {visit};
  detail.visits.push_back(visit);
  detail.visits[1].kind = model::VisitKind::kArticlePage;
  detail.visits[1].article = {1};
  detail.articles = {article_saying(text)};
  detail.plan.emplace().variables = {{"M", 1}};
  return detail;
}

service::SourceList list_saying(const std::string& text) {
  service::SourceList list;
  list.now = kPageTime;
  list.choice = {service::WhichSources::kFolder, text};
  list.page = 2;
  list.pages = 3;
  list.folders = {{text, 1}, {"News", 2}};
  list.rows = {{source_saying(text), service::Lateness{}}};
  return list;
}

// Every tag and attribute of the page, so that nothing unforeseen can be among them. A
// '<' or '>' in text or in an attribute would be escaped, so both are markup.
struct Tag {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
};

std::vector<Tag> tags_of(const std::string& html) {
  std::vector<Tag> tags;
  for (std::size_t at = html.find('<'); at != html.npos; at = html.find('<', at + 1)) {
    const std::string inside = html.substr(at + 1, html.find('>', at) - at - 1);
    Tag tag{inside.substr(0, inside.find(' ')), {}};
    for (std::size_t equals = inside.find("=\""); equals != inside.npos;) {
      const std::size_t begin = inside.rfind(' ', equals) + 1;
      const std::size_t end = inside.find('"', equals + 2);
      tag.attributes.emplace_back(inside.substr(begin, equals - begin),
                                  inside.substr(equals + 2, end - equals - 2));
      equals = inside.find("=\"", end);
    }
    tags.push_back(std::move(tag));
  }
  return tags;
}

void expect_only_our_markup(const std::string& html) {
  static const std::set<std::string> kTags{
      "!doctype", "html", "head",    "meta", "title", "link", "body", "header",
      "a",        "main", "section", "h1",   "h2",    "div",  "b",    "span",
      "table",    "tr",   "th",      "td",   "time",  "p",    "code", "dl",
      "dt",       "dd",   "footer",  "nav",  "ul",    "li",   "ol"};
  static const std::set<std::string> kAttributes{
      "lang", "charset",    "name",         "content",  "rel",
      "href", "class",      "title",        "datetime", "http-equiv",
      "dir",  "aria-label", "aria-current", "data-l",   "colspan"};
  for (const Tag& tag : tags_of(html)) {
    const bool closes = tag.name.starts_with("/");
    EXPECT_TRUE(kTags.count(closes ? tag.name.substr(1) : tag.name)) << tag.name;
    for (const auto& [name, value] : tag.attributes) {
      EXPECT_TRUE(kAttributes.count(name)) << name;
      if (name == "href") {
        EXPECT_TRUE(value.starts_with("/") || value.starts_with("http://") ||
                    value.starts_with("https://"))
            << value;
      }
    }
  }
}

TEST(Pages, LetNothingFromAFeedBecomeMarkup) {
  const std::vector<std::string> texts = hostile_texts();
  ASSERT_GT(texts.size(), 20u);
  for (const std::string& text : texts) {
    SCOPED_TRACE(text);
    expect_only_our_markup(status_page(snapshot_saying(text)));
    expect_only_our_markup(source_page(detail_saying(text)));
    expect_only_our_markup(sources_page(list_saying(text)));
    expect_only_our_markup(article_page(article_detail_saying(text)));
    expect_only_our_markup(article_page(feed_detail_saying(text)));
    expect_only_our_markup(message_page(text, text));
  }
}

TEST(Pages, LetNoControlCharacterThrough) {
  for (const std::string& text : hostile_texts()) {
    for (const std::string& output :
         {status_page(snapshot_saying(text)), source_page(detail_saying(text)),
          article_page(article_detail_saying(text)),
          article_page(feed_detail_saying(text)), to_json(snapshot_saying(text)),
          to_json(detail_saying(text)), to_json(article_detail_saying(text)),
          to_json(feed_detail_saying(text))}) {
      EXPECT_EQ(output.find('\x1b'), output.npos);
      EXPECT_EQ(output.find("\xc2\x9b"), output.npos);
      EXPECT_EQ(output.find('\xff'), output.npos);
    }
  }
}

TEST(Pages, TellLinkedSitesNothing) {
  const std::string page = status_page(snapshot_saying("https://example.org/a?b&c"));
  EXPECT_THAT(page, HasSubstr("<a href=\"https://example.org/a?b&amp;c\" "
                              "rel=\"noopener noreferrer\">"));
}

TEST(Pages, ShowHowLongAfterPublicationAnArticleWasFound) {
  EXPECT_THAT(status_page(snapshot_saying("x")), HasSubstr("5 min"));
}

TEST(Pages, ShowTheTextOfAnArticleInParagraphs) {
  service::ArticleDetail detail = article_detail_saying("x");
  detail.content->text = "One.\nTwo.";
  EXPECT_THAT(article_page(detail), HasSubstr("<p>One.</p>\n<p>Two.</p>"));
  EXPECT_THAT(article_page(detail), HasSubstr("forum"));
  EXPECT_THAT(to_json(detail), HasSubstr("\"text\":\"One.\\nTwo.\""));
  EXPECT_THAT(to_json(detail), HasSubstr("\"type\":\"forum\""));
  EXPECT_THAT(to_json(detail), HasSubstr("\"text_from\":\"page\""));
  detail.content.reset();
  detail.feed = {};
  EXPECT_THAT(to_json(detail), HasSubstr("\"text\":null"));
  EXPECT_THAT(article_page(detail), HasSubstr("the page was not fetched"));
}

TEST(Pages, ShowTheFeedsOwnTextWhereThereIsNoPage) {
  service::ArticleDetail detail = feed_detail_saying("x");
  detail.feed.content = "<p>One <b>two</b><script>x()</script></p><p>Three";
  detail.feed.enclosures = {{"https://a.example/a.mp3", "audio/mpeg", 5'000'000}};
  const std::string page = article_page(detail), json = to_json(detail);
  EXPECT_THAT(page, HasSubstr("<p>One <b>two</b></p><p>Three</p>"));
  EXPECT_THAT(page, HasSubstr("href=\"https://a.example/a.mp3\""));
  EXPECT_THAT(json, HasSubstr("\"text\":\"One two\\nThree\",\"text_from\":\"feed\""));
  EXPECT_THAT(json,
              HasSubstr("\"content_html\":\"<p>One <b>two</b></p><p>Three</p>\""));
  EXPECT_THAT(json, HasSubstr("\"length\":5000000"));
}

TEST(Pages, ShowWhyASourceFails) {
  service::StatusSnapshot snapshot = snapshot_saying("certificate has expired");
  snapshot.problems[0].schedule.last_visit = kPageTime;
  snapshot.problems[0].schedule.last_outcome = model::FetchOutcome::kTlsFailed;
  const std::string page = status_page(snapshot);
  EXPECT_THAT(page, HasSubstr("no secure connection: certificate has expired"));
  EXPECT_THAT(page, HasSubstr("curlew visit"));
  EXPECT_THAT(to_json(snapshot), HasSubstr("\"problem\":{\"reason\":"));
}

store::WatchedSource troubled(model::FetchOutcome outcome, std::uint32_t failures) {
  store::WatchedSource watched = source_saying("A title");
  watched.source.state = model::SourceState::kActive;
  watched.schedule.last_visit = kPageTime;
  watched.schedule.last_outcome = outcome;
  watched.schedule.failures = failures;
  return watched;
}

TEST(Pages, ShowAtMostFiveProblemsBeforeTheNews) {
  service::StatusSnapshot snapshot = snapshot_saying("x");
  snapshot.problems.assign(5, troubled(model::FetchOutcome::kTimedOut, 1));
  EXPECT_THAT(status_page(snapshot), Not(HasSubstr("show=problems")));
  snapshot.problems.assign(18, troubled(model::FetchOutcome::kTimedOut, 1));
  snapshot.counts.problems = 1'018;
  const std::string page = status_page(snapshot);
  EXPECT_EQ(count(page, "class=\"reason\""), 5u);
  EXPECT_THAT(page, HasSubstr("<a href=\"/sources?show=problems\">All 1,018 problems"));
}

TEST(Pages, ShowNoFailuresWhereAVisitWentWellInVain) {
  service::StatusSnapshot snapshot = snapshot_saying("x");
  snapshot.problems = {troubled(model::FetchOutcome::kFetched, 0)};
  snapshot.problems[0].schedule.last_remark = model::Remark::kNoLinks;
  EXPECT_THAT(status_page(snapshot), HasSubstr("data-l=\"failed in a row\"><td"));
}

TEST(Pages, HaveNineTilesWhateverStateSourcesAreIn) {
  service::StatusSnapshot snapshot = snapshot_saying("x");
  EXPECT_EQ(count(status_page(snapshot), "<div class=\"tile"), 9u);
  snapshot.counts.paused = 2;
  snapshot.counts.gone = 1;
  const std::string page = status_page(snapshot);
  EXPECT_EQ(count(page, "<div class=\"tile"), 9u);
  EXPECT_THAT(page,
              HasSubstr("<span>sources</span><span>2 paused</span><span>1 gone<"));
}

TEST(Pages, MarkASourceThatHasAProblem) {
  service::SourceList list = list_saying("x");
  list.rows = {{troubled(model::FetchOutcome::kTimedOut, 1), {}}};
  const std::string page = sources_page(list);
  EXPECT_THAT(page, HasSubstr("<span class=\"tag bad\">problem</span>"));
  EXPECT_THAT(page, HasSubstr("<p class=\"reason\">no answer in time"));
  service::SourceDetail detail = detail_saying("x");
  detail.source = list.rows[0].source;
  EXPECT_THAT(source_page(detail), HasSubstr("<span class=\"tag bad\">problem</span>"));
  list.rows[0].source.source.state = model::SourceState::kGone;
  EXPECT_THAT(sources_page(list), HasSubstr("<span class=\"tag bad\">gone</span>"));
}

TEST(Pages, MarkTheFolderThatIsListed) {
  service::SourceList list = list_saying("News");
  list.folders = {{"", 1}, {"News", 9}, {"News/Greece", 6}};
  const std::string page = sources_page(list);
  EXPECT_EQ(count(page, "aria-current"), 1u);
  EXPECT_THAT(page, HasSubstr("<a aria-current=\"page\" href=\"/sources?folder=News\">"
                              "News <span class=\"quiet\">9</span></a>"));
  EXPECT_THAT(page, HasSubstr("<a href=\"/sources?show=unfiled\">Not filed"));
  EXPECT_THAT(page, HasSubstr("All <span class=\"quiet\">10</span>"));
  EXPECT_THAT(page, HasSubstr("?folder=News&amp;page=3"));
}

TEST(Pages, SayOfAVisitThatIsDueThatItIs) {
  EXPECT_EQ(relative_due(kPageTime, kPageTime), "due now");
  EXPECT_EQ(relative_due(kPageTime - std::chrono::seconds(72), kPageTime),
            "due for 72 s");
  EXPECT_EQ(relative_due(kPageTime - std::chrono::days(8), kPageTime),
            "due since " + to_iso8601(kPageTime - std::chrono::days(8)).substr(0, 10));
  EXPECT_EQ(relative_due(kPageTime + std::chrono::minutes(5), kPageTime), "in 5 min");
  EXPECT_EQ(relative_due(kNever, kPageTime), "never");
}

TEST(Pages, SayWhyASourceIsDueInASentence) {
  service::SourceDetail detail = detail_saying("x");
  detail.source.schedule.due_reason = model::DueReason::kPolicy;
  const std::string page = source_page(detail);
  EXPECT_THAT(page, HasSubstr(">due now</time>: a visit is worth its cost then"));
  detail.source.source.state = model::SourceState::kPaused;
  EXPECT_THAT(source_page(detail), Not(HasSubstr("next visit")));
}

TEST(Pages, ShowWhoWaitsForASourceAndWhatItsPolicyKnows) {
  service::SourceDetail detail = detail_saying("x");
  detail.plan.reset();
  EXPECT_THAT(source_page(detail), Not(HasSubstr("subscribers")));
  detail.source.source.audience = {1'200, 25};
  detail.plan.emplace().variables = {{"M", 12.5}, {"ToE", 13}};
  const std::string page = source_page(detail);
  EXPECT_THAT(page, HasSubstr("<dt>subscribers<dd>1,200, active by 25 %"));
  EXPECT_THAT(page, HasSubstr("<dt>M<dd>12.5\n<dt>ToE<dd>13\n"));
}

TEST(Pages, SayOfWhichArticleAPageWasFetched) {
  EXPECT_THAT(source_page(detail_saying("Its title")),
              HasSubstr("page of <a href=\"/article/1\">Its title</a>"));
  service::SourceDetail detail = detail_saying("Its title");
  detail.articles.clear();
  EXPECT_THAT(source_page(detail),
              HasSubstr("page of <a href=\"/article/1\">an article</a>"));
}

TEST(Pages, CutTitlesThatWouldFillThem) {
  const std::string page = source_page(detail_saying(std::string(5'000, 'x')));
  const std::size_t begin = page.find("<h1>");
  EXPECT_LT(page.find("</h1>") - begin, 300u);
  EXPECT_THAT(page.substr(begin), HasSubstr("x… <span"));
}

TEST(Pages, KeepTheLinkToTheOriginalWithTheTitle) {
  EXPECT_THAT(status_page(snapshot_saying("https://example.org/")),
              HasSubstr("</a>&nbsp;<span class=\"original\">"));
}

TEST(Pages, LeadBackFromAMessage) {
  EXPECT_THAT(message_page("No such page", "x"), HasSubstr("<p><a href=\"/\">"));
}

TEST(Pages, HelpANewcomerWhenThereIsNothingYet) {
  service::StatusSnapshot snapshot;
  snapshot.now = kPageTime;
  EXPECT_THAT(status_page(snapshot), HasSubstr("curlew add"));
}

TEST(Pages, AndJsonMaskSecrets) {
  service::SourceDetail detail = detail_saying("x");
  detail.source.source.url = "https://ann:hunter2@example.org/";
  detail.source.source.title.clear();
  detail.source.source.request.bearer_token = model::kept("t0ken");
  detail.source.source.request.headers = {{"X-Key", model::kept("s3cret")}};
  for (const std::string& output : {source_page(detail), to_json(detail)}) {
    EXPECT_THAT(output, Not(HasSubstr("hunter2")));
    EXPECT_THAT(output, Not(HasSubstr("t0ken")));
    EXPECT_THAT(output, Not(HasSubstr("s3cret")));
  }
}

TEST(Json, HasNullWhereATimeIsUnknown) {
  store::ArticleRow article = article_saying("x");
  article.published.reset();
  const std::string json = to_json(article);
  EXPECT_THAT(json, HasSubstr("\"published\":null"));
  EXPECT_THAT(json, HasSubstr("\"delay_s\":null"));
  EXPECT_THAT(to_json(article_saying("x")), HasSubstr("\"delay_s\":300"));
}

TEST(SourcePage, ShowsThePhasesOfATopicAndItsHarvestAsACurve) {
  service::SourceDetail detail;
  detail.now = kPageTime;
  detail.source = source_saying("topic:ferries");
  detail.phases = {
      {.number = 1, .began = kPageTime, .downloaded = 20, .relevant = 5},
      {.number = 2, .began = kPageTime, .downloaded = 20, .relevant = 20, .moved = 1},
      // It has just begun.
      {.number = 3, .began = kPageTime, .dynamic_size = 4}};
  const std::string page = source_page(detail);
  EXPECT_THAT(page, HasSubstr("<polyline points=\"48,102 748,12 \"/>"));
  EXPECT_THAT(page, HasSubstr("<title>phase 1: 25 %</title>"));
  EXPECT_THAT(page,
              HasSubstr("class=\"drift\"><title>phase 2: 100 %, 1 moved, 0 dropped"));
  EXPECT_EQ(count(page, "data-l=\"began\""), 3u);
  detail.phases.clear();
  EXPECT_THAT(source_page(detail), Not(HasSubstr("Phases")));
}

TEST(StatusPage, ListsTopicsThatAreLookedFor) {
  service::StatusSnapshot snapshot;
  snapshot.now = kPageTime;
  EXPECT_THAT(status_page(snapshot), Not(HasSubstr("Topics looked for")));
  snapshot.topics = {{{7},
                      "<i>ferries",
                      {{.number = 1, .downloaded = 10, .relevant = 2, .dropped = 3},
                       {.number = 2, .downloaded = 10, .relevant = 9}}}};
  const std::string page = status_page(snapshot);
  EXPECT_THAT(page, HasSubstr("&lt;i&gt;ferries"));
  EXPECT_THAT(page, HasSubstr("data-l=\"harvest\">90 %"));
  EXPECT_THAT(page, HasSubstr("data-l=\"of all\">55 %"));
  EXPECT_THAT(page, HasSubstr("data-l=\"dropped\">3"));
}

}  // namespace
}  // namespace curlew::api
