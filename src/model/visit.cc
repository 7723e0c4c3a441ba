#include "model/visit.h"

#include <utility>
#include <variant>

#include "base/overloaded.h"

namespace curlew::model {

std::string_view to_string(VisitKind kind) {
  switch (kind) {
    case VisitKind::kSource:
      return "source";
    case VisitKind::kArticlePage:
      return "page";
    case VisitKind::kCrawlPage:
      return "crawl";
  }
  return "unknown";
}

VisitKind kind_of(const VisitTask& task) {
  return std::visit(
      Overloaded{[](const FeedTask&) { return VisitKind::kSource; },
                 [](const FollowedPageTask&) { return VisitKind::kSource; },
                 [](const ArticlePageTask&) { return VisitKind::kArticlePage; },
                 [](const DataTask&) { return VisitKind::kSource; },
                 [](const CrawlPageTask&) { return VisitKind::kCrawlPage; }},
      task);
}

VisitKind kind_of(const VisitFindings& findings) {
  return std::visit(
      Overloaded{[](const FeedFindings&) { return VisitKind::kSource; },
                 [](const FollowedPageFindings&) { return VisitKind::kSource; },
                 [](const ArticlePageFindings&) { return VisitKind::kArticlePage; },
                 [](const NamedFeeds&) { return VisitKind::kSource; },
                 [](const DataFindings&) { return VisitKind::kSource; },
                 [](const CrawlPageFindings&) { return VisitKind::kCrawlPage; }},
      findings);
}

ArticleId article_of(const VisitTask& task) {
  return std::visit(Overloaded{[](const FeedTask&) { return ArticleId{}; },
                               [](const FollowedPageTask&) { return ArticleId{}; },
                               [](const ArticlePageTask& page) { return page.article; },
                               [](const DataTask&) { return ArticleId{}; },
                               [](const CrawlPageTask&) { return ArticleId{}; }},
                    task);
}

CrawlPageId crawl_page_of(const VisitTask& task) {
  const auto* const crawl = std::get_if<CrawlPageTask>(&task);
  return crawl ? crawl->page : CrawlPageId{};
}

CrawlPageId crawl_page_of(const VisitFindings& findings) {
  const auto* const crawl = std::get_if<CrawlPageFindings>(&findings);
  return crawl ? crawl->id : CrawlPageId{};
}

const DocumentWatch* watch_of(const VisitTask& task) {
  if (const auto* feed = std::get_if<FeedTask>(&task)) {
    return feed->watch ? &*feed->watch : nullptr;
  }
  if (const auto* page = std::get_if<FollowedPageTask>(&task)) {
    return page->watch ? &*page->watch : nullptr;
  }
  const auto* data = std::get_if<DataTask>(&task);
  return data ? &data->watch : nullptr;
}

ArticleId article_of(const VisitFindings& findings) {
  return std::visit(
      Overloaded{[](const FeedFindings&) { return ArticleId{}; },
                 [](const FollowedPageFindings&) { return ArticleId{}; },
                 [](const ArticlePageFindings& page) { return page.article; },
                 [](const NamedFeeds&) { return ArticleId{}; },
                 [](const DataFindings&) { return ArticleId{}; },
                 [](const CrawlPageFindings&) { return ArticleId{}; }},
      findings);
}

const Listing* listing_of(const VisitFindings& findings) {
  const auto shown = [](const std::optional<Listing>& listing) {
    return listing ? &*listing : nullptr;
  };
  const Listing* const none = nullptr;
  return std::visit(
      Overloaded{[&](const FeedFindings& feed) { return shown(feed.listing); },
                 [&](const FollowedPageFindings& page) { return shown(page.listing); },
                 [&](const ArticlePageFindings&) { return none; },
                 [&](const NamedFeeds&) { return none; },
                 [&](const DataFindings& data) { return shown(data.listing); },
                 [&](const CrawlPageFindings&) { return none; }},
      findings);
}

const DocumentFindings* document_of(const VisitFindings& findings) {
  const auto found = [](const std::optional<DocumentFindings>& document) {
    return document ? &*document : nullptr;
  };
  if (const auto* feed = std::get_if<FeedFindings>(&findings)) {
    return found(feed->document);
  }
  if (const auto* page = std::get_if<FollowedPageFindings>(&findings)) {
    return found(page->document);
  }
  const auto* data = std::get_if<DataFindings>(&findings);
  return data ? found(data->document) : nullptr;
}

VisitTask source_task(SourceKind kind, PageReading reading,
                      std::optional<Time> stored_until,
                      std::optional<DocumentWatch> watch) {
  switch (kind) {
    case SourceKind::kAuto:
      return FeedTask{std::move(reading), stored_until, std::move(watch)};
    case SourceKind::kFeed:
      return FeedTask{std::nullopt, stored_until, std::move(watch)};
    case SourceKind::kPage:
      return FollowedPageTask{std::move(reading), stored_until, std::move(watch)};
    case SourceKind::kData:
    case SourceKind::kSparql:
      return DataTask{std::move(watch).value_or(DocumentWatch{}),
                      kind == SourceKind::kSparql, stored_until};
    case SourceKind::kTopic:
      // Never asked for: nobody plans such a visit (has_visits).
      break;
  }
  return {};
}

VisitFindings nothing_found(const VisitTask& task) {
  return std::visit(Overloaded{
                        [](const FeedTask&) -> VisitFindings { return FeedFindings{}; },
                        [](const FollowedPageTask&) -> VisitFindings {
                          return FollowedPageFindings{};
                        },
                        [](const ArticlePageTask& page) -> VisitFindings {
                          return ArticlePageFindings{.article = page.article};
                        },
                        [](const DataTask&) -> VisitFindings { return DataFindings{}; },
                        [](const CrawlPageTask& crawl) -> VisitFindings {
                          return CrawlPageFindings{.id = crawl.page};
                        },
                    },
                    task);
}

VisitFindings nothing_found(const VisitFindings& findings) {
  return std::visit(
      Overloaded{
          [](const FeedFindings&) -> VisitFindings { return FeedFindings{}; },
          [](const FollowedPageFindings&) -> VisitFindings {
            return FollowedPageFindings{};
          },
          [](const ArticlePageFindings& page) -> VisitFindings {
            return ArticlePageFindings{.article = page.article};
          },
          [](const NamedFeeds&) -> VisitFindings { return FeedFindings{}; },
          [](const DataFindings&) -> VisitFindings { return DataFindings{}; },
          [](const CrawlPageFindings& crawl) -> VisitFindings {
            return CrawlPageFindings{.id = crawl.id};
          },
      },
      findings);
}

}  // namespace curlew::model
