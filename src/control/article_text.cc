#include "control/article_text.h"

#include "base/utf8.h"
#include "dom/document.h"
#include "dom/text.h"
#include "parse/html/page.h"

namespace curlew::control {
namespace {

// Of an entry's HTML; longer ones are whole books.
constexpr std::size_t kMostRead = 1 << 20;

std::string text_of_html(std::string_view html) {
  dom::Document page;
  parse::parse_html(utf8_prefix(html, kMostRead), page);
  const dom::Node body = page.empty() ? dom::Node() : page.body();
  return body ? dom::text_of(body) : std::string();
}

std::string first_of(std::string_view said, std::string_view else_said) {
  return std::string(said.empty() ? else_said : said);
}

}  // namespace

query::ArticleText ReadableArticle::text() const {
  query::ArticleText text{
      .title = title, .author = author, .language = language, .blocks = {}};
  text.blocks.reserve(blocks.size());
  for (const model::Block& block : blocks) text.blocks.push_back(block.text);
  return text;
}

ReadableArticle readable_entry(const FeedWords& entry) {
  ReadableArticle article{.title = std::string(entry.title),
                          .author = std::string(entry.author),
                          .language = std::string(entry.language),
                          .topic = std::string(entry.category),
                          .blocks = {}};
  model::Block block;
  block.text = text_of_html(entry.html);
  if (!block.text.empty()) article.blocks.push_back(std::move(block));
  return article;
}

ReadableArticle readable_page(const model::Page& page, const FeedWords& entry) {
  const model::PageContent& content = *page.content;
  ReadableArticle article{.title = first_of(entry.title, content.title),
                          .author = first_of(entry.author, content.author),
                          .language = first_of(page.language, entry.language),
                          .topic = first_of(entry.category, page.category),
                          .blocks = {}};
  if (!content.title.empty() && content.title != article.title) {
    model::Block title;
    title.text = content.title;
    article.blocks.push_back(std::move(title));
  }
  const auto& blocks = content.parts.blocks;
  article.blocks.insert(article.blocks.end(), blocks.begin(), blocks.end());
  return article;
}

}  // namespace curlew::control
