#include "apps/commands/articles.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <utility>
#include <vector>

#include "api/article_text.h"
#include "api/json.h"
#include "apps/commands/source_facts.h"
#include "apps/output/prose.h"
#include "apps/output/table.h"
#include "base/plain_text.h"
#include "base/units.h"
#include "parse/date.h"
#include "service/find_source.h"
#include "service/snapshot.h"
#include "service/users.h"

namespace curlew::apps {
namespace {

// A duration back from now, or a date.
Result<Time> parse_since(const std::string& text, Time now) {
  if (const auto duration = parse_duration(text)) return now - *duration;
  if (const auto time = parse::parse_date(text)) return *time;
  return Error{ErrorKind::kUsage,
               fmt::format("--since {}: neither a duration (2h, 7d) nor a date "
                           "(2026-11-15)",
                           text)};
}

// "read, starred, #later"
std::string marks_of(const store::ArticleState& state) {
  std::vector<std::string> marks;
  if (state.is_read) marks.emplace_back("read");
  if (state.is_starred) marks.emplace_back("starred");
  for (const std::string& tag : state.tags) marks.push_back("#" + plain_text(tag));
  return fmt::format("{}", fmt::join(marks, ", "));
}

// `states` is nullptr where nobody's are shown.
void print_table(const Screen& screen, const std::vector<store::ArticleRow>& articles,
                 const service::ArticleStateMap* states, Time now) {
  std::vector<Column> columns{{"id", Align::kRight},
                              {"title", Align::kLeft, Shrink::kYes},
                              {"source", Align::kLeft, Shrink::kYes},
                              {"found", Align::kRight},
                              {"delay", Align::kRight}};
  if (states) columns.push_back({"marks", Align::kLeft, Shrink::kYes});
  Table table(columns);
  for (const store::ArticleRow& article : articles) {
    std::vector<Cell> row{std::to_string(article.id.value),
                          article.title.empty() ? article.url : article.title,
                          article.source_title, relative(article.found, now),
                          delay_of(article)};
    if (states) {
      const auto state = states->find(article.id);
      row.emplace_back(state == states->end() ? "" : marks_of(state->second));
    }
    table.add(std::move(row));
  }
  fmt::print(screen.out, "{}", table.render(screen));
}

void print_moment(const Screen& screen, std::string_view name,
                  const std::optional<Time>& moment, Time now) {
  if (!moment) return;
  print_fact(screen, name,
             fmt::format("{} ({})", to_iso8601(*moment), relative(*moment, now)));
}

// How it was before it was changed.
void print_versions(const Screen& screen, const service::ArticleDetail& detail) {
  for (const store::ArticleVersion& version : detail.versions) {
    print_fact(
        screen, "before",
        fmt::format("{} (its {}, until {})", version.title,
                    version.is_page ? "page" : "feed", to_iso8601(version.until)));
  }
}

void print_article(const Screen& screen, const service::ArticleDetail& detail) {
  const store::ArticleRow& article = detail.article;
  fmt::print(
      screen.out, "{}\n",
      coloured(screen, plain_text(article.title.empty() ? article.url : article.title),
               Colour::kBold));
  print_fact(screen, "source", article.source_title);
  print_fact(screen, "address", article.url);
  print_fact(screen, "author", article.author);
  print_fact(screen, "topic", api::topics_text(article.topics));
  print_moment(screen, "published", article.published, detail.now);
  print_moment(screen, "found", article.found, detail.now);
  print_moment(screen, "edited", article.edited, detail.now);
  print_versions(screen, detail);
  if (article.page_type) print_fact(screen, "page", to_string(*article.page_type));
  print_fact(screen, "remark", article.page_error);
  if (detail.state) print_fact(screen, "marks", marks_of(*detail.state));
  for (const model::Enclosure& file : detail.feed.enclosures) {
    print_fact(screen, "attached", fmt::format("{} {}", file.url, file.type));
  }
  const api::TextOrigin origin = api::text_origin(detail);
  if (origin == api::TextOrigin::kFeed)
    print_fact(screen, "text", "as its source tells it");
  if (origin == api::TextOrigin::kNone) {
    print_fact(screen, "text", api::why_no_text(article));
    return;
  }
  fmt::print(screen.out, "\n{}", prose(screen, api::text_of(detail)));
}

}  // namespace

Result<void> list_articles(const Context& context, const ArticlesOptions& options) {
  const Time now = context.clock.now();
  service::ArticleQuery query{.source = options.source,
                              .topic = options.topic,
                              .folder = options.folder,
                              .limit = options.number,
                              .is_unread = options.unread,
                              .is_starred = options.starred,
                              .is_muted = options.muted,
                              .tag = options.tag};
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(query.viewer, service::viewer_named(*store, options.user));
  if (!options.since.empty()) {
    TRY_ASSIGN(query.since, parse_since(options.since, now));
  }
  TRY_ASSIGN(const auto articles, service::list_articles(*store, query));
  service::ArticleStateMap states;
  if (query.viewer) {
    TRY_ASSIGN(states, service::states_of(*store, articles, *query.viewer));
  }
  if (options.json) {
    for (const store::ArticleRow& article : articles) {
      fmt::print(context.screen.out, "{}\n",
                 query.viewer ? api::to_json(article, states[article.id])
                              : api::to_json(article));
    }
  } else if (articles.empty()) {
    fmt::print(context.screen.out, "no articles\n");
  } else {
    print_table(context.screen, articles, query.viewer ? &states : nullptr, now);
  }
  return {};
}

Result<void> read_article(const Context& context, const ReadOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const service::Viewer viewer, service::viewer_named(*store, options.user));
  TRY_ASSIGN(const auto detail,
             service::find_article(*store, model::ArticleId{options.id},
                                   context.clock.now(), viewer));
  if (!detail) {
    return Error{ErrorKind::kNotFound,
                 fmt::format("{}: no such article; curlew articles lists them with "
                             "their numbers",
                             options.id)};
  }
  if (options.json) {
    fmt::print(context.screen.out, "{}\n", api::to_json(*detail));
  } else {
    print_article(context.screen, *detail);
  }
  return {};
}

}  // namespace curlew::apps
