#include "model/visit_wire.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>
#include <variant>
#include <vector>

#include "base/random.h"
#include "model/sealed_settings_test.h"
#include "model/storable_report.h"
#include "model/visit_failure.h"

namespace curlew::model {
namespace {

Page full_page() {
  Page page{.url = "https://a.example/1",
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
  content.parts.article = "<p>One.</p>";
  return page;
}

Listing full_listing() {
  Entry entry;
  entry.id = "guid";
  entry.link = "https://a.example/1";
  entry.title = "Τίτλος";
  entry.summary = "<p>Summary";
  entry.content = "<p>Content";
  entry.author = "A. Writer";
  entry.language = "el";
  entry.published = from_unix_ms(-1);
  entry.updated = from_unix_ms(3);
  entry.categories = {"a", "b"};
  entry.enclosures = {{"https://a.example/x.mp3", "audio/mpeg", 12}};
  return {.head = {"Title", "https://a.example/", "el", "news", "https://hub.example/",
                   "https://a.example/feed"},
          .entries_shown = 5,
          .new_entries = {{entry, 11, 0}, {Entry{}, ~std::uint64_t{0}, 12}}};
}

const PageValidators kValidators{"\"e\"", "yesterday", "https://a.example/1"};
constexpr PageJudgement kJudgement{PageKind::kMixed, PageKind::kHub, {900, 120}};

// Every field has a value, and every kind of findings is among them.
VisitReport report_with(VisitFindings findings) {
  VisitReport report;
  report.id = {7};
  report.source = {8};
  report.terminal = "t1";
  report.started = from_unix_ms(1'700'000'000'123);
  report.took = Milliseconds(45);
  report.outcome = std::holds_alternative<NamedFeeds>(findings)
                       ? FetchOutcome::kNamesFeed
                       : FetchOutcome::kThrottled;
  report.http_status = 429;
  report.headers = "ETag: \"\xff\"\r\n";
  report.wire_bytes = 1;
  report.body_bytes = 2;
  report.error = "slow down";
  report.note = "a note";
  report.remark = Remark::kStalled;
  report.moved_to = "https://new.example/";
  report.not_before = from_unix_ms(5);
  report.quiet = {0xff, 3};
  report.address = "192.0.2.1";
  report.is_given_back = true;
  report.is_lost = true;
  report.findings = std::move(findings);
  return report;
}

DocumentFindings full_document() {
  return {.version = Version{.url = "https://a.example/page",
                             .seen = from_unix_ms(1'700'000'000'123),
                             .digest = "sha256:00ff",
                             .media_type = "text/html",
                             .bytes = 270'000,
                             .place = {"t1", "t1-0.warc.gz", 12, 345},
                             .kinds = {ChangeKind::kMainText, ChangeKind::kData},
                             .score = 0.25,
                             .summary = "1 paragraph rewritten",
                             .is_error = true,
                             .parts = {{"t1", "t1-0.warc.gz", 7, 5}},
                             .data = DataCounts{3, 1, 2}},
          .notes = "\x01\xff"};
}

DocumentWatch full_watch() {
  DocumentWatch watch{.keeps_all = true,
                      .last_digest = "sha256:00ff",
                      .last = {"t1", "t1-0.warc.gz", 12, 345},
                      .notes = "\x01\xff"};
  watch.watching = {.links = false,
                    .changes = true,
                    .detector = Detector::kThesis,
                    .part = "#prices",
                    .ignore = {".ad", "nav"},
                    .ignore_text = {"[0-9]+ visitors"},
                    .minimum_size = 7,
                    .kinds = {ChangeKind::kMainText},
                    .keys = {"id"}};
  return watch;
}

CrawlPageFindings full_crawl_page() {
  return {.id = {11},
          .page = full_page(),
          .judgement = kJudgement,
          .links = {{"https://a.example/b", "B", CrawlLinkPlace::kInformational},
                    {"https://a.example/c", "C", CrawlLinkPlace::kListed,
                     from_unix_ms(97)}},
          .is_noindex = true,
          .is_structural_change = true,
          .is_textual_change = true,
          .notes = "notes",
          .version = full_document().version,
          .validators = kValidators,
          .likeness = 78};
}

std::vector<std::pair<std::string, VisitReport>> full_reports() {
  return {
      {"report-feed", report_with(FeedFindings{full_listing(), full_document()})},
      {"report-followed-page",
       report_with(FollowedPageFindings{full_listing(), kJudgement, full_document()})},
      {"report-data", report_with(DataFindings{full_listing(), full_document()})},
      {"report-article-page", report_with(ArticlePageFindings{{9},
                                                              full_page(),
                                                              kJudgement,
                                                              full_document().version,
                                                              kValidators,
                                                              0x0123456789abcdef})},
      {"report-named-feeds",
       report_with(NamedFeeds{{"https://a.example/feed", "https://a.example/2"}})},
      {"report-crawl-page", report_with(full_crawl_page())}};
}

VisitOrder order_with(VisitTask task) {
  VisitOrder order;
  order.id = {1};
  order.source = {2};
  order.url = "https://a.example/feed";
  order.request.headers = {{"X-Key", kept("value")}};
  order.request.basic_credentials = kept("ann:secret");
  order.request.bearer_token = kept("secret");
  order.request.proxy = kept("http://proxy.example:8080");
  order.task = std::move(task);
  return order;
}

std::vector<std::pair<std::string, VisitOrder>> full_orders() {
  const PageReading reading{
      Rendering::kAlways, "body = 'article'\n", {.hub = {1.5, -2.5, 21}}};
  return {{"order-feed", order_with(FeedTask{{}, from_unix_ms(98), full_watch()})},
          {"order-unknown-source", order_with(FeedTask{reading, from_unix_ms(98)})},
          {"order-followed-page",
           order_with(FollowedPageTask{reading, from_unix_ms(98), full_watch()})},
          {"order-data", order_with(DataTask{full_watch(), true, from_unix_ms(98)})},
          {"order-article-page",
           order_with(ArticlePageTask{{9}, reading, kValidators, 77})},
          {"order-crawl-page", order_with(CrawlPageTask{{11},
                                                        true,
                                                        reading,
                                                        kValidators,
                                                        "sha256:1",
                                                        full_watch().last,
                                                        "notes",
                                                        true})}};
}

TEST(VisitWire, ReportsOfEveryKindSurviveTheWire) {
  for (const auto& [name, sent] : full_reports()) {
    const Result<VisitReport> got = decode_report(encode(sent));
    ASSERT_TRUE(got.ok()) << name << ": " << got.error().text;
    EXPECT_EQ(got->findings.index(), sent.findings.index()) << name;
    EXPECT_EQ(encode(*got), encode(sent)) << name;
    EXPECT_EQ(got->headers, sent.headers);
    EXPECT_EQ(got->outcome, sent.outcome);
    EXPECT_EQ(got->error, "slow down");
    EXPECT_EQ(got->note, "a note");
    EXPECT_EQ(got->remark, Remark::kStalled);
    EXPECT_EQ(got->not_before, sent.not_before);
    EXPECT_EQ(got->quiet, sent.quiet);
    EXPECT_EQ(got->address, "192.0.2.1");
    EXPECT_TRUE(got->is_given_back);
    EXPECT_TRUE(got->is_lost);
    if (const Listing* listing = listing_of(sent.findings)) {
      EXPECT_EQ(listing_of(got->findings)->new_entries, listing->new_entries);
      EXPECT_EQ(listing_of(got->findings)->head.title, "Title");
      EXPECT_EQ(listing_of(got->findings)->head.hub, "https://hub.example/");
      EXPECT_EQ(listing_of(got->findings)->head.topic, "https://a.example/feed");
    }
  }
  const auto page = decode_report(encode(full_reports()[3].second));
  const auto& found = std::get<ArticlePageFindings>(page->findings);
  EXPECT_EQ(found.article, ArticleId{9});
  EXPECT_EQ(found.page->content, full_page().content);
  EXPECT_EQ(found.page->note, "a note");
  EXPECT_EQ(found.judgement, kJudgement);
  EXPECT_EQ(found.validators, kValidators);
  EXPECT_EQ(found.version, full_document().version);
  EXPECT_EQ(found.likeness, 0x0123456789abcdefu);
  const auto watched = decode_report(encode(full_reports()[1].second));
  EXPECT_EQ(*document_of(watched->findings), full_document());
}

TEST(VisitWire, OrdersOfEveryKindSurviveTheWire) {
  for (const auto& [name, sent] : full_orders()) {
    const Result<VisitOrder> got = decode_order(encode(sent));
    ASSERT_TRUE(got.ok()) << name << ": " << got.error().text;
    EXPECT_EQ(got->task.index(), sent.task.index()) << name;
    EXPECT_EQ(encode(*got), encode(sent)) << name;
    EXPECT_EQ(got->request, sent.request);
    EXPECT_EQ(got->url, sent.url);
  }
  const auto page = decode_order(encode(full_orders()[4].second));
  const auto& task = std::get<ArticlePageTask>(page->task);
  EXPECT_EQ(task.likeness, 77u);
  EXPECT_EQ(task.article, ArticleId{9});
  EXPECT_EQ(task.reading,
            std::get<ArticlePageTask>(full_orders()[4].second.task).reading);
  EXPECT_EQ(task.revisit, kValidators);
  const auto data = decode_order(encode(full_orders()[3].second));
  EXPECT_EQ(std::get<DataTask>(data->task).watch, full_watch());
  const auto plain = decode_order(encode(order_with(FollowedPageTask{})));
  EXPECT_EQ(std::get<FollowedPageTask>(plain->task).reading, PageReading{});
}

TEST(VisitWire, APageOfACrawlSurvivesTheWire) {
  const auto order = decode_order(encode(full_orders()[5].second));
  const auto& task = std::get<CrawlPageTask>(order->task);
  EXPECT_EQ(task.page, CrawlPageId{11});
  EXPECT_EQ(task.last, full_watch().last);
  EXPECT_TRUE(task.is_list);
  EXPECT_EQ(task.notes, "notes");
  EXPECT_TRUE(task.stays_on_its_domain);
  const auto report = decode_report(encode(report_with(full_crawl_page())));
  const auto& found = std::get<CrawlPageFindings>(report->findings);
  EXPECT_EQ(found.links, full_crawl_page().links);
  EXPECT_EQ(found.page->content, full_page().content);
  EXPECT_EQ(found.notes, "notes");
  EXPECT_EQ(found.version, full_document().version);
  EXPECT_TRUE(found.is_noindex && found.is_structural_change &&
              found.is_textual_change);
}

TEST(VisitWire, AReceiptSurvivesTheWire) {
  EXPECT_EQ(decode_receipt(encode(VisitReceipt{{12}}))->id, VisitId{12});
}

TEST(VisitWire, ABeatSurvivesTheWire) {
  EXPECT_EQ(decode_beat(encode(TerminalBeat{"t1", 7}))->terminal, "t1");
  EXPECT_EQ(decode_beat(encode(TerminalBeat{"t1", 7}))->capacity, 7u);
}

TEST(VisitWire, ABeatOfATerminalWithAHostileNameIsRefused) {
  for (const std::string& name :
       {std::string(), std::string("a b"), std::string("../x"), std::string("a.b"),
        std::string("a\nholder evil"), std::string("a\0b", 3), std::string("*"),
        std::string(65, 'a')}) {
    const auto beat = decode_beat(encode(TerminalBeat{name, 7}));
    ASSERT_FALSE(beat.ok()) << name;
  }
  const auto beat = decode_beat(encode(TerminalBeat{std::string("../x\0", 5), 7}));
  EXPECT_NE(beat.error().text.find("'../x\\x00'"), std::string::npos)
      << beat.error().text;
}

std::string to_hex(std::string_view bytes) {
  std::string hex;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    hex += fmt::format("{:02x}{}", static_cast<unsigned char>(bytes[i]),
                       i % 40 == 39 || i + 1 == bytes.size() ? "\n" : "");
  }
  return hex;
}

// Every message and every kind of it, as bytes in testdata. A field that is added adds
// bytes, and a kind adds a file: CURLEW_UPDATE_DOCS=1 writes them. Bytes that change or
// go would not be understood by a neighbouring release.
TEST(VisitWire, BytesAreThoseThatOtherReleasesUnderstand) {
  std::vector<std::pair<std::string, std::string>> messages{
      {"receipt", encode(VisitReceipt{{12}})}, {"beat", encode(TerminalBeat{"t1", 7})}};
  for (const auto& [name, order] : full_orders()) {
    messages.emplace_back(name, encode(order));
  }
  for (const auto& [name, report] : full_reports()) {
    messages.emplace_back(name, encode(report));
  }
  for (const auto& [name, bytes] : messages) {
    const std::string path = std::string(CURLEW_TESTDATA) + "/" + name + ".hex";
    if (std::getenv("CURLEW_UPDATE_DOCS")) std::ofstream(path) << to_hex(bytes);
    std::ifstream file(path);
    const std::string golden{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(to_hex(bytes), golden)
        << path << ": CURLEW_UPDATE_DOCS=1 renews it, if only bytes were added";
  }
}

// Each kind has its bytes in testdata.
static_assert(std::variant_size_v<VisitTask> == 5, "add it to full_orders()");
static_assert(std::variant_size_v<VisitFindings> == 6, "add it to full_reports()");

TEST(VisitWire, DamagedBytesAreAnErrorOrAValueButNeverACrash) {
  Random random(1);
  for (const auto& [name, report] : full_reports()) {
    const std::string whole = encode(report);
    for (int round = 0; round < 1000; ++round) {
      std::string damaged = whole.substr(0, random.below(whole.size() + 1));
      if (!damaged.empty()) damaged[random.below(damaged.size())] = char(random());
      (void)decode_report(damaged).ok();
      (void)decode_order(damaged).ok();
    }
  }
}

// An order or a report without any of the known kinds.
constexpr std::string_view kOfNoKnownKind("\x08\x01\x10\x02\xea\x02\x00", 7);

TEST(VisitWire, AReportOfANewerReleaseIsRefused) {
  EXPECT_FALSE(decode_report(kOfNoKnownKind).ok());
  VisitReport report;
  report.outcome = FetchOutcome::kNamesFeed;
  EXPECT_FALSE(decode_report(encode(report)).ok()) << "it names none";
  report.findings = NamedFeeds{{"https://a.example/feed"}};
  EXPECT_TRUE(decode_report(encode(report)).ok());
  report.outcome = FetchOutcome::kFetched;
  EXPECT_FALSE(decode_report(encode(report)).ok());
  report.findings = NamedFeeds{};
  EXPECT_FALSE(decode_report(encode(report)).ok()) << "the ledger takes the first one";
}

TEST(VisitWire, AnOrderThatCannotBeReadIsRefusedByName) {
  EXPECT_FALSE(decode_order(kOfNoKnownKind).ok());
  const auto refusal = refuse_order(kOfNoKnownKind, "t1", from_unix_ms(5), "unknown");
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->id, VisitId{1});
  EXPECT_EQ(refusal->source, SourceId{2});
  EXPECT_EQ(refusal->terminal, "t1");
  EXPECT_EQ(refusal->started, from_unix_ms(5));
  EXPECT_EQ(refusal->outcome, FetchOutcome::kUnreadable);
  EXPECT_TRUE(refusal->is_lost);
  EXPECT_FALSE(refuse_order(kOfNoKnownKind.substr(0, 1), "t1", from_unix_ms(5), "cut"));
}

// No database takes what is not text, and no index what is endless.
TEST(VisitWire, WhatCannotBeStoredIsMendedWhereAReportComesIn) {
  VisitReport report;
  report.error = std::string("caf\xe9 \0", 6);
  report.moved_to = "https://a.example/" + std::string(kLongestSourceUrl, 'x');
  Listing listing = full_listing();
  listing.head.title = std::string(kLongestTitle - 1, 't') + "€";
  Entry& entry = listing.new_entries.front().entry;
  entry.title = "a\xff";
  entry.content = std::string("\0", 1);
  entry.categories = {"\xc3"};
  entry.enclosures.front().type = "\xed\xa0\x80";
  report.findings = FeedFindings{listing};
  const VisitReport read = *decode_report(encode(report));
  EXPECT_EQ(read.error, "caf\uFFFD \uFFFD");
  EXPECT_EQ(read.moved_to, "");
  const Listing& found = *listing_of(read.findings);
  EXPECT_EQ(found.head.title, std::string(kLongestTitle - 1, 't'));
  const Entry& mended = found.new_entries.front().entry;
  EXPECT_EQ(mended.title, "a\uFFFD");
  EXPECT_EQ(mended.content, "\uFFFD");
  EXPECT_EQ(mended.categories.front(), "\uFFFD");
  EXPECT_EQ(mended.enclosures.front().type, "\uFFFD");

  Page page = full_page();
  page.content_type = "text/html; \xff";
  page.content->title = std::string("a\0b", 3);
  VisitReport of_page;
  of_page.findings = ArticlePageFindings{.article = {1}, .page = page};
  const VisitReport read_page = *decode_report(encode(of_page));
  const Page& mended_page = *std::get<ArticlePageFindings>(read_page.findings).page;
  EXPECT_EQ(mended_page.content_type, "text/html; \uFFFD");
  EXPECT_EQ(mended_page.content->title, "a\uFFFDb");
}

}  // namespace
}  // namespace curlew::model
