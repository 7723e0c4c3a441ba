#include "publish/feed/clip_feed.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <span>

#include "base/markup_escape.h"
#include "base/sha.h"
#include "http/date.h"
#include "publish/clip_text.h"
#include "publish/markup.h"

namespace curlew::publish {
namespace {

constexpr std::size_t kMostFeedTitle = 200;

// RFC 9562 §5.8: version 8 is for values made in a way of one's own.
std::string urn_of(std::string_view kind, std::int64_t id,
                   std::string_view installation) {
  std::string hex =
      sha256_hex(fmt::format("{}\n{}\n{}", installation, kind, id)).substr(0, 32);
  hex[12] = '8';
  // The variant: its two highest bits are 10.
  hex[16] = "89ab"[hex[16] % 4];
  for (const std::size_t at : {8, 13, 18, 23}) hex.insert(at, "-");
  return "urn:uuid:" + hex;
}

std::span<const NoticeClip> shown(const ClipFeed& feed) {
  return std::span(feed.clips).first(std::min(feed.clips.size(), kFeedClips));
}

// The summary with its keyword marked, then who else tells it.
std::string summary_html(const NoticeClip& clip, Language language) {
  const Words& own = words(language);
  std::string html = "<p>";
  append_marked(html, marked_summary(clip.clip), "<mark>", "</mark>");
  html += "</p>";
  if (!clip.also_in.empty()) {
    html.append("<p>").append(own.also_in).append(": ");
    append_others(html, clip);
    html += "</p>";
  }
  if (!link_url(clip.stored_url).empty()) {
    html += "<p>";
    append_link(html, clip.stored_url, own.stored_text);
    html += "</p>";
  }
  return html;
}

std::string feed_title(const ClipFeed& feed) {
  return cut_text(feed.title, kMostFeedTitle);
}

class XmlWriter {
 public:
  explicit XmlWriter(std::string_view opening)
      : out_("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n") {
    out_.append(opening);
  }

  // `text` is clean already; none where there is nothing to say. HTML is text as well,
  // escaped once more.
  XmlWriter& element(std::string_view name, std::string_view text,
                     std::string_view attributes = {}) {
    if (text.empty()) return *this;
    out_.append("<").append(name).append(attributes).append(">");
    append_escaped_markup(out_, text);
    out_.append("</").append(name).append(">\n");
    return *this;
  }

  XmlWriter& markup(std::string_view ours) {
    out_.append(ours);
    return *this;
  }

  XmlWriter& link(std::string_view before, std::string_view untrusted_url) {
    const std::string url = link_url(untrusted_url);
    if (url.empty()) return *this;
    out_.append(before).append("href=\"");
    append_escaped_markup(out_, url, MarkupPlace::kAttribute);
    out_.append("\"/>\n");
    return *this;
  }

