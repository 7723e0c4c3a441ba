#include <fmt/format.h>
#include <gmock/gmock.h>

#include "pipeline/memory_shelf_test.h"
#include "pipeline/visit.h"

namespace curlew::pipeline {
namespace {

using model::FetchOutcome;
using testing::HasSubstr;
using testing::Not;

// A document that is visited again and again, as controller and terminal do it.
class DataDocument : public testing::Test {
 protected:
  VisitEnd visit(std::string body, const std::string& type = "text/turtle") {
    model::VisitOrder order;
    order.id = {1};
    order.source = {2};
    order.url = "https://data.example/ports";
    order.task = model::DataTask{.watch = watch_, .is_sparql = is_sparql_};
    fetch::FetchResult result;
    result.status = 200;
    result.headers = {{"Content-Type", type}};
    result.body = std::move(body);
    result.final_url = result.permanent_url = order.url;
    result.redirects = redirects_;
    result.started = now_ += Milliseconds(60'000);
    VisitEnd end = conclude_visit(order, memory_ ? &*memory_ : nullptr, result,
                                  {.terminal = "t1", .shelf = &shelf_});
    if (end.memory) memory_ = end.memory;
    if (const model::Version* const kept = version_of(end)) {
      watch_.last_digest = kept->digest;
      watch_.last = kept->place;
    }
    return end;
  }

  static const model::Version* version_of(const VisitEnd& end) {
    const auto* const document = model::document_of(end.report.findings);
    return document && document->version ? &*document->version : nullptr;
  }
  static std::vector<model::NewEntry> told(const VisitEnd& end) {
    const model::Listing* const listing = model::listing_of(end.report.findings);
    return listing ? listing->new_entries : std::vector<model::NewEntry>();
  }

  MemoryShelf shelf_;
  model::DocumentWatch watch_;
  bool is_sparql_ = false;
  std::vector<fetch::Redirect> redirects_;
  std::optional<store::SourceMemory> memory_;
  Time now_ = from_unix_seconds(1'700'000'000);
};

constexpr std::string_view kPorts =
    "@prefix : <http://e/> . :a :name 'Aegina' ; :master [ :name 'Rhea' ] .\n";

TEST_F(DataDocument, IsKeptAtTheFirstVisitAndNothingIsTold) {
  const VisitEnd end = visit(std::string(kPorts));
  ASSERT_TRUE(version_of(end));
  EXPECT_EQ(version_of(end)->summary, "the first version");
  EXPECT_EQ(version_of(end)->media_type, "text/turtle");
  EXPECT_EQ(version_of(end)->url, "https://data.example/ports");
  EXPECT_TRUE(told(end).empty());
  EXPECT_EQ(model::listing_of(end.report.findings)->head.title, "ports");
}

TEST_F(DataDocument, IsTheSameUnderOtherNamesOfItsBlankNodes) {
  visit(std::string(kPorts));
  const VisitEnd end = visit(
      "@prefix e: <http://e/> . _:x e:name 'Rhea' . e:a e:master _:x ; e:name "
      "'Aegina' .");
  EXPECT_EQ(end.report.outcome, FetchOutcome::kFetched);
  EXPECT_FALSE(version_of(end));
  EXPECT_TRUE(told(end).empty());
  EXPECT_EQ(shelf_.kept.size(), 1u);
}

TEST_F(DataDocument, IsTheSameInAnotherSyntax) {
  visit(std::string(kPorts));
  const VisitEnd end = visit(
      R"(<rdf:RDF xmlns:e="http://e/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
         <rdf:Description rdf:about="http://e/a" e:name="Aegina"><e:master>
         <rdf:Description e:name="Rhea"/></e:master></rdf:Description></rdf:RDF>)",
      "application/rdf+xml");
  EXPECT_FALSE(version_of(end)) << end.report.error;
}

TEST_F(DataDocument, TellsTriplesThatCameAndWent) {
  visit(std::string(kPorts));
  const VisitEnd end =
      visit("@prefix : <http://e/> . :a :name 'Aigina' ; :master [ :name 'Rhea' ] .\n");
  ASSERT_TRUE(version_of(end));
  EXPECT_EQ(version_of(end)->summary, "1 triple added, 1 removed");
  EXPECT_TRUE(version_of(end)->kinds.has(model::ChangeKind::kData));
  ASSERT_EQ(told(end).size(), 1u);
  const model::Entry entry = told(end)[0].entry;
  EXPECT_EQ(entry.title, "ports: 1 triple added, 1 removed");
  EXPECT_THAT(entry.content, HasSubstr("<del>&lt;http://e/a&gt; &lt;http://e/name&gt; "
                                       "&quot;Aegina&quot; .</del>"));
  EXPECT_THAT(entry.content, HasSubstr("Aigina"));
  EXPECT_EQ(shelf_.kept.size(), 2u);
}

TEST_F(DataDocument, IsComparedWithTheLastVersionAndNotWithTheLastBytes) {
  visit("a,b\n1,2\n", "text/csv");
  EXPECT_FALSE(version_of(visit("a;b\n1;2\n", "text/csv")));
  const VisitEnd end = visit("b,a\n3,1\n", "text/csv");
  ASSERT_TRUE(version_of(end));
  EXPECT_EQ(version_of(end)->summary, "1 row changed");
}

TEST_F(DataDocument, TellsItsSubscribersNothingOfTerminalsThatDoNotAnswer) {
  visit(std::string(kPorts));
  shelf_.is_unreachable = true;
  const VisitEnd end = visit("@prefix : <http://e/> . :a :name 'Poros' .\n");
  ASSERT_TRUE(version_of(end));
  EXPECT_EQ(version_of(end)->summary,
            "changed, but not compared: what it said before cannot be read now");
  ASSERT_EQ(told(end).size(), 1u);
  EXPECT_THAT(told(end)[0].entry.title, Not(HasSubstr("nobody answers")));
  EXPECT_THAT(end.report.note, HasSubstr("nobody answers to t1"));
}

TEST_F(DataDocument, IsKeptWithTheRedirectsThatLedToIt) {
  redirects_ = {{"https://data.example/ports", 302, {{"Location", "/now/ports"}}}};
  const VisitEnd end = visit(std::string(kPorts));
  ASSERT_EQ(shelf_.kept.size(), 2u);
  EXPECT_EQ(shelf_.kept[0].url, "https://data.example/ports");
  EXPECT_EQ(shelf_.kept[0].status_line, "HTTP/1.1 302 ");
  EXPECT_EQ(shelf_.kept[0].headers, redirects_[0].headers);
  ASSERT_TRUE(version_of(end));
  EXPECT_EQ(version_of(end)->parts.size(), 1u) << "it leaves with the version";
}

TEST_F(DataDocument, TellsRowsApartByTheColumnsOfItsUser) {
  watch_.watching.keys = {"city"};
  visit("n,city\n1,Chios\n2,Samos\n", "text/csv");
  const VisitEnd end = visit("n,city\n2,Chios\n3,Samos\n", "text/csv");
  ASSERT_TRUE(version_of(end));
  EXPECT_EQ(version_of(end)->summary, "2 rows changed");
}

TEST_F(DataDocument, OfJsonIsATreeWhateverTheOrderOfItsMembers) {
  visit(R"({"a": 1.0, "b": [{"id": 1}, {"id": 2}]})", "application/json");
  EXPECT_FALSE(version_of(
      visit(R"({"b": [{"id": 2}, {"id": 1}], "a": 1})", "application/json")));
  const VisitEnd end =
      visit(R"({"b": [{"id": 2}, {"id": 1}], "a": 2})", "application/json");
  ASSERT_TRUE(version_of(end));
  EXPECT_THAT(told(end).at(0).entry.content, HasSubstr("/a: <del>1.0</del>"));
}

TEST_F(DataDocument, ThatIsBrokenIsUnreadableAndTheLastVersionStays) {
  visit(std::string(kPorts));
  const VisitEnd end = visit("@prefix : <http://e/> .\n:a :name\n");
  EXPECT_EQ(end.report.outcome, FetchOutcome::kUnreadable);
  EXPECT_THAT(end.report.error, HasSubstr("line 3"));
  EXPECT_FALSE(version_of(end));
  EXPECT_FALSE(end.memory);
  EXPECT_FALSE(version_of(visit(std::string(kPorts) + "# back\n")));
}

TEST_F(DataDocument, InJsonLdNamesTheContextThatItNeeds) {
  const VisitEnd end = visit(R"({"@context": "https://e.example/c", "name": "Aegina"})",
                             "application/ld+json");
  EXPECT_EQ(end.report.outcome, FetchOutcome::kUnreadable);
  EXPECT_THAT(end.report.error,
              HasSubstr("needs the context https://e.example/c, which is not fetched"));
  EXPECT_TRUE(
      version_of(visit(R"({"@context": {"name": "http://e/name"}, "name": "Aegina"})",
                       "application/ld+json")));
}

TEST_F(DataDocument, IsNoPageAndNoPicture) {
  for (const auto& [body, type] :
       {std::pair("<!doctype html><p>Sorry</p>", "text/turtle"),
        std::pair("<p>Sorry</p>", "text/html; charset=utf-8"),
        std::pair("", "text/csv")}) {
    EXPECT_EQ(visit(body, type).report.outcome, FetchOutcome::kUnreadable) << body;
  }
  const VisitEnd end = visit(std::string("PK\x03\x04\0\0", 6), "application/zip");
  EXPECT_THAT(end.report.error, HasSubstr("is application/zip, not data"));
  EXPECT_TRUE(shelf_.kept.empty());
}

TEST_F(DataDocument, IsKeptWheneverItsBytesDifferWhereEveryVersionIsWanted) {
  watch_.keeps_all = true;
  visit("a,b\n1,2\n", "text/csv");
  const VisitEnd end = visit("b,a\n2,1\n", "text/csv");
  ASSERT_TRUE(version_of(end));
  EXPECT_EQ(version_of(end)->summary, "the same data");
  EXPECT_TRUE(version_of(end)->kinds.empty());
  EXPECT_TRUE(told(end).empty());
}

// Every node of a circle of blank nodes looks like every other, and two circles of six
// are not one of twelve: canonical names take far more steps than are allowed.
std::string circles(int count, int length, int chords) {
  std::string text;
  for (int c = 0; c < count; ++c) {
    for (int i = 0; i < length; ++i) {
      for (int step = 1; step <= chords; ++step) {
        text += fmt::format("_:c{}n{} <http://e/p> _:c{}n{} .\n", c, i, c,
                            (i + step) % length);
      }
    }
  }
  return text;
}

TEST_F(DataDocument, ThatCannotBeDecidedIsKeptAndToldAsUndecided) {
  visit(circles(1, 40, 20), "application/n-triples");
  std::string other = circles(1, 40, 20);
  const VisitEnd end = visit("# again\n" + other, "application/n-triples");
  ASSERT_TRUE(version_of(end));
  EXPECT_THAT(version_of(end)->summary, HasSubstr("undecided"));
  EXPECT_EQ(told(end).size(), 1u);
}

TEST_F(DataDocument, ThatCannotBeKeptFailsItsVisitAndIsTriedAgain) {
  visit(std::string(kPorts));
  shelf_.is_full = true;
  const VisitEnd end = visit("<http://e/a> <http://e/b> 'c' .");
  EXPECT_EQ(end.report.outcome, FetchOutcome::kUnreadable);
  EXPECT_THAT(end.report.error, HasSubstr("cannot be kept"));
  EXPECT_TRUE(end.report.is_lost);
  EXPECT_FALSE(end.memory);
  shelf_.is_full = false;
  EXPECT_TRUE(version_of(visit("<http://e/a> <http://e/b> 'c' .")));
}

TEST_F(DataDocument, ThatCameInPartIsNotCompared) {
  visit("a,b\n1,2\n3,4\n", "text/csv");
  model::VisitOrder order;
  order.url = "https://data.example/ports";
  order.task = model::DataTask{.watch = watch_};
  fetch::FetchResult result;
  result.status = 200;
  result.body = "a,b\n1,2\n";
  result.headers = {{"Content-Type", "text/csv"}};
  result.final_url = result.permanent_url = order.url;
  result.body_end = http::BodyEnd::kCut;
  const VisitEnd end =
      conclude_visit(order, nullptr, result, {.terminal = "t1", .shelf = &shelf_});
  EXPECT_FALSE(version_of(end));
  EXPECT_THAT(end.report.note, HasSubstr("too early"));
}

TEST_F(DataDocument, BecomesAnotherKindOfData) {
  visit("a,b\n1,2\n", "text/csv");
  const VisitEnd end = visit(R"({"a": 1})", "application/json");
  ASSERT_TRUE(version_of(end));
  EXPECT_EQ(version_of(end)->summary, "a tree in place of a table");
}

TEST_F(DataDocument, OfAQueryIsASetOfSolutions) {
  is_sparql_ = true;
  const auto answer = [&](std::string_view rows) {
    return visit(
        fmt::format(R"({{"head":{{"vars":["s","n"]}},"results":{{"bindings":[{}]}}}})",
                    rows),
        "application/sparql-results+json");
  };
  const auto row = [](std::string_view node, std::string_view name) {
    return fmt::format(
        R"({{"s":{{"type":"bnode","value":"{}"}},"n":{{"type":"literal","value":"{}"}}}})",
        node, name);
  };
  const VisitEnd first = answer(row("b0", "Chios") + "," + row("b1", "Samos"));
  EXPECT_EQ(model::listing_of(first.report.findings)->head.title,
            "SPARQL at data.example")
      << "its address has no query";
  EXPECT_FALSE(version_of(answer(row("x", "Samos") + "," + row("y", "Chios"))));
  const VisitEnd end =
      answer(row("x", "Samos") + "," + row("y", "Chios") + "," + row("z", "Ikaria"));
  ASSERT_TRUE(version_of(end));
  EXPECT_EQ(version_of(end)->summary, "1 row added");
  EXPECT_THAT(told(end).at(0).entry.content, HasSubstr("Ikaria"));
}

TEST_F(DataDocument, CountsWhatDiffersForPrograms) {
  visit("id,price\n1,4\n2,5\n", "text/csv");
  const VisitEnd end = visit("id,price\n1,6\n3,5\n4,5\n", "text/csv");
  ASSERT_TRUE(version_of(end));
  EXPECT_EQ(version_of(end)->data,
            (model::DataCounts{.added = 2, .removed = 1, .edited = 1}));
  const VisitEnd other = visit(R"({"a": 1})", "application/json");
  ASSERT_TRUE(version_of(other));
  EXPECT_FALSE(version_of(other)->data) << "a tree in place of a table";
}

TEST(Endpoint, SaysItselfWhyItDoesNotAnswer) {
  const auto error = [](std::string body, bool is_sparql = true) {
    model::VisitOrder order;
    order.url = "https://data.example/sparql?query=SELECT+nonsense";
    order.task = model::DataTask{.is_sparql = is_sparql};
    fetch::FetchResult result;
    result.status = 400;
    result.outcome = FetchOutcome::kHttpError;
    result.error = "HTTP 400";
    result.body = std::move(body);
    return conclude_visit(order, nullptr, result, {.terminal = "t1"}).report.error;
  };
  EXPECT_EQ(error("\nParse error: line 1, column 8\n  at Parser.java"),
            "HTTP 400: Parse error: line 1, column 8");
  EXPECT_EQ(error("<html><body>Bad Request</body></html>"), "HTTP 400");
  EXPECT_EQ(error("not for data", false), "HTTP 400");
  EXPECT_LT(error(std::string(9'000, 'x')).size(), 400u);
  EXPECT_EQ(error(""), "HTTP 400");
}

}  // namespace
}  // namespace curlew::pipeline
