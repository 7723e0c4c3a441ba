#include "service/source_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "service/source_address.h"
#include "store/activity.h"
#include "store/article_slice.h"

namespace curlew::service {
namespace {

using model::FetchOutcome;
using model::Remark;

constexpr std::size_t kMostOfASourceShown = 1'000;

// Sums what one source brought.
class YieldCounter {
 public:
  YieldCounter(const model::Source& source, Time now)
      : added_(source.added), today_(std::chrono::floor<std::chrono::days>(now)) {}

  void add(const store::RecentArticle& article) {
    const auto back = std::chrono::floor<std::chrono::days>(
        today_ + std::chrono::days(1) - article.found);
    const auto day = std::ptrdiff_t(kTableDays) - 1 - back.count();
    if (++count_ == kMostOfASourceShown) yield_.is_cut = true;
    count_since_added(article);
    if (day < 0) return;
    const auto at = std::min(std::size_t(day), kTableDays - 1);
    ++yield_.days[at];
    if (at + 7 < kTableDays) return;
    ++yield_.per_week;
    if (!article.published || *article.published < added_ ||
        *article.published > article.found) {
      return;
    }
    delays_.push_back(article.found - *article.published);
  }
  SourceYield finish() {
    if (!delays_.empty()) {
      const auto middle = delays_.begin() + std::ptrdiff_t((delays_.size() - 1) / 2);
      std::nth_element(delays_.begin(), middle, delays_.end());
      yield_.median_delay = *middle;
    }
    yield_.since_added = dated_since_ + undated_ - undated_at_first_;
    return std::move(yield_);
  }

 private:
  // Of those without a date the first ones found are what stood there.
  void count_since_added(const store::RecentArticle& article) {
    if (article.published) {
      if (*article.published >= added_) ++dated_since_;
      return;
    }
    ++undated_;
    if (undated_at_first_ == 0 || article.found < first_undated_) {
      first_undated_ = article.found;
      undated_at_first_ = 0;
    }
    if (article.found == first_undated_) ++undated_at_first_;
  }

