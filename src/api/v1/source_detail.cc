// All of one source: what is known, how it was visited, how late its articles were
// found.

#include <algorithm>
#include <chrono>

#include "api/json_objects.h"
#include "api/v1/cursor.h"
#include "api/v1/fields.h"
#include "api/v1/group.h"
#include "api/v1/operations.h"
#include "api/v1/reading_json.h"
#include "api/v1/source_json.h"
#include "api/v1/words.h"
#include "service/health.h"
#include "service/own_sources.h"
#include "service/source_table.h"
#include "service/subscribe.h"
#include "service/visit_log.h"

namespace curlew::api {
namespace {

using boost::json::array;
using boost::json::object;
using boost::json::value;
using http::Access;

constexpr std::int64_t kMostDetailRows = 1'000;
constexpr std::int64_t kUsualRows = 100;
// In minutes; beyond that is no clock on Earth.
constexpr std::int64_t kFarthestZone = 14 * 60;

Result<store::WatchedSource> source_asked_for(const Asked& asked) {
  TRY_ASSIGN(const std::int64_t id, asked.number_in_path("id"));
  return service::find_source(asked.store, "#" + std::to_string(id), asked.viewer());
}

// Those whose date says how late they were found.
array delay_array(const std::vector<store::ArticleRow>& articles, Time added,
                  std::vector<Milliseconds>* values = nullptr) {
  array all;
  for (const store::ArticleRow& each : articles) {
    if (!each.published || *each.published < added || *each.published > each.found) {
      continue;
    }
    const Milliseconds delay = each.found - *each.published;
    if (values) values->push_back(delay);
    all.push_back(object{{"article", each.id.value},
                         {"title", json_shown(each.title)},
                         {"published", json_moment(each.published)},
                         {"found", json_moment(each.found)},
                         {"delay_s", delay_value(delay)}});
  }
  return all;
}

// The oldest first.
array median_array(const std::vector<store::VisitRow>& visits) {
  array all;
  for (auto visit = visits.rbegin(); visit != visits.rend(); ++visit) {
    if (!visit->median_milli) continue;
    all.push_back(object{{"started", json_moment(visit->started)},
                         {"M", double(*visit->median_milli) / 1000}});
  }
  return all;
}

template <typename Rows>
array object_array(const Rows& rows) {
  array all;
  for (const auto& row : rows) all.push_back(to_object(row));
  return all;
}

class SourceDetailGroup {
 public:
  explicit SourceDetailGroup(const ApiContext& context) : context_(context) {}

  Result<Answer> show(const Asked& asked) const {
    Parameters given(asked.call.request);
    const auto rows = given.number("rows", 0, kMostDetailRows).value_or(kUsualRows);
    const auto ahead = given.number("utc_offset", -kFarthestZone, kFarthestZone);
    if (const auto wrong = given.problem()) return Answer(*wrong);
    TRY_ASSIGN(const store::WatchedSource found, source_asked_for(asked));
    const service::PlanningOptions* const planning = context_.options.parts.planning;
    TRY_ASSIGN(const service::SourceDetail detail,
               planning
                   ? service::explain_source(asked.store, *planning, found, asked.now,
                                             std::size_t(rows), asked.viewer())
                   : service::take_detail(asked.store, found, asked.now,
                                          std::size_t(rows), asked.viewer()));
    TRY_ASSIGN(const auto own,
               service::subscription_of(asked.store, asked.viewer(), found.source.id));
    TRY_ASSIGN(const auto yield,
               service::yield_of(asked.store, found.source, asked.now));
    TRY_ASSIGN(const auto articles,
               service::reading_rows(asked.store, detail.articles, asked.viewer()));
    // How it is asked for, and read, is told to who may say so.
    TRY_ASSIGN(const bool may_change,
               service::may_change(asked.store, actor_of(asked), found.source.id));
    store::WatchedSource shown = detail.source;
    if (!may_change) shown.source.request = {};
    object all = to_object(shown, asked.now);
    const std::string& language = asked.call.context.language;
    Listener listener{.language = language};
    if (ahead) listener.ahead_of_utc = std::chrono::minutes(*ahead);
    all["sentence"] = sentence_of(detail, yield, listener);
    all["learning"] = service::is_rhythm_unknown(detail.source, asked.now);
    all["problem"] = problem_value(detail.source, language);
    all["why_due"] = service::next_visit(detail.source)
                         ? words_of_reason(detail.source.schedule.due_reason, language)
                         : "";
    all["subscribed"] = own.has_value();
    all["own_title"] = json_shown(own ? own->title : "");
    all["own_folder"] = json_shown(own ? own->folder : "");
    all["visits"] = object_array(detail.visits);
    all["articles"] = object_array(articles);
    all["versions"] = object_array(detail.versions);
    all["lateness"] = object_array(detail.lateness);
    all["delays"] = delay_array(detail.articles, found.source.added);
    all["medians"] = median_array(detail.visits);
    all["feed"] = "/sources/" + std::to_string(found.source.id.value) + "/feed.atom";
    all["may_change"] = may_change;
    const service::LoginWord login = service::login_word(detail.source);
    all["login"] =
        object{{"fate", service::to_string(login.fate)}, {"at", json_moment(login.at)}};
    all["rules_text"] = may_change ? found.source.rules : "";
    add_yield(all, yield);
    add_plan(all, detail);
    return json_answer(all);
  }

