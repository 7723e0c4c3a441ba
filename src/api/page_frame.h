// What all pages have around their content. Private to the pages.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "api/html_writer.h"
#include "model/problem.h"
#include "service/lateness.h"
#include "store/store.h"

namespace curlew::api {

// kOften: the page follows what happens.
enum class Reload { kNever, kOften };

void begin_page(HtmlWriter& html, std::string_view title, Reload reload);
std::string end_page(HtmlWriter html);

// A title as it is shown: strangers write some that fill several screens.
std::string title_text(std::string_view title, std::size_t columns = 200);

// A source's name, linked to its page.
void write_source(HtmlWriter& html, std::int64_t id, std::string_view title,
                  std::string_view url);

// The state of a source as a badge; of an active one with a problem, that it has one.
void write_state(HtmlWriter& html, model::SourceState state, bool has_problem);

// An article: its title leads to what we have of it; where it is itself, and what kind
// of page that is if it is not simply an article.
void write_article(HtmlWriter& html, const store::ArticleRow& article);

// A row of its own in a table of so many columns, for what is too long for one; nothing
// when there is nothing to say.
void write_remark(HtmlWriter& html, int columns, std::string_view remark);

// The same of what was wrong with a visit: the reason, and below it the cure.
void write_problem(HtmlWriter& html, int columns, const model::Problem& problem);

// How late we were on each of these days; nothing where there is none.
void write_lateness(HtmlWriter& html, const std::vector<service::DayLateness>& days);

// Each line as a paragraph.
void write_paragraphs(HtmlWriter& html, std::string_view lines);

}  // namespace curlew::api
