// PDF documents where pages are expected: as an article, and watched.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <vector>

#include "pipeline/version_shelf.h"
#include "pipeline/visit.h"

namespace curlew::pipeline {
namespace {

using model::FetchOutcome;
using testing::HasSubstr;

// A document is its text behind "%PDF "; others are damaged.
class FakePdfReader final : public parse::PdfReader {
 public:
  Result<std::string> read(std::string_view pdf, TimeBudget) override {
    ++readings;
    if (!pdf.starts_with("%PDF ")) return Error{ErrorKind::kMalformed, "it is damaged"};
    return fmt::format(
        "<html><head><title>The fees</title></head><body><article><p>{}</p><p>All of "
        "this is written in the register of the harbour, which lies open to everybody "
        "on every working day, and is kept by the master himself.</p></article>"
        "</body></html>",
        pdf.substr(5));
  }

  int readings = 0;
};

class FakeShelf final : public VersionShelf {
 public:
  Result<Kept> keep(const archive::Capture& capture) override {
    kept.push_back({.url = capture.url,
                    .time = capture.time,
                    .status_line = capture.status_line,
                    .headers = capture.headers,
                    .body = capture.body});
    return Kept{{.terminal = "t1", .segment = "a", .offset = kept.size() - 1}, 1};
  }
  bool is_there(const Kept&) override { return true; }
  Result<std::uint64_t> commit() override { return 1; }
  Result<archive::Content> read(const model::KeptAt& place) override {
    return kept.at(place.offset);
  }

  std::vector<archive::Content> kept;
};

class PdfPages : public testing::Test {
 protected:
  model::VisitOrder order(model::VisitTask task) {
    return {.id = {1},
            .source = {2},
            .url = "https://port.example/fees.pdf",
            .request = {},
            .task = std::move(task)};
  }
  fetch::FetchResult answer(std::string body,
                            http::BodyEnd body_end = http::BodyEnd::kWhole) {
    fetch::FetchResult result;
    result.status = 200;
    result.headers = {{"Content-Type", "Application/PDF; version=1.4"}};
    result.body = std::move(body);
    result.body_end = body_end;
    result.final_url = result.permanent_url = "https://port.example/fees.pdf";
    result.started = from_unix_seconds(1'700'000'000);
    return result;
  }
  VisitEnd visit_article(fetch::FetchResult result) {
    return conclude_visit(order(model::ArticlePageTask{.article = {7}, .reading = {}}),
                          nullptr, std::move(result), options_);
  }
  VisitEnd visit_watched(model::DocumentWatch watch, std::string body) {
    watch.watching.changes = true;
    return conclude_visit(order(model::FollowedPageTask{
                              .reading = {}, .stored_until = {}, .watch = watch}),
                          nullptr, answer(std::move(body)), options_);
  }

  std::shared_ptr<FakePdfReader> pdf_ = std::make_shared<FakePdfReader>();
  FakeShelf shelf_;
  VisitOptions options_{
      .terminal = "t1", .user_agent = {}, .shelf = &shelf_, .pdf = pdf_};
};

TEST_F(PdfPages, AreAskedForWhereTheyCanBeRead) {
  const auto wants = [&] {
    return make_request(order(model::ArticlePageTask{}), {}, nullptr, options_)
        .wants_body({{"Content-Type", "application/pdf"}});
  };
  EXPECT_TRUE(wants());
  options_.pdf = nullptr;
  EXPECT_FALSE(wants());
}

TEST_F(PdfPages, AreReadLikeThePageOfAnArticle) {
  const VisitEnd end =
      visit_article(answer("%PDF Each boat pays twelve crowns a day."));
  EXPECT_EQ(end.report.outcome, FetchOutcome::kFetched);
  const auto& page = std::get<model::ArticlePageFindings>(end.report.findings).page;
  ASSERT_TRUE(page && page->content);
  EXPECT_EQ(page->content->title, "The fees");
  EXPECT_THAT(page->content->text, HasSubstr("Each boat pays twelve crowns a day."));
  EXPECT_EQ(page->content_type, "Application/PDF; version=1.4");
}

TEST_F(PdfPages, SayWhyTheyCannotBeRead) {
  const VisitEnd end = visit_article(answer("not a document"));
  EXPECT_EQ(end.report.outcome, FetchOutcome::kUnreadable);
  EXPECT_EQ(end.report.error, "it is damaged");
  const VisitEnd cut = visit_article(answer("half of one", http::BodyEnd::kCut));
  EXPECT_EQ(cut.report.outcome, FetchOutcome::kUnreachable) << "it is tried again";
  options_.pdf = nullptr;
  EXPECT_THAT(visit_article(answer("")).report.error, HasSubstr("set fetch.pdftotext"));
}

TEST_F(PdfPages, AreComparedByTheirTextAndKeptAsTheyCame) {
  const VisitEnd first = visit_watched({}, "%PDF Each boat pays twelve crowns a day.");
  const model::DocumentFindings* found = model::document_of(first.report.findings);
  ASSERT_TRUE(found && found->version);
  EXPECT_EQ(found->version->media_type, "application/pdf");
  ASSERT_EQ(shelf_.kept.size(), 1u);
  EXPECT_EQ(shelf_.kept[0].body, "%PDF Each boat pays twelve crowns a day.");

  const model::DocumentWatch last{.last_digest = found->version->digest,
                                  .last = found->version->place,
                                  .notes = found->notes.value_or("")};
  const VisitEnd next = visit_watched(last, "%PDF Each boat pays forty crowns a day.");
  const model::Listing* const listing = model::listing_of(next.report.findings);
  ASSERT_TRUE(listing);
  ASSERT_EQ(listing->new_entries.size(), 1u);
  const model::Entry& entry = listing->new_entries[0].entry;
  EXPECT_THAT(entry.title, testing::StartsWith("The fees: "));
  EXPECT_THAT(entry.content, HasSubstr("<del>twelve</del>"));
  EXPECT_EQ(shelf_.kept.size(), 2u);
  EXPECT_EQ(pdf_->readings, 3) << "the new one once, and the old one to compare";
}

TEST_F(PdfPages, ThatDifferInBytesAloneAreNoChange) {
  const VisitEnd first = visit_watched({}, "%PDF Each boat pays twelve crowns a day.");
  const model::DocumentFindings* found = model::document_of(first.report.findings);
  ASSERT_TRUE(found && found->version);
  const model::DocumentWatch last{.last_digest = found->version->digest,
                                  .last = found->version->place};
  const VisitEnd next =
      visit_watched(last, "%PDF Each  boat pays twelve crowns a day.");
  EXPECT_TRUE(model::listing_of(next.report.findings)->new_entries.empty());
  EXPECT_EQ(shelf_.kept.size(), 1u);
}

}  // namespace
}  // namespace curlew::pipeline
