#include "detect/data/data_change.h"

#include <gtest/gtest.h>

#include "rdf/term.h"

namespace curlew::detect {
namespace {

using model::Json;
using model::Table;

rdf::Dataset graph(const std::vector<std::string>& objects) {
  rdf::Dataset dataset;
  rdf::TermTable& terms = dataset.terms();
  for (const std::string& object : objects)
    dataset.add({terms.intern("<x:s>"), terms.intern("<x:p>"),
                 terms.intern(rdf::literal_text(object)), rdf::kNoTerm});
  return dataset;
}

TEST(GraphChange, TellsTriples) {
  const DataChange change = compare_graphs(graph({"a", "b"}), graph({"b", "c", "d"}));
  EXPECT_EQ(change.verdict, DataVerdict::kDifferent);
  EXPECT_EQ(change.removed, std::vector<std::string>{"<x:s> <x:p> \"a\" ."});
  EXPECT_EQ(change.summary(), "2 triples added, 1 removed");
  EXPECT_EQ(compare_graphs(graph({"a"}), graph({"a"})).summary(), "the same data");
}

TEST(GraphChange, ListsTheFirstAndCountsAll) {
  const DataChange change =
      compare_graphs(graph({}), graph({"a", "b", "c"}), {.max_listed = 2});
  EXPECT_EQ(change.added.size(), 2u);
  EXPECT_EQ(change.added_count, 3u);
}

Table table(std::vector<std::string> columns,
            std::vector<std::vector<std::string>> rows) {
  return {.columns = std::move(columns), .rows = std::move(rows)};
}

TEST(TableChange, OrderOfRowsAndColumnsSaysNothing) {
  const DataChange change =
      compare_tables(table({"id", "v"}, {{"1", "a"}, {"2", "b"}}),
                     table({"v", "id"}, {{"b", "2"}, {"a", "1"}}));
  EXPECT_EQ(change.verdict, DataVerdict::kSame);
  EXPECT_EQ(change.key, std::vector<std::string>{"id"});
}

TEST(TableChange, RowsAreFoundAgainByTheirKey) {
  const DataChange change =
      compare_tables(table({"v", "id"}, {{"a", "1"}, {"b", "2"}, {"c", "3"}}),
                     table({"v", "id"}, {{"x", "1"}, {"c", "3"}, {"d", "4"}}));
  ASSERT_EQ(change.edited.size(), 1u);
  EXPECT_EQ(change.edited[0].where, "1, v");
  EXPECT_EQ(change.edited[0].before + change.edited[0].after, "ax");
  EXPECT_EQ(change.added, std::vector<std::string>{"v: d, id: 4"});
  EXPECT_EQ(change.removed, std::vector<std::string>{"v: b, id: 2"});
  EXPECT_EQ(change.summary(), "1 row added, 1 removed, 1 changed");
}

TEST(TableChange, TwoColumnsMayBeTheKey) {
  const DataChange change = compare_tables(
      table({"state", "day", "n"}, {{"A", "1", "5"}, {"A", "2", "5"}, {"B", "1", "5"}}),
      table({"state", "day", "n"},
            {{"A", "1", "5"}, {"A", "2", "6"}, {"B", "1", "5"}}));
  EXPECT_EQ(change.key, (std::vector<std::string>{"state", "day"}));
  ASSERT_EQ(change.edited.size(), 1u);
  EXPECT_EQ(change.edited[0].where, "A 2, n");
}

TEST(TableChange, AKeyThatIsAskedForIsUsed) {
  const Table before = table({"a", "b"}, {{"1", "x"}}),
              after = table({"a", "b"}, {{"2", "x"}});
  EXPECT_EQ(compare_tables(before, after, {.key = {"b"}}).edited_count, 1u);
  EXPECT_EQ(compare_tables(before, after, {.key = {"a"}}).added_count, 1u);
}

TEST(TableChange, WithoutAKeyRowsAreCounted) {
  const DataChange change = compare_tables(table({"a"}, {{"x"}, {"x"}, {"y"}}),
                                           table({"a"}, {{"y"}, {"x"}, {"x"}, {"x"}}));
  EXPECT_TRUE(change.key.empty());
  EXPECT_EQ(change.added_count, 1u);
  EXPECT_EQ(change.removed_count, 0u);
}

TEST(TableChange, ColumnsThatComeAndGoAreTold) {
  const DataChange change = compare_tables(table({"id", "old"}, {{"1", "a"}}),
                                           table({"id", "new"}, {{"1", "b"}}));
  EXPECT_EQ(change.verdict, DataVerdict::kDifferent);
  EXPECT_EQ(change.summary(), "column old removed; column new added");
}

Json number(std::string text) {
  return {.kind = Json::Kind::kNumber, .text = std::move(text)};
}
Json list(std::vector<Json> items) {
  return {.kind = Json::Kind::kArray, .items = std::move(items)};
}
Json record(std::string id, std::string price) {
  return Json::object()
      .add("id", Json::string(std::move(id)))
      .add("price", number(std::move(price)));
}

TEST(TreeChange, OrderOfMembersAndSpellingOfNumbersSayNothing) {
  EXPECT_EQ(
      compare_trees(Json::object().add("a", number("1")).add("b", number("1e3")),
                    Json::object().add("b", number("1000.0")).add("a", number("1")))
          .verdict,
      DataVerdict::kSame);
  EXPECT_EQ(
      compare_trees(number("12345678901234567890"), number("12345678901234567891"))
          .verdict,
      DataVerdict::kDifferent);
  EXPECT_EQ(compare_trees(number("-0"), number("0.0")).verdict, DataVerdict::kSame);
}

TEST(TreeChange, RecordsAreFoundAgainByTheirId) {
  const DataChange change = compare_trees(
      Json::object().add("items", list({record("a", "1"), record("b", "2")})),
      Json::object().add(
          "items", list({record("c", "3"), record("b", "2.5"), record("a", "1")})));
  ASSERT_EQ(change.edited.size(), 1u);
  EXPECT_EQ(change.edited[0].where, "/items[id=b]/price");
  EXPECT_EQ(change.added,
            std::vector<std::string>{"/items[id=c]: {id: \"c\", price: 3}"});
  EXPECT_TRUE(change.removed.empty());
}

TEST(TreeChange, OtherArraysAreSequences) {
  const DataChange change =
      compare_trees(list({number("1"), number("2"), number("3"), number("4")}),
                    list({number("1"), number("9"), number("2"), number("4")}));
  EXPECT_EQ(change.added, std::vector<std::string>{"/1: 9"});
  EXPECT_EQ(change.removed, std::vector<std::string>{"/2: 3"});
}

TEST(TreeChange, PathsArePointers) {
  const DataChange change = compare_trees(Json::object().add("a/b~", Json::string("x")),
                                          Json::object().add("a/b~", Json()));
  ASSERT_EQ(change.edited.size(), 1u);
  EXPECT_EQ(change.edited[0].where, "/a~1b~0");
  EXPECT_EQ(change.edited[0].after, "null");
}

TEST(Tables, RowsOfOneKeyThatAreTheSameAreNotChanged) {
  model::Table before{.columns = {"key", "value"}};
  for (int i = 0; i < 40; ++i)
    before.rows.push_back({std::to_string(i), std::to_string(i)});
  for (const std::string value : {"a", "b", "c"}) before.rows.push_back({"k", value});
  model::Table after = before;
  after.rows.push_back({"new", "1"});
  const DataCompareOptions options{.key = {"key"}};
  EXPECT_EQ(compare_tables(before, after, options).summary(), "1 row added");
  EXPECT_EQ(compare_tables(after, before, options).summary(), "1 row removed");
  after.rows[41][1] = "other";
  EXPECT_EQ(compare_tables(before, after, options).summary(), "1 row added, 1 changed");
}

}  // namespace
}  // namespace curlew::detect
