// JSON-LD contexts of data documents, through controller, terminal, archive and store.

#include <gmock/gmock.h>

#include "control/controller_fixture_test.h"

namespace curlew::control {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

class DataContexts : public ControllerTest {
 protected:
  static constexpr std::string_view kContext = "http://schema.example/c";

  void SetUp() override {
    ControllerTest::SetUp();
    web_["http://schema.example/robots.txt"] = {404, {}, ""};
    web_["http://news.example/port"] = {
        200,
        {{"Content-Type", "application/ld+json"}, {"ETag", "\"port\""}},
        R"({"@context": "http://schema.example/c", "@id": "http://e/a", "name": "A"})"};
  }
  void publish(std::string_view name, http::Headers headers = {}) {
    headers.emplace_back("Content-Type", "application/ld+json");
    headers.emplace_back("ETag", fmt::format("\"{}\"", name));
    web_[std::string(kContext)] = {
        200, headers,
        fmt::format(R"({{"@context": {{"name": "http://e/{}"}}}})", name)};
  }
  model::SourceId watch() {
    model::Source source;
    source.url = "http://news.example/port";
    source.kind = model::SourceKind::kData;
    source.watching = {.links = false, .changes = true};
    source.added = clock_.now();
    return *store_->sources().add(source, clock_.now());
  }
  std::vector<model::Version> versions(model::SourceId id) {
    return *store_->versions().of_source(id, kNever, 100);
  }
};

TEST_F(DataContexts, AreFetchedWithTheDocumentAndNotAtEveryVisit) {
  publish("name", {{"Cache-Control", "max-age=864000"}});
  const model::SourceId id = watch();
  run_for(hours(30));
  ASSERT_THAT(versions(id), SizeIs(1));
  EXPECT_GT(outcomes(id).size(), 2u);
  EXPECT_EQ(requests_for("schema.example/c"), 1u) << "it is fresh for ten days";
  const auto kept = archives_->read(versions(id)[0].place);
  ASSERT_TRUE(kept.ok());
  EXPECT_THAT(kept->facts,
              testing::Contains(testing::Pair("jsonldContext",
                                              HasSubstr(" http://schema.example/c"))));
}

TEST_F(DataContexts, ThatChangeAreSeenThoughTheDocumentStays) {
  publish("name");
  const model::SourceId id = watch();
  run_for(minutes(1));
  ASSERT_THAT(versions(id), SizeIs(1));
  publish("title");
  run_for(hours(30));
  ASSERT_THAT(versions(id), SizeIs(2));
  EXPECT_EQ(versions(id)[0].summary, "1 triple added, 1 removed");
  EXPECT_EQ(versions(id)[0].digest, versions(id)[1].digest);
}

TEST_F(DataContexts, ThatChangeAreSeenAfterARestart) {
  publish("name");
  const model::SourceId id = watch();
  run_for(minutes(1));
  start();
  publish("title");
  run_for(hours(30));
  EXPECT_THAT(versions(id), SizeIs(2));
}

TEST_F(DataContexts, ThatARobotsTxtForbidsAreNotFetched) {
  publish("name");
  web_["http://schema.example/robots.txt"] = {
      200, {{"Content-Type", "text/plain"}}, "User-agent: *\nDisallow: /\n"};
  const model::SourceId id = watch();
  run_for(minutes(1));
  EXPECT_THAT(versions(id), SizeIs(0));
  EXPECT_EQ(requests_for("schema.example/c"), 0u);
  const auto visits = *store_->visits().of(id, 1);
  EXPECT_EQ(visits.at(0).outcome, FetchOutcome::kUnreadable);
  EXPECT_THAT(visits.at(0).error, HasSubstr("http://schema.example/c"));
}

TEST_F(DataContexts, WhoseServerIsInTroubleAreTriedAgain) {
  web_[std::string(kContext)] = {500, {}, "sorry"};
  const model::SourceId id = watch();
  run_for(minutes(1));
  EXPECT_EQ(outcomes(id).at(0), FetchOutcome::kUnreachable);
  publish("name");
  run_for(hours(30));
  EXPECT_THAT(versions(id), SizeIs(1));
}

TEST_F(DataContexts, AreFoundWhereTheirPageSays) {
  web_[std::string(kContext)] = {
      200,
      {{"Content-Type", "text/html"},
       {"Link", "</c.jsonld>; rel=\"alternate\"; type=\"application/ld+json\""}},
      "<!doctype html><title>For people</title>"};
  web_["http://schema.example/c.jsonld"] = {
      200,
      {{"Content-Type", "application/ld+json"}},
      R"({"@context": {"name": "http://e/name"}})"};
  const model::SourceId id = watch();
  run_for(minutes(1));
  EXPECT_THAT(versions(id), SizeIs(1));
}

TEST_F(DataContexts, GetNoSecretsOfTheirSource) {
  publish("name");
  model::Source source;
  source.url = "http://anna:secret@schema.example/port";
  source.kind = model::SourceKind::kData;
  source.watching = {.links = false, .changes = true};
  source.added = clock_.now();
  web_["http://schema.example/port"] = web_["http://news.example/port"];
  ASSERT_TRUE(store_->sources().add(source, clock_.now()).ok());
  run_for(minutes(1));
  ASSERT_EQ(requests_for("schema.example/c"), 1u);
  for (const http::Request& request : requests_) {
    if (request.url != kContext) continue;
    for (const auto& [name, value] : request.headers) {
      EXPECT_NE(name, "Authorization");
    }
    EXPECT_TRUE(request.basic_credentials.empty());
  }
}

}  // namespace
}  // namespace curlew::control
