// JSON-LD with its context, in the one form that all documents of the same meaning
// share: full IRIs, arrays everywhere (section 5, Expansion Algorithms).

#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/json.h"
#include "parse/rdf/jsonld/context.h"

namespace curlew::parse {

class JsonLdExpander {
 public:
  JsonLdExpander(ContextProcessor& contexts, std::string base_url)
      : contexts_(contexts), base_url_(std::move(base_url)) {}

  // An array of node objects.
  Result<model::Json> expand_document(const ContextPtr& initial,
                                      const model::Json& document);

 private:
  using Members = std::map<std::string, model::Json>;
  // The key whose value is being expanded, if any.
  using Property = std::optional<std::string_view>;
  enum class From { kElsewhere, kMap };

  // One object while it is expanded.
  struct Expanding {
    ContextPtr active;
    ContextPtr type_scoped;
    Property property;
    std::optional<std::string> input_type;
    Members result;
    // Where each property is in the result's "@reverse".
    std::map<std::string, std::size_t> reverse;
  };

  Result<model::Json> expand(const ContextPtr& active, Property property,
                             const model::Json& element, From from = From::kElsewhere);
  Result<model::Json> expand_scalar(const ContextPtr& active, Property property,
                                    const model::Json& element);
  Result<model::Json> expand_array(const ContextPtr& active, Property property,
                                   const model::Json& element, From from);
  Result<model::Json> expand_object(ContextPtr active, Property property,
                                    const model::Json& element, From from);
  Result<ContextPtr> with_type_contexts(ContextPtr active, const model::Json& element);
  Result<ContextPtr> with_property_context(const ContextPtr& active, Property property);
  Result<void> expand_members(Expanding& node, const model::Json& element);
  Result<void> expand_member(Expanding& node, const std::string& key,
                             const std::string& iri, const model::Json& value);
  Result<void> expand_keyword(Expanding& node, const std::string& keyword,
                              const model::Json& value);
  Result<model::Json> expand_keyword_value(Expanding& node, const std::string& keyword,
                                           const model::Json& value);
  Result<model::Json> expand_type(Expanding& node, const model::Json& value);
  Result<model::Json> expand_included(Expanding& node, const model::Json& value);
  Result<void> expand_reverse(Expanding& node, const model::Json& value);
  void append_reverse(Expanding& node, const std::string& iri, model::Json values);
  Result<void> expand_nest(Expanding& node, const std::string& key,
                           const model::Json& value);
  Result<model::Json> expand_language_map(const Expanding& node,
                                          const TermDefinition& term,
                                          const model::Json& value);
  Result<model::Json> expand_index_map(const Expanding& node, const std::string& key,
                                       const TermDefinition& term,
                                       const model::Json& value);
  Result<ContextPtr> context_of_index(const ContextPtr& active,
                                      const TermDefinition& term,
                                      const std::string& index);
  Result<void> index_item(const Expanding& node, const TermDefinition& term,
                          const std::string& index, model::Json& item);
  Result<model::Json> finish(Expanding node);
  Result<void> check_value_object(const Members& result);
  model::Json expand_value(const JsonLdContext& active, Property property,
                           const model::Json& value);
  std::optional<std::string> expand_key(const JsonLdContext& active,
                                        std::string_view key);

  ContextProcessor& contexts_;
  std::string base_url_;
};

}  // namespace curlew::parse
