#include "parse/rdf/jsonld/context.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_set>

#include "base/ascii.h"
#include "parse/json/json.h"
#include "parse/rdf/jsonld/defining.h"
#include "rdf/iri.h"

namespace curlew::parse {
namespace {

using model::Json;

// Members of a context that are not terms.
constexpr std::array<std::string_view, 8> kContextKeywords = {
    "@base",      "@direction", "@import",  "@language",
    "@propagate", "@protected", "@version", "@vocab"};

// Bytes that contexts may add to the document for each of its own.
constexpr std::size_t kMaxMade = 32;

bool is_version_1_1(const Json& value) {
  double number = 0;
  std::from_chars(value.text.data(), value.text.data() + value.text.size(), number);
  return value.is_number() && number == 1.1;
}

}  // namespace

Error jsonld_error(std::string_view code, std::string_view detail) {
  const std::string text =
      detail.empty() ? std::string(code) : fmt::format("{}: {:.100}", code, detail);
  return {ErrorKind::kMalformed, text};
}

bool TermDefinition::has_container(std::string_view keyword) const {
  return std::ranges::find(container, keyword) != container.end();
}

bool is_jsonld_keyword(std::string_view text) {
  static constexpr std::array<std::string_view, 24> kKeywords = {
      "@base",    "@container", "@context",  "@default", "@direction", "@graph",
      "@id",      "@import",    "@included", "@index",   "@json",      "@language",
      "@list",    "@nest",      "@none",     "@prefix",  "@propagate", "@protected",
      "@reverse", "@set",       "@type",     "@value",   "@version",   "@vocab"};
  return text.starts_with('@') && std::ranges::find(kKeywords, text) != kKeywords.end();
}

bool has_form_of_keyword(std::string_view text) {
  return text.size() > 1 && text[0] == '@' &&
         std::ranges::all_of(text.substr(1), [](char c) { return is_ascii_alpha(c); });
}

ContextProcessor::ContextProcessor(std::string_view document, const RdfOptions& options)
    : options_(options), max_made_(kMaxMade * document.size() + options.max_growth) {}

ContextPtr ContextProcessor::initial() const {
  auto context = std::make_shared<JsonLdContext>();
  if (!options_.base.empty()) context->base = options_.base;
  return context;
}

Result<void> ContextProcessor::spend(std::uint64_t steps) {
  if (steps > steps_left_)
    return Error{ErrorKind::kLimit, "its contexts take too much work"};
  steps_left_ -= steps;
  return {};
}

Result<void> ContextProcessor::spend_on_copy_of(const JsonLdContext& context) {
  std::size_t bytes = 0;
  for (const auto& text : {&context.base, &context.vocab, &context.language})
    bytes += *text ? (*text)->size() : 0;
  return spend(1 + context.terms.size() + bytes / kBytesAStep);
}

Result<ContextPtr> ContextProcessor::process(const ContextPtr& active,
                                             const Json& local,
                                             const std::string& base_url,
                                             Settings settings) {
  if (!local.is_string()) return process_from(active, local, base_url, settings, {});
  // Many nodes name one large context: it is processed once for all of them.
  const std::tuple key(active, rdf::resolve_iri(base_url, local.text),
                       settings.override_protected, settings.propagate);
  if (const auto known = processed_.find(key); known != processed_.end())
    return known->second;
  TRY_ASSIGN(ContextPtr result, process_from(active, local, base_url, settings, {}));
  return processed_.emplace(key, std::move(result)).first->second;
}

// Section 4.1.2, Context Processing Algorithm.
Result<ContextPtr> ContextProcessor::process_from(const ContextPtr& active,
                                                  const Json& local,
                                                  const std::string& base_url,
                                                  Settings settings,
                                                  const RemoteContexts& remote) {
  TRY(spend_on_copy_of(*active));
  auto result = std::make_shared<JsonLdContext>(*active);
  if (local.is_object()) {
    if (const Json* const propagate = local.find("@propagate")) {
      if (!propagate->is_bool()) return jsonld_error("invalid @propagate value");
      settings.propagate = propagate->kind == Json::Kind::kTrue;
    }
  }
  if (!settings.propagate && !result->previous) {
    result->previous = active;
    result->previous_count = 1;
  }
  if (!local.is_array()) {
    TRY(process_one(*active, *result, local, base_url, settings, remote));
    return ContextPtr(std::move(result));
  }
  for (const Json& context : local.items)
    TRY(process_one(*active, *result, context, base_url, settings, remote));
  return ContextPtr(std::move(result));
}

Result<void> ContextProcessor::nullify(const JsonLdContext& active,
                                       JsonLdContext& result, Settings settings) {
  const auto is_protected = [](const auto& term) { return term.second->is_protected; };
  if (!settings.override_protected && std::ranges::any_of(active.terms, is_protected))
    return jsonld_error("invalid context nullification");
  TRY(spend_on_copy_of(result));
  auto before = std::make_shared<JsonLdContext>(result);
  result = *initial();
  if (settings.propagate) return {};
  result.previous_count = before->previous_count + 1;
  result.previous = std::move(before);
  if (result.previous_count > options_.max_depth)
    return Error{ErrorKind::kLimit, "its contexts are nested too deep"};
  return {};
}

Result<void> ContextProcessor::process_one(const JsonLdContext& active,
                                           JsonLdContext& result, const Json& local,
                                           const std::string& base_url,
                                           Settings settings,
                                           const RemoteContexts& remote) {
  if (local.is_null()) return nullify(active, result, settings);
  if (local.is_string())
    return process_remote(result, local.text, base_url, settings, remote);
  if (!local.is_object()) return jsonld_error("invalid local context");
  if (const Json* const version = local.find("@version")) {
    if (!is_version_1_1(*version)) return jsonld_error("invalid @version value");
    if (is_1_0()) return jsonld_error("processing mode conflict");
  }
  Json imported;
  if (local.contains("@import")) {
    TRY_ASSIGN(imported, import_into(local, base_url));
  }
  const Json& context = local.contains("@import") ? imported : local;
  if (remote.empty()) TRY(process_base(result, context));
  TRY(process_defaults(result, context));
  const Json* const is_protected = context.find("@protected");
  if (is_protected && !is_protected->is_bool())
    return jsonld_error("invalid @protected value");
  Defining defining(result, context, base_url, remote);
  defining.is_protected = is_protected && is_protected->kind == Json::Kind::kTrue;
  defining.override_protected = settings.override_protected;
  for (const std::string& key : context.keys) {
    if (std::ranges::find(kContextKeywords, key) == kContextKeywords.end())
      TRY(create_term(defining, key));
  }
  return {};
}

Result<const Json*> ContextProcessor::load(const std::string& url) {
  if (const auto known = loaded_.find(url); known != loaded_.end())
    return &known->second;
  if (!options_.load_context) return jsonld_error("loading remote context failed", url);
  if (loaded_.size() >= static_cast<std::size_t>(options_.max_contexts))
    return jsonld_error("context overflow", url);
  auto text = options_.load_context(url);
  if (!text) return jsonld_error("loading remote context failed", text.error().text);
  auto parsed = parse_json(*text, options_.max_depth);
  if (!parsed.ok()) return std::move(parsed).error().within(url);
  Json document = *std::move(parsed);
  if (!document.is_object() || !document.contains("@context"))
    return jsonld_error("invalid remote context", url);
  Json context = *document.find("@context");
  return &loaded_.emplace(url, std::move(context)).first->second;
}

Result<void> ContextProcessor::process_remote(JsonLdContext& result,
                                              const std::string& reference,
                                              const std::string& base_url,
                                              Settings settings,
                                              const RemoteContexts& remote) {
  const std::string url = rdf::resolve_iri(base_url, reference);
  if (!rdf::is_absolute_iri(url))
    return jsonld_error("loading document failed", reference);
  const bool is_known = std::ranges::find(remote, url) != remote.end();
  if (is_known && !settings.validate_scoped) return {};
  if (is_known || remote.size() >= static_cast<std::size_t>(options_.max_contexts))
    return jsonld_error("context overflow", url);
  RemoteContexts with_this = remote;
  with_this.push_back(url);
  TRY_ASSIGN(const Json* const context, load(url));
  const auto before = std::make_shared<const JsonLdContext>(result);
  const Settings inner{.validate_scoped = settings.validate_scoped};
  TRY_ASSIGN(const ContextPtr processed,
             process_from(before, *context, url, inner, with_this));
  result = *processed;
  return {};
}

// Step 5.6: members of the context win over those of the one that it imports.
Result<Json> ContextProcessor::import_into(const Json& context,
                                           const std::string& base_url) {
  const Json& import = *context.find("@import");
  if (is_1_0()) return jsonld_error("invalid context entry", "@import");
  if (!import.is_string()) return jsonld_error("invalid @import value");
  TRY_ASSIGN(const Json* const loaded, load(rdf::resolve_iri(base_url, import.text)));
  if (!loaded->is_object()) return jsonld_error("invalid remote context", import.text);
  if (loaded->contains("@import"))
    return jsonld_error("invalid context entry", "@import");
  Json merged = context;
  const std::unordered_set<std::string_view> own(context.keys.begin(),
                                                 context.keys.end());
  for (std::size_t i = 0; i < loaded->keys.size(); ++i) {
    if (!own.contains(loaded->keys[i])) merged.add(loaded->keys[i], loaded->items[i]);
  }
  TRY(spend(merged.keys.size()));
  return merged;
}

Result<void> ContextProcessor::process_base(JsonLdContext& result,
                                            const Json& context) {
  const Json* const base = context.find("@base");
  if (!base) return {};
  if (base->is_null()) {
    result.base.reset();
  } else if (!base->is_string()) {
    return jsonld_error("invalid base IRI");
  } else if (rdf::is_absolute_iri(base->text)) {
    result.base = base->text;
  } else if (result.base) {
    result.base = rdf::resolve_iri(*result.base, base->text);
  } else {
    return jsonld_error("invalid base IRI", base->text);
  }
  return {};
}

// Steps 5.8 to 5.11.
Result<void> ContextProcessor::process_defaults(JsonLdContext& result,
                                                const Json& context) {
  if (const Json* const vocab = context.find("@vocab")) {
    if (vocab->is_null()) {
      result.vocab.reset();
    } else {
      const std::string& text = vocab->text;
      const bool is_iri = rdf::is_absolute_iri(text) || text.starts_with("_:");
      if (!vocab->is_string() || (is_1_0() && !is_iri))
        return jsonld_error("invalid vocab mapping");
      // A relative mapping adds to the one that it replaces.
      result.vocab = expanded(result, text, Relative::kToDocument, Vocabulary::kUsed);
      if (!result.vocab) return jsonld_error("invalid vocab mapping", text);
      TRY(spend(result.vocab->size() / kBytesAStep));
    }
  }
  if (const Json* const language = context.find("@language")) {
    if (!language->is_null() && !language->is_string())
      return jsonld_error("invalid default language");
    result.language.reset();
    if (language->is_string()) result.language = language->text;
  }
  if (const Json* const direction = context.find("@direction")) {
    if (is_1_0()) return jsonld_error("invalid context entry", "@direction");
    const bool is_fine = direction->is_null() ||
                         (direction->is_string() && is_direction(direction->text));
    if (!is_fine) return jsonld_error("invalid base direction");
    result.direction.reset();
    if (direction->is_string()) result.direction = direction->text;
  }
  if (const Json* const propagate = context.find("@propagate")) {
    if (is_1_0()) return jsonld_error("invalid context entry", "@propagate");
    if (!propagate->is_bool()) return jsonld_error("invalid @propagate value");
  }
  return {};
}

std::optional<std::string> ContextProcessor::expand_iri(const JsonLdContext& active,
                                                        std::string_view value,
                                                        Relative relative,
                                                        Vocabulary vocabulary) {
  if (is_too_large()) return std::nullopt;
  auto iri = expanded(active, value, relative, vocabulary);
  if (iri) count_made(iri->size());
  return iri;
}

// Section 5.2.2, IRI Expansion, when all terms are defined.
std::optional<std::string> ContextProcessor::expanded(const JsonLdContext& active,
                                                      std::string_view value,
                                                      Relative relative,
                                                      Vocabulary vocabulary) const {
  if (is_jsonld_keyword(value)) return std::string(value);
  if (has_form_of_keyword(value)) return std::nullopt;
  if (const TermDefinition* const term = active.term(value)) {
    if (term->iri && is_jsonld_keyword(*term->iri)) return term->iri;
    if (vocabulary == Vocabulary::kUsed) return term->iri;
  }
  if (const std::size_t colon = value.find(':', 1);
      colon != value.npos && !value.empty()) {
    const std::string_view prefix = value.substr(0, colon);
    const std::string_view suffix = value.substr(colon + 1);
    if (prefix == "_" || suffix.starts_with("//")) return std::string(value);
    const TermDefinition* const term = active.term(prefix);
    if (term && term->iri && term->is_prefix)
      return std::string(*term->iri).append(suffix);
    if (rdf::is_absolute_iri(value)) return std::string(value);
  }
  if (vocabulary == Vocabulary::kUsed && active.vocab)
    return std::string(*active.vocab).append(value);
  if (relative == Relative::kToDocument && active.base)
    return rdf::resolve_iri(*active.base, value);
  return std::string(value);
}

}  // namespace curlew::parse
