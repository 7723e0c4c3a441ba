// The W3C's suites, where they lie beside the repository.

#include "apps/lab/rdf_cases.h"

#include <gtest/gtest.h>

#include <map>

#include "apps/lab/cases.h"
#include "base/corpora_test.h"

namespace curlew::apps {
namespace {

TEST(RdfCases, AreRight) {
  const std::string folder = (corpora() / "rdf").string();
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  std::map<std::string, std::pair<int, int>> counts;
  std::string wrong;
  const auto judged =
      read_cases(folder + "/cases.jsonl", [&](const boost::json::object& row) {
        boost::json::object result = judge_rdf_case(folder, row);
        auto& [right, all] = counts[text_of(result, "suite")];
        ++all;
        right += result["ok"].as_bool() ? 1 : 0;
        if (!result["ok"].as_bool()) wrong += boost::json::serialize(result) + "\n";
      });
  ASSERT_TRUE(judged.ok()) << judged.error().text;
  for (const char* const suite : {"rdfc10", "rdf-n-triples", "rdf-turtle", "rdf-xml"}) {
    EXPECT_GT(counts[suite].second, 0) << suite;
    EXPECT_EQ(counts[suite].first, counts[suite].second) << suite << "\n" << wrong;
  }
  // Contexts that some cases load are missing in the collection, and blank nodes as
  // predicates are not RDF.
  const auto [right, all] = counts["jsonld"];
  EXPECT_GE(right, 0.98 * all) << wrong;
}

}  // namespace
}  // namespace curlew::apps
