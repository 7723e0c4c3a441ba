// Contexts of JSON-LD: what the names in a document stand for (sections 4 and 5 of the
// specification's algorithms).

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "model/json.h"
#include "parse/rdf/rdf.h"

namespace curlew::parse {

// A member that may be missing, null or a string.
struct NullableText {
  bool is_set = false;
  // Nullopt: null.
  std::optional<std::string> value;

  bool operator==(const NullableText&) const = default;
};

struct TermDefinition {
  // Nullopt: the term is to be ignored.
  std::optional<std::string> iri;
  bool is_prefix = false;
  bool is_protected = false;
  bool is_reverse = false;
  // Of the context that defines it.
  std::string base_url;
  // A context in force below the term.
  std::optional<model::Json> context;
  // "@list", "@set", ...
  std::vector<std::string> container;
  NullableText language;
  NullableText direction;
  std::optional<std::string> index;
  std::optional<std::string> nest;
  std::optional<std::string> type;

  bool has_container(std::string_view keyword) const;
  bool operator==(const TermDefinition&) const = default;
};

struct JsonLdContext {
  std::map<std::string, std::shared_ptr<const TermDefinition>, std::less<>> terms;
  // Nullopt: relative names stay relative.
  std::optional<std::string> base;
  std::optional<std::string> vocab;
  std::optional<std::string> language;
  std::optional<std::string> direction;
  // What was in force before a context that does not reach into nested nodes.
  std::shared_ptr<const JsonLdContext> previous;
  // Contexts behind `previous`. They are let go one inside the other, on the stack.
  int previous_count = 0;

  const TermDefinition* term(std::string_view name) const {
    const auto found = terms.find(name);
    return found == terms.end() ? nullptr : found->second.get();
  }
};

using ContextPtr = std::shared_ptr<const JsonLdContext>;

bool is_jsonld_keyword(std::string_view text);
// "@" and letters: reserved, and ignored where it is not a keyword.
bool has_form_of_keyword(std::string_view text);

class ContextProcessor {
 public:
  ContextProcessor(std::string_view document, const RdfOptions& options);

  // What is in force before any context.
  ContextPtr initial() const;

  struct Settings {
    bool override_protected = false;
    bool propagate = true;
    bool validate_scoped = true;
  };
  // Context Processing Algorithm.
  Result<ContextPtr> process(const ContextPtr& active, const model::Json& local,
                             const std::string& base_url, Settings settings);

  enum class Relative { kToNothing, kToDocument };
  enum class Vocabulary { kIgnored, kUsed };
  // IRI Expansion, outside of context processing. Nullopt: null, or out of room.
  std::optional<std::string> expand_iri(const JsonLdContext& active,
                                        std::string_view value, Relative relative,
                                        Vocabulary vocabulary);

  // For texts that a context puts into the expanded document. A name of one letter may
  // stand for a megabyte.
  void count_made(std::size_t bytes) { made_ += bytes; }
  bool is_too_large() const { return made_ > max_made_; }

  bool is_1_0() const { return options_.is_jsonld_1_0; }

 private:
  // Where a definition is looked up while its context is being processed.
  struct Defining;

  using RemoteContexts = std::vector<std::string>;

  Result<ContextPtr> process_from(const ContextPtr& active, const model::Json& local,
                                  const std::string& base_url, Settings settings,
                                  const RemoteContexts& remote);
  Result<void> process_one(const JsonLdContext& active, JsonLdContext& result,
                           const model::Json& context, const std::string& base_url,
                           Settings settings, const RemoteContexts& remote);
  Result<void> nullify(const JsonLdContext& active, JsonLdContext& result,
                       Settings settings);
  Result<void> process_remote(JsonLdContext& result, const std::string& reference,
                              const std::string& base_url, Settings settings,
                              const RemoteContexts& remote);
  Result<void> process_base(JsonLdContext& result, const model::Json& context);
  Result<void> process_defaults(JsonLdContext& result, const model::Json& context);
  Result<model::Json> import_into(const model::Json& context,
                                  const std::string& base_url);
  Result<const model::Json*> load(const std::string& url);

  Result<void> create_term(Defining& defining, const std::string& term);
  Result<bool> define_reverse(Defining& defining, const model::Json& value,
                              TermDefinition& definition);
  Result<bool> define_iri(Defining& defining, const std::string& term,
                          const model::Json& value, bool is_simple,
                          TermDefinition& definition);
  Result<void> define_iri_of_term(Defining& defining, const std::string& term,
                                  TermDefinition& definition);
  Result<void> define_type(Defining& defining, const model::Json& value,
                           TermDefinition& definition);
  Result<void> define_container(const model::Json& value, TermDefinition& definition);
  Result<void> define_rest(Defining& defining, const std::string& term,
                           const model::Json& value, TermDefinition& definition);
  Result<void> check_scoped_context(Defining& defining, const model::Json& context);
  Result<std::optional<std::string>> expand_iri_within(Defining& defining,
                                                       std::string_view value,
                                                       Relative relative);
  std::optional<std::string> expanded(const JsonLdContext& active,
                                      std::string_view value, Relative relative,
                                      Vocabulary vocabulary) const;
  Result<void> spend(std::uint64_t steps);
  Result<void> spend_on_copy_of(const JsonLdContext& context);

  const RdfOptions& options_;
  std::map<std::string, model::Json> loaded_;
  // Contexts at addresses, by what was in force before, the address and the settings.
  std::map<std::tuple<ContextPtr, std::string, bool, bool>, ContextPtr> processed_;
  // Terms copied from one context to the next, and with twenty steps each, defined, and
  // eight bytes of their texts: some seconds, and 160 MB, at most.
  std::uint64_t steps_left_ = 20'000'000;
  std::size_t made_ = 0;
  std::size_t max_made_;
};

}  // namespace curlew::parse
