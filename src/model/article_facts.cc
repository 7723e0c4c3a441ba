#include "model/article_facts.h"

#include <utility>

namespace curlew::model {
namespace {

void fill_in(std::string& text, std::string other) {
  if (text.empty()) text = std::move(other);
}

}  // namespace

ArticleFacts shown_facts(ArticleFacts entry, ArticleFacts page, SourceKind source) {
  if (source == SourceKind::kPage && !page.title.empty()) entry.title.clear();
  fill_in(entry.title, std::move(page.title));
  fill_in(entry.author, std::move(page.author));
  fill_in(entry.language, std::move(page.language));
  fill_in(entry.category, std::move(page.category));
  if (!entry.published) entry.published = page.published;
  return entry;
}

}  // namespace curlew::model
