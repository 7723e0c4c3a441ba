#include "api/article_text.h"

#include <fmt/format.h>

#include <unordered_set>
#include <utility>

#include "api/html_writer.h"
#include "base/plain_text.h"

namespace curlew::api {
namespace {

// Lines that are headings of the page are shown as such.
std::string lines_html(const model::PageContent& content) {
  std::unordered_set<std::string_view> headings;
  for (const model::Block& block : content.parts.blocks) {
    const std::string_view first =
        std::string_view(block.text).substr(0, block.text.find('\n'));
    if (!block.heading.empty() && first == block.heading)
      headings.insert(block.heading);
  }
  HtmlWriter html;
  std::string_view lines = content.text;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    if (headings.contains(line)) {
      html.markup("<h3>").text(line).markup("</h3>\n");
    } else if (!line.empty()) {
      html.markup("<p>").text(line).markup("</p>\n");
    }
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return std::move(html).take();
}

}  // namespace

TextOrigin text_origin(const service::ArticleDetail& detail) {
  if (detail.content && !detail.content->text.empty()) return TextOrigin::kPage;
  return feed_html(detail.feed).empty() ? TextOrigin::kNone : TextOrigin::kFeed;
}

std::string_view why_no_text(const store::ArticleRow& article) {
  if (article.page_fetched) {
    return "No text was found, neither on the page nor in the feed.";
  }
  if (article.is_page_wanted) {
    return "The feed has no text, and the page is still to be fetched.";
  }
  return "The feed has no text, and the page was not fetched.";
}

const std::string& feed_html(const store::FeedText& feed) {
  return feed.content.empty() ? feed.summary : feed.content;
}

ShownText shown_text(const service::ArticleDetail& detail, TextOrigin origin,
                     PictureLinks links) {
  if (origin == TextOrigin::kNone) return {};
  const bool is_page = origin == TextOrigin::kPage;
  if (is_page && detail.content->parts.article.empty()) {
    return {lines_html(*detail.content), {}};
  }
  const std::string& untrusted =
      is_page ? detail.content->parts.article : feed_html(detail.feed);
  const SafeHtml safe = safe_html(untrusted, links);
  return {safe.text(), safe.pictures()};
}

std::string text_of(const service::ArticleDetail& detail) {
  switch (text_origin(detail)) {
    case TextOrigin::kNone:
      return {};
    case TextOrigin::kPage:
      return detail.content->text;
    case TextOrigin::kFeed:
      return text_of_html(feed_html(detail.feed));
  }
  return {};
}

std::string excerpt_of(const store::ArticleRow& article) {
  constexpr std::size_t kColumns = 300;
  if (!article.excerpt.empty()) return plain_text(article.excerpt);
  return shortened(plain_text(text_of_html(article.feed_excerpt)), kColumns);
}

std::string topics_text(const std::vector<store::ArticleTopic>& topics) {
  std::string text;
  for (const store::ArticleTopic& topic : topics) {
    if (!text.empty()) text += ", ";
    text += fmt::format("{} ({:.2f})", topic.name, topic.score.score);
  }
  return text;
}

}  // namespace curlew::api
