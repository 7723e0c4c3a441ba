// RSS 2.0, 0.91 and 1.0 (RDF Site Summary).

#include <fmt/format.h>

#include "base/markup_escape.h"
#include "sim/web/feed_writer.h"
#include "sim/web/markup.h"

namespace curlew::sim {
namespace {

std::string declaration(const Site& site) {
  return fmt::format("<?xml version=\"1.0\" encoding=\"{}\"?>\n",
                     charset_name(site.charset));
}

std::string rss20_item(const Site& site, std::string_view origin, const Story& story) {
  std::string item = fmt::format(
      "    <item>\n"
      "      <title>{}</title>\n"
      "      <link>{}{}</link>\n"
      "      <description>{}</description>\n"
      "      <dc:creator>{}</dc:creator>\n"
      "      <category>{}</category>\n",
      escaped_markup(story.title), origin, story.path,
      escaped_markup("<p>" + escaped_markup(story.lead) + "</p>"),
      escaped_markup(story.author),
      escaped_markup(section_title(story.section, site.language)));
  if (!story.id.empty()) {
    item += fmt::format("      <guid isPermaLink=\"false\">{}</guid>\n", story.id);
  }
  if (!site.has(kNoDates)) {
    item += fmt::format("      <pubDate>{}</pubDate>\n", to_rfc822(story.published));
  }
  return item += "    </item>\n";
}

}  // namespace

std::string write_rss20(const Site& site, std::string_view origin,
                        std::span<const Story> stories) {
  std::string out = declaration(site);
  out += fmt::format(
      "<rss version=\"2.0\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n"
      "  <channel>\n"
      "    <title>{}</title>\n"
      "    <link>{}/</link>\n"
      "    <description>{}</description>\n"
      "    <language>{}</language>\n"
      "    <managingEditor>desk@{}.localhost (Desk)</managingEditor>\n",
      escaped_markup(site.title), origin, escaped_markup(site.motto),
      language_tag(site.language), site.name);
  for (const Story& story : stories) out += rss20_item(site, origin, story);
  return out += "  </channel>\n</rss>\n";
}

std::string write_rss091(const Site& site, std::string_view origin,
                         std::span<const Story> stories) {
  std::string out = declaration(site);
  out += fmt::format(
      "<rss version=\"0.91\">\n<channel>\n<title>{}</title>\n<link>{}/</link>\n"
      "<description>{}</description>\n<language>{}</language>\n",
      escaped_markup(site.title), origin, escaped_markup(site.motto),
      language_tag(site.language));
  for (const Story& story : stories) {
    out += fmt::format(
        "<item>\n<title>{}</title>\n<link>{}{}</link>\n"
        "<description>{}</description>\n</item>\n",
        escaped_markup(story.title), origin, story.path, escaped_markup(story.lead));
  }
  return out += "</channel>\n</rss>\n";
}

std::string write_rss10(const Site& site, std::string_view origin,
                        std::span<const Story> stories) {
  std::string out = declaration(site);
  out += fmt::format(
      "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"\n"
      "         xmlns=\"http://purl.org/rss/1.0/\"\n"
      "         xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n"
      "<channel rdf:about=\"{0}{1}\">\n<title>{2}</title>\n<link>{0}/</link>\n"
      "<description>{3}</description>\n<dc:language>{4}</dc:language>\n"
      "<items><rdf:Seq>\n",
      origin, site.feed_path, escaped_markup(site.title), escaped_markup(site.motto),
      language_tag(site.language));
  for (const Story& story : stories) {
    out += fmt::format("<rdf:li rdf:resource=\"{}{}\"/>\n", origin, story.path);
  }
  out += "</rdf:Seq></items>\n</channel>\n";
  for (const Story& story : stories) {
    out += fmt::format(
        "<item rdf:about=\"{0}{1}\">\n<title>{2}</title>\n<link>{0}{1}</link>\n"
        "<description>{3}</description>\n<dc:creator>{4}</dc:creator>\n"
        "<dc:subject>{5}</dc:subject>\n<dc:date>{6}</dc:date>\n</item>\n",
        origin, story.path, escaped_markup(story.title), escaped_markup(story.lead),
        escaped_markup(story.author), section_title(story.section, site.language),
        to_iso8601(story.published));
  }
  return out += "</rdf:RDF>\n";
}

}  // namespace curlew::sim
