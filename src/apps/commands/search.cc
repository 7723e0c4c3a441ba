#include "apps/commands/search.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "api/article_text.h"
#include "api/json.h"
#include "apps/commands/query_words.h"
#include "apps/commands/source_facts.h"
#include "apps/config/options.h"
#include "apps/output/table.h"
#include "base/grouped.h"
#include "base/plain_text.h"
#include "query/parse_query.h"
#include "service/search.h"
#include "service/users.h"
#include "service/watchlists.h"

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

}  // namespace

Result<void> preview_query(const Context& context, const PreviewOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const service::Viewer viewer, service::viewer_named(*store, options.user));
  const Time now = context.clock.now();
  const auto synonyms =
      options.no_synonyms ? query::Synonyms::kUnused : query::Synonyms::kUsed;
  QueryWords words;
  TRY(words.read_synonyms(context.config, options.queries, synonyms));
  for (const std::string& query : options.queries) {
    const service::SearchRequest request{
        .query = query, .viewer = viewer, .limit = options.limit, .synonyms = synonyms};
    TRY_ASSIGN(const auto result,
               service::preview(*store, request, words.dictionary(), now));
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
  TRY_ASSIGN(request.viewer, service::viewer_named(*store, options.user));
  note_looking(context, *store, options.user);
  if (options.before > 0) request.before = model::ArticleId{options.before};
  const Time now = context.clock.now();
  if (options.no_synonyms) request.synonyms = query::Synonyms::kUnused;
  QueryWords words;
  TRY(words.read_synonyms(context.config, {request.query}, request.synonyms));
  TRY_ASSIGN(const auto result,
             service::search(*store, request, words.dictionary(), now));
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
