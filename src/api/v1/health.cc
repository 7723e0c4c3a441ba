// How it goes: the one sentence, delays, the machine, how hosts are treated, and what
// is kept.

#include "service/health.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "api/health_json.h"
#include "api/json_objects.h"
#include "api/v1/cursor.h"
#include "api/v1/fields.h"
#include "api/v1/group.h"
#include "api/v1/operations.h"
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

object health_object(const service::Health& health, const std::string& trouble,
                     std::string_view language) {
  object counts = to_object(health.counts);
  counts["articles"] = nullptr;
  counts["pages_wanted"] = nullptr;
  array hours;
  for (const service::HealthHour& each : health.hours) {
    hours.push_back(object{{"hour", json_moment(each.hour)},
                           {"articles", each.articles},
                           {"median_delay_s", delay_value(each.median_delay)}});
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
          {"median_delay_s", delay_value(health.median_delay)},
          {"hours", std::move(hours)},
          {"unread", health.unread},
          {"lists", health.lists}};
}

constexpr std::int64_t kShortestKeeping = 3'600;
constexpr std::int64_t kLongestKeeping = 36'500LL * 86'400;
constexpr std::int64_t kMostKeptArticles = 1'000'000'000;

// null: for ever, and all.
void read_keep(Fields& body, std::string_view age, std::string_view newest,
               store::Keep& keep) {
  const auto seconds = body.number(age, kShortestKeeping, kLongestKeeping);
  if (seconds) keep.age = std::chrono::seconds(*seconds);
  if (body.is_null(age)) keep.age.reset();
  const auto count = body.number(newest, 1, kMostKeptArticles);
  if (count) keep.newest_of_source = std::size_t(*count);
  if (body.is_null(newest)) keep.newest_of_source = 0;
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
    return json_answer(to_object(picture, budget));
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
    return json_answer(to_object(picture, planning));
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
      items.push_back(to_object(each));
    }
    std::optional<std::string> next;
    if (read.has_more) {
      next = to_cursor("courtesy", {std::to_string(query.skip + query.limit)});
    }
    return list_answer(std::move(items), next);
  }

  Result<Answer> retention(const Asked& asked) const {
    Parameters given(asked.call.request);
    const auto age = given.number("articles_for_s", kShortestKeeping, kLongestKeeping);
    if (const auto wrong = given.problem()) return Answer(*wrong);
    return retention(asked, age);
  }

  // What is not named stays as it is, or as it is configured.
  Result<Answer> change_retention(const Asked& asked) const {
    Fields body(asked.call.request);
    TRY_ASSIGN(const auto now_kept,
               service::take_retention(asked.store, context_.options.parts.keeping,
                                       std::nullopt, asked.now));
    store::Keeping keeping = now_kept.keeping();
    read_keep(body, "articles_for_s", "articles_newest", keeping.articles);
    read_keep(body, "pages_for_s", "pages_newest", keeping.pages);
    const bool is_chosen = body.flag("chosen").value_or(true);
    if (const auto wrong = body.problem()) return Answer(*wrong);
    TRY(service::choose_keeping(asked.store,
                                is_chosen ? std::optional(keeping) : std::nullopt));
    return retention(asked, std::nullopt);
  }

 private:
  Result<Answer> retention(const Asked& asked, std::optional<std::int64_t> age) const {
    const auto asked_age =
        age ? std::optional<Milliseconds>(std::chrono::seconds(*age)) : std::nullopt;
    TRY_ASSIGN(const auto picture,
               service::take_retention(asked.store, context_.options.parts.keeping,
                                       asked_age, asked.now));
    return json_answer(to_object(picture));
  }

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
      {.id = "getRetention",
       .pattern = "/retention",
       .access = Access::kAdmin,
       .handler = [own](const Asked& asked) { return own.retention(asked); }},
      {.id = "changeRetention",
       .method = "PATCH",
       .pattern = "/retention",
       .access = Access::kAdmin,
       .use = StoreUse::kWrite,
       .handler = [own](const Asked& asked) { return own.change_retention(asked); }},
  };
}

}  // namespace curlew::api
