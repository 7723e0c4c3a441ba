#include "api/article_text.h"

#include <fmt/format.h>

#include "api/safe_html.h"
#include "base/plain_text.h"

namespace curlew::api {

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
