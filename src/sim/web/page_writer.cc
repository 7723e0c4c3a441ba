#include "sim/web/page_writer.h"

#include <fmt/format.h>

#include "base/markup_escape.h"
#include "sim/web/markup.h"

namespace curlew::sim {
namespace {

constexpr std::string_view kStyle = R"(
:root{--accent:#345}
*{box-sizing:border-box}
body{margin:0;font:17px/1.55 Georgia,"Times New Roman",serif;color:#222;background:#faf8f4}
a{color:var(--accent)}
header{background:var(--accent);color:#fff;padding:1.4rem 5vw}
header a{color:#fff;text-decoration:none;font-size:1.9rem;font-weight:bold}
header p{margin:.2rem 0 0;opacity:.85;font-style:italic}
nav{padding:.5rem 5vw;border-bottom:1px solid #ddd;background:#fff;font:15px sans-serif}
nav a{margin-right:1.2rem;text-decoration:none}
.columns{display:flex;flex-wrap:wrap;gap:3rem;padding:1.5rem 5vw;max-width:75rem}
main,article{flex:1 1 32rem;min-width:0}
aside{flex:0 1 16rem;font:15px/1.45 sans-serif;border-top:3px solid var(--accent)}
aside li{margin:.5rem 0}
h1{line-height:1.2}
.byline,.when{color:#777;font:14px sans-serif}
.lead{font-size:1.15rem}
table{border-collapse:collapse}td,th{padding:.3rem .9rem;border-bottom:1px solid #ddd;text-align:left}
footer{padding:1.2rem 5vw;color:#777;font:14px sans-serif;border-top:1px solid #ddd}
)";

struct Words {
  std::string_view latest, more, by, about, note;
};

const Words& words(Language language) {
  static constexpr Words kEnglish{"Latest", "More news", "By", "About us",
                                  "Every word on this site is made up."};
  static constexpr Words kGreek{"Τελευταία νέα", "Περισσότερα",
                                "Γράφει:", "Ποιοι είμαστε",
                                "Όλα τα κείμενα του ιστοτόπου είναι φανταστικά."};
  return language == Language::kGreek ? kGreek : kEnglish;
}

std::string_view feed_media_type(Dialect dialect) {
  switch (dialect) {
    case Dialect::kAtom10:
    case Dialect::kAtom03:
      return "application/atom+xml";
    case Dialect::kJsonFeed:
      return "application/feed+json";
    default:
      return "application/rss+xml";
  }
}

std::string feed_link(const Site& site) {
  if (site.has(kNoFeed)) return "";
  return fmt::format("<link rel=\"alternate\" type=\"{}\" title=\"{}\" href=\"{}\">\n",
                     feed_media_type(site.dialect), escaped_markup(site.title),
                     site.feed_path);
}

std::string head(const Site& site, std::string_view title, std::string_view canonical,
                 std::string_view more) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n"
      "<link rel=\"canonical\" href=\"{}\">\n{}{}"
      "<style>{}:root{{--accent:{}}}</style>\n</head>\n<body>\n",
      language_tag(site.language), charset_name(site.charset), escaped_markup(title),
      canonical, feed_link(site), more, kStyle, site.colour);
}

// "2026-11-15 20:22 UTC"
std::string to_reader_time(Time time) {
  std::string text = to_iso8601(time).substr(0, 16) + " UTC";
  text[10] = ' ';
  return text;
}

std::string masthead(const Site& site) {
  std::string out = fmt::format("<header><a href=\"/\">{}</a><p>{}</p></header>\n<nav>",
                                escaped_markup(site.title), escaped_markup(site.motto));
  for (const Section section : kSections) {
    out += fmt::format("<a href=\"/{}/\">{}</a>", section_name(section),
                       section_title(section, site.language));
  }
  return out +=
         fmt::format("<a href=\"/about\">{}</a></nav>\n<div class=\"columns\">\n",
                     words(site.language).about);
}

std::string foot(const Site& site) {
  return fmt::format(
      "</div>\n<footer><p>© 2026 {}. {}</p></footer>\n</body>\n</html>\n",
      escaped_markup(site.title), words(site.language).note);
}

std::string sidebar(const Site& site, std::span<const Story> stories) {
  std::string out = fmt::format("<aside><h2>{}</h2><ul>\n", words(site.language).more);
  for (const Story& story : stories) {
    out += fmt::format("<li><a href=\"{}\">{}</a></li>\n", story.path,
                       escaped_markup(story.title));
  }
  return out += "</ul></aside>\n";
}

}  // namespace

std::string write_front_page(const Site& site, std::string_view origin,
                             std::span<const Story> stories) {
  std::string out = head(site, site.title, fmt::format("{}/", origin), "");
  out += masthead(site);
  out += fmt::format("<main><h1>{}</h1>\n", words(site.language).latest);
  const std::size_t shown = std::min<std::size_t>(stories.size(), 8);
  for (const Story& story : stories.first(shown)) {
    out += fmt::format(
        "<section><h2><a href=\"{}\">{}</a></h2><p>{}</p>"
        "<p class=\"when\">{} · <time datetime=\"{}\">{}</time></p></section>\n",
        story.path, escaped_markup(story.title), escaped_markup(story.lead),
        section_title(story.section, site.language), to_iso8601(story.published),
        to_reader_time(story.published));
  }
  out += "</main>\n";
  return out += sidebar(site, stories.subspan(shown)) + foot(site);
}

std::string write_article(const Site& site, std::string_view origin, const Story& story,
                          const std::vector<std::string>& paragraphs,
                          std::span<const Story> others) {
  const std::string_view section = section_title(story.section, site.language);
  const std::string when = to_iso8601(story.published);
  std::string out =
      head(site, fmt::format("{} | {}", story.title, site.title),
           fmt::format("{}{}", origin, story.path),
           fmt::format("<meta name=\"description\" content=\"{}\">\n"
                       "<meta property=\"og:type\" content=\"article\">\n"
                       "<meta property=\"og:title\" content=\"{}\">\n"
                       "<meta property=\"article:section\" content=\"{}\">\n"
                       "<meta property=\"article:published_time\" content=\"{}\">\n",
                       escaped_markup(story.lead), escaped_markup(story.title), section,
                       when));
  out += masthead(site);
  out += fmt::format(
      "<article>\n<h1>{}</h1>\n<p class=\"byline\">{} <span rel=\"author\">{}</span> · "
      "<time datetime=\"{}\">{}</time> · {}</p>\n<p class=\"lead\">{}</p>\n",
      escaped_markup(story.title), words(site.language).by,
      escaped_markup(story.author), when, to_reader_time(story.published), section,
      escaped_markup(story.lead));
  for (const std::string& paragraph : paragraphs) {
    out += fmt::format("<p>{}</p>\n", escaped_markup(paragraph));
  }
  out += "</article>\n";
  return out += sidebar(site, others) + foot(site);
}

std::string write_plain_page(std::string_view title, std::string_view content) {
  return write_plain_page(title, title, content);
}

std::string write_plain_page(std::string_view site, std::string_view title,
                             std::string_view content) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n"
      "<style>{1}</style>\n</head>\n<body>\n<header><a href=\"/\">{3}</a></header>\n"
      "<div class=\"columns\"><main>\n{2}\n</main></div>\n"
      "<footer><p>A page of the little web.</p></footer>\n</body>\n</html>\n",
      escaped_markup(title), kStyle, content, escaped_markup(site));
}

}  // namespace curlew::sim
