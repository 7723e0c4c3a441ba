// What is shown of an article: its feed's words, and its page's where the feed has
// none.

#pragma once

#include <optional>
#include <string>

#include "base/time.h"
#include "model/source.h"

namespace curlew::model {

struct ArticleFacts {
  std::string title;
  std::string author;
  std::string language;
  std::string category;
  std::optional<Time> published;
};

// `source` says where the entry was found. The text of a link on a followed page is
// often cut, or the beginning of the article: there the page's own title is better.
ArticleFacts shown_facts(ArticleFacts entry, ArticleFacts page, SourceKind source);

}  // namespace curlew::model
