// Data documents whose JSON-LD contexts lie at other addresses.

#include "pipeline/contexts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "pipeline/memory_shelf_test.h"
#include "pipeline/visit.h"

namespace curlew::pipeline {
namespace {

using model::FetchOutcome;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kContextUrl = "https://schema.example/c";
constexpr std::string_view kPort =
    R"({"@context": "https://schema.example/c", "@id": "http://e/a", "name": "Aegina"})";

// A document that is visited again and again, as controller and terminal do it.
class Contexts : public testing::Test {
 protected:
  // As the context is from now on.
  void publish(const std::string& url, std::string text) {
    archive::Capture capture{.url = url, .time = now_, .body = std::move(text)};
    answers_[url] = {
        .context = std::make_shared<const FetchedContext>(url, std::move(capture))};
  }
  VisitEnd read(std::string body = std::string(kPort)) {
    fetch::FetchResult result;
    result.status = 200;
    result.headers = {{"Content-Type", "application/ld+json"}};
    result.body = std::move(body);
    result.validators.etag = "\"1\"";
    result.final_url = result.permanent_url = "https://data.example/port";
    result.started = now_ += Milliseconds(60'000);
    VisitEnd end = conclude_visit(order(), memory_ ? &*memory_ : nullptr,
                                  std::move(result), options_, answers_);
    if (end.memory) memory_ = end.memory;
    if (const model::Version* const kept = version_of(end)) {
      watch_.last_digest = kept->digest;
      watch_.last = kept->place;
    }
    return end;
  }
  model::VisitOrder order() const {
    model::VisitOrder order;
    order.id = {1};
    order.source = {2};
    order.url = "https://data.example/port";
    order.task = model::DataTask{.watch = watch_};
    return order;
  }
  static const model::Version* version_of(const VisitEnd& end) {
    const auto* const document = model::document_of(end.report.findings);
    return document && document->version ? &*document->version : nullptr;
  }

  MemoryShelf shelf_;
  VisitOptions options_{.terminal = "t1", .shelf = &shelf_};
  ContextAnswers answers_;
  model::DocumentWatch watch_;
  std::optional<store::SourceMemory> memory_;
  Time now_ = from_unix_seconds(1'700'000'000);
};

TEST_F(Contexts, ThatAreNotKnownYetAreNamedTogetherAndTheAnswerIsGivenBack) {
  const VisitEnd end = read(
      R"({"@context": ["https://schema.example/c", "/d", {"x": "http://e/x"}], "x": 1})");
  ASSERT_TRUE(end.needs);
  EXPECT_THAT(end.needs->urls, ElementsAre(kContextUrl, "https://data.example/d"));
  EXPECT_THAT(end.needs->result.body, HasSubstr("http://e/x"));
  EXPECT_EQ(end.report.outcome, FetchOutcome::kUnreadable);
  EXPECT_FALSE(end.memory);
  EXPECT_TRUE(shelf_.kept.empty());
}

TEST_F(Contexts, ThatContextsNameComeInTheNextRound) {
  publish(kContextUrl, R"({"@context": ["inner", {"name": "http://e/name"}]})");
  const VisitEnd end = read();
  ASSERT_TRUE(end.needs);
  EXPECT_THAT(end.needs->urls, ElementsAre("https://schema.example/inner"));
}

TEST_F(Contexts, AreKeptWithTheVersionOnceEach) {
  publish(kContextUrl, R"({"@context": {"name": "http://e/name"}})");
  EXPECT_TRUE(version_of(read()));
  ASSERT_EQ(shelf_.kept.size(), 2u) << "the context, and then who is read by it";
  EXPECT_EQ(shelf_.kept[0].url, kContextUrl);
  EXPECT_TRUE(version_of(read(
      R"({"@context": "https://schema.example/c", "@id": "http://e/a", "name": "B"})")));
  EXPECT_EQ(shelf_.kept.size(), 3u);
}

TEST_F(Contexts, OfAVersionAreThoseThatItWasReadByForEver) {
  publish(kContextUrl, R"({"@context": {"name": "http://e/name"}})");
  read();
  publish(kContextUrl, R"({"@context": {"name": "http://e/title"}})");
  const auto version = *shelf_.read(watch_.last);
  const auto texts = kept_contexts(
      version, watch_.last, [&](const auto& place) { return shelf_.read(place); });
  ASSERT_TRUE(texts.ok());
  EXPECT_THAT(texts->at(kContextUrl), HasSubstr("http://e/name"));
  const auto data = read_kept_data(version, "application/ld+json", *texts);
  ASSERT_TRUE(data.ok());
  EXPECT_EQ(std::get<rdf::Dataset>(*data).quads().size(), 1u);
  EXPECT_FALSE(read_kept_data(version, "application/ld+json", {}).ok());
}

TEST_F(Contexts, ThatCannotBeHadAreNoChangeOfADocumentWhoseBytesStay) {
  publish(kContextUrl, R"({"@context": {"name": "http://e/name"}})");
  read();
  memory_.reset();  // Another terminal visits it now.
  shelf_.is_unreachable = true;
  const VisitEnd end = read();
  EXPECT_FALSE(version_of(end));
  EXPECT_TRUE(model::listing_of(end.report.findings)->new_entries.empty());
  EXPECT_THAT(end.report.note, HasSubstr("nobody answers"));
  // A context that became another one meanwhile is found when it answers again.
  shelf_.is_unreachable = false;
  publish(kContextUrl, R"({"@context": {"name": "http://e/title"}})");
  EXPECT_TRUE(version_of(read()));
}

TEST_F(Contexts, ThatSayTheSameInOtherWordsAreNoChange) {
  publish(kContextUrl, R"({"@context": {"name": "http://e/name"}})");
  read();
  publish(kContextUrl, R"({"@context": {"e": "http://e/", "name": "e:name"}})");
  const VisitEnd end = read();
  EXPECT_EQ(end.report.outcome, FetchOutcome::kFetched) << "its bytes are read again";
  EXPECT_FALSE(version_of(end));
  EXPECT_EQ(read().report.outcome, FetchOutcome::kNotModified) << "and not once more";
}

TEST_F(Contexts, ThatChangeTheDataAreAChangeOfTheDocument) {
  publish(kContextUrl, R"({"@context": {"name": "http://e/name"}})");
  read();
  EXPECT_EQ(read().report.outcome, FetchOutcome::kNotModified);
  EXPECT_EQ(make_request(order(), {}, &*memory_, options_, answers_).validators.etag,
            "\"1\"");
  publish(kContextUrl, R"({"@context": {"name": "http://e/title"}})");
  EXPECT_EQ(make_request(order(), {}, &*memory_, options_, answers_).validators.etag,
            "")
      << "it must come in full";
  const VisitEnd end = read();
  ASSERT_TRUE(version_of(end));
  EXPECT_EQ(version_of(end)->summary, "1 triple added, 1 removed");
}

TEST_F(Contexts, ThatCannotBeHadAreNamedWithTheReason) {
  answers_[kContextUrl] = {.error = "HTTP 404"};
  VisitEnd end = read();
  EXPECT_EQ(end.report.outcome, FetchOutcome::kUnreadable);
  EXPECT_THAT(end.report.error,
              HasSubstr("needs the context https://schema.example/c, which cannot be "
                        "had: HTTP 404"));
  answers_[kContextUrl] = {.error = "no answer", .is_passing = true};
  end = read();
  EXPECT_EQ(end.report.outcome, FetchOutcome::kUnreachable) << "it is tried again";
  EXPECT_FALSE(end.needs);
}

TEST_F(Contexts, ThatCannotBeHadDoNotFailADocumentThatStayed) {
  publish(kContextUrl, R"({"@context": {"name": "http://e/name"}})");
  read();
  answers_[kContextUrl] = {.error = "HTTP 503", .is_passing = true};
  const VisitEnd end = read();
  EXPECT_EQ(end.report.outcome, FetchOutcome::kNotModified);
  EXPECT_THAT(end.report.note, HasSubstr("schema.example/c cannot be had: HTTP 503"));
}

TEST_F(Contexts, AreBoundedInSizeAndNumber) {
  publish(kContextUrl, R"({"@context": {"name": "http://e/name"}})" +
                           std::string(kMostOfContexts, ' '));
  EXPECT_THAT(read().report.error, HasSubstr("more than"));
  std::string many = R"({"@context": [)";
  for (int i = 0; i < 40; ++i) many += fmt::format("\"http://e/{}\",", i);
  const VisitEnd end = read(many + "{}]}");
  ASSERT_TRUE(end.needs);
  EXPECT_EQ(end.needs->urls.size(), 16u);
}

}  // namespace
}  // namespace curlew::pipeline
