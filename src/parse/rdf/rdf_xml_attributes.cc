#include "parse/rdf/rdf_xml_attributes.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "parse/rdf/lexer.h"
#include "rdf/term.h"

namespace curlew::parse {
namespace {

constexpr std::string_view kXmlSpace = "http://www.w3.org/XML/1998/namespace";

// Of the attributes that may do without a prefix, and of those of the namespace rdf.
std::optional<std::string_view>* place_of(RdfXmlAttributes& all,
                                          std::string_view local) {
  if (local == "about") return &all.about;
  if (local == "ID") return &all.id;
  if (local == "nodeID") return &all.node_id;
  if (local == "resource") return &all.resource;
  if (local == "datatype") return &all.datatype;
  if (local == "parseType") return &all.parse_type;
  if (local == "type") return &all.type;
  return nullptr;
}

bool may_lack_prefix(std::string_view local) {
  return local == "about" || local == "ID" || local == "resource" ||
         local == "parseType" || local == "type";
}

}  // namespace

bool is_syntax_term(std::string_view iri) {
  if (!iri.starts_with(rdf::kRdf)) return false;
  static constexpr std::array<std::string_view, 10> kTerms = {
      "RDF",    "ID",       "about",     "parseType",       "resource",
      "nodeID", "datatype", "aboutEach", "aboutEachPrefix", "bagID"};
  return std::ranges::find(kTerms, iri.substr(rdf::kRdf.size())) != kTerms.end();
}

bool is_xml_name_without_colon(std::string_view text) {
  RdfLexer lexer(text);
  if (text.empty()) return false;
  while (!lexer.is_at_end()) {
    std::size_t length = 0;
    const char32_t c = lexer.code_point(length);
    const bool may_begin = is_pn_chars_base(c) || c == '_';
    if (!may_begin && (lexer.position() == 0 || (c != '.' && !is_pn_chars(c))))
      return false;
    lexer.skip(length);
  }
  return true;
}

Result<RdfXmlAttributes> sort_attributes(
    const std::vector<XmlNameAndValue>& attributes) {
  RdfXmlAttributes all;
  for (const auto& [name, value] : attributes) {
    if (name.space == kXmlSpace) {
      if (name.local == "lang") all.lang = value;
      if (name.local == "base") all.base = value;
      continue;
    }
    const bool is_rdf = name.space == rdf::kRdf;
    const bool has_role = is_rdf || (name.space.empty() && may_lack_prefix(name.local));
    if (auto* const place = has_role ? place_of(all, name.local) : nullptr) {
      *place = value;
      continue;
    }
    if (name.space.empty()) continue;
    std::string iri = std::string(name.space).append(name.local);
    if (is_syntax_term(iri) ||
        (is_rdf && (name.local == "li" || name.local == "Description")))
      return Error{ErrorKind::kMalformed,
                   name.written() + ": not allowed as an attribute"};
    all.properties.emplace_back(std::move(iri), value);
  }
  return all;
}

}  // namespace curlew::parse
