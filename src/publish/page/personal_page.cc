#include "publish/page/personal_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>

#include "base/markup_escape.h"
#include "publish/clip_text.h"
#include "publish/markup.h"
#include "publish/personal_address.h"
#include "publish/time_zone.h"

namespace curlew::publish {
namespace {

void append_own_link(std::string& html, std::string_view path, std::string_view label) {
  html += "<a href=\"";
  append_escaped_markup(html, path);
  html += "\">";
  append_text(html, label);
  html += "</a>";
}

// What every page begins with; `links` is our own markup.
std::string begin_document(Language language, std::string_view path,
                           std::string_view title, const std::string& links = {}) {
  std::string html = "<!doctype html>\n<html lang=\"";
  html.append(to_string(language));
  html +=
      "\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      // The address is the user's key: it is neither indexed nor passed on.
      "<meta name=\"robots\" content=\"noindex, nofollow\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n<title>";
  append_text(html, title);
  html += "</title>\n<link rel=\"stylesheet\" href=\"";
  append_escaped_markup(html, relative_path(path, kPersonalStylePath));
  html += "\">\n" + links + "</head>\n<body class=\"mine\">\n<main>\n<h1>";
  append_text(html, title);
  return html + "</h1>\n";
}

constexpr const char* kEndOfDocument = "</main>\n</body>\n</html>\n";

std::string feed_links(const PersonalPage& page) {
  std::string html;
  for (const PersonalList& list : page.lists) {
    if (list.feed_token.empty()) continue;
    html += "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"";
    append_text(html, cut_text(list.name, 200));
    html += "\" href=\"";
    append_escaped_markup(
        html, relative_path(page_path(page.token), feed_path(list.feed_token, "atom")));
    html += "\">\n";
  }
  return html;
}

// "UTC+2", "UTC+5:30"
std::string offset_of(Time time, const TimeZone& zone) {
  const auto minutes =
      std::chrono::duration_cast<std::chrono::minutes>(zone.to_local(time) - time)
          .count();
  if (minutes == 0) return "UTC";
  const auto size = std::abs(minutes);
  std::string text = fmt::format("UTC{}{}", minutes < 0 ? '-' : '+', size / 60);
  if (size % 60 != 0) text += fmt::format(":{:02}", size % 60);
  return text;
}

void append_time(std::string& html, Time time, const TimeZone& zone) {
  html += fmt::format("<time datetime=\"{}\">{} {}</time>", to_iso8601(time),
                      zone.to_text(time), offset_of(time, zone));
}

void append_clip(std::string& html, const NoticeClip& clip, const PersonalPage& page,
                 const TimeZone& zone) {
  const Words& own = words(page.language);
  const model::Clip& facts = clip.clip;
  html += fmt::format("<article id=\"clip-{}\">\n<h3>", facts.id.value);
  append_link(html, facts.url, title_of(clip, page.language));
  html += "</h3>\n<p>";
  const MarkedText summary = marked_summary(facts);
  append_marked(html, summary, "<mark>", "</mark>");
  html += "</p>\n<p class=\"quiet\">";
  if (const std::string source = source_of(clip); !source.empty()) {
    append_text(html, source);
    html += " · ";
  }
  append_time(html, facts.published.value_or(facts.found), zone);
  if (summary.keyword.empty() && !facts.keyword.empty()) {
    html.append(" · ").append(own.keyword).append(": <mark>");
    append_text(html, cut_text(facts.keyword, 100));
    html += "</mark>";
  }
  html += " · ";
  append_own_link(html,
                  relative_path(page_path(page.token),
                                article_path(page.token, facts.article.value)),
                  own.stored_text);
  if (!clip.also_in.empty()) {
    html.append("<br>").append(own.also_in).append(": ");
    append_others(html, clip);
  }
  html += "</p>\n</article>\n";
}

void append_feeds(std::string& html, const PersonalPage& page,
                  const PersonalList& list) {
  if (list.feed_token.empty()) return;
  html.append(" · ").append(words(page.language).feed).append(": ");
  constexpr std::array<std::array<std::string_view, 2>, 3> kForms{
      {{"Atom", "atom"}, {"RSS", "rss"}, {"JSON", "json"}}};
  bool is_first = true;
  for (const auto& [name, format] : kForms) {
    if (!is_first) html += " · ";
    is_first = false;
    append_own_link(
        html, relative_path(page_path(page.token), feed_path(list.feed_token, format)),
        name);
  }
}

void append_list(std::string& html, const PersonalPage& page, std::size_t number,
                 const TimeZone& zone) {
  const PersonalList& list = page.lists[number];
  const std::size_t count = std::max(list.clip_count, list.clips.size());
  html += fmt::format(
      "<section id=\"list-{0}\" aria-labelledby=\"name-{0}\">\n"
      "<h2 id=\"name-{0}\">",
      number + 1);
  append_text(html, cut_text(list.name, 200));
  html += "</h2>\n<p class=\"quiet\">";
  append_text(html, count == 0 ? std::string(words(page.language).no_clips)
                               : count_of_clips(count, page.language));
  append_feeds(html, page, list);
  html += "</p>\n";
  if (count == 0) {
    html.append("<p>").append(words(page.language).clips_will_come).append("</p>\n");
  }
  const std::size_t shown = std::min(list.clips.size(), kPageClips);
  for (std::size_t i = 0; i < shown; ++i) {
    append_clip(html, list.clips[i], page, zone);
  }
  if (shown < count) {
    html += "<p class=\"quiet\">";
    append_text(html, and_more(count - shown, page.language));
    html += "</p>\n";
  }
  html += "</section>\n";
}

}  // namespace

std::string to_html(const PersonalPage& page) {
  const TimeZone zone = TimeZone::find_or_utc(page.time_zone);
  const Words& own = words(page.language);
  const std::string title =
      fmt::format("{} {}", own.clips_of, cut_text(page.user, 100));
  std::string html =
      begin_document(page.language, page_path(page.token), title, feed_links(page));
  if (page.lists.empty()) html.append("<p>").append(own.no_lists).append("</p>\n");
  if (page.lists.size() > 1) {
    html += "<nav class=\"choices\">\n";
    for (std::size_t i = 0; i < page.lists.size(); ++i) {
      html += fmt::format("<a href=\"#list-{}\">", i + 1);
      append_text(html, cut_text(page.lists[i].name, 200));
      html += "</a>\n";
    }
    html += "</nav>\n";
  }
  for (std::size_t i = 0; i < page.lists.size(); ++i) append_list(html, page, i, zone);
  return html + kEndOfDocument;
}

std::string to_html(const StoredTextPage& page) {
  const TimeZone zone = TimeZone::find_or_utc(page.time_zone);
  const Words& own = words(page.language);
  const std::string title = cut_text(page.title, 500);
  std::string html =
      begin_document(page.language, page.path, title.empty() ? own.untitled : title);
  html += "<p class=\"quiet\">";
  if (!page.source.empty()) {
    append_text(html, cut_text(page.source, 200));
    html += " · ";
  }
  append_time(html, page.time, zone);
  if (!link_url(page.url).empty()) {
    html += " · ";
    append_link(html, page.url, own.original);
  }
  html += "</p>\n<section class=\"text\" dir=\"auto\">\n";
  if (page.body_html.empty()) {
    html.append("<p class=\"quiet\">").append(own.no_text).append("</p>\n");
  }
  html += page.body_html + "</section>\n";
  if (!page.page_token.empty()) {
    html += "<p>← ";
    append_own_link(html, relative_path(page.path, page_path(page.page_token)),
                    own.all_clips);
    html += "</p>\n";
  }
  return html + kEndOfDocument;
}

std::string message_html(Language language, std::string_view path,
                         std::string_view title, std::string_view message) {
  std::string html = begin_document(language, path, title) + "<p>";
  append_text(html, message);
  return html + "</p>\n" + kEndOfDocument;
}

std::string stop_html(Language language, std::string_view path, std::string_view list) {
  const Words& own = words(language);
  std::string html = begin_document(language, path, own.stop_question) + "<p><b>";
  append_text(html, cut_text(list, 200));
  html.append("</b></p>\n<p>").append(own.list_stays);
  html.append("</p>\n<form method=\"post\"><button>").append(own.stop);
  return html + "</button></form>\n" + kEndOfDocument;
}

}  // namespace curlew::publish
