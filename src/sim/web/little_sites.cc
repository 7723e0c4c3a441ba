#include "sim/web/little_sites.h"

#include <fmt/format.h>

#include <charconv>

#include "sim/web/conduct.h"
#include "sim/web/documents.h"
#include "sim/web/markup.h"
#include "sim/web/page_writer.h"

namespace curlew::sim {
namespace {

constexpr std::string_view kPrivateFeed = "/private/feed.xml";
constexpr std::string_view kLoop = "/loop/a";

bool is_feed(const Site& site, std::string_view path) {
  return (path == site.feed_path && !site.has(kNoFeed)) ||
         (site.has(kSubscribersOnly) && path == kPrivateFeed);
}

std::string html_type(const Site& site) {
  return fmt::format("text/html; charset={}", charset_name(site.charset));
}

// "/politics/48002-northport-votes" -> 48002
std::optional<std::int64_t> story_number(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  std::int64_t number = 0;
  const auto [end, error] =
      std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || end == name.data()) return std::nullopt;
  return number;
}

// As a parser reports it: RSS 1.0 names an item by its address.
std::string guid_of(const Site& site, const Story& story, const std::string& origin) {
  return site.dialect == Dialect::kRss10 ? origin + story.path : story.id;
}

// "/politics/" -> kPolitics
std::optional<Section> section_at(std::string_view path) {
  for (const Section section : kSections) {
    if (path == fmt::format("/{}/", section_name(section))) return section;
  }
  return std::nullopt;
}

}  // namespace

LittleSites::LittleSites(NewsroomOptions newsroom, std::size_t items_shown,
                         std::uint16_t port)
    : newsroom_(newsroom),
      ring_(newsroom.tempo, newsroom.seed, port),
      seed_(newsroom.seed),
      items_shown_(items_shown),
      port_(port) {}

std::string LittleSites::origin(std::string_view site) const {
  return fmt::format("http://{}.localhost:{}", site, port_);
}

http::ServerResponse LittleSites::answer(std::string_view site,
                                         const http::ServerRequest& request,
                                         Time now) const {
  if (request.method != "GET" && request.method != "HEAD") {
    return answer_briefly(405, "Only for reading.", now);
  }
  if (request.path == "/robots.txt") return answer_briefly(200, robots_txt(site), now);
  if (const Document* document = find_document(site, request.path)) {
    const DocumentVersion version = current_version(*document, tempo(), now);
    return answer_conditionally(request,
                                {.content_type = std::string(document->content_type),
                                 .body = document->write(seed_, version.number),
                                 .last_modified = version.since},
                                now);
  }
  if (const auto found = ring_.page(site, request.path, now)) {
    return answer_conditionally(request, *found, now);
  }
  const Site* known = find_site(site);
  if (known == nullptr) return answer_briefly(404, "No such site.", now);
  return answer_for(*known, request, now);
}

http::ServerResponse LittleSites::answer_for(const Site& site,
                                             const http::ServerRequest& request,
                                             Time now) const {
  if (is_feed(site, request.path)) {
    const std::vector<Story> stories = newsroom_.latest(site, now, items_shown_);
    const FeedDocument document = write_feed(site, origin(site.name), stories);
    if (auto trouble = misbehaviour(site, request.path, tempo(), now, &document)) {
      return *std::move(trouble);
    }
    return answer_conditionally(request, feed(site, stories, document), now);
  }
  if (auto trouble = misbehaviour(site, request.path, tempo(), now, nullptr)) {
    return *std::move(trouble);
  }
  if (auto found = page(site, request.path, now)) {
    return answer_conditionally(request, *found, now);
  }
  return answer_briefly(404, "No such page.", now);
}

Representation LittleSites::feed(const Site& site, std::span<const Story> stories,
                                 const FeedDocument& document) const {
  return {.content_type = document.content_type,
          .body = document.body,
          .validation = site.validation,
          .last_modified = stories.empty() ? tempo().epoch : stories[0].published,
          .max_age = site.max_age};
}

