// Atom 1.0 (RFC 4287) and its draft 0.3, which old software still writes.

#include <fmt/format.h>

#include "base/markup_escape.h"
#include "sim/web/feed_writer.h"
#include "sim/web/markup.h"

namespace curlew::sim {
namespace {

std::string updated(std::span<const Story> stories) {
  return stories.empty() ? "2026-01-01T00:00:00Z" : to_iso8601(stories[0].published);
}

}  // namespace

std::string write_atom10(const Site& site, std::string_view origin,
                         std::span<const Story> stories) {
  const bool relative = site.has(kRelativeLinks);
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
      "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\"{}>\n"
      "  <title>{}</title>\n  <subtitle>{}</subtitle>\n"
      "  <link rel=\"alternate\" type=\"text/html\" href=\"{}/\"/>\n"
      "  <link rel=\"self\" href=\"{}{}\"/>\n"
      "  <id>tag:{}.localhost,2026:feed</id>\n  <updated>{}</updated>\n",
      language_tag(site.language),
      relative ? fmt::format(" xml:base=\"{}/\"", origin) : "",
      escaped_markup(site.title), escaped_markup(site.motto), origin, origin,
      site.feed_path, site.name, updated(stories));
  for (const Story& story : stories) {
    // Under xml:base "http://host/" the link is "politics/48002-...".
    const std::string link =
        relative ? story.path.substr(1) : std::string(origin) + story.path;
    out += fmt::format(
        "  <entry>\n    <title>{}</title>\n"
        "    <link rel=\"alternate\" type=\"text/html\" href=\"{}\"/>\n"
        "    <id>{}</id>\n    <published>{}</published>\n    <updated>{}</updated>\n"
        "    <author><name>{}</name></author>\n"
        "    <category term=\"{}\" label=\"{}\"/>\n"
        "    <summary type=\"html\">{}</summary>\n  </entry>\n",
        escaped_markup(story.title), link, story.id, to_iso8601(story.published),
        to_iso8601(story.published), escaped_markup(story.author),
        section_name(story.section), section_title(story.section, site.language),
        escaped_markup("<p>" + escaped_markup(story.lead) + "</p>"));
  }
  return out += "</feed>\n";
}

std::string write_atom03(const Site& site, std::string_view origin,
                         std::span<const Story> stories) {
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
      "<feed version=\"0.3\" xmlns=\"http://purl.org/atom/ns#\" xml:lang=\"{}\">\n"
      "  <title>{}</title>\n  <tagline>{}</tagline>\n"
      "  <link rel=\"alternate\" type=\"text/html\" href=\"{}/\"/>\n"
      "  <modified>{}</modified>\n",
      language_tag(site.language), escaped_markup(site.title),
      escaped_markup(site.motto), origin, updated(stories));
  for (const Story& story : stories) {
    out += fmt::format(
        "  <entry>\n    <title mode=\"escaped\">{}</title>\n"
        "    <link rel=\"alternate\" type=\"text/html\" href=\"{}{}\"/>\n"
        "    <id>{}</id>\n    <issued>{}</issued>\n    <modified>{}</modified>\n"
        "    <author><name>{}</name></author>\n"
        "    <summary type=\"text/html\" mode=\"escaped\">{}</summary>\n  </entry>\n",
        escaped_markup(story.title), origin, story.path, story.id,
        to_iso8601(story.published), to_iso8601(story.published),
        escaped_markup(story.author),
        escaped_markup("<p>" + escaped_markup(story.lead) + "</p>"));
  }
  return out += "</feed>\n";
}

}  // namespace curlew::sim
