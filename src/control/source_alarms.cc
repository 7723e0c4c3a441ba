#include "control/source_alarms.h"

#include <cmath>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "publish/language.h"

namespace curlew::control {
namespace {

constexpr std::string_view kFailing = "failing";
constexpr std::string_view kQuiet = "quiet";
constexpr std::size_t kMostFailing = 100'000;
constexpr int kHoursOfWeek = 168;

constexpr std::string_view kOver = "over";

// One that is not visited any more.
bool is_over(const store::WatchedSource& row) {
  return row.source.state == model::SourceState::kGone ||
         row.source.state == model::SourceState::kStopped;
}

}  // namespace

double probability_of_silence(const schedule::Belief& belief, Time last_new, Time now) {
  if (belief.rate_per_day <= 0 || now <= last_new) return 1;
  double expected = 0;
  const double days = double((now - last_new).count()) / 86'400'000;
  if (belief.profile.size() != kHoursOfWeek) {
    expected = belief.rate_per_day * days;
  } else {
    // Whole weeks, and the hours of the rest: 1970 began on a Thursday.
    const auto hour_of = [](Time time) {
      return (to_unix_ms(time) / 3'600'000 + 3 * 24) % kHoursOfWeek;
    };
    const auto hours = std::int64_t(days * 24);
    expected = belief.rate_per_day * 7 * double(hours / kHoursOfWeek);
    for (std::int64_t i = 0; i < hours % kHoursOfWeek; ++i) {
      const auto hour = std::size_t((hour_of(last_new) + i) % kHoursOfWeek);
      expected += belief.rate_per_day / 24 * double(belief.profile[hour]);
    }
  }
  return std::exp(-expected);
}

SourceAlarms::SourceAlarms(SourceAlarmsOptions options, store::Store& store,
                           const Planners& planners, const Clock& clock)
    : options_(options), store_(store), planners_(planners), clock_(clock) {}

Result<bool> SourceAlarms::step() {
  if (clock_.steady() < next_round_) return false;
  next_round_ = clock_.steady() + options_.every;
  news_.clear();
  TRY_ASSIGN(auto transaction, store_.begin());
  TRY(look_for_failing());
  TRY(look_for_quiet());
  TRY_ASSIGN(const bool is_told, tell());
  TRY(transaction.commit());
  return is_told;
}

Result<void> SourceAlarms::look_for_failing() {
  TRY_ASSIGN(const auto told, store_.alarms().all());
  std::set<std::pair<model::SourceId, std::string_view>> known;
  std::vector<model::SourceId> ids;
  for (const store::AlarmRow& alarm : told) {
    known.emplace(alarm.source, alarm.kind);
    ids.push_back(alarm.source);
  }
  // One that is gone or stopped fails no more, and would never be told otherwise.
  using store::SourceFilter;
  for (const auto filter :
       {SourceFilter::kFailing, SourceFilter::kGone, SourceFilter::kStopped}) {
    TRY_ASSIGN(const auto rows,
               store_.sources().list(filter, clock_.now(), {}, kMostFailing));
    for (const store::WatchedSource& row : rows) {
      const std::string_view kind = is_over(row) ? kOver : kFailing;
      if (known.contains({row.source.id, kind})) continue;
      TRY(begin(row, kind,
                filter == SourceFilter::kFailing ? SourceNews::kFails
                : filter == SourceFilter::kGone  ? SourceNews::kGone
                                                 : SourceNews::kStopped));
    }
  }
  if (ids.empty()) return {};
  TRY_ASSIGN(const auto rows, store_.sources().find(ids));
  std::unordered_map<model::SourceId, const store::WatchedSource*> by_id;
  for (const store::WatchedSource& row : rows) by_id[row.source.id] = &row;
  for (const store::AlarmRow& alarm : told) {
    const auto found = by_id.find(alarm.source);
    if (found == by_id.end()) {
      TRY(store_.alarms().remove(alarm.source, alarm.kind));
      continue;
    }
    const store::WatchedSource& row = *found->second;
    const bool is_failing = row.source.state == model::SourceState::kFailing;
    if (alarm.kind == kFailing && !is_failing) {
      TRY(end(alarm, row, SourceNews::kWorksAgain));
    } else if (alarm.kind == kQuiet && row.schedule.last_new > alarm.since) {
      TRY(end(alarm, row, SourceNews::kHasNewsAgain));
    } else if (alarm.kind == kOver && !is_over(row)) {
      // Its user resumed it himself: he need not be told.
      TRY(store_.alarms().remove(alarm.source, alarm.kind));
    }
  }
  return {};
}

// A part of the sources each time: nobody waits for it.
Result<void> SourceAlarms::look_for_quiet() {
  TRY_ASSIGN(const auto ids,
             store_.schedule().with_news(quiet_after_, options_.at_once));
  quiet_after_ = ids.size() < options_.at_once ? model::SourceId() : ids.back();
  if (ids.empty()) return {};
  TRY_ASSIGN(const auto rows, store_.sources().find(ids));
  TRY_ASSIGN(const auto told, store_.alarms().all());
  std::unordered_set<model::SourceId> known;
  for (const store::AlarmRow& alarm : told) {
    if (alarm.kind == kQuiet) known.insert(alarm.source);
  }
  for (const store::WatchedSource& row : rows) {
    if (known.contains(row.source.id) || !is_quiet(row)) continue;
    TRY_ASSIGN(const auto articles,
               store_.articles().newest_of(row.source.id, options_.least_articles));
    if (articles.size() < options_.least_articles) continue;
    TRY(begin(row, kQuiet, SourceNews::kQuiet));
  }
  return {};
}

// Its visits go well and bring nothing.
bool SourceAlarms::is_quiet(const store::WatchedSource& row) const {
  const store::ScheduleRow& schedule = row.schedule;
  if (row.source.state != model::SourceState::kActive || !schedule.last_new ||
      !schedule.last_success || schedule.failures > 0) {
    return false;
  }
  const schedule::Planner* const planner =
      planners_.find_planner(model::aim_of(row.source));
  if (planner == nullptr) return false;
  const schedule::Belief belief =
      planner->belief(planners_.to_plan(planned(row)), *schedule.last_new);
  return probability_of_silence(belief, *schedule.last_new, *schedule.last_success) <
         options_.improbable;
}

Result<void> SourceAlarms::begin(const store::WatchedSource& row, std::string_view kind,
                                 SourceNews news) {
  TRY(store_.alarms().add({row.source.id, std::string(kind), clock_.now()}));
  news_.push_back({row.source.id, news});
  return {};
}

// Of one that was paused or stopped meanwhile nothing is said.
Result<void> SourceAlarms::end(const store::AlarmRow& alarm,
                               const store::WatchedSource& row, SourceNews news) {
  TRY(store_.alarms().remove(alarm.source, alarm.kind));
  if (row.source.state == model::SourceState::kActive) {
    news_.push_back({row.source.id, news});
  }
  return {};
}

// Subscribers hear of their sources, administrators of those that are everybody's.
Result<bool> SourceAlarms::tell() {
  if (news_.empty()) return false;
  std::vector<model::SourceId> ids;
  for (const News& news : news_) ids.push_back(news.source);
  TRY_ASSIGN(const auto rows, store_.sources().find(ids));
  TRY_ASSIGN(const auto subscriptions, store_.subscriptions().of_sources(ids));
  TRY_ASSIGN(const auto users, store_.users().list());
  std::unordered_map<model::SourceId, std::unordered_set<model::UserId>> audience;
  for (const model::Subscription& each : subscriptions) {
    audience[each.source].insert(each.user);
  }
  for (const store::WatchedSource& row : rows) {
    if (!row.source.is_shared) continue;
    for (const store::UserRow& user : users) {
      if (user.user.role == model::Role::kAdmin) {
        audience[row.source.id].insert(user.user.id);
      }
    }
  }
  std::unordered_map<model::SourceId, const store::WatchedSource*> by_id;
  for (const store::WatchedSource& row : rows) by_id[row.source.id] = &row;
  bool is_told = false;
  for (const store::UserRow& user : users) {
    if (user.user.mail.empty()) continue;
    const publish::Language language = publish::parse_language(user.user.language);
    std::vector<AlarmText> texts;
    std::size_t count = 0;
    for (const News& news : news_) {
      const auto row = by_id.find(news.source);
      if (row == by_id.end() || !audience[news.source].contains(user.user.id)) continue;
      if (++count > options_.most_lines) continue;
      const store::ScheduleRow& schedule = row->second->schedule;
      texts.push_back(text_of(
          news.what, row->second->source,
          news.what == SourceNews::kQuiet ? schedule.last_new : schedule.last_success,
          schedule.last_error, language));
    }
    if (count == 0) continue;
    model::Delivery alarm;
    alarm.user = user.user.id;
    alarm.created = alarm.due = clock_.now();
    alarm.kind = model::DeliveryKind::kAlarm;
    alarm.subject = count == 1 ? texts[0].subject : news_of_sources(count, language);
    for (const AlarmText& text : texts) alarm.body += text.line + "\n";
    if (texts.size() < count) {
      alarm.body += publish::and_more(count - texts.size(), language) + "\n";
    }
    TRY(store_.deliveries().add_alarm(alarm, several_alarms(language)));
    is_told = true;
  }
  return is_told;
}

}  // namespace curlew::control