std::optional<Representation> LittleSites::page(const Site& site, std::string_view path,
                                                Time now) const {
  if (path == "/") return listing(site, std::nullopt, now);
  if (const auto section = section_at(path)) return listing(site, section, now);
  if (path == "/about") {
    return Representation{
        .content_type = "text/html; charset=utf-8",
        .body = write_plain_page(site.title, fmt::format("<p>{}</p>", site.motto)),
        .last_modified = tempo().epoch};
  }
  return article(site, path, now);
}

Representation LittleSites::listing(const Site& site, std::optional<Section> section,
                                    Time now) const {
  std::vector<Story> stories = newsroom_.latest(site, now, 4 * items_shown_);
  if (section) {
    std::erase_if(stories, [&](const Story& s) { return s.section != *section; });
  }
  if (stories.size() > items_shown_) stories.resize(items_shown_);
  return {
      .content_type = html_type(site),
      .body = encoded(write_front_page(site, origin(site.name), stories), site.charset),
      .last_modified = stories.empty() ? tempo().epoch : stories[0].published};
}

std::optional<Representation> LittleSites::article(const Site& site,
                                                   std::string_view path,
                                                   Time now) const {
  const std::optional<std::int64_t> number = story_number(path);
  if (!number) return std::nullopt;
  const std::optional<Story> story = newsroom_.find(site, *number, now);
  if (!story || story->path != path) return std::nullopt;
  // The page names what was out before it, so that it never changes afterwards.
  const std::vector<Story> others =
      newsroom_.latest(site, story->published - std::chrono::seconds(1), 6);
  return Representation{
      .content_type = html_type(site),
      .body = encoded(write_article(site, origin(site.name), *story,
                                    newsroom_.paragraphs(site, *story), others),
                      site.charset),
      .last_modified = story->published};
}

LittleSource LittleSites::feed_source(const Site& site) const {
  return {.site = std::string(site.name),
          .title = std::string(site.title),
          .url = origin(site.name) + std::string(subscribed_path(site)),
          .feed_url = origin(site.name) + std::string(listed_path(site)),
          .kind = site.has(kNoFeed) ? "page" : "feed",
          .description = to_description(site)};
}

std::vector<LittleSource> LittleSites::sources() const {
  std::vector<LittleSource> sources;
  for (const Site& site : all_sites()) sources.push_back(feed_source(site));
  sources.push_back({.site = "herald",
                     .title = "The Morning Herald, for subscribers",
                     .url = origin("herald") + std::string(kPrivateFeed),
                     .kind = "feed",
                     .description = "forbidden by robots.txt",
                     .promise = Promise::kUnreadable});
  sources.push_back({.site = "wanderer",
                     .title = "The Wanderer, lost",
                     .url = origin("wanderer") + std::string(kLoop),
                     .kind = "feed",
                     .description = "redirects in a circle",
                     .promise = Promise::kUnreadable});
  for (const Document& document : all_documents()) {
    const bool page = document.kind == DocumentKind::kPage;
    sources.push_back({.site = std::string(document.site),
                       .title = std::string(document.title),
                       .url = origin(document.site) + std::string(document.path),
                       .kind = page ? "page" : "data",
                       .description = std::string(document.content_type),
                       .promise = Promise::kChanging});
  }
  return sources;
}

std::vector<Publication> LittleSites::published(Time from, Time until) const {
  std::vector<Publication> publications;
  for (const Site& site : all_sites()) {
    const std::string base = origin(site.name);
    for (Story& story : newsroom_.published(site, from, until)) {
      publications.push_back({.site = std::string(site.name),
                              .feed_url = base + std::string(listed_path(site)),
                              .guid = guid_of(site, story, base),
                              .url = base + story.path,
                              .title = std::move(story.title),
                              .published = story.published,
                              .page_forbidden = is_forbidden(site.name, story.path)});
    }
  }
  return publications;
}

}  // namespace curlew::sim
