// The stretch of a text that answers a query best, with marks where it does.

#pragma once

#include <string>
#include <vector>

#include "control/article_text.h"
#include "query/expression.h"
#include "service/search.h"
#include "text/analyzer.h"

namespace curlew::service {

struct Snippet {
  std::string text;
  std::vector<SnippetMark> marks;
};

// About 200 bytes: whole words, on one line, "…" where the text goes on. The beginning
// where nothing answers, as for a query of facts.
Snippet snippet_of(const control::ReadableArticle& article,
                   const query::Expression& expression, const text::Analyzer& analyzer);

}  // namespace curlew::service
