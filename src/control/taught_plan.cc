#include "control/taught_plan.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace curlew::control {
namespace {

// A policy forgets what was long ago, and a change of all policies must not read the
// whole log.
constexpr std::size_t kMostTaught = 500;
constexpr std::size_t kMostArticlesTaught = 1000;

bool was_taught(const store::VisitRow& visit) {
  return visit.kind == model::VisitKind::kSource && model::is_success(visit.outcome);
}

// When the articles that the visit found were published, as far as they say it.
// `articles` are in the order of their finding; those up to `until` are taken.
std::vector<Time> item_times(std::span<const store::ArticleRow>& articles, Time until,
                             std::uint32_t most) {
  std::vector<Time> times;
  while (!articles.empty() && articles.front().found < until) {
    const store::ArticleRow& article = articles.front();
    if (article.published && times.size() < most) times.push_back(*article.published);
    articles = articles.subspan(1);
  }
  return times;
}

}  // namespace

bool is_of_another_policy(const schedule::Plan& before,
                          const schedule::Verdict& verdict) {
  const auto kind_of = [](const schedule::PolicyState& state) {
    return state.bytes().front();
  };
  return !before.policy.is_fresh() && !verdict.plan.policy.is_fresh() &&
         kind_of(before.policy) != kind_of(verdict.plan.policy);
}

Result<schedule::Plan> taught_plan(store::Store& store, Planners& planners,
                                   const model::Source& source,
                                   const schedule::Plan& plan, model::VisitId visit) {
  TRY_ASSIGN(std::vector<store::VisitRow> visits,
             store.visits().of(source.id, kMostTaught, visit));
  std::erase_if(visits, std::not_fn(was_taught));
  std::ranges::reverse(visits);
  TRY_ASSIGN(std::vector<store::ArticleRow> found,
             store.articles().newest_of(source.id, kMostArticlesTaught));
  std::ranges::sort(found, {}, &store::ArticleRow::found);
  std::span<const store::ArticleRow> articles(found);

  schedule::Plan taught = plan;
  taught.policy = {};
  taught.last_success.reset();
  for (std::size_t i = 0; i < visits.size(); ++i) {
    const store::VisitRow& row = visits[i];
    // What was found before the first of these visits is no news of it.
    if (i == 0) (void)item_times(articles, row.started, 0);
    const Time until = i + 1 < visits.size() ? visits[i + 1].started : kNever;
    const std::uint32_t versions = row.kinds ? 1 : 0;
    const std::uint32_t new_items = std::max(row.new_entries, versions);
    const std::vector<Time> times = item_times(articles, until, new_items);
    taught = planners
                 .judge(source.id, model::aim_of(source), taught,
                        {.at = row.started,
                         .outcome = row.outcome,
                         .new_items = new_items,
                         .item_times = times,
                         .kinds = row.kinds.value_or(model::ChangeKinds()),
                         .changes = row.changes.value_or(model::ChangeCounters())})
                 .plan;
  }
  schedule::Plan result = plan;
  result.policy = taught.policy;
  return result;
}

}  // namespace curlew::control
