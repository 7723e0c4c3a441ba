// How it goes: the one sentence, delays, the machine, and how hosts are treated.

#include "service/health.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "api/json_objects.h"
#include "api/v1/cursor.h"
#include "api/v1/fields.h"
#include "api/v1/group.h"
#include "api/v1/operations.h"
#include "api/v1/source_json.h"
#include "api/v1/words.h"
#include "service/operation.h"

namespace curlew::api {
namespace {

using boost::json::array;
using boost::json::object;
using boost::json::value;
using http::Access;

// What the model offers changes slowly, and asking it takes a while.
constexpr Milliseconds kOffersKept = std::chrono::minutes(10);
constexpr std::int64_t kMostDays = 30;
constexpr Milliseconds kHealthKept = std::chrono::seconds(2);
constexpr std::size_t kMostKept = 1'000;

value seconds_value(const std::optional<Milliseconds>& duration) {
  if (!duration) return nullptr;
  return std::chrono::duration_cast<std::chrono::seconds>(*duration).count();
}

object health_object(const service::Health& health, const std::string& trouble,
                     std::string_view language) {
  object counts = to_object(health.counts);
  counts["articles"] = nullptr;
  counts["pages_wanted"] = nullptr;
  array hours;
  for (const service::HealthHour& each : health.hours) {
    hours.push_back(object{{"hour", json_moment(each.hour)},
                           {"articles", each.articles},
                           {"median_delay_s", seconds_value(each.median_delay)}});
  }
  const auto state = !trouble.empty()         ? "ill"
                     : health.counts.late > 0 ? "late"
                                              : "well";
  return {{"now", json_moment(health.now)},
          {"state", state},
          {"sentence", health_sentence(health, language)},
          {"trouble", json_shown(trouble)},
          {"counts", std::move(counts)},
          {"articles_today", health.articles_today},
          {"median_delay_s", seconds_value(health.median_delay)},
          {"hours", std::move(hours)},
          {"unread", health.unread},
          {"lists", health.lists}};
}

value budget_value(const std::optional<service::BudgetPicture>& budget) {
  if (!budget) return nullptr;
  array offers;
  for (const service::BudgetOffer& each : budget->offers) {
    offers.push_back(object{{"factor", each.factor},
                            {"visits_per_hour", each.visits_per_hour},
                            {"expected_delay_s", each.expected_delay_s}});
  }
  return object{
      {"visits_per_hour",
       budget->visits_per_hour ? value(*budget->visits_per_hour) : value(nullptr)},
      {"use", budget->use},
      {"offers", std::move(offers)}};
}

object stage_object(std::string_view stage, const service::Quantiles& quantiles) {
  return {{"stage", stage}, {"quantiles", quantiles_value(quantiles)}};
}

// "anna/Energy" of one's own list is "Energy".
std::string_view own_name(std::string_view name) {
  const std::size_t slash = name.find('/');
  return slash == name.npos ? name : name.substr(slash + 1);
}

object delay_object(const service::DelayPicture& picture,
                    const std::optional<service::BudgetPicture>& budget) {
  array hours, by_day, sources, lists;
  for (std::size_t i = 0; i < picture.hours.size(); ++i) {
    hours.push_back(
        object{{"hour", i}, {"quantiles", quantiles_value(picture.hours[i])}});
  }
  for (const auto& each : picture.by_day) by_day.push_back(to_object(each));
  for (const service::SourceDelay& each : picture.sources) {
    sources.push_back(object{{"source", each.source.value},
                             {"title", json_shown(each.title)},
                             {"quantiles", to_object(each.quantiles)}});
  }
  for (const service::ClipTiming& each : picture.lists) {
    lists.push_back(object{{"list", json_shown(own_name(each.name))},
                           {"clips", each.clips},
                           {"published_to_found", quantiles_value(each.to_found)},
                           {"found_to_matched", quantiles_value(each.to_matched)},
                           {"matched_to_delivered", quantiles_value(each.to_delivered)},
                           {"in_all", quantiles_value(each.in_all)}});
  }
  return {{"days", picture.days},
          {"stages", array{stage_object("found", picture.found),
                           stage_object("matched", picture.matched),
                           stage_object("delivered", picture.delivered),
                           stage_object("all", picture.all)}},
          {"hours", std::move(hours)},
          {"by_day", std::move(by_day)},
          {"sources", std::move(sources)},
          {"lists", std::move(lists)},
          {"budget", budget_value(budget)}};
}

value bytes_value(const std::optional<Bytes>& bytes) {
  return bytes ? value(*bytes) : value(nullptr);
}

array terminal_array(const service::OperationPicture& picture) {
  array all;
  for (const service::TerminalState& each : picture.terminals) {
    all.push_back(object{{"name", json_shown(each.name)},
                         {"visits_last_hour", each.visits_last_hour},
                         {"under_way", nullptr},
                         {"waiting", nullptr},
                         {"last_heard", json_moment(each.last_heard)},
                         {"archive_bytes", bytes_value(each.archive_bytes)}});
  }
  return all;
}

array minute_array(const service::OperationPicture& picture) {
  array all;
  for (const store::VisitMinute& each : picture.minutes) {
    all.push_back(object{{"minute", json_moment(each.minute)},
                         {"visits", each.visits},
                         {"failed", each.failed},
                         {"not_modified", each.not_modified},
                         {"bytes", each.bytes},
                         {"new", each.new_articles}});
  }
  return all;
}

object operation_object(const service::OperationPicture& picture,
                        const std::vector<service::Planning>& planning) {
  array outcomes, plans;
  std::int64_t visits = 0;
  for (const store::OutcomeCount& each : picture.outcomes) {
    visits += each.count;
    outcomes.push_back(
        object{{"outcome", to_string(each.outcome)}, {"count", each.count}});
  }
  for (const service::Planning& each : planning) plans.push_back(to_object(each));
  const store::StatusCounts& counts = picture.counts;
  const service::MachineFacts& machine = picture.machine;
  return {{"now", json_moment(picture.now)},
          {"version", machine.version},
          {"started", json_moment(machine.started)},
          {"counts", to_object(counts)},
          {"terminals", terminal_array(picture)},
          {"queues", object{{"due", counts.due},
                            {"late", counts.late},
                            {"pages", counts.pages_wanted},
                            {"notices", picture.notices},
                            {"set_aside", counts.set_aside}}},
          {"minutes", minute_array(picture)},
          {"outcomes", std::move(outcomes)},
          {"not_modified_share", picture.not_modified_share},
          {"planning", std::move(plans)},
          {"store", object{{"kind", machine.is_postgres ? "postgres" : "sqlite"},
                           {"bytes", bytes_value(machine.store_bytes)},
                           {"articles", counts.articles},
                           {"visits", visits}}},
          {"disk", object{{"free_bytes", machine.disk_free},
                          {"total_bytes", machine.disk_total}}}};
}

object courtesy_object(const service::HostCourtesy& host) {
  value robots(nullptr);
  if (host.robots) {
    const bool has_delay = host.robots->crawl_delay > Milliseconds(0);
    robots = object{{"read", json_moment(host.robots->read)},
                    {"crawl_delay_s",
                     has_delay ? value(double(host.robots->crawl_delay.count()) / 1000)
                               : value(nullptr)},
                    {"bytes", host.robots->bytes}};
  }
  return {{"host", json_shown(host.host)},
          {"requests", host.requests},
          {"not_modified", host.not_modified},
          {"failed", host.failed},
          {"bytes", host.bytes},
          {"smallest_gap_ms",
           host.smallest_gap ? value(host.smallest_gap->count()) : value(nullptr)},
          {"kept_gap_ms", host.kept_gap.count()},
          {"robots", std::move(robots)},
          {"throttled", host.throttled},
          {"resting_until", json_moment(host.resting_until)},
          {"sources", host.sources}};
}

class HealthGroup {
 public:
  explicit HealthGroup(const ApiContext& context) : context_(context) {}

