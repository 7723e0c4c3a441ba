#include "parse/rdf/rdf_xml.h"

#include <fmt/format.h>

#include <memory>
#include <set>

#include "base/ascii.h"
#include "parse/rdf/quad_builder.h"
#include "parse/rdf/rdf_xml_attributes.h"
#include "parse/rdf/xml_events.h"
#include "rdf/iri.h"

namespace curlew::parse {
namespace {

using rdf::TermId;

// What an open element is to the grammar.
enum class ElementRole {
  kRdf,
  // nodeElement
  kNode,
  // A property whose content decides what it is.
  kProperty,
  // A property that stands for a node with the properties in it.
  kResource,
  kCollection,
  kXmlLiteral,
};

struct OpenElement {
  ElementRole role = ElementRole::kNode;
  // Shared: thousands of elements inherit one long base, or language.
  std::shared_ptr<const std::string> base;
  std::shared_ptr<const std::string> lang;
  // Of kNode and kResource: what the properties inside are about. Else: what the
  // property itself is about.
  TermId subject = rdf::kNoTerm;
  // rdf:li elements so far.
  int items = 0;

  TermId predicate = rdf::kNoTerm;
  // The statement's own name, where the property has an ID.
  TermId statement = rdf::kNoTerm;
  TermId object = rdf::kNoTerm;
  // Of kCollection: the list's last cell.
  TermId last_cell = rdf::kNoTerm;
  std::string datatype;
  std::string text;
  // The attributes have said it: there may be no content.
  bool is_complete = false;
  bool has_child = false;
};

Error malformed(std::string text) { return {ErrorKind::kMalformed, std::move(text)}; }

bool is_only_space(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == text.npos;
}

class RdfXmlReader : public XmlEvents {
 public:
  RdfXmlReader(std::string_view document, const RdfOptions& options)
      : builder_(document, options),
        max_depth_(static_cast<std::size_t>(options.max_depth)),
        base_(std::make_shared<const std::string>(options.base)) {}

  Result<rdf::Dataset> finish() { return builder_.finish(); }

  Result<void> on_start(const XmlName& name,
                        const std::vector<XmlNameAndValue>& attributes) override;
  Result<void> on_end() override;
  Result<void> on_text(std::string_view text) override;
  void on_comment(std::string_view text) override {
    if (is_in_literal()) literal_.comment(text);
  }
  void on_instruction(std::string_view target, std::string_view text) override {
    if (is_in_literal()) literal_.instruction(target, text);
  }

 private:
  Result<void> start_node(OpenElement element, const std::string& name,
                          const RdfXmlAttributes& attributes);
  Result<void> start_property(OpenElement element, std::string name,
                              const RdfXmlAttributes& attributes);
  Result<void> start_parse_type(OpenElement element,
                                const RdfXmlAttributes& attributes);
  Result<void> complete_by_attributes(OpenElement& element,
                                      const RdfXmlAttributes& attributes);
  Result<TermId> subject_of(const OpenElement& element,
                            const RdfXmlAttributes& attributes);
  Result<void> say_properties(const OpenElement& element, TermId subject,
                              const RdfXmlAttributes& attributes);
  Result<void> hang_on_parent(TermId node);
  Result<TermId> new_id(const OpenElement& element, std::string_view id);
  Result<TermId> labelled(std::string_view label);
  Result<TermId> resolved(const OpenElement& element, std::string_view reference);
  Result<void> say(const OpenElement& property, TermId object);
  Result<void> emit(TermId subject, TermId predicate, TermId object);
  Result<void> check_size() const {
    if (!builder_.is_too_large()) return {};
    return Error{ErrorKind::kLimit, "its terms are too long when written out"};
  }
  OpenElement inherit(const RdfXmlAttributes& attributes);
  bool is_in_literal() const {
    return !open_.empty() && open_.back().role == ElementRole::kXmlLiteral;
  }