  const Time added_;
  const Time today_;
  SourceYield yield_;
  std::vector<Milliseconds> delays_;
  std::size_t count_ = 0;
  std::int64_t dated_since_ = 0;
  std::int64_t undated_ = 0;
  std::int64_t undated_at_first_ = 0;
  Time first_undated_;
};

Time first_day(Time now) {
  return std::chrono::floor<std::chrono::days>(now) - std::chrono::days(kTableDays - 1);
}

Result<std::unordered_set<model::SourceId>> subscribed_of(
    store::Store& store, Viewer viewer, const std::vector<model::SourceId>& ids) {
  std::unordered_set<model::SourceId> subscribed;
  if (!viewer || ids.empty()) return subscribed;
  TRY_ASSIGN(const auto all, store.subscriptions().of_sources(ids));
  for (const model::Subscription& each : all) {
    if (each.user == *viewer) subscribed.insert(each.source);
  }
  return subscribed;
}

Cause of_http_status(int status) {
  if (status == 401) return {"needs-login", Cure::kLogin};
  if (status == 402 || status == 403) return {"http-403", Cure::kLogin, Cure::kRemove};
  if (status == 407) return {"proxy-login", Cure::kProxy};
  if (status >= 500) return {"http-5xx", Cure::kVisit};
  return {fmt::format("http-{}", status), Cure::kAddress, Cure::kRemove};
}

// Of an answer that was not what the source should be, or of one that went well.
Cause of_remark(Remark remark) {
  const std::string code(to_string(remark));
  switch (remark) {
    case Remark::kHtml:
      return {code, Cure::kChanges, Cure::kKind};
    case Remark::kHtmlNamesFeed:
      return {code, Cure::kAuto};
    case Remark::kNotPage:
      return {code, Cure::kAuto, Cure::kData};
    case Remark::kData:
      return {code, Cure::kData};
    case Remark::kPdf:
    case Remark::kNoHeadlines:
      return {code, Cure::kChanges};
    case Remark::kNoLinks:
      return {code, Cure::kChanges, Cure::kRender};
    case Remark::kNeedsScripts:
      return {code, Cure::kRender, Cure::kChanges};
    case Remark::kDeadly:
      return {code, Cure::kResume, Cure::kRemove};
    case Remark::kSecretsBound:
      return {code, Cure::kResume, Cure::kAddress};
    case Remark::kDuplicate:
      return {code, Cure::kRemove};
    case Remark::kSecretsSealed:
      return {code, Cure::kLogin};
    case Remark::kNoSuchHost:
      return {code, Cure::kAddress, Cure::kRemove};
    case Remark::kForbiddenAddress:
      return {code, Cure::kSetting, Cure::kAddress};
    case Remark::kNone:
      return {"unreadable", Cure::kAddress, Cure::kAuto};
    default:
      return {code, Cure::kVisit};
  }
}

}  // namespace

std::string_view to_string(Cure cure) {
  switch (cure) {
    case Cure::kVisit:
      return "visit";
    case Cure::kRemove:
      return "remove";
    case Cure::kResume:
      return "resume";
    case Cure::kLogin:
      return "login";
    case Cure::kProxy:
      return "proxy";
    case Cure::kRender:
      return "render";
    case Cure::kKind:
      return "kind";
    case Cure::kChanges:
      return "changes";
    case Cure::kData:
      return "data";
    case Cure::kAuto:
      return "auto";
    case Cure::kAddress:
      return "address";
    case Cure::kRarely:
      return "rarely";
    case Cure::kWait:
      return "wait";
    case Cure::kSetting:
      return "setting";
  }
  return "";
}

Cause cause_of(FetchOutcome outcome, int status, Remark remark) {
  const bool is_elsewhere =
      remark == Remark::kDuplicate || remark == Remark::kSecretsBound;
  if (is_success(outcome) || is_elsewhere) return of_remark(remark);
  switch (outcome) {
    case FetchOutcome::kGone:
      return {"gone", Cure::kRemove, Cure::kAddress};
    case FetchOutcome::kRobotsDenied:
      if (remark == Remark::kRobotsUnreadable)
        return {"robots-unreadable", Cure::kVisit};
      return {"robots-denied", Cure::kRemove};
    case FetchOutcome::kThrottled:
      return {"throttled", Cure::kWait, Cure::kRarely};
    case FetchOutcome::kHttpError:
      return of_http_status(status);
    case FetchOutcome::kBotWall:
      return {"bot-wall", Cure::kRemove};
    case FetchOutcome::kBadRedirect:
      return {"bad-redirect", Cure::kAddress};
    case FetchOutcome::kTooLarge:
      return {"too-large", Cure::kSetting};
    case FetchOutcome::kRefused:
    case FetchOutcome::kUnreachable:
      if (remark != Remark::kNone) return of_remark(remark);
      return {std::string(to_string(outcome)), Cure::kVisit};
    case FetchOutcome::kNamesFeed:
    case FetchOutcome::kUnreadable:
      return of_remark(remark);
    default:
      return {std::string(to_string(outcome)), Cure::kVisit};
  }
}

Result<SourceYield> yield_of(store::Store& store, const model::Source& source,
                             Time now) {
  TRY_ASSIGN(const auto recent,
             store::recent_articles(store.database(), {&source.id, 1}, first_day(now),
                                    kMostOfASourceShown));
  YieldCounter counter(source, now);
  for (const store::RecentArticle& each : recent) counter.add(each);
  return counter.finish();
}

Result<SourceTablePage> read_source_table(store::Store& store,
                                          const SourceTableQuery& query, Time now,
                                          Milliseconds late_after) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  store::SourceChoice choice;
  choice.user = query.viewer.value_or(model::UserId{});
  choice.filter = query.filter;
  choice.state = query.state;
  choice.kind = query.kind;
  TRY_ASSIGN(choice.folder, to_folder(query.folder));
  choice.text = query.text;
  choice.ids = query.ids;
  choice.now = now;
  choice.late_after = late_after;
  store::Database& db = store.database();
  TRY_ASSIGN(auto slice,
             store::slice_sources(db, choice, query.order, query.after, query.limit));
  SourceTablePage page;
  page.next = slice.next;
  page.total = slice.total;
  std::vector<model::SourceId> ids;
  std::unordered_map<model::SourceId, YieldCounter> counters;
  for (const store::WatchedSource& each : slice.rows) {
    ids.push_back(each.source.id);
    counters.emplace(each.source.id, YieldCounter(each.source, now));
  }
  TRY_ASSIGN(const auto recent,
             store::recent_articles(db, ids, first_day(now), kMostOfASourceShown));
  for (const store::RecentArticle& each : recent) {
    counters.at(each.source).add(each);
  }
  TRY_ASSIGN(const auto subscribed, subscribed_of(store, query.viewer, ids));
  for (store::WatchedSource& each : slice.rows) {
    const model::SourceId id = each.source.id;
    page.rows.push_back({.source = std::move(each),
                         .is_subscribed = subscribed.contains(id),
                         .yield = counters.at(id).finish()});
  }
  return page;
}

Result<std::vector<ProblemGroup>> read_problems(store::Store& store, Viewer viewer) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  store::Database& db = store.database();
  const model::UserId user = viewer.value_or(model::UserId{});
  TRY_ASSIGN(const auto counts, store::count_problems(db, user));
  std::vector<ProblemGroup> groups;
  for (const store::ProblemCount& problem : counts) {
    Cause cause = cause_of(problem.outcome, problem.status, problem.remark);
    auto group = std::ranges::find_if(groups, [&](const ProblemGroup& known) {
      return known.cause.code == cause.code;
    });
    if (group == groups.end()) {
      groups.push_back({.cause = std::move(cause), .count = 0, .sources = {}});
      group = groups.end() - 1;
    }
    group->count += problem.count;
    if (group->sources.size() >= kShownOfACause) continue;
    TRY_ASSIGN(
        const auto ids,
        store::sources_with(db, user, problem, kShownOfACause - group->sources.size()));
    TRY_ASSIGN(auto sources, store.sources().find(ids));
    std::vector<model::SourceId> failing;
    std::vector<std::int64_t> went_well;
    for (const store::WatchedSource& each : sources) {
      if (each.schedule.failures == 0) continue;
      failing.push_back(each.source.id);
      went_well.push_back(
          to_unix_ms(each.schedule.last_success.value_or(each.source.added)));
    }
    TRY_ASSIGN(const auto since, store::first_visits_after(db, failing, went_well));
    for (store::WatchedSource& source : sources) {
      IllSource& ill = group->sources.emplace_back();
      const auto failed = since.find(source.source.id);
      if (failed != since.end()) ill.since = failed->second;
      ill.source = std::move(source);
    }
  }
  std::ranges::stable_sort(groups, std::greater<>(), &ProblemGroup::count);
  for (ProblemGroup& group : groups) {
    std::ranges::stable_sort(group.sources, {}, [](const IllSource& each) {
      return name_of(each.source.source);
    });
  }
  return groups;
}

}  // namespace curlew::service