  Result<Answer> health(const Asked& asked) const {
    TRY_ASSIGN(
        const auto health,
        service::take_health(asked.store, asked.now, context_.options.limits.late_after,
                             asked.viewer()));
    return json_answer(health_object(health, context_.options.storing_trouble(),
                                     asked.call.context.language));
  }

  Result<Answer> delay(const Asked& asked) const {
    Parameters given(asked.call.request);
    const auto days = given.number("days", 1, kMostDays).value_or(7);
    if (const auto wrong = given.problem()) return Answer(*wrong);
    TRY_ASSIGN(const auto picture,
               service::take_delays(asked.store, int(days), asked.now, asked.viewer(),
                                    asked.call.context.caller.user));
    TRY_ASSIGN(const auto budget, offers(asked));
    return json_answer(delay_object(picture, budget));
  }

  Result<Answer> operation(const Asked& asked) const {
    if (!context_.options.parts.machine) return not_here("What the machine does");
    TRY_ASSIGN(const auto picture,
               service::take_operation(asked.store, context_.options.parts.machine(),
                                       asked.now, context_.options.limits.late_after));
    std::vector<service::Planning> planning;
    if (context_.options.parts.planning) {
      TRY_ASSIGN(
          const auto explainer,
          service::Explainer::make(*context_.options.parts.planning, asked.store));
      planning = explainer.summaries();
    }
    return json_answer(operation_object(picture, planning));
  }

