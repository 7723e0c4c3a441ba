// What an XML element inherits from those around it: namespaces, xml:base, xml:lang.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "parse/base_address.h"
#include "parse/xml_reader.h"

namespace curlew::parse {

// The vocabularies that feeds are written in. RSS of every version and Atom are one:
// feeds mix their elements, and the same name means the same in all.
enum class Namespace {
  kFeed,
  // content:encoded
  kContent,
  kDublinCore,
  kDublinCoreTerms,
  kItunes,
  kGooglePlay,
  kMedia,
  // sy:updatePeriod
  kSyndication,
  kRdf,
  kXhtml,
  kOther,
};

class XmlScopes {
 public:
  // `base` and `language` hold where the document says nothing. Languages longer than
  // `max_language` are cut.
  XmlScopes(BaseAddress base, std::string_view language, Bytes max_language);

  // To be called for each element that the reader found, in the reader's order.
  void enter(const XmlReader& xml);

  // The scope of the element entered last.
  Namespace name_space() const { return name_space_; }
  const std::shared_ptr<const BaseAddress>& base() const { return scopes_.back().base; }
  const std::string& language() const { return scopes_.back().language; }

 private:
  struct Binding {
    std::string_view prefix;
    Namespace name_space;
  };
  struct Scope {
    int depth;
    // How many are in force.
    std::size_t bindings;
    // Shared by all that inherit it.
    std::shared_ptr<const BaseAddress> base;
    std::string language;
  };

  void open_scope(const XmlReader& xml);
  Namespace find(std::string_view prefix) const;

  Bytes max_language_;
  std::vector<Scope> scopes_;
  std::vector<Binding> bindings_;
  Namespace name_space_ = Namespace::kFeed;
};

}  // namespace curlew::parse
