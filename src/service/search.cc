#include "service/search.h"

#include <charconv>
#include <functional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "control/stored_text.h"
#include "model/folder.h"
#include "service/snippet.h"
#include "text/fold.h"

namespace curlew::service {
namespace {

using query::Expression;
using query::FactKind;
using query::NodeKind;
using SourceSet = std::unordered_set<model::SourceId>;

bool names_sources(const Expression& expression) {
  return expression.kind == NodeKind::kFact &&
         (expression.fact.kind == FactKind::kSource ||
          expression.fact.kind == FactKind::kFolder);
}

bool has_sources(const Expression& expression) {
  return names_sources(expression) ||
         std::ranges::any_of(expression.children, has_sources);
}

bool is_meant(const query::Fact& fact, const model::Source& source) {
  if (fact.kind == FactKind::kFolder) {
    return model::is_in_folder(text::fold(source.folder), fact.value);
  }
  if (fact.value == std::to_string(source.id.value)) return true;
  const bool is_number =
      fact.value.find_first_not_of("0123456789") == std::string::npos;
  return !is_number &&
         (text::fold(source.title).find(fact.value) != std::string::npos ||
          text::fold(source.url).find(fact.value) != std::string::npos);
}

// The sources that a viewer sees, read when they are first asked for.
class SeenSources {
 public:
  SeenSources(store::Store& store, Viewer viewer, Time now)
      : store_(store), viewer_(viewer), now_(now) {}

  Result<std::vector<model::SourceId>> named_by(const query::Fact& fact) {
    if (!all_) {
      TRY_ASSIGN(all_, list_sources(store_, {.viewer = viewer_}, now_, {}));
    }
    std::vector<model::SourceId> sources;
    for (const store::WatchedSource& each : *all_) {
      if (is_meant(fact, each.source)) sources.push_back(each.source.id);
    }
    return sources;
  }

 private:
  store::Store& store_;
  const Viewer viewer_;
  const Time now_;
  std::optional<std::vector<store::WatchedSource>> all_;
};

Result<Expression> resolved(const Expression& expression, SeenSources& seen) {
  Expression out = expression;
  if (names_sources(expression)) {
    TRY_ASSIGN(const auto sources, seen.named_by(expression.fact));
    out = {};
    out.kind = NodeKind::kOr;
    for (const model::SourceId source : sources) {
      Expression& one = out.children.emplace_back();
      one.kind = NodeKind::kFact;
      one.fact = {FactKind::kSource, std::to_string(source.value)};
    }
    return out;
  }
  for (Expression& child : out.children) {
    TRY_ASSIGN(child, resolved(child, seen));
  }
  return out;
}

// What the whole answer must come from: the visible sources and those that the query
// names beside all other words. A folder of a thousand sources is one look at each hit
// then, and not a thousand lists.
Result<void> take_named_sources(Expression& expression, SeenSources& seen,
                                std::optional<SourceSet>& from) {
  const auto take = [&](const query::Fact& fact) -> Result<void> {
    TRY_ASSIGN(const auto named, seen.named_by(fact));
    SourceSet both;
    for (const model::SourceId source : named) {
      if (!from || from->contains(source)) both.insert(source);
    }
    from = std::move(both);
    return {};
  };
  if (names_sources(expression)) {
    TRY(take(expression.fact));
    expression = {};
    expression.kind = NodeKind::kAnd;
    return {};
  }
  if (expression.kind != NodeKind::kAnd) return {};
  for (const Expression& child : expression.children) {
    if (names_sources(child)) TRY(take(child.fact));
  }
  std::erase_if(expression.children, names_sources);
  return {};
}

// A request as the index takes it.
struct Asked {
  Expression expression;
  std::optional<SourceSet> from;
  const SourceSet* sources() const { return from ? &*from : nullptr; }
};

Result<Asked> read_request(store::Store& store, const SearchRequest& request,
                           const query::Dictionary& dictionary, Time now) {
  Asked asked;
  TRY_ASSIGN(asked.expression,
             query::parse_query(request.query, dictionary, request.synonyms));
  if (request.viewer) {
    TRY_ASSIGN(const auto visible,
               store.subscriptions().visible_sources(*request.viewer));
    asked.from.emplace(visible.begin(), visible.end());
  }
  SeenSources seen(store, request.viewer, now);
  TRY(take_named_sources(asked.expression, seen, asked.from));
  if (has_sources(asked.expression)) {
    TRY_ASSIGN(asked.expression, resolved(asked.expression, seen));
  }
  return asked;
}

}  // namespace

Result<Expression> resolve_sources(store::Store& store, const Expression& expression,
                                   Viewer viewer, Time now) {
  SeenSources seen(store, viewer, now);
  return resolved(expression, seen);
}

Result<SearchResult> search(store::Store& store, const SearchRequest& request,
                            const query::Dictionary& dictionary, Time now) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(const Asked asked, read_request(store, request, dictionary, now));
  TRY_ASSIGN(const store::SearchAnswer answer,
             store.index().find({.expression = &asked.expression,
                                 .order = request.order,
                                 .limit = request.limit,
                                 .before = request.before,
                                 .skip = request.skip,
                                 .sources = asked.sources()}));
  std::vector<model::ArticleId> articles;
  for (const store::SearchHit& hit : answer.hits) articles.push_back(hit.article);
  TRY_ASSIGN(auto stored, control::stored_texts(store, articles));
  SearchResult result{.rows = {}, .found = answer.found, .has_more = answer.has_more};
  std::size_t i = 0;
  for (control::StoredText& each : stored) {
    while (answer.hits[i].article != each.row.id) ++i;
    Snippet snippet = snippet_of(each.text, asked.expression, dictionary.analyzer);
    result.rows.push_back({.article = std::move(each.row),
                           .snippet = std::move(snippet.text),
                           .marks = std::move(snippet.marks),
                           .score = answer.hits[i].score});
  }
  return result;
}

Result<Preview> preview(store::Store& store, const SearchRequest& request,
                        const query::Dictionary& dictionary, Time now) {
  constexpr std::size_t kCountedAtATime = 1'000;
  constexpr std::size_t kMostCounted = 20'000;
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(const model::ArticleId first,
             store.articles().first_since(now - kPreviewTime));
  TRY_ASSIGN(SearchResult newest, search(store, request, dictionary, now));
  Preview preview;
  for (SearchRow& row : newest.rows) {
    if (row.article.id >= first) preview.rows.push_back(std::move(row));
  }
  TRY_ASSIGN(const Asked asked, read_request(store, request, dictionary, now));
  std::optional<model::ArticleId> before;
  for (bool is_over = false; !is_over;) {
    TRY_ASSIGN(const store::SearchAnswer answer,
               store.index().find({.expression = &asked.expression,
                                   .limit = kCountedAtATime,
                                   .before = before,
                                   .sources = asked.sources()}));
    for (const store::SearchHit& hit : answer.hits)
      preview.count += hit.article >= first;
    is_over =
        answer.hits.size() < kCountedAtATime || answer.hits.back().article < first;
    if (!is_over) before = answer.hits.back().article;
    preview.has_more = !is_over && preview.count >= kMostCounted;
    if (preview.has_more) return preview;
  }
  return preview;
}

}  // namespace curlew::service