  static Result<Answer> visits(const Asked& asked) {
    Parameters given(asked.call.request);
    const PageAsked page = page_asked(given, "visits", 1);
    if (const auto wrong = given.problem()) return Answer(*wrong);
    TRY_ASSIGN(const store::WatchedSource found, source_asked_for(asked));
    service::VisitLog log(asked.store, found.source.id, asked.viewer());
    TRY_ASSIGN(auto rows,
               log.before({number_of(page.after).value_or(0)}, page.limit + 1));
    std::optional<std::string> next;
    if (rows.size() > page.limit) {
      rows.resize(page.limit);
      next = to_cursor("visits", {std::to_string(rows.back().id.value)});
    }
    return list_answer(object_array(rows), next);
  }

  static Result<Answer> delays(const Asked& asked) {
    Parameters given(asked.call.request);
    const auto limit = given.number("limit", 1, kMostDetailRows).value_or(kUsualRows);
    if (const auto wrong = given.problem()) return Answer(*wrong);
    TRY_ASSIGN(const store::WatchedSource found, source_asked_for(asked));
    TRY_ASSIGN(const auto detail,
               service::take_detail(asked.store, found, asked.now, std::size_t(limit),
                                    asked.viewer()));
    std::vector<Milliseconds> values;
    array items = delay_array(detail.articles, found.source.added, &values);
    return json_answer(
        object{{"items", std::move(items)},
               {"quantiles", quantiles_value(service::to_quantiles(std::move(values)))},
               {"by_day", object_array(detail.lateness)}});
  }

 private:
  void add_plan(object& all, const service::SourceDetail& detail) const {
    all["plan"] = nullptr;
    all["next_visits"] = array();
    all["expected_delay_s"] = nullptr;
    if (!detail.plan || !has_visits(detail.source.source.kind)) return;
    all["plan"] = to_object(*detail.plan);
    const auto outlook = service::outlook_of(
        *detail.plan, detail.source,
        context_.options.parts.planning->planners.planner.constraints.minimum_gap,
        detail.now);
    array next;
    for (const Time each : outlook.next_visits) next.push_back(json_moment(each));
    all["next_visits"] = std::move(next);
    if (outlook.expected_delay_s) all["expected_delay_s"] = *outlook.expected_delay_s;
  }

  const ApiContext context_;
};

}  // namespace

std::vector<Operation> source_detail_operations(const ApiContext& context) {
  const SourceDetailGroup own(context);
  return {
      {.id = "getSource",
       .pattern = "/sources/{id}",
       .access = Access::kReader,
       .handler = [own](const Asked& asked) { return own.show(asked); }},
      {.id = "listVisits",
       .pattern = "/sources/{id}/visits",
       .access = Access::kReader,
       .handler = SourceDetailGroup::visits},
      {.id = "listDelays",
       .pattern = "/sources/{id}/delays",
       .access = Access::kReader,
       .handler = SourceDetailGroup::delays},
  };
}

}  // namespace curlew::api
