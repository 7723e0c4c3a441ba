#include "control/batch.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "base/overloaded.h"
#include "control/page_averages.h"
#include "extract/areas/page_kind.h"

namespace curlew::control {
namespace {

// Is a page judged in it, so that averages move?
bool has_judgement(const model::VisitFindings& findings) {
  return std::visit(Overloaded{[](const model::FeedFindings&) { return false; },
                               [](const model::FollowedPageFindings& page) {
                                 return page.judgement.has_value();
                               },
                               [](const model::ArticlePageFindings& page) {
                                 return page.judgement.has_value();
                               },
                               [](const model::NamedFeeds&) { return false; },
                               [](const model::DataFindings&) { return false; },
                               [](const model::CrawlPageFindings& crawl) {
                                 return crawl.judgement.has_value();
                               }},
                    findings);
}

}  // namespace

Batch::Batch(const LedgerOptions& options, store::Store& store, SourceRows& rows,
             Planners& planners, Time now)
    : options_(options), store_(store), rows_(rows), planners_(planners), now_(now) {}

Result<void> Batch::load(std::span<PreparedReport> reports) {
  std::vector<model::SourceId> sources;
  std::vector<model::SourceId> judged;
  std::vector<model::VisitId> visits;
  for (const PreparedReport& prepared : reports) {
    const model::VisitReport& report = prepared.reported.report;
    sources.push_back(report.source);
    visits.push_back(report.id);
    if (has_judgement(report.findings)) judged.push_back(report.source);
    if (prepared.crawl) sources.push_back(prepared.crawl->topic);
  }
  TRY_ASSIGN(auto rows, rows_.take(sources));
  for (auto& [id, row] : rows) sources_.emplace(id, SourceStanding{std::move(row), {}});
  TRY_ASSIGN(const auto recorded, store_.visits().recorded(visits));
  recorded_.insert(recorded.begin(), recorded.end());
  if (!judged.empty()) {
    TRY_ASSIGN(averages_, store_.pages().averages(judged));
  }
  if (options_.subscribes_at_hubs) {
    TRY_ASSIGN(hubs_, store_.hub_subscriptions().of(sources));
  }
  TRY(load_entries(reports));
  return load_pages(reports);
}

Result<void> Batch::load_entries(std::span<PreparedReport> reports) {
  std::vector<const store::NewArticle*> articles;
  for (const PreparedReport& prepared : reports) {
    for (const store::NewArticle& article : prepared.articles) {
      articles.push_back(&article);
    }
  }
  if (articles.empty()) return {};
  TRY_ASSIGN(known_, store_.articles().known(articles));
  return {};
}

Result<void> Batch::load_pages(std::span<PreparedReport> reports) {
  std::vector<model::ArticleId> articles;
  std::vector<model::SourceId> sources;
  for (const PreparedReport& prepared : reports) {
    const model::VisitReport& report = prepared.reported.report;
    const auto article =
        prepared.crawl ? prepared.crawl->article : model::article_of(report.findings);
    if (!article) continue;
    articles.push_back(article);
    sources.push_back(report.source);
  }
  TRY_ASSIGN(pages_, store_.pages().standing(articles));
  if (articles.empty() || !options_.revisit_pages) return {};
  TRY_ASSIGN(revisits_, store_.revisits().of(articles));
  TRY_ASSIGN(habits_, store_.revisits().habits(sources));
  return {};
}

const store::HubSubscription* Batch::find_hub(model::SourceId source) const {
  const auto known = hubs_.find(source);
  return known == hubs_.end() ? nullptr : &known->second;
}

const store::Revisit* Batch::find_revisit(model::ArticleId article) const {
  const auto planned = revisits_.find(article);
  return planned == revisits_.end() ? nullptr : &planned->second;
}

const store::Revisits::Habits& Batch::habits_of(model::SourceId source) const {
  static const store::Revisits::Habits none;
  const auto known = habits_.find(source);
  return known == habits_.end() ? none : known->second;
}

SourceStanding* Batch::find_source(model::SourceId id) {
  const auto known = sources_.find(id);
  return known == sources_.end() || known->second.is_removed ? nullptr : &known->second;
}

SourceStanding* Batch::find_visited(model::SourceId id) {
  SourceStanding* const source = find_source(id);
  if (!source || source->is_visited) return source;
  source->is_visited = true;
  const store::WatchedSource& row = source->row;
  // A source paused while its visit was under way has no plan any more.
  const auto known = planners_.find(id);
  schedule::Plan& plan = source->verdict.plan;
  plan = known ? *known : planners_.to_plan(planned(row));
  // The row has its times to the millisecond, the planner to the second; and all of the
  // failures, of which the planner counts as many as matter.
  plan.last_success = row.schedule.last_success;
  plan.failures = row.schedule.failures;
  plan.own = row.source.wishes;
  plan.weight = planners_.weight_of(row.source.audience);
  return source;
}

Result<model::ArticleId> Batch::insert(const store::NewArticle& article) {
  if (!last_article_) {
    TRY_ASSIGN(last_article_, store_.articles().last_id());
  }
  const model::ArticleId id{++last_article_->value};
  TRY(store_.articles().insert(id, article));
  if (!article.document.empty()) TRY(store_.index().add(id, article.document));
  if (!article.topics.empty()) TRY(store_.topics().set_of_article(id, article.topics));
  known_.add(id, article);
  ++inserted_;
  ++committed_.new_articles;
  note_times(article);
  committed_.wants_pages |= article.wants_page;
  return id;
}

void Batch::note_times(const store::NewArticle& article) {
  const SourceStanding* const source = find_source(article.source);
  std::optional<Time> published = article.entry->published;
  if (published && (!source || *published < source->row.source.added))
    published.reset();
  committed_.articles.push_back({published, article.found});
}

void Batch::add_wanted(model::ArticleId article, model::SourceId source,
                       const ClipArticle& facts, const WantedArticle& wanted) {
  clips_.add(article, source, facts, wanted);
}

void Batch::add_judgement(model::SourceId source,
                          const std::optional<model::PageJudgement>& judgement) {
  if (!judgement) return;
  for (const model::SourceId id : {source, store::kAllSources}) {
    model::PageAverages averages = averages_of(averages_, id);
    extract::add_page(averages, judgement->counts_as, judgement->sums);
    averages_.insert_or_assign(id, averages);
    judged_.insert(id);
  }
}

Result<void> Batch::finish() {
  for (const model::SourceId id : judged_) {
    TRY(store_.pages().save_averages(id, averages_.at(id)));
  }
  for (const auto& [id, source] : sources_) {
    if (!source.is_judged || source.is_removed) continue;
    if (source.is_changed) TRY(store_.sources().save_found(source.row.source));
    TRY(store_.schedule().save(source.row.schedule));
  }
  if (inserted_ > 0) TRY(store_.articles().note_inserted(inserted_));
  TRY_ASSIGN(committed_.has_deliveries, clips_.write(store_, now_));
  committed_.new_clips = clips_.size();
  return {};
}

Committed Batch::take() {
  for (auto& [id, source] : sources_) {
    if (!source.is_visited) {
      rows_.hold(id, std::move(source.row));  // For more pages of its articles.
      continue;
    }
    committed_.sources.push_back({id, source.row.source.state, source.verdict,
                                  source.row.schedule.asked.has_value()});
  }
  return std::move(committed_);
}

}  // namespace curlew::control
