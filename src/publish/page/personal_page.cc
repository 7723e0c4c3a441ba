#include "publish/page/personal_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/markup_escape.h"
#include "publish/clip_text.h"
#include "publish/markup.h"
#include "publish/time_zone.h"

namespace curlew::publish {
namespace {

void append_head(std::string& html, const PersonalPage& page,
                 const std::string& title) {
  html += "<!doctype html>\n<html lang=\"";
  html.append(to_string(page.language));
  html +=
      "\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      // The address is the user's key: it is neither indexed nor passed on.
      "<meta name=\"robots\" content=\"noindex, nofollow\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n<title>";
  append_text(html, title);
  html += "</title>\n<link rel=\"stylesheet\" href=\"";
  append_escaped_markup(html, page.style_url);
  html += "\">\n";
  for (const PersonalList& list : page.lists) {
    const std::string url = link_url(list.atom_url);
    if (url.empty()) continue;
    html += "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"";
    append_text(html, cut_text(list.name, 200));
    html += "\" href=\"";
    append_escaped_markup(html, url);
    html += "\">\n";
  }
  html += "</head>\n";
}

void append_time(std::string& html, Time time, const TimeZone& zone) {
  html += fmt::format("<time datetime=\"{}\">{}</time>", to_iso8601(time),
                      zone.to_text(time));
}

void append_clip(std::string& html, const NoticeClip& clip, Language language,
                 const TimeZone& zone) {
  const Words& own = words(language);
  const model::Clip& facts = clip.clip;
  html += fmt::format("<article id=\"clip-{}\">\n<h3>", facts.id.value);
  append_link(html, facts.url, title_of(clip, language));
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
  if (!link_url(clip.stored_url).empty()) {
    html += " · ";
    append_link(html, clip.stored_url, own.stored_text);
  }
  if (!clip.also_in.empty()) {
    html.append("<br>").append(own.also_in).append(": ");
    append_others(html, clip);
  }
  html += "</p>\n</article>\n";
}

void append_feeds(std::string& html, const PersonalList& list, Language language) {
  struct Form {
    std::string_view name;
    const std::string& url;
  };
  bool is_first = true;
  for (const auto& [name, url] :
       {Form{"Atom", list.atom_url}, Form{"RSS", list.rss_url},
        Form{"JSON", list.json_url}}) {
    if (link_url(url).empty()) continue;
    html.append(" · ");
    if (is_first) html.append(words(language).feed).append(": ");
    is_first = false;
    append_link(html, url, name);
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
  append_feeds(html, list, page.language);
  html += "</p>\n";
  const std::size_t shown = std::min(list.clips.size(), kPageClips);
  for (std::size_t i = 0; i < shown; ++i) {
    append_clip(html, list.clips[i], page.language, zone);
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
  std::string html;
  append_head(html, page, title);
  html += "<body>\n<main>\n<h1>";
  append_text(html, title);
  html += "</h1>\n";
  if (page.lists.empty()) html.append("<p>").append(own.no_clips).append("</p>\n");
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
  return html + "</main>\n</body>\n</html>\n";
}

}  // namespace curlew::publish