  std::string take() && { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace

std::string clip_urn(model::ClipId clip, std::string_view installation) {
  return urn_of("clip", clip.value, installation);
}

std::string list_urn(model::WatchlistId list, std::string_view installation) {
  return urn_of("list", list.value, installation);
}

Time updated(const ClipFeed& feed) {
  Time newest = feed.created;
  for (const NoticeClip& clip : shown(feed)) {
    newest = std::max(newest, clip.clip.matched);
  }
  return newest;
}

std::string to_atom(const ClipFeed& feed) {
  XmlWriter atom(
      fmt::format("<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n",
                  to_string(feed.language)));
  atom.element("id", list_urn(feed.list, feed.installation));
  atom.element("title", feed_title(feed)).element("updated", to_iso8601(updated(feed)));
  atom.link("<link rel=\"self\" type=\"application/atom+xml\" ", feed.self_url);
  atom.link("<link rel=\"hub\" ", feed.hub_url);
  // For all entries that name nobody (RFC 4287 §4.1.1).
  atom.markup("<author><name>Curlew</name></author>\n");
  for (const NoticeClip& clip : shown(feed)) {
    const model::Clip& facts = clip.clip;
    atom.markup("<entry>\n").element("id", clip_urn(facts.id, feed.installation));
    atom.element("title", title_of(clip, feed.language));
    atom.link("<link rel=\"alternate\" ", facts.url);
    for (const OtherSource& other : shown_others(clip)) {
      atom.link("<link rel=\"related\" ", other.url);
    }
    atom.element("updated", to_iso8601(facts.matched));
    if (facts.published) atom.element("published", to_iso8601(*facts.published));
    if (const std::string source = source_of(clip); !source.empty()) {
      atom.markup("<author>").element("name", source).markup("</author>\n");
    }
    // An entry that leads nowhere must have content (§4.1.2).
    const bool has_link = !link_url(facts.url).empty();
    atom.element(has_link ? "summary" : "content", summary_html(clip, feed.language),
                 " type=\"html\"");
    atom.markup("</entry>\n");
  }
  return std::move(atom.markup("</feed>\n")).take();
}

std::string to_rss(const ClipFeed& feed) {
  XmlWriter rss("<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\">\n");
  rss.markup("<channel>\n").element("title", feed_title(feed));
  // Required (RSS 2.0). The personal page would open all lists to whoever has this one.
  rss.element("link", link_url(feed.self_url));
  rss.element("description",
              fmt::format("{} {}", words(feed.language).clips_of, feed_title(feed)));
  rss.element("language", to_string(feed.language));
  rss.element("lastBuildDate", http::to_http_date(updated(feed)));
  rss.link("<atom:link rel=\"self\" type=\"application/rss+xml\" ", feed.self_url);
  rss.link("<atom:link rel=\"hub\" ", feed.hub_url);
  for (const NoticeClip& clip : shown(feed)) {
    const model::Clip& facts = clip.clip;
    rss.markup("<item>\n").element("title", title_of(clip, feed.language));
    rss.element("link", link_url(facts.url));
    rss.element("guid", clip_urn(facts.id, feed.installation),
                " isPermaLink=\"false\"");
    rss.element("pubDate", http::to_http_date(facts.published.value_or(facts.matched)));
    rss.element("category", cut_text(facts.keyword, 200));
    rss.element("description", summary_html(clip, feed.language));
    rss.markup("</item>\n");
  }
  return std::move(rss.markup("</channel>\n</rss>\n")).take();
}

std::string to_json_feed(const ClipFeed& feed) {
  using boost::json::array;
  using boost::json::object;
  using boost::json::value;
  array items;
  for (const NoticeClip& clip : shown(feed)) {
    const model::Clip& facts = clip.clip;
    object item = {
        {"id", clip_urn(facts.id, feed.installation)},
        {"title", title_of(clip, feed.language)},
        {"content_html", summary_html(clip, feed.language)},
        {"date_published", to_iso8601(facts.published.value_or(facts.matched))},
        {"date_modified", to_iso8601(facts.matched)}};
    if (const auto url = link_url(facts.url); !url.empty()) item["url"] = url;
    if (const auto tag = cut_text(facts.keyword, 200); !tag.empty()) {
      item["tags"] = array{value(tag)};
    }
    if (const auto source = source_of(clip); !source.empty()) {
      item["authors"] = array{object{{"name", source}}};
    }
    items.push_back(std::move(item));
  }
  object whole = {{"version", "https://jsonfeed.org/version/1.1"},
                  {"title", feed_title(feed)},
                  {"language", to_string(feed.language)}};
  if (const auto self = link_url(feed.self_url); !self.empty()) {
    whole["feed_url"] = self;
  }
  if (const auto hub = link_url(feed.hub_url); !hub.empty()) {
    whole["hubs"] = array{object{{"type", "WebSub"}, {"url", hub}}};
  }
  whole["items"] = std::move(items);
  return boost::json::serialize(whole);
}

}  // namespace curlew::publish
