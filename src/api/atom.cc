#include "api/atom.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "api/article_text.h"
#include "base/bytes.h"
#include "base/markup_escape.h"
#include "base/plain_text.h"
#include "base/web_address.h"
#include "model/mask.h"
#include "service/versions.h"

namespace curlew::api {
namespace {

using store::ArticleRow;

// Of all entries together: a feed is read whole, again and again.
constexpr Bytes kMostContent = 4_MiB;
// Texts are large: so many are in memory together.
constexpr std::size_t kTextsAtATime = 10;

bool is_shown(const ArticleRow& article) {
  if (article.page_type && model::is_hub(*article.page_type)) return false;
  const bool is_untried = article.is_page_wanted && article.page_error.empty();
  return !is_untried;
}

Time updated(const ArticleRow& article) {
  const Time told =
      article.modified.value_or(article.published.value_or(article.found));
  return std::max(told, article.edited.value_or(told));
}

class AtomWriter {
 public:
  AtomWriter& element(std::string_view name, std::string_view text) {
    if (text.empty()) return *this;
    out_.append("<").append(name).append(">");
    append_escaped_markup(out_, plain_text(text));
    out_.append("</").append(name).append(">\n");
    return *this;
  }

  AtomWriter& link(std::string_view relation, std::string_view url) {
    const std::string plain = plain_link(url);
    if (plain.empty()) return *this;
    out_.append("<link rel=\"").append(relation).append("\"");
    attribute("href", plain);
    out_.append("/>\n");
    return *this;
  }

  // RFC 4287 §4.2.7: what belongs to the entry and may be large.
  AtomWriter& enclosure(const model::Enclosure& file) {
    const std::string plain = plain_link(file.url);
    if (plain.empty()) return *this;
    out_.append("<link rel=\"enclosure\"");
    attribute("href", plain);
    if (!file.type.empty()) attribute("type", plain_text(file.type));
    if (file.length > 0) attribute("length", std::to_string(file.length));
    out_.append("/>\n");
    return *this;
  }

  // HTML is text in here: escaped once more (§4.1.3.3).
  AtomWriter& content(const std::string& html) {
    out_.append("<content type=\"html\">");
    append_escaped_markup(out_, html);
    out_.append("</content>\n");
    return *this;
  }

  AtomWriter& author(std::string_view name) {
    if (name.empty()) return *this;
    return markup("<author>").element("name", name).markup("</author>\n");
  }

  AtomWriter& markup(std::string_view ours) {
    out_.append(ours);
    return *this;
  }

  std::string take() && { return std::move(out_); }

 private:
  void attribute(std::string_view name, std::string_view plain) {
    out_.append(" ").append(name).append("=\"");
    append_escaped_markup(out_, plain, MarkupPlace::kAttribute);
    out_.append("\"");
  }

  std::string out_ = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";
};

// Addresses of more than one article: changes of a document, and of an article.
using SharedUrls = std::unordered_map<std::string, model::ArticleId>;

// The first article that has it.
SharedUrls first_of_urls(const std::string& source_url,
                         const std::vector<ArticleRow>& articles) {
  SharedUrls first{{source_url, {}}};
  for (const ArticleRow& article : articles) {
    auto& id = first.emplace(article.url, article.id).first->second;
    id = std::min(id, article.id);
  }
  return first;
}

void write_entry(AtomWriter& atom, const service::ArticleDetail& detail,
                 const std::string& source_url, const SharedUrls& first, Bytes& room) {
  const ArticleRow& article = detail.article;
  // An id must be an address that nothing else has, for good (RFC 4287 §4.2.6).
  const std::string id =
      !plain_link(article.url).empty() && first.at(article.url) == article.id
          ? article.url
          : fmt::format("{}#article-{}", source_url, article.id.value);
  atom.markup("<entry>\n").element("id", id);
  // Required, even if there is nothing to say (§4.1.2).
  atom.element("title", article.title.empty() ? id : article.title);
  atom.link("alternate", article.url).element("updated", to_iso8601(updated(article)));
  if (article.published) atom.element("published", to_iso8601(*article.published));
  atom.author(article.author).element("summary", excerpt_of(article));
  for (const model::Enclosure& file : detail.feed.enclosures) atom.enclosure(file);
  if (room > 0) {
    const std::string html = shown_text(detail, text_origin(detail)).html;
    if (!html.empty() && html.size() <= room) atom.content(html);
    room -= std::min<Bytes>(room, html.size());
  }
  atom.markup("</entry>\n");
}

// What its user has called no change is not told any longer.
Result<void> leave_out_no_changes(store::Store& store,
                                  std::vector<ArticleRow>& articles) {
  std::vector<ArticleRow> left;
  for (ArticleRow& article : articles) {
    TRY_ASSIGN(const auto version, service::told_version(store, article));
    if (!version || !version->is_no_change) left.push_back(std::move(article));
  }
  articles = std::move(left);
  return {};
}

}  // namespace

Result<std::string> write_atom(const model::Source& source,
                               std::vector<ArticleRow> articles,
                               const DetailsOf& details_of, const FeedAddress& at) {
  std::erase_if(articles, [](const ArticleRow& article) { return !is_shown(article); });
  const std::string url = model::masked_address(source.url);
  const std::string title = source.title.empty() ? url : source.title;
  Time newest = source.added;
  for (const ArticleRow& article : articles) {
    newest = std::max({newest, article.found, article.edited.value_or(article.found)});
  }
  AtomWriter atom;
  atom.markup("<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
  atom.element("id", url).element("title", title);
  atom.element("updated", to_iso8601(newest));
  atom.link("alternate", source.site_url.empty() ? url : source.site_url);
  // For all entries that name nobody (§4.1.1).
  atom.link("self", at.self).link("hub", at.hub).author(title);
  atom.element("generator", "Curlew");
  const SharedUrls first = first_of_urls(source.url, articles);
  Bytes room = kMostContent;
  for (std::size_t i = 0; i < articles.size(); i += kTextsAtATime) {
    const std::span part(articles.data() + i,
                         std::min(kTextsAtATime, articles.size() - i));
    // What is attached is told of all.
    const auto pages = room > 0 ? service::PageText::kYes : service::PageText::kNo;
    TRY_ASSIGN(const auto details, details_of(part, pages));
    for (const service::ArticleDetail& detail : details) {
      write_entry(atom, detail, url, first, room);
    }
  }
  return std::move(atom.markup("</feed>\n")).take();
}

Result<std::string> write_atom(store::Store& store, const model::Source& source,
                               const FeedAddress& at, service::Viewer viewer) {
  TRY_ASSIGN(std::vector<ArticleRow> articles,
             store.articles().newest(
                 {.user = viewer.value_or(model::UserId{}), .source = source.id},
                 kAtomArticles));
  if (source.watching.changes) TRY(leave_out_no_changes(store, articles));
  const auto details_of = [&](std::span<const ArticleRow> part,
                              service::PageText pages) {
    return service::take_details(store, part, pages, Time());
  };
  return write_atom(source, std::move(articles), details_of, at);
}

}  // namespace curlew::api
