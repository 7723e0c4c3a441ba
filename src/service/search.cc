#include "service/search.h"

#include <fmt/format.h>

#include <charconv>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "control/stored_text.h"
#include "model/folder.h"
#include "query/own_topics.h"
#include "service/snippet.h"
#include "store/source_folders.h"
#include "store/source_slice.h"
#include "store/source_texts.h"
#include "store/visible_sources.h"
#include "text/analyzer.h"
#include "text/fold.h"

namespace curlew::service {
namespace {

using query::Expression;
using query::FactKind;
using query::NodeKind;
using SourceSet = std::unordered_set<model::SourceId>;

constexpr std::size_t kPreviewDays = kPreviewTime / std::chrono::days(1);

bool names_sources(const Expression& expression) {
  return expression.kind == NodeKind::kFact &&
         (expression.fact.kind == FactKind::kSource ||
          expression.fact.kind == FactKind::kFolder);
}

bool has_sources(const Expression& expression) {
  return names_sources(expression) ||
         std::ranges::any_of(expression.children, has_sources);
}

bool is_named(const model::Source& source, std::string_view word) {
  return text::fold(source.title).find(word) != std::string::npos ||
         text::fold(source.url).find(word) != std::string::npos;
}

// The sources that facts name, of those that a viewer sees. By a word they are looked
// for in the names of all of them, which are read when they are first asked for.
class SeenSources {
 public:
  SeenSources(store::Store& store, Viewer viewer, Time now)
      : store_(store), viewer_(viewer), now_(now) {}

  Result<std::vector<model::SourceId>> named_by(const query::Fact& fact) {
    if (fact.kind == FactKind::kFolder) return in_folder(fact.value);
    std::vector<model::SourceId> sources;
    if (const auto number = number_in(fact.value)) {
      bool is_seen = true;
      if (viewer_) {
        TRY_ASSIGN(is_seen, store_.subscriptions().is_visible(*viewer_, *number));
      }
      if (is_seen) sources.push_back(*number);
      return sources;
    }
    if (!all_) TRY(read());
    for (const store::WatchedSource& each : *all_) {
      if (is_named(each.source, fact.value)) sources.push_back(each.source.id);
    }
    return sources;
  }

 private:
  static std::optional<model::SourceId> number_in(const std::string& word) {
    std::int64_t number = 0;
    const char* const end = word.data() + word.size();
    const auto [read_to, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc() || read_to != end) return std::nullopt;
    return model::SourceId{number};
  }

  // Folders are few, and are compared as queries write them.
  Result<std::vector<model::SourceId>> in_folder(std::string_view folded) {
    const model::UserId user = viewer_.value_or(model::UserId{});
    TRY_ASSIGN(const auto rows, store::count_by_folder(store_.database(), user));
    std::vector<std::string_view> names;
    for (const store::FolderRow& row : rows) {
      if (model::is_in_folder(text::fold(row.name), folded)) names.push_back(row.name);
    }
    return store::sources_in_folders(store_.database(), user, names);
  }

