#include "extract/metadata/metadata.h"

#include <algorithm>

#include "base/ascii.h"
#include "dom/text.h"

namespace curlew::extract {
namespace {

using dom::AttributeName;
using dom::Node;
using dom::Tag;

constexpr std::size_t kMaxHeadings = 8;

// To one between two words.
void squeeze_spaces(std::string& text) {
  const auto is_double = [](char a, char b) {
    return is_ascii_space(a) && is_ascii_space(b);
  };
  text.erase(std::unique(text.begin(), text.end(), is_double), text.end());
  std::ranges::replace_if(text, is_ascii_space, ' ');
}

void set_once(std::string& field, std::string_view value) {
  if (field.empty()) field = trimmed(value);
}

// Where the content of a <meta name=... or property=...> goes; null when nobody asks.
std::string* field_of(std::string_view name, Metadata& out) {
  struct Name {
    std::string_view name;
    std::string Metadata::*field;
  };
  static constexpr Name kNames[] = {
      {"og:title", &Metadata::og_title},
      {"twitter:title", &Metadata::twitter_title},
      {"og:site_name", &Metadata::site_name},
      {"og:type", &Metadata::og_type},
      {"og:url", &Metadata::og_url},
      {"og:image", &Metadata::image},
      {"og:image:url", &Metadata::image},
      {"twitter:image", &Metadata::image},
      {"og:description", &Metadata::description},
      {"description", &Metadata::description},
      {"author", &Metadata::author},
      {"article:author_name", &Metadata::author},
      {"parsely-author", &Metadata::author},
      {"sailthru.author", &Metadata::author},
      {"dc.creator", &Metadata::author},
      {"dcterms.creator", &Metadata::author},
      {"citation_author", &Metadata::author},
      {"byl", &Metadata::author},
      {"article:published_time", &Metadata::published},
      {"og:article:published_time", &Metadata::published},
      {"datepublished", &Metadata::published},
      {"date", &Metadata::published},
      {"pubdate", &Metadata::published},
      {"publishdate", &Metadata::published},
      {"publish-date", &Metadata::published},
      {"parsely-pub-date", &Metadata::published},
      {"sailthru.date", &Metadata::published},
      {"dc.date", &Metadata::published},
      {"dc.date.issued", &Metadata::published},
      {"dcterms.created", &Metadata::published},
      {"dcterms.date", &Metadata::published},
      {"citation_publication_date", &Metadata::published},
      {"article:modified_time", &Metadata::modified},
      {"og:updated_time", &Metadata::modified},
      {"lastmod", &Metadata::modified},
      {"last-modified", &Metadata::modified},
      {"dcterms.modified", &Metadata::modified},
      {"article:section", &Metadata::section},
      {"articlesection", &Metadata::section},
      {"generator", &Metadata::generator},
      {"language", &Metadata::language},
      {"content-language", &Metadata::language},
  };
  for (const Name& known : kNames)
    if (equals_ignoring_case(name, known.name)) return &(out.*known.field);
  return nullptr;
}

class MetadataReader {
 public:
  explicit MetadataReader(Metadata& out) : out_(out) {}

  void run(const dom::Document& page) {
    for (const Node node : page.root().subtree()) {
      if (node.kind() == dom::NodeKind::kData) {
        if (is_json_ld(node.parent())) read_json_ld(node.text(), out_.items);
      } else if (node.is_text()) {
        text_bytes_ += trimmed(node.text()).size();
      } else if (node.is_element() && node.name_space() == dom::Namespace::kHtml) {
        read_element(node);
      }
    }
  }

 private:
  static bool is_json_ld(Node script) {
    return starts_with_ignoring_case(trimmed(script.attribute(AttributeName::kType)),
                                     "application/ld+json");
  }

  void read_element(Node node) {
    switch (node.tag()) {
      case Tag::kHtml:
        set_once(out_.language, node.attribute(AttributeName::kLang));
        set_once(out_.language, node.attribute("xml:lang"));
        break;
      case Tag::kTitle:
        if (out_.title.empty()) out_.title = dom::text_of(node);
        break;
      case Tag::kMeta:
        read_meta(node);
        break;
      case Tag::kLink:
        if (equals_ignoring_case(node.attribute(AttributeName::kRel), "canonical"))
          set_once(out_.canonical_url, node.attribute(AttributeName::kHref));
        break;
      case Tag::kH1:
        if (out_.h1.size() < kMaxHeadings && !node.is_in_noscript())
          out_.h1.push_back({dom::text_of(node), float(text_bytes_)});
        break;
      case Tag::kTime:
        set_once(out_.first_time, node.attribute(AttributeName::kDatetime));
        break;
      case Tag::kA:
        if (equals_ignoring_case(node.attribute(AttributeName::kRel), "author") &&
            author_by_link_.empty())
          author_by_link_ = dom::text_of(node);
        break;
      default:
        break;
    }
    read_microdata(node);
  }

  void read_meta(Node node) {
    const std::string_view content = node.attribute(AttributeName::kContent);
    if (content.empty()) return;
    for (const AttributeName key :
         {AttributeName::kProperty, AttributeName::kName, AttributeName::kHttpEquiv}) {
      const std::string_view name = trimmed(node.attribute(key));
      if (name.empty()) continue;
      if (std::string* const field = field_of(name, out_)) set_once(*field, content);
    }
    if (equals_ignoring_case(node.attribute(AttributeName::kItemprop),
                             "articleSection"))
      set_once(out_.section, content);
  }

  void read_microdata(Node node) {
    const std::string_view property = node.attribute(AttributeName::kItemprop);
    if (property.empty()) return;
    if (property.find("headline") != property.npos && out_.headline.empty())
      out_.headline = value_of(node);
    if (property == "datePublished" && out_.published.empty())
      out_.published = value_of(node);
    if (property == "dateModified" && out_.modified.empty())
      out_.modified = value_of(node);
    if (property == "author" && author_by_property_.empty())
      author_by_property_ = value_of(node);
  }

  static std::string value_of(Node node) {
    for (const AttributeName name : {AttributeName::kContent, AttributeName::kDatetime})
      if (const std::string_view value = node.attribute(name); !value.empty())
        return std::string(trimmed(value));
    return dom::text_of(node);
  }

 public:
  void finish() {
    squeeze_spaces(out_.section);
    for (TopHeading& heading : out_.h1)
      heading.text_before /= float(std::max<std::size_t>(text_bytes_, 1));
    set_once(out_.author, author_by_property_);
    set_once(out_.author, author_by_link_);
  }

 private:
  Metadata& out_;
  std::size_t text_bytes_ = 0;  // Of the page so far.
  std::string author_by_link_;
  std::string author_by_property_;
};

}  // namespace

Metadata read_metadata(const dom::Document& page) {
  Metadata metadata;
  MetadataReader reader(metadata);
  reader.run(page);
  reader.finish();
  return metadata;
}

}  // namespace curlew::extract
