#include "api/health_json.h"

#include "api/json_objects.h"
#include "api/v1/operation.h"
#include "api/v1/source_json.h"

namespace curlew::api {
namespace {

using boost::json::array;
using boost::json::object;
using boost::json::value;

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

array copy_array(const service::OperationPicture& picture) {
  array all;
  for (const store::ArchiveCopy& each : picture.copies) {
    all.push_back(
        object{{"archive", json_shown(each.archive)},
               {"holder",
                each.holder.empty() ? value(nullptr) : value(json_shown(each.holder))},
               {"kept_once", each.kept_once}});
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

}  // namespace

object to_object(const service::DelayPicture& picture,
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

object to_object(const service::OperationPicture& picture,
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
          {"archive_copies", copy_array(picture)},
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

object keeping_object(const store::Keeping& keeping) {
  const auto age = [](const store::Keep& keep) -> value {
    if (!keep.age) return nullptr;
    return std::chrono::duration_cast<std::chrono::seconds>(*keep.age).count();
  };
  const auto newest = [](const store::Keep& keep) -> value {
    if (keep.newest_of_source == 0) return nullptr;
    return keep.newest_of_source;
  };
  return {{"articles_for_s", age(keeping.articles)},
          {"articles_newest", newest(keeping.articles)},
          {"pages_for_s", age(keeping.pages)},
          {"pages_newest", newest(keeping.pages)}};
}

object to_object(const service::RetentionPicture& picture) {
  return {{"keeping", keeping_object(picture.keeping())},
          {"configured", keeping_object(picture.configured.keeping)},
          {"chosen", picture.chosen.has_value()},
          {"articles", picture.articles},
          {"older", picture.older ? value(*picture.older) : value(nullptr)},
          {"versions", picture.configured.versions},
          {"visits_days", picture.configured.visit_days}};
}

object to_object(const service::HostCourtesy& host) {
  value robots(nullptr);
  if (host.robots) {
    const bool has_delay = host.robots->crawl_delay > Milliseconds(0);
    robots = object{{"read", json_moment(host.robots->read)},
                    {"fingerprint", host.robots->fingerprint},
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

std::string to_json(const service::DelayPicture& picture,
                    const std::optional<service::BudgetPicture>& budget) {
  return serialize(to_object(picture, budget));
}

std::string to_json(const service::OperationPicture& picture,
                    const std::vector<service::Planning>& planning) {
  return serialize(to_object(picture, planning));
}

std::string to_json(const service::RetentionPicture& picture) {
  return serialize(to_object(picture));
}

std::string to_json(const service::HostCourtesy& host) {
  return serialize(to_object(host));
}

std::string to_json(const service::ProblemGroup& group) {
  return serialize(to_object(group, "en"));
}

}  // namespace curlew::api