  // With the titles of the sources themselves, as matching takes them: a viewer's own
  // title is for his eyes.
  Result<void> read() {
    TRY_ASSIGN(all_, list_sources(store_, {.viewer = viewer_}, now_, {}));
    if (!viewer_) return {};
    std::vector<model::SourceId> ids;
    for (const store::WatchedSource& each : *all_) ids.push_back(each.source.id);
    TRY_ASSIGN(auto originals, store_.sources().find(ids));
    std::unordered_map<model::SourceId, std::string> titles;
    for (store::WatchedSource& each : originals) {
      titles[each.source.id] = std::move(each.source.title);
    }
    for (store::WatchedSource& each : *all_) {
      each.source.title = titles[each.source.id];
    }
    return {};
  }

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
  // What the viewer does not see, unless `from` is of what he sees alone.
  SourceSet hidden;
  const SourceSet* sources() const { return from ? &*from : nullptr; }
  const SourceSet* hidden_sources() const { return hidden.empty() ? nullptr : &hidden; }
};

Result<void> take_visible_sources(store::Store& store, model::UserId viewer,
                                  Asked& asked) {
  TRY_ASSIGN(const auto visible, store::VisibleSources::of(store.database(), viewer));
  if (visible.are_hidden()) {
    asked.hidden = visible.set();
  } else {
    asked.from = visible.set();
  }
  return {};
}

// Topics by the numbers of those that the viewer sees, as the index has them.
Result<void> name_own_topics(store::Store& store, Viewer viewer,
                             Expression& expression) {
  if (query::asked_topics(expression).empty()) return {};
  TRY_ASSIGN(const auto topics, store.topics().all(viewer.value_or(model::UserId{})));
  query::add_own_topics(expression, [&](std::string_view name) {
    std::vector<std::string> numbers;
    for (const store::TopicRow& row : topics) {
      if (text::fold(row.topic.name) != name) continue;
      numbers.push_back(std::to_string(row.topic.source.value));
    }
    return numbers;
  });
  return {};
}

Result<Asked> read_request(store::Store& store, const SearchRequest& request,
                           const query::Dictionary& dictionary, Time now) {
  Asked asked;
  TRY_ASSIGN(asked.expression,
             query::parse_query(request.query, dictionary, request.synonyms));
  TRY(name_own_topics(store, request.viewer, asked.expression));
  if (request.viewer) TRY(take_visible_sources(store, *request.viewer, asked));
  SeenSources seen(store, request.viewer, now);
  TRY(take_named_sources(asked.expression, seen, asked.from));
  if (has_sources(asked.expression)) {
    TRY_ASSIGN(asked.expression, resolved(asked.expression, seen));
  }
  return asked;
}

// Leaves out what the viewer has muted.
Result<void> drop_muted(store::Store& store, Viewer viewer,
                        std::vector<store::SearchHit>& hits) {
  if (!viewer || hits.empty()) return {};
  std::vector<model::ArticleId> articles;
  for (const store::SearchHit& hit : hits) articles.push_back(hit.article);
  TRY_ASSIGN(const auto muted, store.article_states().muted(*viewer, articles));
  std::erase_if(
      hits, [&](const store::SearchHit& hit) { return muted.contains(hit.article); });
  return {};
}

// As many as are asked for, however many of the newest are muted. Of ranked ones those
// that are muted are missing: places are counted through all.
Result<store::SearchAnswer> find_shown(store::Store& store,
                                       const SearchRequest& request,
                                       const Asked& asked) {
  store::SearchAnswer all;
  std::optional<model::ArticleId> before = request.before;
  for (;;) {
    TRY_ASSIGN(store::SearchAnswer part,
               store.index().find({.expression = &asked.expression,
                                   .order = request.order,
                                   .limit = request.limit - all.hits.size(),
                                   .before = before,
                                   .skip = request.skip,
                                   .sources = asked.sources(),
                                   .hidden = asked.hidden_sources()}));
    const std::size_t found = part.hits.size();
    if (found > 0) before = part.hits.back().article;
    TRY(drop_muted(store, request.viewer, part.hits));
    all.found += part.found - (found - part.hits.size());
    all.has_more = part.has_more;
    all.hits.insert(all.hits.end(), part.hits.begin(), part.hits.end());
    const bool can_go_on =
        request.order == store::SearchOrder::kNewest && part.has_more && found > 0;
    if (!can_go_on || all.hits.size() >= request.limit) return all;
  }
}

}  // namespace

const query::Dictionary& plain_dictionary() {
  static const text::Analyzer analyzer;
  static const query::Dictionary dictionary{.analyzer = analyzer};
  return dictionary;
}

std::string any_of(std::span<const std::string> queries) {
  std::string all;
  for (const std::string& query : queries) {
    all += fmt::format("{}({})", all.empty() ? "" : " OR ", query);
  }
  return all;
}

namespace {

Result<SearchResult> search_for(store::Store& store, const SearchRequest& request,
                                const Asked& asked,
                                const query::Dictionary& dictionary) {
  TRY_ASSIGN(const store::SearchAnswer answer, find_shown(store, request, asked));
  std::vector<model::ArticleId> articles;
  for (const store::SearchHit& hit : answer.hits) articles.push_back(hit.article);
  TRY_ASSIGN(auto stored, control::stored_texts(store, articles));
  TRY_ASSIGN(auto topics, store.topics().of_articles(
                              articles, request.viewer.value_or(model::UserId{})));
  SearchResult result{.rows = {}, .found = answer.found, .has_more = answer.has_more};
  std::size_t i = 0;
  for (control::StoredText& each : stored) {
    while (answer.hits[i].article != each.row.id) ++i;
    each.row.topics = std::move(topics[each.row.id]);
    Snippet snippet = snippet_of(each.text, asked.expression, dictionary.analyzer);
    result.rows.push_back({.article = std::move(each.row),
                           .snippet = std::move(snippet.text),
                           .marks = std::move(snippet.marks),
                           .score = answer.hits[i].score});
  }
  return result;
}

}  // namespace

Result<SearchResult> search(store::Store& store, const SearchRequest& request,
                            const query::Dictionary& dictionary, Time now) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(const Asked asked, read_request(store, request, dictionary, now));
  return search_for(store, request, asked, dictionary);
}