  Result<Answer> courtesy(const Asked& asked) const {
    Parameters given(asked.call.request);
    service::CourtesyQuery query;
    query.host = given.text("host").value_or("");
    const PageAsked page = page_asked(given, "courtesy", 1);
    if (const auto wrong = given.problem()) return Answer(*wrong);
    query.limit = page.limit;
    query.skip = std::size_t(number_of(page.after).value_or(0));
    query.politeness = context_.options.parts.politeness;
    query.terminal_caches = context_.options.parts.terminal_caches;
    TRY_ASSIGN(const auto read, service::take_courtesy(asked.store, query, asked.now));
    array items;
    for (const service::HostCourtesy& each : read.hosts) {
      items.push_back(courtesy_object(each));
    }
    std::optional<std::string> next;
    if (read.has_more) {
      next = to_cursor("courtesy", {std::to_string(query.skip + query.limit)});
    }
    return list_answer(std::move(items), next);
  }

 private:
  // Shared by the copies of the group.
  struct Kept {
    std::mutex mutex;
    // By user.
    std::unordered_map<std::int64_t, service::Health> health;
    Time made;
    std::optional<service::BudgetPicture> budget;
  };

  Result<std::optional<service::BudgetPicture>> offers(const Asked& asked) const {
    const service::PlanningOptions* const planning = context_.options.parts.planning;
    if (planning == nullptr) return std::optional<service::BudgetPicture>();
    {
      const std::lock_guard lock(kept_->mutex);
      if (kept_->budget && asked.now - kept_->made < kOffersKept) return kept_->budget;
    }
    TRY_ASSIGN(auto budget, service::offer_budgets(asked.store, *planning, asked.now));
    const std::lock_guard lock(kept_->mutex);
    kept_->budget = std::move(budget);
    kept_->made = asked.now;
    return kept_->budget;
  }

  const ApiContext context_;
  std::shared_ptr<Kept> kept_ = std::make_shared<Kept>();
};

}  // namespace

std::vector<Operation> health_operations(const ApiContext& context) {
  const HealthGroup own(context);
  return {
      {.id = "getHealth",
       .pattern = "/health",
       .access = Access::kReader,
       .handler = [own](const Asked& asked) { return own.health(asked); }},
      {.id = "getDelay",
       .pattern = "/delay",
       .access = Access::kReader,
       .handler = [own](const Asked& asked) { return own.delay(asked); }},
      {.id = "getOperation",
       .pattern = "/operation",
       .access = Access::kAdmin,
       .handler = [own](const Asked& asked) { return own.operation(asked); }},
      {.id = "listCourtesy",
       .pattern = "/courtesy",
       .access = Access::kAdmin,
       .handler = [own](const Asked& asked) { return own.courtesy(asked); }},
  };
}

}  // namespace curlew::api
