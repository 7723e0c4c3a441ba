#include "apps/commands/search.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "api/article_text.h"
#include "api/json.h"
#include "apps/commands/source_facts.h"
#include "apps/config/options.h"
#include "apps/config/thesauri.h"
#include "apps/output/table.h"
#include "base/grouped.h"
#include "base/plain_text.h"
#include "query/parse_query.h"
#include "query/terms.h"
#include "service/search.h"
#include "service/users.h"
#include "service/watchlists.h"
#include "text/analyzer.h"

namespace curlew::apps {
namespace {

std::string marked(const Screen& screen, const service::SearchRow& row) {
  std::string out;
  std::size_t done = 0;
  const std::string_view text = row.snippet;
  for (const service::SnippetMark& mark : row.marks) {
    out += text.substr(done, mark.begin - done);
    out +=
        coloured(screen, text.substr(mark.begin, mark.end - mark.begin), Colour::kBold);
    done = mark.end;
  }
  return out.append(text.substr(done));
}

void print_row(const Screen& screen, const service::SearchRow& row, Time now) {
  const store::ArticleRow& article = row.article;
  const std::string title =
      plain_text(article.title.empty() ? article.url : article.title);
  fmt::print(screen.out, "{}  {}\n", article.id.value,
             coloured(screen, title, Colour::kBold));
  if (!row.snippet.empty()) fmt::print(screen.out, "  {}\n", marked(screen, row));
  const std::string topics = plain_text(api::topics_text(article.topics));
  fmt::print(screen.out, "  {}\n",
             coloured(screen,
                      fmt::format("{}, {}, {}{}{}", plain_text(article.source_title),
                                  relative(article.found, now), plain_text(article.url),
                                  topics.empty() ? "" : ", topic ", topics),
                      Colour::kQuiet));
}

// What is not shown, and how to see it.
void print_rest(const Screen& screen, const service::SearchResult& result,
                const SearchOptions& options) {
  if (options.ranked) {
    if (result.has_more) {
      fmt::print(screen.out, "the newest {} of more articles were ranked\n",
                 result.found);
    }
  } else if (result.has_more) {
    fmt::print(screen.out, "older ones: --before {}\n",
               result.rows.back().article.id.value);
  }
}

// Has it a word whose synonyms would do? One that is written =so or so* has none.
bool has_plain_word(const query::Expression& expression) {
  const auto is_plain = [](const query::Word& word) {
    return std::ranges::any_of(word.terms, [](const std::string& term) {
      return term.starts_with(query::kStemMark);
    });
  };
  return std::ranges::any_of(expression.phrase.words, is_plain) ||
         std::ranges::any_of(expression.children, has_plain_word);
}

// Reading them takes most of a second: only for queries that can use them.
Result<std::vector<text::Thesaurus>> thesauri_for(
    const Config& config, const std::vector<std::string>& queries,
    query::Synonyms synonyms, const text::Analyzer& analyzer) {
  bool are_used = false;
  for (const std::string& query : queries) {
    if (synonyms == query::Synonyms::kUnused || are_used) break;
    TRY_ASSIGN(const auto parsed, query::parse_query(query, {.analyzer = analyzer},
                                                     query::Synonyms::kUnused));
    are_used = has_plain_word(parsed);
  }
  if (!are_used) return std::vector<text::Thesaurus>();
  return load_thesauri(thesauri_of(config), analyzer);
}

}  // namespace

Result<void> preview_query(const Context& context, const PreviewOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const service::Viewer viewer, service::viewer_named(*store, options.user));
  // A wrong one is told before a thesaurus is read, which takes a while.
  for (const std::string& query : options.queries) TRY(service::check_query(query));
  const Time now = context.clock.now();
  const text::Analyzer analyzer;
  const auto synonyms =
      options.no_synonyms ? query::Synonyms::kUnused : query::Synonyms::kUsed;
  TRY_ASSIGN(const auto thesauri,
             thesauri_for(context.config, options.queries, synonyms, analyzer));
  const query::Dictionary dictionary{.analyzer = analyzer,
                                     .thesauri = pointers_to(thesauri)};
  for (const std::string& query : options.queries) {
    const service::SearchRequest request{
        .query = query, .viewer = viewer, .limit = options.limit, .synonyms = synonyms};
    TRY_ASSIGN(const auto result, service::preview(*store, request, dictionary, now));
    for (const service::SearchRow& row : result.rows) {
      if (options.json) {
        fmt::print(context.screen.out, "{}\n", api::to_json(row));
      } else {
        print_row(context.screen, row, now);
      }
    }
    if (options.json) continue;
    fmt::print(context.screen.out, "{}: {}{} in the last 30 days\n", plain_text(query),
               result.has_more ? "more than " : "", counted(result.count, "article"));
  }
  return {};
}

Result<void> search_articles(const Context& context, const SearchOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  service::SearchRequest request{
      .query = fmt::format("{}", fmt::join(options.words, " ")),
      .order =
          options.ranked ? store::SearchOrder::kRanked : store::SearchOrder::kNewest,
      .limit = options.limit};
  TRY(service::check_query(request.query));
  TRY_ASSIGN(request.viewer, service::viewer_named(*store, options.user));
  note_looking(context, *store, options.user);
  if (options.before > 0) request.before = model::ArticleId{options.before};
  const Time now = context.clock.now();
  const text::Analyzer analyzer;
  if (options.no_synonyms) request.synonyms = query::Synonyms::kUnused;
  TRY_ASSIGN(const auto thesauri,
             thesauri_for(context.config, {request.query}, request.synonyms, analyzer));
  const query::Dictionary dictionary{.analyzer = analyzer,
                                     .thesauri = pointers_to(thesauri)};
  TRY_ASSIGN(const auto result, service::search(*store, request, dictionary, now));
  for (const service::SearchRow& row : result.rows) {
    if (options.json) {
      fmt::print(context.screen.out, "{}\n", api::to_json(row));
    } else {
      print_row(context.screen, row, now);
    }
  }
  if (options.json) return {};
  if (result.rows.empty()) fmt::print(context.screen.out, "no articles\n");
  if (!result.rows.empty()) print_rest(context.screen, result, options);
  return {};
}

}  // namespace curlew::apps