Result<std::vector<model::ArticleId>> find_recent(store::Store& store,
                                                  const SearchRequest& request,
                                                  const query::Dictionary& dictionary,
                                                  Time now) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(const auto days, store.articles().days_before(now, kPreviewDays));
  TRY_ASSIGN(const Asked asked, read_request(store, request, dictionary, now));
  TRY_ASSIGN(const store::SearchAnswer answer, find_shown(store, request, asked));
  std::vector<model::ArticleId> articles;
  for (const store::SearchHit& hit : answer.hits) {
    if (hit.article >= days.front()) articles.push_back(hit.article);
  }
  return articles;
}

Result<Preview> preview(store::Store& store, const SearchRequest& request,
                        const query::Dictionary& dictionary, Time now) {
  constexpr std::size_t kCountedAtATime = 5'000;
  constexpr std::size_t kMostCounted = 10'000;
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(const auto days, store.articles().days_before(now, kPreviewDays));
  const model::ArticleId first = days.front();
  TRY_ASSIGN(const Asked asked, read_request(store, request, dictionary, now));
  TRY_ASSIGN(SearchResult newest, search_for(store, request, asked, dictionary));
  Preview preview;
  preview.days.resize(days.size());
  for (SearchRow& row : newest.rows) {
    if (row.article.id >= first) preview.rows.push_back(std::move(row));
  }
  std::optional<model::ArticleId> before;
  for (bool is_over = false; !is_over;) {
    TRY_ASSIGN(store::SearchAnswer answer,
               store.index().find({.expression = &asked.expression,
                                   .limit = kCountedAtATime,
                                   .before = before,
                                   .sources = asked.sources(),
                                   .hidden = asked.hidden_sources()}));
    is_over =
        answer.hits.size() < kCountedAtATime || answer.hits.back().article < first;
    if (!is_over) before = answer.hits.back().article;
    TRY(drop_muted(store, request.viewer, answer.hits));
    for (const store::SearchHit& hit : answer.hits) {
      if (hit.article < first) continue;
      ++preview.count;
      const auto next = std::ranges::upper_bound(days, hit.article);
      ++preview.days[std::size_t(next - days.begin()) - 1];
    }
    preview.has_more = !is_over && preview.count >= kMostCounted;
    if (preview.has_more) return preview;
  }
  return preview;
}

}  // namespace curlew::service
