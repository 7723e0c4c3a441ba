#include "api/memento_page.h"

#include "api/memento_links.h"
#include "api/page_frame.h"
#include "api/replay/shown_type.h"
#include "model/mask.h"

namespace curlew::api {
namespace {

void write_way(HtmlWriter& html, const MementoPage& page, std::optional<Time> to,
               std::string_view label) {
  if (!to) return;
  html.markup("<a href=\"").text(memento_address("", *to, page.version.url));
  html.markup("\">").text(label).markup("</a>\n");
}

void write_ways(HtmlWriter& html, const MementoPage& page) {
  const store::VersionTimes& times = page.times;
  html.markup("<nav class=\"choices\">\n");
  const Time own = page.version.seen;
  if (own != times.first && times.previous != times.first)
    write_way(html, page, times.first, "« first");
  write_way(html, page, times.previous, "‹ earlier");
  write_way(html, page, times.next, "later ›");
  if (own != times.last && times.next != times.last)
    write_way(html, page, times.last, "last »");
  html.markup("<a href=\"/sources/").number(page.version.source.value);
  html.markup("\">source</a>\n</nav>\n");
}

void write_replay(HtmlWriter& html, const MementoPage& page) {
  if (page.replay.empty()) {
    html.markup("<p class=\"quiet\">It cannot be shown as it looked: there is no ");
    html.markup("replay here, or the key of the installation is missing.</p>\n");
    write_paragraphs(html, page.text);
  } else if (showing_of(page.version.media_type) == Showing::kFile) {
    html.markup("<p><a href=\"").text(page.replay).markup("\">Save it</a></p>\n");
  } else {
    html.markup("<iframe class=\"replay\" title=\"the page as it looked\" ");
    html.markup("sandbox=\"allow-top-navigation-by-user-activation\" ");
    html.markup("referrerpolicy=\"no-referrer\" src=\"").text(page.replay);
    html.markup("\"></iframe>\n");
  }
}

}  // namespace

std::string to_html(const MementoPage& page) {
  const model::Version& version = page.version;
  const std::string address = model::masked_address(version.url);
  HtmlWriter html;
  begin_page(html, address + " · Curlew");
  html.markup("<h1>").text(title_text(address)).markup("</h1>\n<dl>\n");
  html.fact("version of", to_iso8601(version.seen));
  html.fact("seen", version.seen, page.now);
  html.fact("what changed", version.summary);
  html.fact("type", version.media_type);
  html.markup("<dt>bytes<dd>").count(std::int64_t(version.bytes)).markup("\n");
  html.markup("<dt>today<dd>").link(address, "the page itself").markup("\n</dl>\n");
  write_ways(html, page);
  write_replay(html, page);
  return end_page(std::move(html));
}

}  // namespace curlew::api
