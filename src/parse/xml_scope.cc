#include "parse/xml_scope.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "parse/character_references.h"

namespace curlew::parse {
namespace {

struct Known {
  std::string_view name;
  Namespace name_space;
};

// Lower case, without scheme and the "/" or "#" at the end.
constexpr auto kNamespaceAddresses = std::to_array<Known>({
    {"www.w3.org/2005/atom", Namespace::kFeed},
    {"purl.org/atom/ns", Namespace::kFeed},
    {"purl.org/rss/1.0", Namespace::kFeed},
    {"purl.org/net/rss1.1", Namespace::kFeed},
    {"backend.userland.com/rss", Namespace::kFeed},
    {"backend.userland.com/rss2", Namespace::kFeed},
    {"my.netscape.com/rdf/simple/0.9", Namespace::kFeed},
    {"channel.netscape.com/rdf/simple/0.9", Namespace::kFeed},
    {"my.netscape.com/publish/formats/rss-0.91.dtd", Namespace::kFeed},
    {"purl.org/rss/1.0/modules/content", Namespace::kContent},
    {"purl.org/dc/elements/1.1", Namespace::kDublinCore},
    {"purl.org/dc/elements/1.0", Namespace::kDublinCore},
    {"purl.org/dc/terms", Namespace::kDublinCoreTerms},
    {"www.itunes.com/dtds/podcast-1.0.dtd", Namespace::kItunes},
    {"www.google.com/schemas/play-podcasts/1.0", Namespace::kGooglePlay},
    {"search.yahoo.com/mrss", Namespace::kMedia},
    {"purl.org/rss/1.0/modules/syndication", Namespace::kSyndication},
    {"www.w3.org/1999/02/22-rdf-syntax-ns", Namespace::kRdf},
    {"www.w3.org/1999/xhtml", Namespace::kXhtml},
});

// The customary prefixes, for feeds that forget to declare them.
constexpr auto kPrefixes = std::to_array<Known>({
    {"atom", Namespace::kFeed},
    {"a10", Namespace::kFeed},
    {"rss", Namespace::kFeed},
    {"content", Namespace::kContent},
    {"dc", Namespace::kDublinCore},
    {"dcterms", Namespace::kDublinCoreTerms},
    {"itunes", Namespace::kItunes},
    {"googleplay", Namespace::kGooglePlay},
    {"media", Namespace::kMedia},
    {"sy", Namespace::kSyndication},
    {"rdf", Namespace::kRdf},
    {"xhtml", Namespace::kXhtml},
});

Namespace by_prefix(std::string_view prefix) {
  const auto known = std::ranges::find_if(kPrefixes, [&](const Known& candidate) {
    return equals_ignoring_case(candidate.name, prefix);
  });
  return known == kPrefixes.end() ? Namespace::kOther : known->name_space;
}

// The address as a key: publishers vary scheme, case and the character at its end.
std::string key_of(std::string_view uri) {
  std::string key = to_ascii_lower(trimmed(uri));
  if (const std::size_t scheme = key.find("://"); scheme != key.npos) {
    key.erase(0, scheme + 3);
  }
  while (!key.empty() && (key.back() == '/' || key.back() == '#')) key.pop_back();
  return key;
}

// An unknown address says nothing, so that the prefix decides: "media" bound to some
// other address still means Media RSS to its author.
Namespace by_declaration(std::string_view prefix, std::string_view uri) {
  const std::string key = key_of(uri);
  const auto known = std::ranges::find(kNamespaceAddresses, key, &Known::name);
  if (known != kNamespaceAddresses.end()) return known->name_space;
  return prefix.empty() ? Namespace::kFeed : by_prefix(prefix);
}

// In force at a time; further ones are as if not there. Each element looks through
// them.
constexpr std::size_t kMaxBindings = 256;

bool is_scoping(const XmlAttribute& attribute) {
  return starts_with_ignoring_case(attribute.name, "xml");
}

std::string_view prefix_of(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == name.npos ? std::string_view() : name.substr(0, colon);
}

}  // namespace

XmlScopes::XmlScopes(BaseAddress base, std::string_view language, Bytes max_language)
    : max_language_(max_language) {
  scopes_.push_back({0, 0, std::make_shared<BaseAddress>(std::move(base)),
                     std::string(utf8_prefix(language, max_language_))});
}

void XmlScopes::enter(const XmlReader& xml) {
  while (scopes_.size() > 1 && scopes_.back().depth >= xml.depth()) scopes_.pop_back();
  bindings_.resize(scopes_.back().bindings);
  if (std::ranges::any_of(xml.attributes(), is_scoping)) open_scope(xml);
  name_space_ = find(prefix_of(xml.name()));
}

void XmlScopes::open_scope(const XmlReader& xml) {
  Scope scope = scopes_.back();
  scope.depth = xml.depth();
  for (const XmlAttribute& attribute : xml.attributes()) {
    if (equals_ignoring_case(attribute.name, "xml:base")) {
      scope.base =
          std::make_shared<BaseAddress>(scope.base->moved_by(decoded(attribute.value)));
    } else if (equals_ignoring_case(attribute.name, "xml:lang")) {
      scope.language = utf8_prefix(decoded(attribute.value), max_language_);
    } else if (starts_with_ignoring_case(attribute.name, "xmlns") &&
               bindings_.size() < kMaxBindings) {
      const auto prefix = attribute.name.size() > 6 ? attribute.name.substr(6) : "";
      bindings_.push_back({prefix, by_declaration(prefix, attribute.value)});
    }
  }
  scope.bindings = bindings_.size();
  scopes_.push_back(std::move(scope));
}

Namespace XmlScopes::find(std::string_view prefix) const {
  for (std::size_t i = bindings_.size(); i-- > 0;) {
    if (equals_ignoring_case(bindings_[i].prefix, prefix))
      return bindings_[i].name_space;
  }
  return prefix.empty() ? Namespace::kFeed : by_prefix(prefix);
}

}  // namespace curlew::parse
