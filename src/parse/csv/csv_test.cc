#include "parse/csv/csv.h"

#include <gtest/gtest.h>

#include "base/content_of_test.h"

namespace curlew::parse {
namespace {

using Rows = std::vector<std::vector<std::string>>;

model::Table read_file(const std::string& name) {
  const auto table = parse_csv(content_of(CURLEW_TESTDATA "/csv/" + name));
  EXPECT_TRUE(table.ok());
  return *table;
}

TEST(Csv, DelimiterHeaderAndQuotesAreFound) {
  const model::Table table = read_file("semicolons.csv");
  EXPECT_EQ(table.delimiter, ';');
  EXPECT_EQ(table.columns, (std::vector<std::string>{"id", "name", "note"}));
  EXPECT_EQ(table.rows, (Rows{{"1", "Smith; J.", "said \"no\""}, {"2", "Ñandú", ""}}));
}

TEST(Csv, RowsOfNumbersAreNotAHeader) {
  const model::Table table = read_file("tabs.tsv");
  EXPECT_EQ(table.delimiter, '\t');
  EXPECT_FALSE(table.has_header);
  EXPECT_EQ(table.columns, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(table.rows, (Rows{{"1", "2"}, {"3", "4"}, {"5", ""}}));
}

TEST(Csv, MarksThatDoNotBelongLoseNothing) {
  const model::Table table = read_file("quotes.csv");
  EXPECT_EQ(table.columns, (std::vector<std::string>{"a", "b"}));
  ASSERT_FALSE(table.rows.empty());
  EXPECT_EQ(parse_csv("a,b\n1,\"x\n2,3\n")->rows, (Rows{{"1", "\"x"}, {"2", "3"}}));
}

TEST(Csv, TheContentTypeDecidesOnHeaderAndCharset) {
  const auto table =
      parse_csv("a,b\nc,caf\xE9\n",
                {.content_type = "text/csv; charset=iso-8859-1; header=absent"});
  ASSERT_TRUE(table.ok());
  EXPECT_FALSE(table->has_header);
  EXPECT_EQ(table->rows[1][1], "café");
}

TEST(Csv, ColumnsOfOneNameAreNumbered) {
  const auto table = parse_csv("a,b,a,a 2,a\n1,2,3,4,5\n",
                               {.content_type = "text/csv; header=present"});
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(table->columns, (std::vector<std::string>{"a", "b", "a 3", "a 2", "a 4"}));
}

TEST(Csv, OneWideRowDoesNotMakeAGiant) {
  std::string text = std::string(4000, ',') + "\n";
  for (int i = 0; i < 100'000; ++i) text += "1\n";
  const auto table = parse_csv(text, {.max_cells = 1'000'000});
  ASSERT_FALSE(table.ok());
  EXPECT_EQ(table.error().kind, ErrorKind::kLimit);
}

}  // namespace
}  // namespace curlew::parse
