// The attributes of an element of RDF/XML, by their role.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "parse/rdf/xml_literal.h"

namespace curlew::parse {

struct RdfXmlAttributes {
  std::optional<std::string_view> about;
  std::optional<std::string_view> id;
  std::optional<std::string_view> node_id;
  std::optional<std::string_view> resource;
  std::optional<std::string_view> datatype;
  std::optional<std::string_view> parse_type;
  std::optional<std::string_view> type;
  std::optional<std::string_view> lang;
  std::optional<std::string_view> base;
  // Those that say something of the subject: their IRI and value.
  std::vector<std::pair<std::string, std::string_view>> properties;
};

// An error for those that the grammar does not allow on any element.
Result<RdfXmlAttributes> sort_attributes(
    const std::vector<XmlNameAndValue>& attributes);

// coreSyntaxTerms, and what earlier versions of RDF had: no name of an element.
bool is_syntax_term(std::string_view iri);

// NCName of XML Namespaces: what IDs look like.
bool is_xml_name_without_colon(std::string_view text);

}  // namespace curlew::parse
