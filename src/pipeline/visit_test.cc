#include "pipeline/visit.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pipeline/memory_shelf_test.h"
#include "pipeline/next_welcome.h"

namespace curlew::pipeline {
namespace {

using fetch::FetchResult;
using model::FetchOutcome;
using model::VisitOrder;
using std::chrono::hours;
using std::chrono::minutes;

const Time kNow = from_unix_seconds(1'700'000'000);  // Tuesday, 22:13:20 UTC
const VisitOptions kOptions{.terminal = "t1"};

VisitOrder source_order() {
  VisitOrder order;
  order.id = {1};
  order.source = {2};
  order.url = "https://news.example/feed";
  return order;
}

std::string rss(std::string_view head, std::initializer_list<int> items) {
  std::string text = fmt::format(
      "<rss version='2.0'><channel><title>News</title><link>https://news.example/"
      "</link><language>el</language><category>Local</category>{}",
      head);
  for (const int item : items) {
    text += fmt::format(
        "<item><guid>{0}</guid><link>https://news.example/{0}</link>"
        "<title>Title {0}</title></item>",
        item);
  }
  return text + "</channel></rss>";
}

FetchResult answer(std::string body) {
  FetchResult result;
  result.status = 200;
  result.headers = {{"Content-Type", "application/rss+xml"}, {"ETag", "\"a\""}};
  result.body = std::move(body);
  result.final_url = source_order().url;
  result.permanent_url = source_order().url;
  result.validators = {"\"a\"", "yesterday", source_order().url};
  result.started = kNow;
  result.took = Milliseconds(100);
  return result;
}

FetchResult not_modified() {
  FetchResult result = answer("");
  result.status = 304;
  result.outcome = FetchOutcome::kNotModified;
  return result;
}

const std::vector<model::NewEntry>& new_entries(const VisitEnd& end) {
  return model::listing_of(end.report.findings)->new_entries;
}

const model::Page& page_of(const VisitEnd& end) {
  return std::get<model::ArticlePageFindings>(end.report.findings).page.value();
}

store::SourceMemory memory_after(FetchResult result) {
  return *conclude_visit(source_order(), nullptr, std::move(result), kOptions).memory;
}

TEST(Visit, AFirstVisitReportsEveryEntryOldestFirst) {
  const VisitEnd end =
      conclude_visit(source_order(), nullptr, answer(rss("", {3, 2, 1})), kOptions);
  EXPECT_EQ(end.report.outcome, FetchOutcome::kFetched);
  const model::Listing* listing = model::listing_of(end.report.findings);
  ASSERT_TRUE(listing);
  ASSERT_EQ(listing->new_entries.size(), 3u);
  EXPECT_EQ(listing->new_entries[0].entry.title, "Title 1");
  EXPECT_NE(listing->new_entries[0].key, 0u);
  EXPECT_EQ(listing->head.title, "News");
  EXPECT_EQ(listing->head.language, "el");
  EXPECT_EQ(listing->head.category, "Local");
  EXPECT_EQ(end.report.terminal, "t1");
  ASSERT_TRUE(end.memory);
  EXPECT_EQ(end.memory->etag, "\"a\"");
  EXPECT_EQ(end.memory->url, source_order().url);
}

TEST(Visit, TheNextVisitSendsTheValidatorsAndReportsOnlyWhatIsNew) {
  const store::SourceMemory memory = memory_after(answer(rss("", {2, 1})));
  const fetch::FetchRequest request =
      make_request(source_order(), {}, &memory, kOptions);
  EXPECT_EQ(request.validators,
            (fetch::Validators{"\"a\"", "yesterday", source_order().url}));
  const VisitEnd end =
      conclude_visit(source_order(), &memory, answer(rss("", {3, 2, 1})), kOptions);
  ASSERT_EQ(new_entries(end).size(), 1u);
  EXPECT_EQ(new_entries(end)[0].entry.title, "Title 3");
}

TEST(Visit, NotModifiedCostsNoParseAndNoWrite) {
  const store::SourceMemory memory = memory_after(answer(rss("", {1})));
  const VisitEnd end =
      conclude_visit(source_order(), &memory, not_modified(), kOptions);
  EXPECT_EQ(end.report.outcome, FetchOutcome::kNotModified);
  EXPECT_FALSE(end.memory);
  EXPECT_FALSE(model::listing_of(end.report.findings));
}

TEST(Visit, TheSameBytesAreNotModifiedButTheirNewValidatorsAreKept) {
  const store::SourceMemory memory = memory_after(answer(rss("", {1})));
  FetchResult result = answer(rss("", {1}));
  result.validators.etag = "\"b\"";
  const VisitEnd end =
      conclude_visit(source_order(), &memory, std::move(result), kOptions);
  EXPECT_EQ(end.report.outcome, FetchOutcome::kNotModified);
  ASSERT_TRUE(end.memory);
  EXPECT_EQ(end.memory->etag, "\"b\"");
  EXPECT_EQ(end.memory->entry_keys, memory.entry_keys);
}

TEST(Visit, APageThatNamesItsFeedIsNoFailureWhereNobodyKnowsWhatToExpect) {
  VisitOrder order = source_order();
  order.task = model::source_task(model::SourceKind::kAuto);
  FetchResult result = answer(
      "<!doctype html><title>News</title>"
      "<link rel=alternate type='application/rss+xml' href='/rss'><p>Hello");
  result.headers = {{"Content-Type", "text/html"}};
  const VisitEnd end = conclude_visit(order, nullptr, result, kOptions);
  EXPECT_EQ(end.report.outcome, FetchOutcome::kNamesFeed);
  EXPECT_EQ(std::get<model::NamedFeeds>(end.report.findings).urls,
            std::vector<std::string>{"https://news.example/rss"});
  EXPECT_EQ(end.report.error, "");
  EXPECT_NE(end.report.note.find("https://news.example/rss"), std::string::npos);

  // A source that was said to be a feed does not change its address by itself.
  const VisitEnd fixed = conclude_visit(source_order(), nullptr, result, kOptions);
  EXPECT_EQ(fixed.report.outcome, FetchOutcome::kUnreadable);
  EXPECT_EQ(fixed.report.remark, model::Remark::kHtmlNamesFeed);
  EXPECT_NE(fixed.report.error.find("https://news.example/rss"), std::string::npos);
}

TEST(Visit, PlainJsonIsDataWhereNobodyKnowsWhatToExpect) {
  VisitOrder order = source_order();
  order.task = model::source_task(model::SourceKind::kAuto);
  const auto end_of = [&](std::string body, std::string type) {
    FetchResult result = answer(std::move(body));
    result.headers = {{"Content-Type", std::move(type)}};
    return conclude_visit(order, nullptr, result, kOptions);
  };
  const auto is_data = [](const VisitEnd& end) {
    return end.report.outcome == FetchOutcome::kFetched && end.report.error.empty() &&
           std::holds_alternative<model::DataFindings>(end.report.findings);
  };
  EXPECT_TRUE(
      is_data(end_of(R"({"ports": [{"name": "Aegina"}]})", "application/json")));
  EXPECT_TRUE(is_data(end_of(R"([{"name": "Aegina"}])", "text/plain")));
  EXPECT_TRUE(is_data(end_of(R"({"items": [{"id": 1, "price": 2}]})", "text/json")));
  EXPECT_TRUE(is_data(end_of(R"({"total": 0, "items": []})", "application/json")));
  EXPECT_TRUE(is_data(end_of("name,ships\nAegina,2\n", "text/csv")));
  EXPECT_EQ(end_of(R"({"error": "rate limit"})", "application/json").report.outcome,
            FetchOutcome::kUnreadable);
  // JSON Feeds stay feeds, whether they say it or not.
  for (const std::string feed :
       {R"({"version": "https://jsonfeed.org/version/1.1", "items": []})",
        R"({"items": [{"id": "1", "url": "https://news.example/1"}]})"}) {
    EXPECT_TRUE(std::holds_alternative<model::FeedFindings>(
        end_of(feed, "application/json").report.findings))
        << feed;
  }
  // What was said to be a feed does not become something else.
  order.task = model::source_task(model::SourceKind::kFeed);
  const VisitEnd end = end_of(R"([{"name": "Aegina"}])", "text/plain");
  EXPECT_EQ(end.report.outcome, FetchOutcome::kUnreadable);
  EXPECT_EQ(end.report.remark, model::Remark::kData);
}

TEST(Visit, GarbageIsUnreadableAndChangesNothingThatIsRemembered) {
  const store::SourceMemory memory = memory_after(answer(rss("", {1})));
  const VisitEnd end =
      conclude_visit(source_order(), &memory, answer("\x01\x02 garbage"), kOptions);
  EXPECT_EQ(end.report.outcome, FetchOutcome::kUnreadable);
  EXPECT_FALSE(end.report.error.empty());
  EXPECT_FALSE(end.memory);
}

TEST(Visit, AFeedThatEndsTooEarlyIsAskedForInFullUntilItIsWhole) {
  const std::string whole = rss("", {3, 2, 1});
  const std::string cut = whole.substr(0, whole.rfind("<title>"));
  const VisitEnd end = conclude_visit(source_order(), nullptr, answer(cut), kOptions);
  EXPECT_EQ(end.report.outcome, FetchOutcome::kFetched);
  EXPECT_EQ(new_entries(end).size(), 2u);
  EXPECT_EQ(end.report.error, "");
  EXPECT_EQ(end.report.note, "the feed ends too early; 2 items were read");
  EXPECT_EQ(end.report.remark, model::Remark::kCutFeed);
  ASSERT_TRUE(end.memory);
  const fetch::FetchRequest request =
      make_request(source_order(), {}, &*end.memory, kOptions);
  EXPECT_EQ(request.validators.etag, "");
  EXPECT_EQ(request.validators.last_modified, "");
  const VisitEnd next =
      conclude_visit(source_order(), &*end.memory, answer(whole), kOptions);
  EXPECT_EQ(new_entries(next).size(), 1u);
  EXPECT_EQ(next.report.remark, model::Remark::kNone);
  EXPECT_EQ(next.memory->etag, "\"a\"");
}

TEST(Visit, APermanentRedirectIsReportedOnlyWithAGoodAnswer) {
  FetchResult moved = answer(rss("", {1}));
  moved.permanent_url = "https://new.example/feed";
  EXPECT_EQ(conclude_visit(source_order(), nullptr, moved, kOptions).report.moved_to,
            "https://new.example/feed");
  moved.body = "nothing";
  EXPECT_EQ(conclude_visit(source_order(), nullptr, moved, kOptions).report.moved_to,
            "");
}

TEST(Visit, AnArticlePageIsReportedWithItsLanguageAndSection) {
  VisitOrder order = source_order();
  order.task = model::ArticlePageTask{.article = {9}};
  FetchResult result = answer(
      "<html lang=el><head><meta property='article:section' content='World'>"
      "<title>T</title></head><body><p>Κείμενο</html>");
  result.headers = {{"Content-Type", "text/html; charset=utf-8"}};
  const VisitEnd end = conclude_visit(order, nullptr, result, kOptions);
  const auto& found = std::get<model::ArticlePageFindings>(end.report.findings);
  ASSERT_TRUE(found.page);
  EXPECT_EQ(found.page->language, "el");
  EXPECT_EQ(found.page->category, "World");
  EXPECT_EQ(found.article, model::ArticleId{9});
}

class ArticlePage : public testing::Test {
 protected:
  model::ArticlePageFindings visit(std::string body,
                                   const model::ArticlePageTask& task) {
    VisitOrder order = source_order();
    order.task = task;
    FetchResult result = answer(std::move(body));
    result.headers = {{"Content-Type", "text/html; charset=utf-8"}};
    result.started = from_unix_seconds(1'790'000'000);
    VisitOptions options = kOptions;
    options.shelf = &shelf_;
    end_ = conclude_visit(order, nullptr, result, options);
    return std::get<model::ArticlePageFindings>(end_.report.findings);
  }
  static std::string body_with(std::string_view sentence) {
    return fmt::format(
        "<html lang=en><title>Ferry</title><article><h1>Ferry</h1><p>{} It leaves "
        "from the old quay, where the office of the harbour is, on every day.</p>"
        "</article>",
        sentence);
  }

  MemoryShelf shelf_;
  VisitEnd end_;
};

TEST_F(ArticlePage, IsKeptAsItCameAndReportedByItsPlace) {
  const std::string body = body_with("The ferry leaves at noon.");
  const auto found = visit(body, {.article = {9}});
  ASSERT_EQ(shelf_.kept.size(), 1u);
  EXPECT_EQ(shelf_.kept[0].body, body);
  ASSERT_TRUE(found.version);
  EXPECT_EQ(found.version->place.segment, "one");
  EXPECT_EQ(found.version->media_type, "text/html");
  EXPECT_EQ(found.version->seen, from_unix_seconds(1'790'000'000));
  EXPECT_NE(found.likeness, 0u);
  EXPECT_EQ(end_.kept_in, 1u) << "to be committed before the report leaves";
}

TEST_F(ArticlePage, ThatSaysTheSameAgainIsNeitherKeptNorReported) {
  const auto first = visit(body_with("The ferry of 12:00 leaves at noon."), {});
  model::ArticlePageTask again{.article = {9}, .reading = {}};
  again.revisit.emplace();
  again.likeness = first.likeness;
  const auto same = visit(body_with("The ferry of 14:30 leaves at noon."), again);
  EXPECT_EQ(shelf_.kept.size(), 1u);
  EXPECT_FALSE(same.page);
  EXPECT_FALSE(same.version);
  EXPECT_EQ(end_.kept_in, std::nullopt);
  const auto other = visit(body_with("The ferry leaves at dusk."), again);
  EXPECT_EQ(shelf_.kept.size(), 2u);
  EXPECT_TRUE(other.page);
  EXPECT_TRUE(other.version);
  EXPECT_NE(other.likeness, first.likeness);
}

TEST_F(ArticlePage, ThatShowsAWallInPlaceOfTheTextSaysNothingOfIt) {
  model::ArticlePageTask again{.article = {9}, .reading = {}};
  again.revisit.emplace();
  const auto found =
      visit("<body><div id=root></div><script src=/a.js></script>", again);
  EXPECT_FALSE(found.page);
  EXPECT_TRUE(shelf_.kept.empty());
}

TEST_F(ArticlePage, ThatCannotBeKeptIsAFailureOfOurs) {
  shelf_.is_full = true;
  const auto found = visit(body_with("The ferry leaves at noon."), {.article = {9}});
  EXPECT_EQ(end_.report.outcome, FetchOutcome::kUnreadable);
  EXPECT_EQ(end_.report.remark, model::Remark::kNotKept);
  EXPECT_EQ(end_.report.error, "its new version cannot be kept: no room");
  EXPECT_FALSE(found.page);
  EXPECT_EQ(found.article, model::ArticleId{9});
}

TEST(Visit, AnArticlePageIsReadByTheRulesOfItsSource) {
  VisitOrder order = source_order();
  order.task = model::ArticlePageTask{.reading = {.rules = "title = '.t'"}};
  FetchResult result = answer("<title>Site</title><p class=t>The title</p>");
  result.headers = {{"Content-Type", "text/html"}};
  EXPECT_EQ(page_of(conclude_visit(order, nullptr, result, kOptions)).content->title,
            "The title");
  order.task = model::ArticlePageTask{.reading = {.rules = "tilte = '.t'"}};
  const VisitEnd end = conclude_visit(order, nullptr, result, kOptions);
  EXPECT_EQ(page_of(end).content->title, "Site");
  EXPECT_NE(end.report.note.find("tilte"), std::string::npos) << end.report.note;
}

TEST(Visit, AnArticlePageThatCannotBeReadIsNoFailure) {
  VisitOrder order = source_order();
  order.task = model::ArticlePageTask{};
  std::string deep;
  for (int i = 0; i < 1'000; ++i) deep += "<div>";
  FetchResult result = answer(deep);
  result.headers = {{"Content-Type", "text/html"}};
  const VisitEnd end = conclude_visit(order, nullptr, std::move(result), kOptions);
  EXPECT_EQ(end.report.outcome, FetchOutcome::kFetched);
  EXPECT_FALSE(page_of(end).content);
  EXPECT_EQ(end.report.error, "");
  EXPECT_EQ(end.report.note,
            "the page is stored but not read: its elements are nested too deep");
}

TEST(Visit, APageThatTakesTooLongIsReportedAsItCameWithANote) {
  std::chrono::nanoseconds spent{};
  VisitOptions options = kOptions;
  options.page_time = Milliseconds(10);
  options.cpu_clock = [&spent] { return spent += Milliseconds(4); };
  VisitOrder order = source_order();
  order.task = model::ArticlePageTask{.article = {9}};
  FetchResult result = answer("<html lang=el><title>T</title><p>Words.</html>");
  result.headers = {{"Content-Type", "text/html"}};
  const VisitEnd end = conclude_visit(order, nullptr, result, options);
  EXPECT_EQ(end.report.outcome, FetchOutcome::kFetched);
  EXPECT_EQ(end.report.error, "");
  EXPECT_EQ(end.report.note,
            "the page is stored but not read: it takes too long to read");
  EXPECT_EQ(page_of(end).note, end.report.note);
  EXPECT_FALSE(page_of(end).content);

  options.page_time = Milliseconds(1'000);
  EXPECT_TRUE(page_of(conclude_visit(order, nullptr, result, options)).content);
}

TEST(Visit, AFollowedPageThatTakesTooLongIsUnreadable) {
  std::chrono::nanoseconds spent{};
  VisitOptions options = kOptions;
  options.page_time = Milliseconds(10);
  options.cpu_clock = [&spent] { return spent += Milliseconds(6); };
  VisitOrder order = source_order();
  order.task = model::FollowedPageTask{};
  FetchResult result = answer("<p>Words.");
  result.headers = {{"Content-Type", "text/html"}};
  const VisitEnd end = conclude_visit(order, nullptr, result, options);
  EXPECT_EQ(end.report.outcome, FetchOutcome::kUnreadable);
  EXPECT_EQ(end.report.error, "the page cannot be read: it takes too long to read");
}

// An answer to a question that was not asked.
TEST(Visit, AnArticlePageThatIsCalledNotModifiedLeavesNothingToRemember) {
  VisitOrder order = source_order();
  order.task = model::ArticlePageTask{.article = {9}};
  const VisitEnd end = conclude_visit(order, nullptr, not_modified(), kOptions);
  EXPECT_EQ(end.report.outcome, FetchOutcome::kNotModified);
  EXPECT_FALSE(end.memory);
}

TEST(Visit, AnArticleThatIsNoPageIsUnreadable) {
  VisitOrder order = source_order();
  order.task = model::ArticlePageTask{};
  FetchResult result = answer("PK");
  result.headers = {{"Content-Type", "application/zip"}};
  const VisitEnd end = conclude_visit(order, nullptr, std::move(result), kOptions);
  EXPECT_FALSE(std::get<model::ArticlePageFindings>(end.report.findings).page);
  EXPECT_EQ(end.report.error,
            "https://news.example/feed is application/zip, not a page");
}

TEST(Visit, LongHeadersAreCutAtALine) {
  FetchResult result = answer(rss("", {1}));
  result.headers = {{"A", "1"}, {"B", std::string(10'000, 'x')}};
  EXPECT_EQ(conclude_visit(source_order(), nullptr, std::move(result), kOptions)
                .report.headers,
            "A: 1\r\n");
}

TEST(NextWelcome, IsTheLatestOfWhatThePublisherAsked) {
  FetchResult result = answer(rss("<ttl>90</ttl>", {1}));
  result.fresh_until = kNow + minutes(30);
  VisitEnd end = conclude_visit(source_order(), nullptr, result, kOptions);
  EXPECT_EQ(end.report.not_before, kNow + Milliseconds(100) + minutes(90));

  // A 304 repeats neither: both still hold.
  const VisitEnd later =
      conclude_visit(source_order(), &*end.memory, not_modified(), kOptions);
  EXPECT_EQ(later.report.not_before, kNow + Milliseconds(100) + minutes(90));
}

TEST(NextWelcome, A304WithoutCacheControlKeepsTheOldLifetime) {
  FetchResult result = answer(rss("", {1}));
  result.fresh_until = kNow + hours(2);
  const store::SourceMemory memory = memory_after(result);
  const VisitEnd end =
      conclude_visit(source_order(), &memory, not_modified(), kOptions);
  EXPECT_EQ(end.report.not_before, kNow + Milliseconds(100) + hours(2));
}

TEST(NextWelcome, HoursAndDaysToSkipAreReportedWithEveryVisit) {
  const std::string head =
      "<skipHours><hour>22</hour><hour>23</hour></skipHours>"
      "<skipDays><day>Wednesday</day></skipDays>";
  const model::QuietTimes quiet{0b11u << 22, 1u << 3};
  const VisitEnd end =
      conclude_visit(source_order(), nullptr, answer(rss(head, {1})), kOptions);
  EXPECT_EQ(end.report.quiet, quiet);
  const VisitEnd later =
      conclude_visit(source_order(), &*end.memory, not_modified(), kOptions);
  EXPECT_EQ(later.report.quiet, quiet);
}

TEST(NextWelcome, RetryAfterHoldsOnFailuresToo) {
  FetchResult result = answer("");
  result.outcome = FetchOutcome::kThrottled;
  result.status = 429;
  result.retry_after = kNow + minutes(7);
  const VisitEnd end =
      conclude_visit(source_order(), nullptr, std::move(result), kOptions);
  EXPECT_EQ(end.report.not_before, kNow + minutes(7));
}

}  // namespace
}  // namespace curlew::pipeline
