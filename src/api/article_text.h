// The text of an article as it is shown, on pages and on terminals.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/safe_html.h"
#include "service/snapshot.h"

namespace curlew::api {

// Who says what the text of an article is: its page, or, where that was not fetched or
// has none, its feed.
enum class TextOrigin { kNone, kPage, kFeed };
TextOrigin text_origin(const service::ArticleDetail& detail);

// Why an article has no text: TextOrigin::kNone in words.
std::string_view why_no_text(const store::ArticleRow& article);

// The feed's own text, its content rather than its summary: HTML, not made safe.
const std::string& feed_html(const store::FeedText& feed);

// The text to be read, made safe: with headings, lists, quotes, links and emphasis,
// whoever says it. A page that an earlier release read has headings and paragraphs.
struct ShownText {
  std::string html;
  // Of PictureLinks::kNumbered.
  std::vector<std::string> pictures;
};
ShownText shown_text(const service::ArticleDetail& detail, TextOrigin origin,
                     PictureLinks links = PictureLinks::kPlain);

// The text, paragraphs as lines. Not cleaned: see plain_text.h.
std::string text_of(const service::ArticleDetail& detail);

// "sports (0.93), World news (0.61)"; empty: it belongs to none.
std::string topics_text(const std::vector<store::ArticleTopic>& topics);

// The beginning of an article's text, on one line; its feed's where its page has none.
std::string excerpt_of(const store::ArticleRow& article);

}  // namespace curlew::api
