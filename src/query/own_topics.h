// "topic:sports" means two things: the site's own category, and a topic of Curlew's
// that the asking user sees. A parsed query has the first; this adds the second, in the
// words of whoever evaluates it.

#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "query/expression.h"

namespace curlew::query {

// What FactKind::kOwnTopic is called for a topic of that folded name: nothing where
// there is none, several where several have it.
using OwnTopics = std::function<std::vector<std::string>(std::string_view name)>;

// Each fact about a topic becomes an alternative of it and of those.
void add_own_topics(Expression& expression, const OwnTopics& own);

// The folded names of all topics that it asks for.
std::vector<std::string> asked_topics(const Expression& expression);

}  // namespace curlew::query
