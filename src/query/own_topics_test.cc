#include "query/own_topics.h"

#include <gmock/gmock.h>

#include "query/parse_query.h"
#include "text/analyzer.h"

namespace curlew::query {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Expression query_with_topics(std::string_view text) {
  static const text::Analyzer analyzer;
  return parse_query(text, Dictionary{analyzer, {}}, Synonyms::kUnused).value();
}

TEST(OwnTopics, StandBesideTheCategoryOfThatName) {
  Expression expression = query_with_topics("ball topic:Sports");
  add_own_topics(expression, [](std::string_view name) {
    EXPECT_EQ(name, "sports");
    return std::vector<std::string>{"7", "9"};
  });
  ASSERT_EQ(expression.kind, NodeKind::kAnd);
  const Expression& either = expression.children.at(1);
  ASSERT_EQ(either.kind, NodeKind::kOr);
  ASSERT_EQ(either.children.size(), 3U);
  EXPECT_EQ(either.children[0].fact, (Fact{FactKind::kTopic, "sports"}));
  EXPECT_EQ(either.children[1].fact, (Fact{FactKind::kOwnTopic, "7"}));
  EXPECT_EQ(either.children[2].fact, (Fact{FactKind::kOwnTopic, "9"}));
}

TEST(OwnTopics, LeaveAQueryAloneWhereThereAreNone) {
  const Expression before = query_with_topics("ball -topic:\"world news\"");
  Expression after = before;
  add_own_topics(after, [](std::string_view) { return std::vector<std::string>(); });
  EXPECT_EQ(after, before);
}

TEST(OwnTopics, AreAskedForByTheirFoldedNames) {
  EXPECT_THAT(
      asked_topics(query_with_topics("a (topic:Αθλητικά OR topic:\"World news\")")),
      ElementsAre("αθλητικα", "world news"));
  EXPECT_THAT(asked_topics(query_with_topics("topics")), IsEmpty());
}

}  // namespace
}  // namespace curlew::query
