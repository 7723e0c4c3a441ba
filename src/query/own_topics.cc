#include "query/own_topics.h"

#include <utility>

namespace curlew::query {
namespace {

bool is_topic(const Expression& expression) {
  return expression.kind == NodeKind::kFact && expression.fact.kind == FactKind::kTopic;
}

void gather_topics(const Expression& expression, std::vector<std::string>& names) {
  if (is_topic(expression)) names.push_back(expression.fact.value);
  for (const Expression& child : expression.children) gather_topics(child, names);
}

}  // namespace

void add_own_topics(Expression& expression, const OwnTopics& own) {
  for (Expression& child : expression.children) add_own_topics(child, own);
  if (!is_topic(expression)) return;
  std::vector<std::string> names = own(expression.fact.value);
  if (names.empty()) return;
  Expression either;
  either.kind = NodeKind::kOr;
  either.children.push_back(std::move(expression));
  for (std::string& name : names) {
    Expression& one = either.children.emplace_back();
    one.kind = NodeKind::kFact;
    one.fact = {FactKind::kOwnTopic, std::move(name)};
  }
  expression = std::move(either);
}

std::vector<std::string> asked_topics(const Expression& expression) {
  std::vector<std::string> names;
  gather_topics(expression, names);
  return names;
}

}  // namespace curlew::query
