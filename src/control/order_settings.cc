#include "control/order_settings.h"

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "base/overloaded.h"
#include "control/own_origin.h"
#include "control/page_averages.h"

namespace curlew::control {
namespace {

// What its visit is told of the versions before; nullopt where none are kept.
std::optional<model::DocumentWatch> watch_of(
    const model::Source& source,
    const std::unordered_map<model::SourceId, store::DocumentState>& documents) {
  if (!model::is_content_watched(source)) return std::nullopt;
  model::DocumentWatch watch{
      .watching = source.watching,
      .keeps_all = source.objective == model::Objective::kCapture};
  const auto state = documents.find(source.id);
  if (state == documents.end()) return watch;
  watch.notes = state->second.notes;
  if (const auto& last = state->second.last) {
    watch.last_digest = last->digest;
    watch.last = last->place;
  }
  return watch;
}

}  // namespace

Result<OrderSettings> OrderSettings::of(std::span<const Dispatch::Ready> ready,
                                        store::Store& store, SourceRows& rows) {
  TRY_ASSIGN(const auto snapshot, store.snapshot());
  OrderSettings settings;
  std::vector<model::SourceId> sources;
  for (const Dispatch::Ready& each : ready) sources.push_back(each.order.source);
  TRY_ASSIGN(settings.rows_, rows.take(sources));
  std::vector<model::SourceId> with_pages;
  std::vector<model::SourceId> watched;
  for (const Dispatch::Ready& each : ready) {
    const auto row = settings.rows_.find(each.order.source);
    if (row == settings.rows_.end()) continue;
    const bool has_page = model::article_of(each.order.task) ||
                          row->second.source.kind != model::SourceKind::kFeed;
    if (has_page) with_pages.push_back(each.order.source);
    if (model::is_content_watched(row->second.source))
      watched.push_back(each.order.source);
  }
  if (!with_pages.empty()) {
    TRY_ASSIGN(settings.averages_, store.pages().averages(with_pages));
  }
  if (!watched.empty()) {
    TRY_ASSIGN(settings.documents_, store.versions().states(watched));
  }
  return settings;
}

bool OrderSettings::fill_in(model::VisitOrder& order) const {
  const auto row = rows_.find(order.source);
  if (row == rows_.end()) return false;
  const model::Source& source = row->second.source;
  model::PageReading reading{.rendering = source.rendering,
                             .rules = source.rules,
                             .averages = averages_of(averages_, source.id)};
  // What the source is may be known better than when its visit was planned.
  const auto visit_source = [&] {
    if (!is_visited(source.state)) return false;
    order.url = source.url;
    order.request = source.request;
    order.task = model::source_task(source.kind, std::move(reading),
                                    row->second.schedule.last_success,
                                    watch_of(source, documents_));
    return true;
  };
  const auto visit_page = [&](model::ArticlePageTask page) {
    if (!model::are_pages_fetched(source.state)) return false;
    order.request = settings_towards(order.url, source.request, source.url);
    page.reading = std::move(reading);
    order.task = std::move(page);
    return true;
  };
  const auto visit_crawled = [&](model::CrawlPageTask page) {
    if (!model::are_pages_fetched(source.state)) return false;
    page.reading = std::move(reading);
    order.task = std::move(page);
    return true;
  };
  return std::visit(
      Overloaded{[&](const model::FeedTask&) { return visit_source(); },
                 [&](const model::FollowedPageTask&) { return visit_source(); },
                 [&](const model::DataTask&) { return visit_source(); },
                 [&](const model::ArticlePageTask& page) { return visit_page(page); },
                 [&](const model::CrawlPageTask& page) { return visit_crawled(page); }},
      order.task);
}

void OrderSettings::hold(SourceRows& rows) && {
  for (auto& [id, row] : rows_) rows.hold(id, std::move(row));
}

}  // namespace curlew::control
