// What is asked for, by the kind of visit, and what its answer will cost: the first
// half of visit.h.

#include <string_view>
#include <variant>

#include "base/overloaded.h"
#include "http/message.h"
#include "parse/html/feed_links.h"
#include "pipeline/stages.h"
#include "pipeline/visit.h"

namespace curlew::pipeline {
namespace {

constexpr std::string_view kFeedAccept =
    "application/atom+xml, application/rss+xml, application/feed+json, "
    "application/rdf+xml;q=0.9, application/xml;q=0.8, text/xml;q=0.8, "
    "application/json;q=0.7, text/html;q=0.5, */*;q=0.1";
constexpr std::string_view kPageAccept =
    "text/html, application/xhtml+xml, application/pdf;q=0.6, text/plain;q=0.5, "
    "*/*;q=0.1";
constexpr std::string_view kDataAccept =
    "text/turtle, application/n-triples, application/ld+json, "
    "application/rdf+xml;q=0.9, "
    "text/csv;q=0.8, application/json;q=0.8, */*;q=0.1";
// Result sets and graphs (SPARQL 1.1 Protocol).
constexpr std::string_view kSparqlAccept =
    "application/sparql-results+json, text/turtle;q=0.9, application/n-triples;q=0.9, "
    "text/csv;q=0.5";

// Sitemaps, and the robots.txt that names them.
constexpr std::string_view kListAccept =
    "application/xml, text/xml, text/plain;q=0.9, */*;q=0.1";

void ask_for_feed(fetch::FetchRequest& request, const VisitOptions& options) {
  request.accept = kFeedAccept;
  request.limits = options.feed_transfer;
}

void ask_for_page(fetch::FetchRequest& request, const model::PageReading& reading,
                  const VisitOptions& options) {
  request.accept = kPageAccept;
  request.limits = options.page_transfer;
  request.rendering = reading.rendering;
  // A link may lead to an hour of sound.
  request.wants_body = [reads_pdf =
                            options.pdf != nullptr](const http::Headers& headers) {
    const std::string type = header_or_empty(headers, "Content-Type");
    return is_page_type(type) || (reads_pdf && is_pdf_type(type));
  };
}

}  // namespace

fetch::FetchRequest make_request(const model::VisitOrder& order,
                                 model::RequestSettings settings,
                                 const store::SourceMemory* memory,
                                 const VisitOptions& options,
                                 const ContextAnswers& contexts) {
  fetch::FetchRequest request;
  request.url = order.url;
  request.settings = std::move(settings);
  request.source = order.source.value;
  std::visit(
      Overloaded{[&](const model::FeedTask&) {
                   ask_for_feed(request, options);
                   request.urgency = fetch::Urgency::kSoon;
                 },
                 [&](const model::FollowedPageTask& task) {
                   ask_for_page(request, task.reading, options);
                   request.urgency = fetch::Urgency::kSoon;
                   request.wants_picture =
                       task.watch && task.reading.rendering != model::Rendering::kNever;
                 },
                 [&](const model::ArticlePageTask& task) {
                   ask_for_page(request, task.reading, options);
                   request.urgency = fetch::Urgency::kRoutine;
                   if (!task.revisit) return;
                   const model::PageValidators& known = *task.revisit;
                   request.validators = {known.etag, known.last_modified, known.url};
                 },
                 [&](const model::CrawlPageTask& task) {
                   if (task.is_list) {
                     request.accept = kListAccept;
                     request.limits = options.feed_transfer;
                   } else {
                     ask_for_page(request, task.reading, options);
                   }
                   request.urgency = fetch::Urgency::kRoutine;
                   request.stays_on_its_domain = task.stays_on_its_domain;
                   if (!task.revisit) return;
                   const model::PageValidators& known = *task.revisit;
                   request.validators = {known.etag, known.last_modified, known.url};
                 },
                 [&](const model::DataTask& task) {
                   request.accept = task.is_sparql ? kSparqlAccept : kDataAccept;
                   request.limits = options.feed_transfer;
                   request.urgency = fetch::Urgency::kSoon;
                 }},
      order.task);
  // What is read otherwise than the last time must come in full.
  if (memory && memory->reading == reading_of(order.task) &&
      !has_new_context(memory->contexts, contexts)) {
    request.validators = {memory->etag, memory->last_modified, memory->url};
  }
  return request;
}

ReadAs read_as(const model::VisitOrder& order, const fetch::FetchResult& result) {
  return std::visit(
      Overloaded{[&](const model::FeedTask& task) {
                   const bool may_be_page = task.page_instead.has_value();
                   return may_be_page && parse::looks_like_html(result.body)
                              ? ReadAs::kPage
                              : ReadAs::kFeed;
                 },
                 [](const model::FollowedPageTask&) { return ReadAs::kPage; },
                 [](const model::ArticlePageTask&) { return ReadAs::kPage; },
                 [](const model::DataTask&) { return ReadAs::kPage; },
                 [](const model::CrawlPageTask& task) {
                   return task.is_list ? ReadAs::kFeed : ReadAs::kPage;
                 }},
      order.task);
}

}  // namespace curlew::pipeline
