#include "control/article_text.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <utility>

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

// The next line of `text`, which it is taken from.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

// The areas of an article's page hold more than its text: a byline, links to other
// articles. Of them only the lines of the text count, each under the heading of its
// area.
std::vector<model::Block> blocks_of_text(const model::PageContent& content) {
  const std::vector<model::Block>& areas = content.parts.blocks;
  std::unordered_map<std::string_view, std::size_t> area_of_line;
  for (std::size_t i = 0; i < areas.size(); ++i) {
    for (std::string_view left = areas[i].text; !left.empty();) {
      area_of_line.emplace(take_line(left), i);
    }
  }
  std::vector<model::Block> blocks;
  std::size_t last = areas.size();
  for (std::string_view left = content.text; !left.empty();) {
    const std::string_view line = take_line(left);
    const auto known = area_of_line.find(line);
    const std::size_t area = known == area_of_line.end() ? last : known->second;
    if (blocks.empty() || area != last) {
      model::Block& block = blocks.emplace_back();
      if (area < areas.size()) block = areas[area];
      block.text.clear();
      last = area;
    } else {
      blocks.back().text += '\n';
    }
    blocks.back().text += line;
  }
  return blocks;
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
  const bool has_text = !model::is_hub(content.type) && !content.text.empty();
  auto blocks = has_text ? blocks_of_text(content) : content.parts.blocks;
  std::ranges::move(blocks, std::back_inserter(article.blocks));
  return article;
}

}  // namespace curlew::control
