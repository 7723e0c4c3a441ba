#include "api/json.h"

#include <algorithm>
#include <boost/json.hpp>
#include <optional>
#include <string_view>

#include "api/article_text.h"
#include "api/json_objects.h"
#include "api/safe_html.h"
#include "base/plain_text.h"
#include "base/web_address.h"
#include "model/mask.h"

namespace curlew::api {
namespace {

using boost::json::array;
using boost::json::object;
using boost::json::value;

value text(std::string_view text) { return value(plain_text(text)); }

// Where a stranger's link leads; "" where following it would do something else.
value link_value(std::string_view url) {
  const std::string plain = plain_text(url);
  return value(is_web_address(plain) ? plain : std::string());
}

value time(Time time) {
  return time == kNever ? value(nullptr) : value(to_iso8601(time));
}

value time(const std::optional<Time>& moment) {
  return moment ? time(*moment) : value(nullptr);
}

std::int64_t seconds(Milliseconds duration) {
  return std::chrono::duration_cast<std::chrono::seconds>(duration).count();
}

value seconds(const std::optional<Milliseconds>& duration) {
  return duration ? value(seconds(*duration)) : value(nullptr);
}

array quiet_hours(const model::QuietTimes& quiet) {
  array hours;
  for (int hour = 0; hour < 24; ++hour) {
    if (quiet.hours >> hour & 1u) hours.push_back(hour);
  }
  return hours;
}

object request_object(const model::SealedSettings& request) {
  const model::RequestSettings shown = model::masked(request);
  object headers;
  for (const auto& [name, content] : shown.headers)
    headers[plain_text(name)] = text(content);
  return {{"headers", headers},
          {"user", text(shown.basic_credentials)},
          {"bearer", text(shown.bearer_token)},
          {"proxy", text(shown.proxy)}};
}

value told_problem(const std::optional<model::Problem>& problem) {
  if (!problem) return value(nullptr);
  return object{{"reason", text(problem->reason)}, {"cure", text(problem->cure)}};
}

}  // namespace

array to_array(model::ChangeKinds kinds) {
  array all;
  for (int i = 0; i < model::kChangeKinds; ++i) {
    const auto kind = model::ChangeKind(i);
    if (kinds.has(kind)) all.push_back(text(to_string(kind)));
  }
  return all;
}

object to_object(const model::ChangeCounters& changes) {
  return {{"structural", changes.structural}, {"textual", changes.textual}};
}

namespace {

object watching_object(const model::Watching& watching) {
  const auto list = [](const std::vector<std::string>& texts) {
    array all;
    for (const std::string& each : texts) all.push_back(text(each));
    return all;
  };
  return {
      {"links", watching.links},
      {"changes", watching.changes},
      {"articles", watching.articles},
      {"detector", watching.detector == model::Detector::kThesis ? "thesis" : "own"},
      {"part", text(watching.part)},
      {"ignore", list(watching.ignore)},
      {"ignore_text", list(watching.ignore_text)},
      {"min_change", watching.minimum_size},
      {"changes_of", to_array(watching.kinds)},
      {"key", list(watching.keys)}};
}

}  // namespace

value problem_value(const std::optional<model::Problem>& problem) {
  return told_problem(problem);
}

object to_object(const store::WatchedSource& watched, Time now) {
  const model::Source& source = watched.source;
  const store::ScheduleRow& schedule = watched.schedule;
  return {{"id", source.id.value},
          {"url", text(model::masked_address(source.url))},
          {"kind", to_string(source.kind)},
          {"state", to_string(source.state)},
          {"title", text(source.title)},
          {"site_url", link_value(source.site_url)},
          {"folder", text(source.folder)},
          {"language", text(source.language)},
          {"fetch_pages", source.fetch_pages},
          {"render", source.rendering == model::Rendering::kAlways},
          {"rules", !source.rules.empty()},
          {"watching", watching_object(source.watching)},
          {"objective", to_string(source.objective)},
          {"policy", text(source.policy)},
          {"interval_s", seconds(source.wishes.interval)},
          {"longest_gap_s", seconds(source.wishes.longest_gap)},
          {"shared", source.is_shared},
          {"subscribers", source.audience.subscribers},
          {"activity_percent", source.audience.activity_percent},
          {"quiet_hours", quiet_hours(source.wishes.quiet)},
          {"request", request_object(source.request)},
          {"added", time(source.added)},
          {"next_due", time(service::next_visit(watched))},
          {"due_reason", service::due_reason_of(watched)},
          {"overdue_s", seconds(service::overdue(watched, now))},
          {"last_visit", time(schedule.last_visit)},
          {"last_success", time(schedule.last_success)},
          {"last_new", time(schedule.last_new)},
          {"not_before", time(schedule.not_before)},
          {"failures", schedule.failures},
          {"last_outcome", schedule.last_visit ? value(to_string(schedule.last_outcome))
                                               : value(nullptr)},
          {"last_status", schedule.last_status},
          {"last_remark", to_string(schedule.last_remark)},
          {"last_error", text(schedule.last_error)},
          {"last_note", text(schedule.last_note)},
          {"problem", told_problem(service::problem_of(watched))},
          {"asked", time(schedule.asked)},
          {"moved_to", text(schedule.moved_to)},
          {"counters", model::is_content_watched(source)
                           ? value(to_object(schedule.changes))
                           : value(nullptr)}};
}

namespace {

array topics_json(const std::vector<store::ArticleTopic>& topics) {
  array all;
  for (const store::ArticleTopic& topic : topics) {
    all.push_back(object{{"topic", text(topic.name)},
                         {"source", topic.score.topic.value},
                         {"score", topic.score.score}});
  }
  return all;
}

}  // namespace

object to_object(const store::ArticleRow& article) {
  value delay(nullptr);
  if (article.published) delay = seconds(article.found - *article.published);
  return {{"id", article.id.value},
          {"source", article.source.value},
          {"source_title", text(article.source_title)},
          {"title", text(article.title)},
          {"url", link_value(article.url)},
          {"author", text(article.author)},
          {"language", text(article.language)},
          {"category", text(article.category)},
          {"topics", topics_json(article.topics)},
          {"published", time(article.published)},
          {"found", time(article.found)},
          {"edited", time(article.edited)},
          {"delay_s", delay},
          {"page_fetched", time(article.page_fetched)},
          {"page_error", text(article.page_error)},
          {"type",
           article.page_type ? value(to_string(*article.page_type)) : value(nullptr)},
          {"modified", time(article.modified)},
          {"page_title", text(article.page_title)},
          {"canonical_url", link_value(article.canonical_url)},
          {"image", link_value(article.image)},
          {"excerpt", excerpt_of(article)}};
}

void add_state(object& article, const store::ArticleState& state) {
  array tags;
  for (const std::string& tag : state.tags) tags.push_back(text(tag));
  article["read"] = state.is_read;
  article["starred"] = state.is_starred;
  article["tags"] = std::move(tags);
}

// Paragraphs stay apart.
value lines_value(std::string_view paragraphs) {
  std::string out;
  while (!paragraphs.empty()) {
    const std::size_t end = std::min(paragraphs.find('\n'), paragraphs.size());
    if (!out.empty()) out += '\n';
    out += plain_text(paragraphs.substr(0, end));
    paragraphs.remove_prefix(std::min(end + 1, paragraphs.size()));
  }
  return value(out);
}

object to_object(const store::ArticleVersion& version) {
  const bool is_page = version.is_page;
  const std::string& feed_text =
      version.content.empty() ? version.summary : version.content;
  return {{"from", is_page ? "page" : "feed"},
          {"since", time(version.since)},
          {"until", time(version.until)},
          {"title", text(version.title)},
          {"text", is_page ? lines_value(version.text) : value(nullptr)},
          {"html", is_page ? value(nullptr) : value(safe_html(feed_text).text())}};
}

object to_object(const model::Enclosure& enclosure) {
  return {{"url", link_value(enclosure.url)},
          {"type", text(enclosure.type)},
          {"length", enclosure.length}};
}

object to_object(const model::FoundLink& found) {
  return {{"url", link_value(found.url)},
          {"text", text(found.text)},
          {"hub", found.place == model::LinkPlace::kHub}};
}

namespace {

array header_lines(std::string_view headers) {
  array lines;
  while (!headers.empty()) {
    const std::size_t end = headers.find("\r\n");
    if (end != 0) lines.push_back(text(headers.substr(0, end)));
    headers = end == headers.npos ? std::string_view() : headers.substr(end + 2);
  }
  return lines;
}

}  // namespace

object to_object(const store::VisitRow& visit) {
  return {
      {"id", visit.id.value},
      {"source", visit.source.value},
      {"source_title", text(visit.source_title)},
      {"kind", to_string(visit.kind)},
      {"article", visit.article ? value(visit.article.value) : value(nullptr)},
      {"started", time(visit.started)},
      {"took_ms", visit.took.count()},
      {"outcome", to_string(visit.outcome)},
      {"status", visit.http_status},
      {"wire_bytes", visit.wire_bytes},
      {"body_bytes", visit.body_bytes},
      {"new", visit.new_entries},
      {"version", visit.kinds.has_value()},
      {"kinds", to_array(visit.kinds.value_or(model::ChangeKinds()))},
      {"counters", visit.changes ? value(to_object(*visit.changes)) : value(nullptr)},
      {"M",
       visit.median_milli ? value(double(*visit.median_milli) / 1000) : value(nullptr)},
      {"error", text(visit.error)},
      {"note", text(visit.note)},
      {"headers", header_lines(visit.headers)}};
}

object to_object(const store::StatusCounts& counts) {
  return {{"sources", counts.sources},
          {"active", counts.active},
          {"paused", counts.paused},
          {"failing", counts.failing},
          {"problems", counts.problems},
          {"gone", counts.gone},
          {"stopped", counts.stopped},
          {"due", counts.due},
          {"late", counts.late},
          {"articles", counts.articles},
          {"pages_wanted", counts.pages_wanted},
          {"visits_last_hour", counts.visits_last_hour},
          {"new_last_hour", counts.new_last_hour},
          {"set_aside", counts.set_aside},
          {"set_aside_reason", text(counts.set_aside_reason)}};
}

object to_object(const service::Planning& planning) {
  return {
      {"objective", to_string(planning.objective)},
      {"policy", planning.policy},
      {"price", planning.price},
      {"budget_per_hour",
       planning.budget_per_hour ? value(*planning.budget_per_hour) : value(nullptr)},
      {"budget_use", planning.budget_use}};
}

namespace {

value told_round(const std::optional<service::CrawlRound>& round) {
  if (!round) return nullptr;
  return object{{"begins", to_iso8601(round->begins)},
                {"documents", round->documents},
                {"seconds", round->estimate.time.count()},
                {"seconds_low", round->estimate.low.count()},
                {"seconds_high", round->estimate.high.count()}};
}

}  // namespace

object to_object(const service::SourcePlan& plan) {
  object variables;
  for (const auto& [name, amount] : plan.variables) variables[name] = amount;
  return {{"objective", to_string(plan.objective)},
          {"policy", plan.policy},
          {"rate_per_day", plan.rate_per_day},
          {"expected_items", plan.expected_items},
          {"value", plan.value},
          {"price", plan.price},
          {"profile", array(plan.profile.begin(), plan.profile.end())},
          {"variables", variables}};
}

object to_object(const service::DayLateness& day) {
  return {{"day", to_iso8601(day.day).substr(0, 10)},
          {"articles", day.lateness.articles},
          {"median_s", seconds(day.lateness.median)},
          {"p90_s", seconds(day.lateness.p90)},
          {"p99_s", seconds(day.lateness.p99)}};
}

namespace {

template <typename Rows, typename... Args>
array list(const Rows& rows, const Args&... args) {
  array out;
  for (const auto& row : rows) out.push_back(to_object(row, args...));
  return out;
}

}  // namespace

std::string to_json(const store::WatchedSource& source, Time now) {
  return serialize(to_object(source, now));
}

std::string to_json(const store::ArticleRow& article) {
  return serialize(to_object(article));
}

std::string to_json(const store::ArticleRow& article,
                    const store::ArticleState& state) {
  object all = to_object(article);
  add_state(all, state);
  return serialize(all);
}

std::string to_json(const service::SearchRow& row) {
  object all = to_object(row.article);
  all["snippet"] = row.snippet;
  boost::json::array marks;
  for (const service::SnippetMark& mark : row.marks) {
    marks.push_back(boost::json::array{mark.begin, mark.end});
  }
  all["marks"] = std::move(marks);
  if (row.score > 0) all["score"] = row.score;
  return serialize(all);
}

std::string to_json(const store::VisitRow& visit) {
  return serialize(to_object(visit));
}

std::string to_json(const store::StatusCounts& counts) {
  return serialize(to_object(counts));
}

std::string to_json(const service::StatusSnapshot& snapshot) {
  return serialize(object{{"now", time(snapshot.now)},
                          {"counts", to_object(snapshot.counts)},
                          {"due", list(snapshot.due, snapshot.now)},
                          {"coming", list(snapshot.coming, snapshot.now)},
                          {"problems", list(snapshot.problems, snapshot.now)},
                          {"failing", list(snapshot.failing, snapshot.now)},
                          {"latest", list(snapshot.latest)},
                          {"lateness", list(snapshot.lateness)},
                          {"planning", list(snapshot.planning)},
                          {"next_round", told_round(snapshot.round)}});
}

std::string to_json(const service::SourceDetail& detail) {
  object all = to_object(detail.source, detail.now);
  all["visits"] = list(detail.visits);
  all["articles"] = list(detail.articles);
  all["lateness"] = list(detail.lateness);
  if (detail.plan) all["plan"] = to_object(*detail.plan);
  return serialize(all);
}

std::string to_json(const service::ArticleDetail& detail) {
  object all = to_object(detail.article);
  const TextOrigin origin = text_origin(detail);
  all["text"] =
      origin == TextOrigin::kNone ? value(nullptr) : lines_value(text_of(detail));
  all["text_from"] = origin == TextOrigin::kPage   ? value("page")
                     : origin == TextOrigin::kFeed ? value("feed")
                                                   : value(nullptr);
  all["summary_html"] = safe_html(detail.feed.summary).text();
  all["content_html"] = safe_html(detail.feed.content).text();
  all["enclosures"] = list(detail.feed.enclosures);
  all["links"] = detail.content ? list(detail.content->parts.links) : array();
  all["versions"] = list(detail.versions);
  if (detail.state) add_state(all, *detail.state);
  return serialize(all);
}

std::string to_json(const service::SourceResult& done,
                    const service::AskedVisit* visit) {
  object line{{"id", done.source.id.value},
              {"url", model::masked_address(done.source.url)},
              {"result", service::result_word(done)}};
  if (done.action == service::SourceAction::kRemoved) {
    line["versions_left"] = done.left_versions;
  }
  if (visit) {
    if (visit->now) line["id"] = visit->now->source.id.value;
    line["visited"] = visit->is_over;
    line["new"] = visit->new_items;
    line["version"] =
        visit->version ? value(text(visit->version->summary)) : value(nullptr);
    line["problem"] = told_problem(
        visit->now && visit->is_over ? service::problem_of(*visit->now) : std::nullopt);
  }
  return serialize(line);
}

std::string to_json(const service::Imported& imported, const parse::OpmlList& list) {
  const auto texts = [](const std::vector<std::string>& reasons) {
    array all;
    for (const std::string& reason : reasons) all.push_back(text(reason));
    return all;
  };
  return serialize(object{{"added", imported.added},
                          {"known", imported.known},
                          {"invalid", texts(imported.invalid)},
                          {"left_out", texts(imported.left_out)},
                          {"skipped", list.skipped},
                          {"cut", list.is_cut}});
}

std::string to_json(const store::PlannedSource& source,
                    const service::SourcePlan& plan) {
  object line{{"id", source.id.value},
              {"url", text(model::masked_address(source.url))},
              {"state", to_string(source.state)},
              {"next_due", time(source.next_due)},
              {"last_visit", time(source.last_visit)},
              {"last_success", time(source.last_success)},
              {"failures", source.failures}};
  line["plan"] = to_object(plan);
  return serialize(line);
}

}  // namespace curlew::api
