#include "pipeline/report_bounds.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/visit_failure.h"
#include "model/visit_wire.h"
#include "pipeline/visit.h"

namespace curlew::pipeline {
namespace {

using model::FetchOutcome;

model::Entry entry(std::size_t size) {
  model::Entry made;
  made.id = "id";
  made.content = std::string(size, 'x');
  return made;
}

TEST(ReportBounds, TakesTheEntriesThatFit) {
  std::vector<model::Entry> entries{entry(400), entry(400), entry(400)};
  const std::vector<std::size_t> order{2, 0, 1};
  EXPECT_EQ(entries_that_fit(entries, order, 1000), 2u);
  EXPECT_EQ(entries_that_fit(entries, order, 10'000), 3u);
  EXPECT_EQ(entries_that_fit(entries, {}, 10), 0u);
}

TEST(ReportBounds, CutsAnEntryThatIsTooLargeByItself) {
  std::vector<model::Entry> entries{entry(5000)};
  entries[0].summary = std::string(500, 'y');
  entries[0].categories = {"news"};
  const std::vector<std::size_t> order{0};
  EXPECT_EQ(entries_that_fit(entries, order, 1000), 1u);
  EXPECT_LT(entries[0].content.size(), 1000u);
  EXPECT_EQ(entries[0].summary.size(), 500u);
  EXPECT_EQ(entries[0].categories.size(), 1u);
  EXPECT_EQ(entries_that_fit(entries, order, 100), 1u);
  EXPECT_EQ(entries[0].id, "id");
  EXPECT_TRUE(entries[0].content.empty());
}

TEST(ReportBounds, BoundsWhatIsNoEntry) {
  model::VisitReport report;
  report.error = std::string(1_MiB, 'e');
  report.moved_to = "http://" + std::string(1_MiB, 'm');
  report.note = std::string(1_MiB, 'n');
  report.findings =
      model::FeedFindings{model::Listing{.head = {.title = std::string(1_MiB, 't')}}};
  bound_outer_fields(report);
  EXPECT_LT(model::encode(report).size(), 10_KiB);
  std::vector<std::string> addresses(10'000, "http://news.example/feed");
  addresses.insert(addresses.begin(), "http://" + std::string(1_MiB, 'm'));
  bound_addresses(addresses);
  EXPECT_EQ(addresses, std::vector<std::string>(20, "http://news.example/feed"));
}

TEST(ReportBounds, AReportIsKnownByItsFirstBytesHoweverTheRestIsDamaged) {
  model::VisitReport report;
  report.id = {7};
  report.source = {8};
  report.terminal = "t1";
  report.started = from_unix_seconds(1'790'000'000);
  report.findings = model::ArticlePageFindings{
      .article = {9}, .page = model::Page{.note = std::string(10'000, 'x')}};
  const std::string whole = model::encode(report);
  for (const std::size_t size : {std::size_t{24}, whole.size() / 2}) {
    const auto failure = model::decode_failure(whole.substr(0, size), "damaged");
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->id, report.id);
    EXPECT_EQ(failure->source, report.source);
    EXPECT_EQ(failure->terminal, "t1");
    EXPECT_EQ(failure->started, report.started);
    EXPECT_EQ(failure->outcome, FetchOutcome::kUnreadable);
    EXPECT_TRUE(failure->is_lost) << "its order says what it was";
    EXPECT_EQ(failure->error, "damaged");
  }
  EXPECT_FALSE(model::decode_failure(std::string(1000, '\xff'), "damaged"));
  EXPECT_FALSE(model::decode_failure("", "damaged"));
}

fetch::FetchResult page(std::string html, http::BodyEnd end) {
  fetch::FetchResult result;
  result.status = 200;
  result.headers = {{"Content-Type", "text/html"}};
  result.body = std::move(html);
  result.body_end = end;
  result.final_url = result.permanent_url = "http://news.example/1";
  return result;
}

FetchOutcome outcome_of(std::string html, http::BodyEnd end) {
  model::VisitOrder order;
  order.task = model::ArticlePageTask{};
  order.url = "http://news.example/1";
  return conclude_visit(order, nullptr, page(std::move(html), end), {}).report.outcome;
}

TEST(CutPages, AreToldByTheirEncodingOrByTheirMarkupWhereNothingElseTells) {
  using http::BodyEnd;
  EXPECT_EQ(outcome_of("<html>text</html>", BodyEnd::kCut), FetchOutcome::kUnreachable);
  EXPECT_EQ(outcome_of("<html>te", BodyEnd::kUnsure), FetchOutcome::kUnreachable);
  EXPECT_EQ(outcome_of("<HTML>text</HTML>\n", BodyEnd::kUnsure),
            FetchOutcome::kFetched);
  EXPECT_EQ(outcome_of("<p>text", BodyEnd::kUnsure), FetchOutcome::kFetched);
  EXPECT_EQ(outcome_of("<html>text", BodyEnd::kWhole), FetchOutcome::kFetched);
}

TEST(CutPages, OnlyPagesAreTakenFromAPage) {
  model::VisitOrder order;
  order.task = model::ArticlePageTask{};
  const auto wants = make_request(order, {}, nullptr, {}).wants_body;
  EXPECT_TRUE(wants({{"Content-Type", "Text/HTML; charset=utf-8"}}));
  EXPECT_TRUE(wants({}));
  EXPECT_FALSE(wants({{"Content-Type", "audio/mpeg"}}));
  order.task = model::FeedTask{};
  EXPECT_FALSE(make_request(order, {}, nullptr, {}).wants_body);
}

}  // namespace
}  // namespace curlew::pipeline
