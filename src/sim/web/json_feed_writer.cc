// JSON Feed 1.1.

#include <boost/json.hpp>

#include "sim/web/feed_writer.h"

namespace curlew::sim {

namespace json = boost::json;

std::string write_json_feed(const Site& site, std::string_view origin,
                            std::span<const Story> stories) {
  const std::string base(origin);
  json::array items;
  for (const Story& story : stories) {
    items.push_back(
        {{"id", story.id},
         {"url", base + story.path},
         {"title", story.title},
         {"summary", story.lead},
         {"content_text", story.lead},
         {"date_published", to_iso8601(story.published)},
         {"authors", json::array{{{"name", story.author}}}},
         {"tags", json::array{section_title(story.section, site.language)}}});
  }
  return json::serialize(json::object{{"version", "https://jsonfeed.org/version/1.1"},
                                      {"title", site.title},
                                      {"description", site.motto},
                                      {"language", language_tag(site.language)},
                                      {"home_page_url", base + "/"},
                                      {"feed_url", base + std::string(site.feed_path)},
                                      {"items", std::move(items)}});
}

}  // namespace curlew::sim
