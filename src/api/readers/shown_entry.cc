#include "api/readers/shown_entry.h"

#include <set>
#include <utility>

#include "api/article_text.h"
#include "base/fingerprint.h"
#include "base/markup_escape.h"
#include "base/plain_text.h"
#include "base/web_address.h"
#include "publish/clip_text.h"

namespace curlew::api {
namespace {

// Why the clip is there: the sentence with its keyword.
std::string marked_sentence(const model::Clip& clip) {
  if (clip.summary.empty()) return {};
  const publish::MarkedText text = publish::marked_summary(clip);
  std::string html = "<blockquote><p>";
  append_escaped_markup(html, text.before);
  if (!text.keyword.empty()) {
    html += "<b>";
    append_escaped_markup(html, text.keyword);
    html += "</b>";
  }
  append_escaped_markup(html, text.after);
  return html + "</p></blockquote>\n";
}

std::string reader_html(const service::ReaderEntry& entry) {
  std::string html = entry.clip ? marked_sentence(*entry.clip) : std::string();
  if (entry.detail) html += shown_text(*entry.detail, text_origin(*entry.detail)).html;
  return html;
}

ShownEntry shown_entry(const service::ReaderEntry& entry) {
  ShownEntry shown;
  shown.number = entry.item.number;
  shown.feed = service::reader_feed_number(entry.item);
  shown.found = shown.published = entry.item.found;
  shown.is_read = entry.item.is_read;
  shown.is_starred = entry.item.is_starred;
  if (entry.clip) {
    shown.title = plain_text(entry.clip->title);
    shown.url = plain_link(entry.clip->url);
    shown.published = entry.clip->published.value_or(shown.found);
  }
  if (entry.detail) {
    const store::ArticleRow& article = entry.detail->article;
    shown.title = plain_text(article.title);
    shown.url = plain_link(article.url);
    shown.author = plain_text(article.author);
    shown.published = article.published.value_or(shown.found);
    for (const model::Enclosure& file : entry.detail->feed.enclosures) {
      const std::string url = plain_link(file.url);
      if (!url.empty())
        shown.files.push_back({url, plain_text(file.type), file.length});
    }
  }
  // Some apps show nothing of what has no title.
  if (shown.title.empty()) shown.title = shown.url;
  return shown;
}

}  // namespace

std::vector<ShownEntry> shown_entries(std::span<const service::ReaderEntry> entries) {
  std::vector<ShownEntry> all;
  Bytes room = kMostReaderText;
  for (const service::ReaderEntry& entry : entries) {
    ShownEntry& shown = all.emplace_back(shown_entry(entry));
    if (room == 0) continue;
    std::string html = reader_html(entry);
    if (html.size() > room) {
      room = 0;
      continue;
    }
    room -= html.size();
    shown.html = std::move(html);
  }
  return all;
}

Result<std::vector<ShownEntry>> read_shown(store::Store& store,
                                           std::span<const store::ReaderItem> items,
                                           Time now) {
  TRY_ASSIGN(const auto entries, service::read_reader_entries(store, items, now));
  return shown_entries(entries);
}

std::vector<NumberedFolder> number_folders(std::span<const service::ReaderFeed> feeds) {
  std::set<std::string> names;
  for (const service::ReaderFeed& feed : feeds) names.insert(feed.folder);
  std::set<std::int64_t> taken;
  std::vector<NumberedFolder> folders;
  for (const std::string& name : names) {
    if (name.empty()) {
      folders.push_back({kUnfiledNumber, name});
      continue;
    }
    // Apps have 31 bits for it. Of two names with one number, which hardly ever are,
    // the second one moves on.
    std::int64_t number = 2 + std::int64_t(short_fingerprint_of(name) % 1'000'000'000);
    while (!taken.insert(number).second) ++number;
    folders.push_back({number, name});
  }
  return folders;
}

}  // namespace curlew::api
