// What docs/queries.md says of its examples is so.

#include <gtest/gtest.h>

#include <fstream>

#include "base/ascii.h"
#include "query/naive_matching_test.h"
#include "query/parse_query.h"

namespace curlew::query {
namespace {

std::vector<std::string> cells_of(std::string_view row) {
  std::vector<std::string> cells;
  row.remove_prefix(1);
  for (std::size_t end = row.find('|'); end != row.npos; end = row.find('|')) {
    cells.emplace_back(trimmed(row.substr(0, end)));
    row.remove_prefix(end + 1);
  }
  return cells;
}

TEST(QueriesPage, SaysWhatItsExamplesFind) {
  const text::Analyzer analyzer;
  TermCache cache;
  ArticleTerms terms;
  const auto is_found = [&](const Expression& query, std::string_view text) {
    make_terms({.language = "en", .blocks = {text}}, analyzer, cache, terms);
    return matches_naively(query, terms, [](const Fact&) { return false; });
  };
  std::ifstream page(CURLEW_SOURCE_DIR "/docs/queries.md");
  bool is_in_table = false;
  int examples = 0;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("|")) is_in_table = false;
    if (line.starts_with("| query |")) is_in_table = true;
    if (!is_in_table || !line.starts_with("| `")) continue;
    const std::vector<std::string> cells = cells_of(line);
    ASSERT_EQ(cells.size(), 3U) << line;
    const std::string text = cells[0].substr(1, cells[0].size() - 2);
    const auto query = parse_query(text, {analyzer}, Synonyms::kUsed);
    ASSERT_TRUE(query) << query.error().text;
    EXPECT_TRUE(is_found(*query, cells[1])) << line;
    EXPECT_FALSE(is_found(*query, cells[2])) << line;
    ++examples;
  }
  EXPECT_GE(examples, 20);
}

}  // namespace
}  // namespace curlew::query
