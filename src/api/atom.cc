#include "api/atom.h"

#include <algorithm>

#include "api/plain_text.h"
#include "base/markup_escape.h"
#include "model/mask.h"

namespace curlew::api {
namespace {

using store::ArticleRow;

bool is_shown(const ArticleRow& article) {
  if (article.page_type && model::is_hub(*article.page_type)) return false;
  const bool is_untried = article.is_page_wanted && article.page_error.empty();
  return !is_untried;
}

Time updated(const ArticleRow& article) {
  return article.modified.value_or(article.published.value_or(article.found));
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
    if (url.empty()) return *this;
    out_.append("<link rel=\"").append(relation).append("\" href=\"");
    append_escaped_markup(out_, plain_text(url), MarkupPlace::kAttribute);
    out_.append("\"/>\n");
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
  std::string out_ = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";
};

void write_entry(AtomWriter& atom, const ArticleRow& article,
                 const std::string& source_url) {
  // An id must be an address that nothing else has, for good (RFC 4287 §4.2.6).
  const std::string id =
      article.url.empty() ? source_url + "#article-" + std::to_string(article.id.value)
                          : article.url;
  atom.markup("<entry>\n").element("id", id);
  // Required, even if there is nothing to say (§4.1.2).
  atom.element("title", article.title.empty() ? id : article.title);
  atom.link("alternate", article.url).element("updated", to_iso8601(updated(article)));
  if (article.published) atom.element("published", to_iso8601(*article.published));
  atom.author(article.author).element("summary", article.excerpt);
  atom.markup("</entry>\n");
}

}  // namespace

std::string write_atom(const model::Source& source,
                       std::span<const ArticleRow> articles, std::string_view self) {
  const std::string url = model::masked_address(source.url);
  const std::string title = source.title.empty() ? url : source.title;
  Time newest = source.added;
  for (const ArticleRow& article : articles) {
    if (is_shown(article)) newest = std::max(newest, article.found);
  }
  AtomWriter atom;
  atom.markup("<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
  atom.element("id", url).element("title", title);
  atom.element("updated", to_iso8601(newest));
  atom.link("alternate", source.site_url.empty() ? url : source.site_url);
  // For all entries that name nobody (§4.1.1).
  atom.link("self", self).author(title).element("generator", "Curlew");
  for (const ArticleRow& article : articles) {
    if (is_shown(article)) write_entry(atom, article, url);
  }
  return std::move(atom.markup("</feed>\n")).take();
}

}  // namespace curlew::api