  QuadBuilder builder_;
  std::size_t max_depth_;
  std::shared_ptr<const std::string> base_;
  std::shared_ptr<const std::string> lang_ = std::make_shared<const std::string>();
  std::vector<OpenElement> open_;
  XmlLiteralWriter literal_;
  std::set<TermId> ids_;
};

Result<void> RdfXmlReader::emit(TermId subject, TermId predicate, TermId object) {
  TRY(check_size());
  builder_.add(subject, predicate, object);
  return {};
}

// The statement of a property, and what its ID says of it (section 7.3).
Result<void> RdfXmlReader::say(const OpenElement& property, TermId object) {
  TRY(emit(property.subject, property.predicate, object));
  const TermId statement = property.statement;
  if (statement == rdf::kNoTerm) return {};
  TRY(emit(statement, builder_.rdf_iri("type"), builder_.rdf_iri("Statement")));
  TRY(emit(statement, builder_.rdf_iri("subject"), property.subject));
  TRY(emit(statement, builder_.rdf_iri("predicate"), property.predicate));
  return emit(statement, builder_.rdf_iri("object"), object);
}

OpenElement RdfXmlReader::inherit(const RdfXmlAttributes& attributes) {
  OpenElement element;
  element.base = open_.empty() ? base_ : open_.back().base;
  element.lang = open_.empty() ? lang_ : open_.back().lang;
  if (attributes.base) {
    element.base = std::make_shared<const std::string>(
        rdf::resolve_iri(*element.base, *attributes.base));
    builder_.count_made(element.base->size());
  }
  // What is not a language tells none; real documents have "en US" and "en_US".
  if (attributes.lang)
    element.lang = std::make_shared<const std::string>(
        rdf::is_language(*attributes.lang) ? *attributes.lang : "");
  return element;
}

Result<TermId> RdfXmlReader::resolved(const OpenElement& element,
                                      std::string_view reference) {
  const std::string iri = rdf::is_absolute_iri(reference)
                              ? std::string(reference)
                              : rdf::resolve_iri(*element.base, reference);
  if (!rdf::is_absolute_iri(iri))
    return malformed(fmt::format("a relative IRI without a base: {:.80}", reference));
  return builder_.iri(iri);
}

Result<TermId> RdfXmlReader::new_id(const OpenElement& element, std::string_view id) {
  if (!is_xml_name_without_colon(id))
    return malformed(fmt::format("not a name: rdf:ID=\"{:.80}\"", id));
  TRY_ASSIGN(const TermId term, resolved(element, std::string("#").append(id)));
  if (!ids_.insert(term).second)
    return malformed(fmt::format("twice in the document: rdf:ID=\"{:.80}\"", id));
  return term;
}

Result<TermId> RdfXmlReader::labelled(std::string_view label) {
  if (!is_xml_name_without_colon(label))
    return malformed(fmt::format("not a name: rdf:nodeID=\"{:.80}\"", label));
  return builder_.labelled(label);
}

Result<TermId> RdfXmlReader::subject_of(const OpenElement& element,
                                        const RdfXmlAttributes& attributes) {
  const int names = int{attributes.id.has_value()} + int{attributes.about.has_value()} +
                    int{attributes.node_id.has_value()};
  if (names > 1) return malformed("more than one of rdf:ID, rdf:about and rdf:nodeID");
  if (attributes.id) return new_id(element, *attributes.id);
  if (attributes.node_id) return labelled(*attributes.node_id);
  if (attributes.about) return resolved(element, *attributes.about);
  return builder_.fresh_blank();
}

Result<void> RdfXmlReader::say_properties(const OpenElement& element, TermId subject,
                                          const RdfXmlAttributes& attributes) {
  if (attributes.type) {
    TRY_ASSIGN(const TermId type, resolved(element, *attributes.type));
    TRY(emit(subject, builder_.rdf_iri("type"), type));
  }
  for (const auto& [name, value] : attributes.properties) {
    TRY(emit(subject, builder_.iri(name),
             builder_.term(rdf::literal_text(value, *element.lang))));
  }
  return {};
}

// A node is the object of the property that it stands in, or an item of its list.
Result<void> RdfXmlReader::hang_on_parent(TermId node) {
  if (open_.empty()) return {};
  OpenElement& parent = open_.back();
  if (parent.role == ElementRole::kProperty) {
    if (parent.is_complete || parent.has_child || !is_only_space(parent.text))
      return malformed("a node where the property has its value already");
    if (!parent.datatype.empty()) return malformed("a node as a typed value");
    parent.has_child = true;
    return say(parent, node);
  }
  if (parent.role != ElementRole::kCollection) return {};
  const TermId cell = builder_.fresh_blank();
  if (parent.last_cell == rdf::kNoTerm) {
    TRY(say(parent, cell));
  } else {
    TRY(emit(parent.last_cell, builder_.rdf_iri("rest"), cell));
  }
  parent.last_cell = cell;
  return emit(cell, builder_.rdf_iri("first"), node);
}

// Production nodeElement (7.2.11).
Result<void> RdfXmlReader::start_node(OpenElement element, const std::string& name,
                                      const RdfXmlAttributes& attributes) {
  if (is_syntax_term(name) || name == std::string(rdf::kRdf).append("li"))
    return malformed(name + ": not allowed as a node");
  if (attributes.resource || attributes.datatype || attributes.parse_type)
    return malformed("an attribute of properties on a node");
  TRY_ASSIGN(element.subject, subject_of(element, attributes));
  TRY(hang_on_parent(element.subject));
  if (name != std::string(rdf::kRdf).append("Description"))
    TRY(emit(element.subject, builder_.rdf_iri("type"), builder_.iri(name)));
  TRY(say_properties(element, element.subject, attributes));
  open_.push_back(std::move(element));
  return {};
}

// Productions parseTypeLiteralPropertyElt and its sisters (7.2.17 to 7.2.20).
Result<void> RdfXmlReader::start_parse_type(OpenElement element,
                                            const RdfXmlAttributes& attributes) {
  if (attributes.resource || attributes.node_id || attributes.datatype ||
      attributes.type || !attributes.properties.empty())
    return malformed("rdf:parseType beside an attribute that gives the value");
  if (*attributes.parse_type == "Resource") {
    const TermId node = builder_.fresh_blank();
    TRY(say(element, node));
    element.role = ElementRole::kResource;
    element.subject = node;
  } else if (*attributes.parse_type == "Collection") {
    element.role = ElementRole::kCollection;
  } else {
    element.role = ElementRole::kXmlLiteral;
    literal_ = XmlLiteralWriter();
  }
  open_.push_back(std::move(element));
  return {};
}

// Production emptyPropertyElt (7.2.21) where there is an attribute to give the value.
Result<void> RdfXmlReader::complete_by_attributes(OpenElement& element,
                                                  const RdfXmlAttributes& attributes) {
  if (attributes.resource && attributes.node_id)
    return malformed("both rdf:resource and rdf:nodeID");
  if (attributes.datatype) return malformed("rdf:datatype of what is not a literal");
  TermId object = rdf::kNoTerm;
  if (attributes.resource) {
    TRY_ASSIGN(object, resolved(element, *attributes.resource));
  } else if (attributes.node_id) {
    TRY_ASSIGN(object, labelled(*attributes.node_id));
  } else {
    object = builder_.fresh_blank();
  }
  element.is_complete = true;
  TRY(say(element, object));
  return say_properties(element, object, attributes);
}

// Production propertyElt (7.2.14).
Result<void> RdfXmlReader::start_property(OpenElement element, std::string name,
                                          const RdfXmlAttributes& attributes) {
  OpenElement& parent = open_.back();
  if (is_syntax_term(name) || name == std::string(rdf::kRdf).append("Description"))
    return malformed(name + ": not allowed as a property");
  if (attributes.about) return malformed("rdf:about on a property");
  if (name == std::string(rdf::kRdf).append("li"))
    name = fmt::format("{}_{}", rdf::kRdf, ++parent.items);
  element.role = ElementRole::kProperty;
  element.subject = parent.subject;
  element.predicate = builder_.iri(name);
  if (attributes.id) {
    TRY_ASSIGN(element.statement, new_id(element, *attributes.id));
  }
  if (attributes.parse_type) return start_parse_type(std::move(element), attributes);
  if (attributes.resource || attributes.node_id || attributes.type ||
      !attributes.properties.empty()) {
    TRY(complete_by_attributes(element, attributes));
  } else if (attributes.datatype) {
    TRY_ASSIGN(const TermId datatype, resolved(element, *attributes.datatype));
    const std::string_view text = builder_.terms().text(datatype);
    element.datatype = text.substr(1, text.size() - 2);
  }
  open_.push_back(std::move(element));
  return {};
}

Result<void> RdfXmlReader::on_start(const XmlName& xml_name,
                                    const std::vector<XmlNameAndValue>& attributes) {
  if (is_in_literal()) {
    // A namespace is written out again in each element that is not inside another.
    const std::size_t before = literal_.size();
    literal_.start(xml_name, attributes);
    builder_.count_made(8 * (literal_.size() - before));
    TRY(check_size());
    if (open_.size() + literal_.depth() > max_depth_)
      return Error{ErrorKind::kLimit, "nested too deep"};
    return {};
  }
  if (open_.size() >= max_depth_) return Error{ErrorKind::kLimit, "nested too deep"};
  TRY_ASSIGN(const RdfXmlAttributes sorted, sort_attributes(attributes));
  const std::string name = std::string(xml_name.space).append(xml_name.local);
  OpenElement element = inherit(sorted);
  TRY(check_size());
  if (open_.empty() && name == std::string(rdf::kRdf).append("RDF")) {
    element.role = ElementRole::kRdf;
    if (sorted.about || sorted.id || sorted.node_id || sorted.resource ||
        sorted.datatype || sorted.parse_type || sorted.type)
      return malformed("an attribute of nodes on rdf:RDF");
    open_.push_back(std::move(element));
    return {};
  }
  if (xml_name.space.empty()) return malformed(name + ": in no namespace");
  const bool is_in_node =
      !open_.empty() && (open_.back().role == ElementRole::kNode ||
                         open_.back().role == ElementRole::kResource);
  return is_in_node ? start_property(std::move(element), name, sorted)
                    : start_node(std::move(element), name, sorted);
}

Result<void> RdfXmlReader::on_end() {
  if (is_in_literal() && literal_.depth() > 0) {
    literal_.end();
    return {};
  }
  const OpenElement element = std::move(open_.back());
  open_.pop_back();
  switch (element.role) {
    case ElementRole::kXmlLiteral: {
      const std::string type = std::string(rdf::kRdf).append("XMLLiteral");
      return say(element, builder_.term(rdf::literal_text(literal_.take(), {}, type)));
    }
    case ElementRole::kCollection: {
      const TermId nil = builder_.rdf_iri("nil");
      if (element.last_cell == rdf::kNoTerm) return say(element, nil);
      return emit(element.last_cell, builder_.rdf_iri("rest"), nil);
    }
    case ElementRole::kProperty: {
      if (element.is_complete || element.has_child) return {};
      const bool has_type = !element.datatype.empty();
      return say(element,
                 builder_.term(rdf::literal_text(
                     element.text, has_type ? std::string_view() : *element.lang,
                     element.datatype)));
    }
    default:
      return {};
  }
}

Result<void> RdfXmlReader::on_text(std::string_view text) {
  if (is_in_literal()) {
    literal_.text(text);
    return {};
  }
  if (!open_.empty() && open_.back().role == ElementRole::kProperty) {
    OpenElement& property = open_.back();
    if (!property.is_complete && !property.has_child) {
      property.text += text;
      return {};
    }
    // A property that its attributes complete is an empty element.
    if (!property.has_child) return malformed("text in a property that has its value");
  }
  if (!is_only_space(text))
    return malformed(fmt::format("text where none may be: {:.40}", text));
  return {};
}

}  // namespace

Result<rdf::Dataset> parse_rdf_xml(std::string_view bytes, const RdfOptions& options) {
  RdfXmlReader reader(bytes, options);
  TRY(read_strict_xml(bytes, reader));
  return reader.finish();
}

}  // namespace curlew::parse
