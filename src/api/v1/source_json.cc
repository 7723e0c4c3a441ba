#include "api/v1/source_json.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/json_objects.h"
#include "api/memento_links.h"
#include "api/v1/operation.h"
#include "api/v1/words.h"
#include "archive/timestamps.h"
#include "base/plain_text.h"
#include "model/mask.h"

namespace curlew::api {
namespace {

using boost::json::array;
using boost::json::object;
using boost::json::value;

constexpr std::size_t kShownItems = 20;

std::int64_t in_seconds(Milliseconds duration) {
  return std::chrono::duration_cast<std::chrono::seconds>(duration).count();
}

std::string_view robots_word(fetch::RobotsWord word) {
  switch (word) {
    case fetch::RobotsWord::kNotAsked:
      return "not-asked";
    case fetch::RobotsWord::kAllows:
      return "allowed";
    case fetch::RobotsWord::kForbids:
      return "forbidden";
    case fetch::RobotsWord::kUnreadable:
      return "unreadable";
  }
  return "";
}

value problem_object(const std::optional<model::Problem>& problem,
                     const service::Cause& cause, std::string_view error,
                     std::string_view language) {
  if (!problem) return nullptr;
  return object{{"code", cause.code},
                {"title", title_of_cause(cause.code, language)},
                {"detail", json_shown(error)},
                {"reason", json_shown(problem->reason)},
                {"cure", json_shown(problem->cure)}};
}

object ill_object(const service::IllSource& ill) {
  const store::WatchedSource& each = ill.source;
  const auto problem = service::problem_of(each);
  return {{"id", each.source.id.value},
          {"title", json_shown(service::name_of(each.source))},
          {"url", json_shown(model::masked_address(each.source.url))},
          {"state", to_string(each.source.state)},
          {"reason", json_shown(problem ? problem->reason : "")},
          {"detail", json_shown(each.schedule.last_error)},
          {"cure", json_shown(problem ? problem->cure : "")},
          {"since", json_moment(ill.since)},
          {"last_good", json_moment(each.schedule.last_success)},
          {"last_visit", json_moment(each.schedule.last_visit)},
          {"next_due", json_moment(service::next_visit(each))},
          {"failures", each.schedule.failures}};
}

// The newest first; links as they stand on the page.
array items_of(const service::Look& look, const model::Listing& listing) {
  const bool is_page = service::found_kind(look) == model::SourceKind::kPage;
  const auto& entries = listing.new_entries;
  array items;
  for (std::size_t i = 0; i < std::min(entries.size(), kShownItems); ++i) {
    const model::Entry& entry = entries[is_page ? i : entries.size() - 1 - i].entry;
    items.push_back(object{{"title", json_shown(entry.title)},
                           {"url", json_link(model::masked_address(entry.link))},
                           {"published", json_moment(entry.published)}});
  }
  return items;
}

void read_request(Fields& body, service::RequestEdit& request) {
  if (body.has("headers")) {
    std::vector<service::Header> headers;
    for (auto& [name, content] : body.text_map("headers")) {
      headers.emplace_back(std::move(name), std::move(content));
    }
    request.headers = std::move(headers);
  }
  request.basic_credentials = body.text("user");
  request.bearer_token = body.text("bearer");
  request.proxy = body.text("proxy");
}

service::Cause cause_of(const service::Look& look) {
  const model::VisitReport& report = look.report;
  // It names feeds, and yet has a problem: they are where its secrets may not go.
  const bool is_bound = !service::named_feeds(look).empty();
  return service::cause_of(report.outcome, report.http_status,
                           is_bound ? model::Remark::kSecretsBound : report.remark);
}

std::optional<Milliseconds> read_gap(Fields& body, std::string_view name) {
  constexpr std::int64_t kYear = 366 * 86'400;
  const auto seconds = body.number(name, 0, kYear);
  if (!seconds) return std::nullopt;
  return Milliseconds(*seconds * 1000);
}

void read_wishes(Fields& body, service::WishEdit& wishes) {
  wishes.interval = read_gap(body, "interval_s");
  wishes.longest_gap = read_gap(body, "longest_gap_s");
  if (const auto hours = body.numbers("quiet_hours")) {
    model::QuietTimes quiet;
    for (const std::int64_t hour : *hours) {
      if (hour < 0 || hour > 23) {
        body.refuse("quiet_hours", "has an hour that is none");
        return;
      }
      quiet.hours |= decltype(quiet.hours)(1u << hour);
    }
    if (hours->size() >= 24) body.refuse("quiet_hours", "leaves no hour for visits");
    wishes.quiet = quiet;
  }
}

std::optional<model::Detector> parse_detector(std::string_view word) {
  if (word == "own") return model::Detector::kOwn;
  if (word == "thesis") return model::Detector::kThesis;
  return std::nullopt;
}

}  // namespace

std::optional<model::SourceKind> parse_source_kind(std::string_view word) {
  using enum model::SourceKind;
  for (const model::SourceKind kind : {kAuto, kFeed, kPage, kData, kSparql, kTopic}) {
    if (word == to_string(kind)) return kind;
  }
  return std::nullopt;
}

std::optional<model::SourceState> parse_source_state(std::string_view word) {
  using enum model::SourceState;
  for (const model::SourceState state : {kActive, kPaused, kFailing, kGone, kStopped}) {
    if (word == to_string(state)) return state;
  }
  return std::nullopt;
}

service::WatchEdit watch_edit_of(Fields& body) {
  service::WatchEdit edit;
  edit.detector = body.choice("detector", parse_detector);
  edit.part = body.text("part");
  edit.ignore = body.texts("ignore");
  edit.ignore_text = body.texts("ignore_text");
  if (const auto size = body.number("min_change", 0, 1'000'000)) {
    edit.minimum_size = std::uint32_t(*size);
  }
  if (const auto words = body.texts("changes_of")) {
    model::ChangeKinds kinds;
    for (const std::string& word : *words) {
      const auto kind = model::parse_change_kind(word);
      if (!kind) body.refuse("changes_of", "has a word that is no kind of change");
      if (kind) kinds.add(*kind);
    }
    edit.kinds = kinds;
  }
  return edit;
}

service::SourceEdit source_edit_of(Fields& body) {
  service::SourceEdit edit;
  edit.url = body.text("url").value_or("");
  edit.kind = body.choice("kind", parse_source_kind);
  edit.title = body.text("title").value_or("");
  edit.folder = body.text("folder").value_or("");
  read_request(body, edit.request);
  edit.objective = body.choice(
      "objective", [](std::string_view word) -> std::optional<model::Objective> {
        const auto objective = model::parse_objective(word);
        return objective.ok() ? std::optional(*objective) : std::nullopt;
      });
  edit.policy = body.text("policy");
  read_wishes(body, edit.wishes);
  edit.watching = watch_edit_of(body);
  edit.watching.links = body.flag("links");
  edit.watching.changes = body.flag("changes");
  edit.watching.articles = body.flag("articles");
  edit.watching.archive = body.flag("archive");
  edit.watching.keys = body.texts("key");
  edit.fetch_pages = body.flag("fetch_pages");
  if (const auto render = body.flag("render")) {
    edit.rendering = *render ? model::Rendering::kAlways : model::Rendering::kNever;
  }
  edit.is_shared = body.flag("shared");
  edit.rules = body.text("rules");
  return edit;
}

void add_yield(object& source, const service::SourceYield& yield) {
  source["days"] = array(yield.days.begin(), yield.days.end());
  source["per_week"] = yield.per_week;
  source["median_delay_s"] =
      yield.median_delay ? value(in_seconds(*yield.median_delay)) : value(nullptr);
}

value problem_value(const store::WatchedSource& source, std::string_view language) {
  const store::ScheduleRow& row = source.schedule;
  return problem_object(
      service::problem_of(source),
      service::cause_of(row.last_outcome, row.last_status, row.last_remark),
      row.last_error, language);
}

object to_object(const service::SourceTableRow& row, Time now,
                 std::string_view language) {
  const model::Source& source = row.source.source;
  const store::ScheduleRow& schedule = row.source.schedule;
  object all{{"id", source.id.value},
             {"title", json_shown(service::name_of(source))},
             {"url", json_shown(model::masked_address(source.url))},
             {"kind", to_string(source.kind)},
             {"state", to_string(source.state)},
             {"folder", json_shown(source.folder)},
             {"shared", source.is_shared},
             {"subscribed", row.is_subscribed},
             {"last_visit", json_moment(schedule.last_visit)},
             {"last_new", json_moment(schedule.last_new)},
             {"next_due", json_moment(service::next_visit(row.source))},
             {"due_reason", service::due_reason_of(row.source)},
             {"overdue_s", in_seconds(service::overdue(row.source, now))},
             {"failures", schedule.failures},
             {"problem", problem_value(row.source, language)}};
  add_yield(all, row.yield);
  return all;
}

object to_object(const service::SourceResult& done) {
  object all{{"id", done.source.id.value},
             {"url", json_shown(model::masked_address(done.source.url))},
             {"title", json_shown(service::name_of(done.source))},
             {"result", service::result_word(done)}};
  if (done.action == service::SourceAction::kRemoved) {
    all["versions_left"] = done.left_versions;
  }
  return all;
}

object to_object(const service::ProblemGroup& group, std::string_view language) {
  array sources;
  for (const service::IllSource& each : group.sources) {
    sources.push_back(ill_object(each));
  }
  return {{"code", group.cause.code},
          {"title", title_of_cause(group.cause.code, language)},
          {"action", to_string(group.cause.cure)},
          {"cure", words_of_cure(group.cause.cure, language)},
          {"count", group.count},
          {"sources", std::move(sources)}};
}

object to_object(const service::Quantiles& of) {
  return {{"count", of.count}, {"p50_ms", of.p50.count()}, {"p95_ms", of.p95.count()}};
}

value quantiles_value(const service::Quantiles& of) {
  if (of.count == 0) return nullptr;
  return to_object(of);
}

object to_object(const model::Version& version) {
  value data(nullptr);
  if (version.data) {
    data = object{{"added", version.data->added},
                  {"removed", version.data->removed},
                  {"edited", version.data->edited}};
  }
  return {{"seen", json_moment(version.seen)},
          {"time", archive::to_timestamp(version.seen)},
          {"url", json_shown(model::masked_address(version.url))},
          {"digest", version.digest},
          {"media_type", json_shown(version.media_type)},
          {"bytes", version.bytes},
          {"kinds", to_array(version.kinds)},
          {"score", version.score},
          {"summary", json_shown(version.summary)},
          {"error_page", version.is_error},
          {"no_change", version.is_no_change},
          {"data", std::move(data)},
          {"memento", memento_address("", version.seen, version.url)}};
}

object to_object(const service::Look& look, std::optional<model::SourceId> known,
                 std::string_view language) {
  const model::Listing* const found = model::listing_of(look.report.findings);
  const model::Listing listing = found ? *found : model::Listing{};
  array feeds;
  for (const std::string& feed : service::named_feeds(look)) {
    feeds.push_back(
        object{{"url", json_shown(model::masked_address(feed))}, {"title", ""}});
  }
  return {{"url", json_shown(model::masked_address(look.source.url))},
          {"final_url", json_shown(model::masked_address(look.final_url))},
          {"kind", to_string(service::found_kind(look))},
          {"title", json_shown(listing.head.title)},
          {"content_type", json_shown(look.content_type)},
          {"outcome", to_string(look.report.outcome)},
          {"status", look.report.http_status},
          {"robots", robots_word(look.robots)},
          {"crawl_delay_s", double(look.crawl_delay.count()) / 1000},
          {"feeds", std::move(feeds)},
          {"items", items_of(look, listing)},
          {"item_count", listing.new_entries.size()},
          {"problem", problem_object(service::problem_of(look), cause_of(look),
                                     look.report.error, language)},
          {"known", known ? value(known->value) : value(nullptr)}};
}

}  // namespace curlew::api
