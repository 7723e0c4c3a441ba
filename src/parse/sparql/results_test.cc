#include "parse/sparql/results.h"

#include <gmock/gmock.h>

#include "parse/data.h"
#include "parse/json/json.h"

namespace curlew::parse {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Result<Data> answered(std::string_view json) {
  return read_data(json, "application/sparql-results+json; charset=utf-8", {});
}

std::string error_of(std::string_view json) {
  const auto data = answered(json);
  return data.ok() ? "" : data.error().text;
}

TEST(SparqlResults, AreATableOfTerms) {
  const auto data = answered(R"({"head": {"vars": ["s", "o"]}, "results": {"bindings": [
      {"o": {"type": "literal", "value": "a \"b\"", "xml:lang": "en"},
       "s": {"type": "uri", "value": "http://e/s"}},
      {"s": {"type": "bnode", "value": "x y"}},
      {"o": {"type": "typed-literal", "value": "1", "datatype": "http://e/t"},
       "s": {"type": "bnode", "value": "x y"}}]}})");
  ASSERT_TRUE(data.ok()) << data.error().text;
  const auto& table = std::get<model::Table>(*data);
  EXPECT_TRUE(table.has_terms);
  EXPECT_THAT(table.columns, ElementsAre("s", "o"));
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_THAT(table.rows[0], ElementsAre("<http://e/s>", "\"a \\\"b\\\"\"@en"));
  EXPECT_THAT(table.rows[1], ElementsAre("_:b1", ""));
  EXPECT_THAT(table.rows[2], ElementsAre("_:b1", "\"1\"^^<http://e/t>"));
}

TEST(SparqlResults, OfAskAreOneRow) {
  const auto data = answered(R"({"head": {}, "boolean": true})");
  ASSERT_TRUE(data.ok());
  EXPECT_THAT(std::get<model::Table>(*data).rows, ElementsAre(ElementsAre("true")));
}

TEST(SparqlResults, ThatBreakTheirFormatAreRefused) {
  EXPECT_THAT(error_of(R"({"head": {}, "results": {"bindings": []}})"),
              HasSubstr("no head.vars"));
  const std::string_view begin =
      R"({"head": {"vars": ["s"]}, "results": {"bindings": [)";
  const auto of_row = [&](std::string_view row) {
    return error_of(std::string(begin).append(row).append("]}}"));
  };
  EXPECT_THAT(of_row("1"), HasSubstr("not an object"));
  EXPECT_THAT(of_row(R"({"t": {"type": "uri", "value": "x:"}})"),
              HasSubstr("not in head.vars"));
  EXPECT_THAT(of_row(R"({"s": {"type": "odd", "value": ""}})"), HasSubstr("'odd'"));
  EXPECT_THAT(of_row(R"({"s": {"type": "uri"}})"), HasSubstr("without a value"));
  EXPECT_THAT(of_row(R"({"s": {"type": "literal", "value": "", "xml:lang": "a\nb"}})"),
              HasSubstr("not a language"));
  EXPECT_EQ(of_row(R"({"s": {"type": "uri", "value": "x:a\nb"}})"), "");
}

TEST(SparqlResults, AreBounded) {
  const auto json =
      parse_json(R"({"head": {"vars": ["s"]}, "results": {"bindings": [{}, {}, {}]}})");
  ASSERT_TRUE(json.ok());
  EXPECT_TRUE(is_sparql_results(*json));
  EXPECT_EQ(to_table(*json, 2).error().kind, ErrorKind::kLimit);
  EXPECT_TRUE(to_table(*json, 3).ok());
}

TEST(SparqlResults, AreToldFromOtherJson) {
  for (const char* text : {"[]", R"({"head": 1})", R"({"results": {"bindings": []}})",
                           R"({"head": 1, "results": [], "boolean": "true"})"}) {
    EXPECT_FALSE(is_sparql_results(*parse_json(text))) << text;
  }
}

}  // namespace
}  // namespace curlew::parse
