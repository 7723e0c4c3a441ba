#include "control/source_alarms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/plain_text.h"
#include "model/mask.h"

namespace curlew::control {
namespace {

constexpr std::string_view kFailing = "failing";
constexpr std::string_view kQuiet = "quiet";
constexpr std::size_t kMostFailing = 100'000;
constexpr int kHoursOfWeek = 168;

std::string name_of(const model::Source& source) {
  constexpr std::size_t kColumns = 80;
  return shortened(plain_text(source.title.empty() ? model::masked_address(source.url)
                                                   : source.title),
                   kColumns);
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
  TRY_ASSIGN(const auto failing, store_.sources().list(store::SourceFilter::kFailing,
                                                       clock_.now(), {}, kMostFailing));
  TRY_ASSIGN(const auto told, store_.alarms().all());
  std::unordered_set<model::SourceId> known;
  std::vector<model::SourceId> ids;
  for (const store::AlarmRow& alarm : told) {
    if (alarm.kind == kFailing) known.insert(alarm.source);
    ids.push_back(alarm.source);
  }
  std::unordered_set<model::SourceId> still;
  for (const store::WatchedSource& row : failing) {
    still.insert(row.source.id);
    if (known.contains(row.source.id)) continue;
    TRY(begin(row, kFailing,
              fmt::format("{} fails: {}", name_of(row.source),
                          plain_text(row.schedule.last_error))));
  }
  if (ids.empty()) return {};
  TRY_ASSIGN(const auto rows, store_.sources().find(ids));
  std::unordered_map<model::SourceId, const store::WatchedSource*> by_id;
  for (const store::WatchedSource& row : rows) by_id[row.source.id] = &row;
  for (const store::AlarmRow& alarm : told) {
    const auto row = by_id.find(alarm.source);
    if (row == by_id.end()) {
      TRY(store_.alarms().remove(alarm.source, alarm.kind));
    } else if (alarm.kind == kFailing && !still.contains(alarm.source)) {
      TRY(end(alarm, *row->second,
              fmt::format("{} works again", name_of(row->second->source))));
    } else if (alarm.kind == kQuiet && row->second->schedule.last_new > alarm.since) {
      TRY(end(alarm, *row->second,
              fmt::format("{} has news again", name_of(row->second->source))));
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
    TRY(begin(row, kQuiet,
              fmt::format("{} is quiet: nothing new since {}", name_of(row.source),
                          to_iso8601(*row.schedule.last_new))));
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
  const schedule::Planner* const planner = planners_.find_planner(row.source.objective);
  if (planner == nullptr) return false;
  const schedule::Belief belief =
      planner->belief(planners_.to_plan(planned(row)), *schedule.last_new);
  return probability_of_silence(belief, *schedule.last_new, *schedule.last_success) <
         options_.improbable;
}

Result<void> SourceAlarms::begin(const store::WatchedSource& row, std::string_view kind,
                                 std::string line) {
  TRY(store_.alarms().add({row.source.id, std::string(kind), clock_.now()}));
  news_.push_back({row.source.id, std::move(line)});
  return {};
}

// Of one that was paused or stopped meanwhile nothing is said.
Result<void> SourceAlarms::end(const store::AlarmRow& alarm,
                               const store::WatchedSource& row, std::string line) {
  TRY(store_.alarms().remove(alarm.source, alarm.kind));
  if (row.source.state == model::SourceState::kActive) {
    news_.push_back({row.source.id, std::move(line)});
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
  std::vector<model::Delivery> deliveries;
  for (const store::UserRow& user : users) {
    if (user.user.mail.empty()) continue;
    std::vector<std::string> lines;
    for (const News& news : news_) {
      if (audience[news.source].contains(user.user.id)) lines.push_back(news.line);
    }
    if (lines.empty()) continue;
    model::Delivery& delivery = deliveries.emplace_back();
    delivery.user = user.user.id;
    delivery.created = delivery.due = clock_.now();
    delivery.kind = model::DeliveryKind::kAlarm;
    delivery.subject =
        lines.size() == 1 ? lines[0] : fmt::format("News of {} sources", lines.size());
    const std::size_t shown = std::min(lines.size(), options_.most_lines);
    for (std::size_t i = 0; i < shown; ++i) delivery.body += lines[i] + "\n";
    if (shown < lines.size()) {
      delivery.body += fmt::format("and {} more\n", lines.size() - shown);
    }
  }
  if (deliveries.empty()) return false;
  TRY(store_.deliveries().add(deliveries));
  return true;
}

}  // namespace curlew::control
