#include <algorithm>
#include <array>

#include "parse/rdf/jsonld/context.h"
#include "parse/rdf/jsonld/defining.h"
#include "rdf/iri.h"

// Section 4.2.2, Create Term Definition.

namespace curlew::parse {
namespace {

using model::Json;

bool is_iri_or_blank(std::string_view text) {
  return text.starts_with("_:") || rdf::is_absolute_iri(text);
}

bool has_inner_colon_or_slash(std::string_view term) {
  const std::size_t colon = term.find(':', 1);
  return (colon != term.npos && colon + 1 < term.size()) || term.find('/') != term.npos;
}

// Step 4: "@type" may be defined only to be a set, or protected.
bool is_fit_for_type(const Json& value) {
  if (!value.is_object() || value.keys.empty()) return false;
  for (std::size_t i = 0; i < value.keys.size(); ++i) {
    const bool is_set =
        value.keys[i] == "@container" && value.items[i] == Json::string("@set");
    if (!is_set && value.keys[i] != "@protected") return false;
  }
  return true;
}

// Step 19.1.
bool is_container(const std::vector<std::string>& names) {
  static constexpr std::array<std::string_view, 7> kNames = {
      "@graph", "@id", "@index", "@language", "@list", "@set", "@type"};
  const auto has = [&](std::string_view name) {
    return std::ranges::find(names, name) != names.end();
  };
  for (const std::string& name : names)
    if (std::ranges::find(kNames, name) == kNames.end()) return false;
  if (names.size() == 1) return true;
  if (names.empty() || has("@list")) return false;
  if (has("@graph")) {
    const std::size_t others = names.size() - 1 - (has("@set") ? 1 : 0);
    return others == 0 || (others == 1 && (has("@id") || has("@index")));
  }
  return names.size() == 2 && has("@set");
}

}  // namespace

// IRI Expansion while a context is processed: names that it uses are defined first.
Result<std::optional<std::string>> ContextProcessor::expand_iri_within(
    Defining& defining, std::string_view value, Relative relative) {
  const auto define = [&](std::string_view name) -> Result<void> {
    const auto found = defining.defined.find(name);
    const bool is_done = found != defining.defined.end() && found->second;
    if (is_done || is_jsonld_keyword(name) || !defining.is_local(name)) return {};
    return create_term(defining, std::string(name));
  };
  if (!has_form_of_keyword(value)) {
    TRY(define(value));
    const std::size_t colon = value.empty() ? value.npos : value.find(':', 1);
    const TermDefinition* const term = defining.active.term(value);
    if (!term && colon != value.npos) {
      const std::string_view prefix = value.substr(0, colon);
      if (prefix != "_" && !value.substr(colon + 1).starts_with("//"))
        TRY(define(prefix));
    }
  }
  return expanded(defining.active, value, relative, Vocabulary::kUsed);
}

Result<void> ContextProcessor::create_term(Defining& defining,
                                           const std::string& term) {
  // A term may be told by another, that one by a third: on the stack.
  const Defining::Level level(defining);
  if (defining.depth > options_.max_depth)
    return Error{ErrorKind::kLimit, "terms that are defined by too many others"};
  TRY(spend(20));
  if (const auto found = defining.defined.find(term); found != defining.defined.end()) {
    if (found->second) return {};
    return jsonld_error("cyclic IRI mapping", term);
  }
  if (term.empty()) return jsonld_error("invalid term definition", "an empty term");
  defining.defined[term] = false;
  Json value = *defining.local_members.at(term);
  if (term == "@type") {
    if (is_1_0() || !is_fit_for_type(value))
      return jsonld_error("keyword redefinition", term);
  } else if (is_jsonld_keyword(term)) {
    return jsonld_error("keyword redefinition", term);
  } else if (has_form_of_keyword(term)) {
    return {};
  }
  std::shared_ptr<const TermDefinition> previous;
  if (const auto old = defining.active.terms.find(term);
      old != defining.active.terms.end()) {
    previous = old->second;
    defining.active.terms.erase(old);
  }
  const bool is_simple = value.is_string();
  if (value.is_null() || is_simple) value = Json::object().add("@id", Json(value));
  if (!value.is_object()) return jsonld_error("invalid term definition", term);
  TermDefinition definition;
  definition.is_protected = defining.is_protected;
  if (const Json* const is_protected = value.find("@protected")) {
    if (is_1_0()) return jsonld_error("invalid term definition", term);
    if (!is_protected->is_bool()) return jsonld_error("invalid @protected value", term);
    definition.is_protected = is_protected->kind == Json::Kind::kTrue;
  }
  TRY(define_type(defining, value, definition));
  bool is_kept = true;
  if (value.contains("@reverse")) {
    TRY_ASSIGN(is_kept, define_reverse(defining, value, definition));
  } else {
    TRY_ASSIGN(is_kept, define_iri(defining, term, value, is_simple, definition));
    if (is_kept) TRY(define_rest(defining, term, value, definition));
  }
  if (!is_kept) return {};
  TRY(spend(definition.iri.value_or("").size() / kBytesAStep));
  if (!defining.override_protected && previous && previous->is_protected) {
    TermDefinition comparable = *previous;
    comparable.is_protected = definition.is_protected;
    comparable.base_url = definition.base_url;
    if (comparable != definition)
      return jsonld_error("protected term redefinition", term);
    definition = *previous;
  }
  defining.active.terms[term] =
      std::make_shared<const TermDefinition>(std::move(definition));
  defining.defined[term] = true;
  return {};
}

// Step 12.
Result<void> ContextProcessor::define_type(Defining& defining, const Json& value,
                                           TermDefinition& definition) {
  const Json* const type = value.find("@type");
  if (!type) return {};
  if (!type->is_string()) return jsonld_error("invalid type mapping");
  TRY_ASSIGN(const auto iri,
             expand_iri_within(defining, type->text, Relative::kToNothing));
  if (!iri) return jsonld_error("invalid type mapping", type->text);
  const bool is_new = *iri == "@json" || *iri == "@none";
  const bool is_keyword = is_new || *iri == "@id" || *iri == "@vocab";
  if ((is_new && is_1_0()) || (!is_keyword && !rdf::is_absolute_iri(*iri)))
    return jsonld_error("invalid type mapping", *iri);
  definition.type = *iri;
  return {};
}

// Step 13. False: the term is ignored.
Result<bool> ContextProcessor::define_reverse(Defining& defining, const Json& value,
                                              TermDefinition& definition) {
  const Json& reverse = *value.find("@reverse");
  if (value.contains("@id") || value.contains("@nest"))
    return jsonld_error("invalid reverse property");
  if (!reverse.is_string()) return jsonld_error("invalid IRI mapping");
  if (has_form_of_keyword(reverse.text)) return false;
  TRY_ASSIGN(definition.iri,
             expand_iri_within(defining, reverse.text, Relative::kToNothing));
  if (!definition.iri || !is_iri_or_blank(*definition.iri))
    return jsonld_error("invalid IRI mapping", reverse.text);
  if (const Json* const container = value.find("@container")) {
    const bool is_fine = container->is_null() || *container == Json::string("@set") ||
                         *container == Json::string("@index");
    if (!is_fine) return jsonld_error("invalid reverse property");
    if (container->is_string()) definition.container = {container->text};
  }
  definition.is_reverse = true;
  return true;
}

// Steps 14 to 18. False: the term is ignored.
Result<bool> ContextProcessor::define_iri(Defining& defining, const std::string& term,
                                          const Json& value, bool is_simple,
                                          TermDefinition& definition) {
  const Json* const id = value.find("@id");
  if (!id || (id->is_string() && id->text == term)) {
    TRY(define_iri_of_term(defining, term, definition));
    return true;
  }
  if (id->is_null()) return true;
  if (!id->is_string()) return jsonld_error("invalid IRI mapping", term);
  if (!is_jsonld_keyword(id->text) && has_form_of_keyword(id->text)) return false;
  TRY_ASSIGN(definition.iri,
             expand_iri_within(defining, id->text, Relative::kToNothing));
  const bool is_fine = definition.iri && (is_jsonld_keyword(*definition.iri) ||
                                          is_iri_or_blank(*definition.iri));
  if (!is_fine) return jsonld_error("invalid IRI mapping", id->text);
  if (*definition.iri == "@context") return jsonld_error("invalid keyword alias", term);
  if (!is_1_0() && has_inner_colon_or_slash(term)) {
    defining.defined[term] = true;
    TRY_ASSIGN(const auto own, expand_iri_within(defining, term, Relative::kToNothing));
    if (own != definition.iri) return jsonld_error("invalid IRI mapping", term);
  }
  const std::string_view iri = *definition.iri;
  const bool ends_as_prefix =
      !iri.empty() && std::string_view(":/?#[]@").find(iri.back()) != iri.npos;
  const bool may_be_prefix = is_simple && term.find_first_of(":/") == term.npos;
  // In 1.0 every term could be one.
  definition.is_prefix =
      is_1_0() || (may_be_prefix && (ends_as_prefix || iri.starts_with("_:")));
  return true;
}

Result<void> ContextProcessor::define_iri_of_term(Defining& defining,
                                                  const std::string& term,
                                                  TermDefinition& definition) {
  if (const std::size_t colon = term.find(':', 1); colon != term.npos) {
    const std::string prefix = term.substr(0, colon);
    if (defining.is_local(prefix) && !is_jsonld_keyword(prefix))
      TRY(create_term(defining, prefix));
    const TermDefinition* const known = defining.active.term(prefix);
    definition.iri = known && known->iri ? *known->iri + term.substr(colon + 1) : term;
    return {};
  }
  if (term.find('/') != term.npos) {
    TRY_ASSIGN(definition.iri, expand_iri_within(defining, term, Relative::kToNothing));
    if (!definition.iri || !rdf::is_absolute_iri(*definition.iri))
      return jsonld_error("invalid IRI mapping", term);
  } else if (term == "@type") {
    definition.iri = term;
  } else if (defining.active.vocab) {
    definition.iri = *defining.active.vocab + term;
  } else {
    return jsonld_error("invalid IRI mapping", term);
  }
  return {};
}

// Step 19.
Result<void> ContextProcessor::define_container(const Json& value,
                                                TermDefinition& definition) {
  const Json* const container = value.find("@container");
  if (!container) return {};
  std::vector<std::string> names;
  if (container->is_string()) names.push_back(container->text);
  for (const Json& item : container->items) {
    if (!item.is_string()) return jsonld_error("invalid container mapping");
    names.push_back(item.text);
  }
  if (container->is_object() || !is_container(names))
    return jsonld_error("invalid container mapping");
  const bool is_new = !container->is_string() || names[0] == "@graph" ||
                      names[0] == "@id" || names[0] == "@type";
  if (is_1_0() && is_new) return jsonld_error("invalid container mapping");
  definition.container = std::move(names);
  if (definition.has_container("@type")) {
    if (!definition.type) definition.type = "@id";
    if (*definition.type != "@id" && *definition.type != "@vocab")
      return jsonld_error("invalid type mapping", *definition.type);
  }
  return {};
}

// Step 21: a scoped context must be fit for use, though it is used later.
Result<void> ContextProcessor::check_scoped_context(Defining& defining,
                                                    const Json& context) {
  const Settings settings{.override_protected = true, .validate_scoped = false};
  const auto active = std::make_shared<const JsonLdContext>(defining.active);
  auto processed =
      process_from(active, context, defining.base_url, settings, defining.remote);
  if (processed) return {};
  if (processed.error().kind == ErrorKind::kLimit) return std::move(processed).error();
  return jsonld_error("invalid scoped context", processed.error().text);
}

// Steps 19 to 26.
Result<void> ContextProcessor::define_rest(Defining& defining, const std::string& term,
                                           const Json& value,
                                           TermDefinition& definition) {
  static constexpr std::array<std::string_view, 11> kMembers = {
      "@id",       "@reverse", "@container", "@context",   "@direction", "@index",
      "@language", "@nest",    "@prefix",    "@protected", "@type"};
  const Error invalid = jsonld_error("invalid term definition", term);
  TRY(define_container(value, definition));
  if (const Json* const index = value.find("@index")) {
    if (is_1_0() || !definition.has_container("@index") || !index->is_string())
      return invalid;
    TRY_ASSIGN(const auto iri,
               expand_iri_within(defining, index->text, Relative::kToNothing));
    if (!iri || !rdf::is_absolute_iri(*iri)) return invalid;
    definition.index = index->text;
  }
  if (const Json* const context = value.find("@context")) {
    if (is_1_0()) return invalid;
    TRY(check_scoped_context(defining, *context));
    definition.context = *context;
    definition.base_url = defining.base_url;
  }
  if (const Json* const language = value.find("@language");
      language && !value.contains("@type")) {
    if (!language->is_null() && !language->is_string())
      return jsonld_error("invalid language mapping", term);
    definition.language.is_set = true;
    if (language->is_string()) definition.language.value = language->text;
  }
  if (const Json* const direction = value.find("@direction");
      direction && !value.contains("@type")) {
    if (!direction->is_null() &&
        (!direction->is_string() || !is_direction(direction->text)))
      return jsonld_error("invalid base direction", term);
    definition.direction.is_set = true;
    if (direction->is_string()) definition.direction.value = direction->text;
  }
  if (const Json* const nest = value.find("@nest")) {
    if (is_1_0()) return invalid;
    const bool is_other = is_jsonld_keyword(nest->text) && nest->text != "@nest";
    if (!nest->is_string() || is_other)
      return jsonld_error("invalid @nest value", term);
    definition.nest = nest->text;
  }
  if (const Json* const prefix = value.find("@prefix")) {
    if (is_1_0() || term.find_first_of(":/") != term.npos) return invalid;
    if (!prefix->is_bool()) return jsonld_error("invalid @prefix value", term);
    definition.is_prefix = prefix->kind == Json::Kind::kTrue;
    if (definition.is_prefix && definition.iri && is_jsonld_keyword(*definition.iri))
      return invalid;
  }
  for (const std::string& key : value.keys)
    if (std::ranges::find(kMembers, key) == kMembers.end()) return invalid;
  return {};
}

}  // namespace curlew::parse
