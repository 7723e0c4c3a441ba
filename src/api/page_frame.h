// What all pages have around their content. Private to the pages.

#pragma once

#include <string>
#include <string_view>

#include "api/html_writer.h"
#include "store/central_store.h"

namespace curlew::api {

enum class Reload { kNever, kOften };  // kOften: the page follows what happens.

void begin_page(HtmlWriter& html, std::string_view title, Reload reload);
std::string end_page(HtmlWriter html);

// A source's name, linked to its page.
void write_source(HtmlWriter& html, std::int64_t id, std::string_view title,
                  std::string_view url);

// An article: where it is, what kind of page that is, and what we have of it.
void write_article(HtmlWriter& html, const store::ArticleRow& article);

}  // namespace curlew::api
