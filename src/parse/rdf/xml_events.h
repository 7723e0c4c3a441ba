// XML that must be well-formed, as events: expat with namespaces. Unlike xml_reader.h
// it stops at the first fault, as RDF/XML wants it, and knows the entities that a
// document declares for itself; nothing is fetched.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "parse/rdf/xml_literal.h"

namespace curlew::parse {

// Who is told. The views live for the call. An error stops the reading.
class XmlEvents {
 public:
  virtual ~XmlEvents() = default;
  virtual Result<void> on_start(const XmlName& name,
                                const std::vector<XmlNameAndValue>& attributes) = 0;
  virtual Result<void> on_end() = 0;
  virtual Result<void> on_text(std::string_view text) = 0;
  virtual void on_comment(std::string_view text) = 0;
  virtual void on_instruction(std::string_view target, std::string_view text) = 0;
};

Result<void> read_strict_xml(std::string_view bytes, XmlEvents& events);

}  // namespace curlew::parse
