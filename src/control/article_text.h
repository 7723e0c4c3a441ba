// The readable text of an article, as matching, clips and the search index all see it:
// from its feed's entry, or from its page once that was read.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/block.h"
#include "model/page.h"
#include "query/terms.h"

namespace curlew::control {

struct ReadableArticle {
  std::string title;
  std::string author;
  // As stated; may be empty.
  std::string language;
  // The site's own category.
  std::string topic;
  std::vector<model::Block> blocks;

  // Borrows from this.
  query::ArticleText text() const;
};

// What a feed itself says of an article: `html` is its content, or else its summary.
struct FeedWords {
  std::string_view title;
  std::string_view author;
  std::string_view language;
  std::string_view category;
  std::string_view html;
};
ReadableArticle readable_entry(const FeedWords& entry);

// What its page says, under the title that `entry` shows; a page's own title that says
// something else is its first block. `page.content` must be there.
ReadableArticle readable_page(const model::Page& page, const FeedWords& entry);

}  // namespace curlew::control
