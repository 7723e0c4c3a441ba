#include "sim/web/directory.h"

#include <fmt/format.h>

#include <boost/json.hpp>

#include "base/markup_escape.h"
#include "sim/web/markup.h"
#include "sim/web/page_writer.h"

namespace curlew::sim {
namespace {

namespace json = boost::json;

std::string_view to_string(Promise promise) {
  switch (promise) {
    case Promise::kComplete:
      return "complete";
    case Promise::kUnreadable:
      return "unreadable";
    case Promise::kChanging:
      return "changing";
  }
  return "";
}

std::string table_of(const std::vector<LittleSource>& sources, std::string_view kind) {
  std::string rows = "<table>\n";
  for (const LittleSource& source : sources) {
    if (source.kind != kind) continue;
    // People want the front page; only feeds have one.
    const std::size_t path = source.url.find('/', std::string_view("http://").size());
    const std::string front =
        kind == "feed" ? source.url.substr(0, path + 1) : source.url;
    rows += fmt::format(
        "<tr><td><a href=\"{0}\">{1}</a></td>"
        "<td><a href=\"{2}\"><code>{2}</code></a></td><td>{3}</td></tr>\n",
        front, escaped_markup(source.title), source.url,
        escaped_markup(source.description));
  }
  return rows += "</table>\n";
}

}  // namespace

std::string sources_json(const std::vector<LittleSource>& sources) {
  json::array list;
  for (const LittleSource& source : sources) {
    list.push_back({{"site", source.site},
                    {"title", source.title},
                    {"url", source.url},
                    {"feed_url", source.feed_url},
                    {"kind", source.kind},
                    {"description", source.description},
                    {"promise", to_string(source.promise)}});
  }
  return json::serialize(json::object{{"sources", std::move(list)}});
}

std::string published_json(const PublicationList& list) {
  json::array items;
  for (const Publication& item : list.publications) {
    items.push_back({{"site", item.site},
                     {"feed_url", item.feed_url},
                     {"guid", item.guid},
                     {"url", item.url},
                     {"title", item.title},
                     {"published", to_iso8601(item.published)},
                     {"published_ms", to_unix_ms(item.published)},
                     {"page_forbidden", item.page_forbidden}});
  }
  return json::serialize(json::object{{"epoch_ms", to_unix_ms(list.epoch)},
                                      {"now_ms", to_unix_ms(list.now)},
                                      {"published", std::move(items)}});
}

std::string ring_json(const std::vector<RingPage>& pages) {
  json::array list;
  for (const RingPage& page : pages) {
    list.push_back({{"url", page.url},
                    {"first_hobby", page.first_hobby},
                    {"hobby", page.hobby},
                    {"drifts", page.drifts}});
  }
  return json::serialize(json::object{{"pages", std::move(list)}});
}

std::string violations_json(const std::vector<Violation>& violations) {
  json::array list;
  for (const Violation& violation : violations) {
    list.push_back({{"what", violation.what},
                    {"when_ms", to_unix_ms(violation.when)},
                    {"url", violation.url},
                    {"agent", violation.agent}});
  }
  return json::serialize(json::object{{"violations", std::move(list)}});
}

std::string sources_opml(const std::vector<LittleSource>& sources) {
  std::string out =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<opml version=\"2.0\">\n"
      "<head><title>The little web</title></head>\n<body>\n"
      "<outline text=\"The little web\">\n";
  for (const LittleSource& source : sources) {
    if (source.kind != "feed") continue;
    out += fmt::format("  <outline type=\"rss\" text=\"{}\" xmlUrl=\"{}\"/>\n",
                       escaped_markup(source.title), escaped_markup(source.url));
  }
  return out += "</outline>\n</body>\n</opml>\n";
}

std::string directory_page(const std::vector<LittleSource>& sources,
                           std::string_view ring, std::string_view virtual_now,
                           std::size_t violations) {
  std::string content = fmt::format(
      "<h1>The sites of the little web</h1>\n<p>Here it is {}. Complaints about the "
      "client: <a href=\"/_web/violations.json\">{}</a>. Also: "
      "<a href=\"/_web/published.json\">everything published</a>, "
      "<a href=\"/_web/sites.json\">the sites as JSON</a>, "
      "<a href=\"/_web/opml\">the feeds as OPML</a>, "
      "<a href=\"/_web/ring.json\">the pages of the ring as JSON</a>.</p>\n",
      virtual_now, violations);
  content += "<h2>Feeds</h2>\n" + table_of(sources, "feed");
  content += "<h2>Pages that change</h2>\n" + table_of(sources, "page");
  content += "<h2>Data documents</h2>\n" + table_of(sources, "data");
  content += fmt::format(
      "<h2>Sites that link to each other</h2>\n<p><a href=\"{}\">The Hobby Ring</a> "
      "lists them; pages about two of the hobbies are looked for.</p>\n",
      ring);
  return write_plain_page("The little web", content);
}

}  // namespace curlew::sim
