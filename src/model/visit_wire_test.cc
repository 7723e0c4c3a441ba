#include "model/visit_wire.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

#include "base/random.h"
#include "model/visit_failure.h"

namespace curlew::model {
namespace {

Page full_page() {
  Page page{.url = "https://a.example/1",
            .html = "<p>\xe9",
            .content_type = "text/html",
            .language = "en",
            .category = "World"};
  page.note = "a note";
  PageContent& content = page.content.emplace();
  content.type = PageType::kForum;
  content.title = "Τίτλος";
  content.author = "A. Writer";
  content.published = from_unix_ms(1);
  content.modified = from_unix_ms(2);
  content.canonical_url = "https://a.example/1";
  content.image = "https://a.example/1.png";
  content.text = "One.\nTwo.";
  content.parts.blocks = {{"text", "heading", "label", 2, "/html/body"}, {}};
  content.parts.links = {{"https://a.example/2", "Two", LinkPlace::kInformational},
                         {"https://a.example/3", "", LinkPlace::kHub}};
  return page;
}

VisitReport full_report() {
  VisitReport report;
  report.id = {7};
  report.kind = VisitKind::kArticlePage;
  report.source = {8};
  report.article = {9};
  report.terminal = "t1";
  report.started = from_unix_ms(1'700'000'000'123);
  report.took = Milliseconds(45);
  report.outcome = FetchOutcome::kThrottled;
  report.http_status = 429;
  report.headers = "ETag: \"\xff\"\r\n";
  report.wire_bytes = 1;
  report.body_bytes = 2;
  report.error = "slow down";
  report.moved_to = "https://new.example/";
  report.not_before = from_unix_ms(5);
  report.quiet = {0xff, 3};
  report.discovered_feeds = {"https://a.example/feed"};
  report.found_kind = SourceKind::kPage;
  report.address = "192.0.2.1";
  report.is_given_back = true;
  report.feed = FeedHead{"Title", "https://a.example/", "el", "news"};
  Entry entry;
  entry.id = "guid";
  entry.link = "https://a.example/1";
  entry.title = "Τίτλος";
  entry.published = from_unix_ms(-1);
  entry.categories = {"a", "b"};
  entry.enclosures = {{"https://a.example/x.mp3", "audio/mpeg", 12}};
  report.new_entries = {entry, Entry{}};
  report.new_keys = {11, ~std::uint64_t{0}};
  report.new_likenesses = {0, 12};
  report.page = full_page();
  report.judgement = {PageKind::kMixed, PageKind::kHub, {900, 120}};
  return report;
}

TEST(VisitWire, AReportSurvivesTheWire) {
  const VisitReport sent = full_report();
  const Result<VisitReport> got = decode_report(encode(sent));
  ASSERT_TRUE(got.ok()) << got.error().text;
  EXPECT_EQ(encode(*got), encode(sent));
  EXPECT_EQ(got->new_entries, sent.new_entries);
  EXPECT_EQ(got->new_keys, sent.new_keys);
  EXPECT_EQ(got->new_likenesses, sent.new_likenesses);
  EXPECT_EQ(got->headers, sent.headers);
  EXPECT_EQ(got->outcome, sent.outcome);
  EXPECT_EQ(got->not_before, sent.not_before);
  EXPECT_EQ(got->quiet, sent.quiet);
  EXPECT_EQ(got->page->html, sent.page->html);
  EXPECT_EQ(got->page->content, sent.page->content);
  EXPECT_EQ(got->page->note, "a note");
  EXPECT_EQ(got->feed->title, "Title");
  EXPECT_EQ(got->found_kind, SourceKind::kPage);
  EXPECT_EQ(got->address, "192.0.2.1");
  EXPECT_TRUE(got->is_given_back);
  EXPECT_EQ(got->judgement, sent.judgement);
}

VisitOrder full_order() {
  VisitOrder order;
  order.id = {1};
  order.source = {2};
  order.source_kind = SourceKind::kFeed;
  order.url = "https://a.example/feed";
  order.request.headers = {{"X-Key", "value"}};
  order.request.bearer_token = "secret";
  order.stored_until = from_unix_ms(98);
  order.rendering = Rendering::kAlways;
  order.rules = "body = 'article'\n";
  order.averages.hub = {1.5, -2.5, 21};
  return order;
}

TEST(VisitWire, AnOrderSurvivesTheWire) {
  const VisitOrder sent = full_order();
  const Result<VisitOrder> got = decode_order(encode(sent));
  ASSERT_TRUE(got.ok()) << got.error().text;
  EXPECT_EQ(got->request, sent.request);
  EXPECT_EQ(got->url, sent.url);
  EXPECT_EQ(got->stored_until, sent.stored_until);
  EXPECT_EQ(got->source_kind, sent.source_kind);
  EXPECT_EQ(got->rendering, sent.rendering);
  EXPECT_EQ(got->rules, sent.rules);
  EXPECT_EQ(got->averages, sent.averages);
  EXPECT_EQ(decode_order(encode(VisitOrder{}))->averages, PageAverages{})
      << "of an older release";
}

TEST(VisitWire, AReceiptSurvivesTheWire) {
  EXPECT_EQ(decode_receipt(encode(VisitReceipt{{12}}))->id, VisitId{12});
}

TEST(VisitWire, ABeatSurvivesTheWire) {
  EXPECT_EQ(decode_beat(encode(TerminalBeat{"t1", 7}))->terminal, "t1");
  EXPECT_EQ(decode_beat(encode(TerminalBeat{"t1", 7}))->capacity, 7u);
}

std::string to_hex(std::string_view bytes) {
  std::string hex;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    hex += fmt::format("{:02x}{}", static_cast<unsigned char>(bytes[i]),
                       i % 40 == 39 || i + 1 == bytes.size() ? "\n" : "");
  }
  return hex;
}

// A field that is added adds bytes to testdata (CURLEW_UPDATE_DOCS=1 writes them).
// Bytes that change or go would not be understood by a neighbouring release.
TEST(VisitWire, BytesAreThoseThatOtherReleasesUnderstand) {
  const std::pair<std::string, std::string> messages[] = {
      {"order", encode(full_order())},
      {"report", encode(full_report())},
      {"receipt", encode(VisitReceipt{{12}})},
      {"beat", encode(TerminalBeat{"t1", 7})}};
  for (const auto& [name, bytes] : messages) {
    const std::string path = std::string(CURLEW_TESTDATA) + "/" + name + ".hex";
    if (std::getenv("CURLEW_UPDATE_DOCS")) std::ofstream(path) << to_hex(bytes);
    std::ifstream file(path);
    const std::string golden{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(to_hex(bytes), golden) << path;
  }
}

TEST(VisitWire, DamagedBytesAreAnErrorOrAValueButNeverACrash) {
  const std::string whole = encode(full_report());
  Random random(1);
  for (int round = 0; round < 2000; ++round) {
    std::string damaged = whole.substr(0, random.below(whole.size() + 1));
    if (!damaged.empty()) damaged[random.below(damaged.size())] = char(random());
    (void)decode_report(damaged).ok();
    (void)decode_order(damaged).ok();
  }
}

TEST(VisitWire, KindsOfANewerReleaseAreRefused) {
  VisitReport report = full_report();
  report.kind = static_cast<VisitKind>(17);
  EXPECT_FALSE(decode_report(encode(report)).ok());
}

TEST(VisitWire, AnOrderThatCannotBeReadIsRefusedByName) {
  VisitOrder order = full_order();
  order.kind = static_cast<VisitKind>(17);
  const std::string bytes = encode(order);
  const auto refusal = refuse_order(bytes, "t1", from_unix_ms(5), "unknown");
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->id, order.id);
  EXPECT_EQ(refusal->source, order.source);
  EXPECT_EQ(refusal->kind, VisitKind::kSource);
  EXPECT_EQ(refusal->terminal, "t1");
  EXPECT_EQ(refusal->started, from_unix_ms(5));
  EXPECT_EQ(refusal->outcome, FetchOutcome::kUnreadable);
  EXPECT_TRUE(refusal->is_lost);
  EXPECT_FALSE(refuse_order(bytes.substr(0, 1), "t1", from_unix_ms(5), "cut"));
}

}  // namespace
}  // namespace curlew::model
