// What an XML element inherits from those around it: namespaces, xml:base, xml:lang.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parse/xml_reader.h"

namespace curlew::parse {

// The vocabularies that feeds are written in. RSS of every version and Atom are one:
// feeds mix their elements, and the same name means the same in all.
enum class Namespace {
  kFeed,
  kContent,  // content:encoded
  kDublinCore,
  kDublinCoreTerms,
  kItunes,
  kGooglePlay,
  kMedia,
  kSyndication,  // sy:updatePeriod
  kRdf,
  kXhtml,
  kOther,
};

class XmlScopes {
 public:
  // `base` and `language` hold where the document says nothing.
  XmlScopes(std::string base, std::string language);

  // To be called for each element that the reader found, in the reader's order.
  void enter(const XmlReader& xml);

  // Of the element entered last.
  Namespace name_space() const { return name_space_; }
  const std::string& base() const { return scopes_.back().base; }
  const std::string& language() const { return scopes_.back().language; }

 private:
  struct Binding {
    std::string_view prefix;
    Namespace name_space;
  };
  struct Scope {
    int depth;
    std::size_t bindings;  // How many are in force.
    std::string base;
    std::string language;
  };

  void open_scope(const XmlReader& xml);
  Namespace find(std::string_view prefix) const;

  std::vector<Scope> scopes_;
  std::vector<Binding> bindings_;
  Namespace name_space_ = Namespace::kFeed;
};

// The address that `link` means at `base`: relative ones are resolved, absolute ones
// left as they are written.
std::string resolved_link(std::string_view base, std::string_view link);

}  // namespace curlew::parse
