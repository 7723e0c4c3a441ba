#include "api/user_json.h"

#include <boost/json.hpp>
#include <optional>
#include <string_view>

#include "base/plain_text.h"
#include "base/web_address.h"

namespace curlew::api {
namespace {

using boost::json::array;
using boost::json::object;
using boost::json::value;

value shown(std::string_view text) { return value(plain_text(text)); }

value moment(const std::optional<Time>& time) {
  return time ? value(to_iso8601(*time)) : value(nullptr);
}

value quantiles(const service::Quantiles& of) {
  if (of.count == 0) return nullptr;
  return object{
      {"count", of.count}, {"p50_ms", of.p50.count()}, {"p95_ms", of.p95.count()}};
}

value digest_of(const model::Digest& digest) {
  object all{{"kind", to_string(digest.kind)}};
  if (digest.kind == model::DigestKind::kCount) all["count"] = digest.count;
  const bool is_weekly = digest.kind == model::DigestKind::kWeekly;
  if (is_weekly || digest.kind == model::DigestKind::kDaily) all["hour"] = digest.hour;
  if (is_weekly) all["weekday"] = digest.weekday;
  return all;
}

}  // namespace

std::string to_json(const model::User& user) {
  return serialize(object{{"id", user.id.value},
                          {"name", user.name},
                          {"mail", user.mail},
                          {"role", to_string(user.role)},
                          {"time_zone", user.time_zone},
                          {"language", user.language},
                          {"added", moment(user.added)},
                          {"last_active", moment(user.last_active)}});
}

std::string to_json(const service::UsersWatchlist& users) {
  const store::WatchlistRow& row = users.row;
  const model::Watchlist& list = row.list;
  array queries;
  for (const model::WatchQuery& query : list.queries)
    queries.push_back(shown(query.text));
  const bool is_mail = list.channel == model::Channel::kMail;
  return serialize(object{{"id", list.id.value},
                          {"user", users.user},
                          {"name", shown(list.name)},
                          {"queries", queries},
                          {"action", to_string(list.action)},
                          {"tag", shown(list.tag)},
                          {"paused", list.is_paused},
                          {"synonyms", list.has_synonyms},
                          {"by", to_string(list.channel)},
                          {"to", is_mail ? shown(list.target) : value(nullptr)},
                          {"form", list.form},
                          {"signed", !row.secret.empty()},
                          {"digest", digest_of(list.digest)},
                          {"next_digest", moment(row.next_digest)},
                          {"failures", row.channel.failures},
                          {"failing_since", moment(row.channel.failing_since)},
                          {"retry_at", moment(row.channel.retry_at)},
                          {"error", shown(row.channel.error)}});
}

std::string to_json(const store::ClipRow& row) {
  const model::Clip& clip = row.clip;
  array also_in;
  for (const store::AlsoIn& other : row.also_in) {
    also_in.push_back(object{{"article", other.article.value},
                             {"source", other.source.value},
                             {"source_title", shown(other.source_title)},
                             {"url", plain_link(other.url)}});
  }
  return serialize(
      object{{"id", clip.id.value},
             {"user_id", row.user.value},
             {"list", shown(row.list_name)},
             {"article", clip.article.value},
             {"source", clip.source.value},
             {"source_title", shown(row.source_title)},
             {"keyword", shown(clip.keyword)},
             {"title", shown(clip.title)},
             {"summary", shown(clip.summary)},
             {"url", plain_link(clip.url)},
             {"published", moment(clip.published)},
             {"found", moment(clip.found)},
             {"matched", moment(clip.matched)},
             {"delivered", moment(row.sent)},
             {"delivery", row.delivery ? value(row.delivery->value) : value(nullptr)},
             {"also_in", also_in}});
}

std::string to_json(const store::DeliveryRow& row) {
  const model::Delivery& delivery = row.delivery;
  return serialize(object{
      {"id", delivery.id.value},
      {"user", row.user_name},
      {"list", delivery.list ? shown(row.list_name) : value(nullptr)},
      {"kind", to_string(delivery.kind)},
      {"state", to_string(delivery.state)},
      {"clips", row.clips},
      // Only an alarm has one of its own.
      {"subject", delivery.subject.empty() ? value(nullptr) : shown(delivery.subject)},
      {"created", moment(delivery.created)},
      {"due", moment(delivery.due)},
      {"sent", moment(delivery.sent)},
      {"tries", delivery.tries},
      {"error", shown(delivery.error)}});
}

std::string to_json(const service::ClipTiming& timing, std::string_view of) {
  return serialize(object{{of, shown(timing.name)},
                          {"clips", timing.clips},
                          {"published_to_found", quantiles(timing.to_found)},
                          {"found_to_matched", quantiles(timing.to_matched)},
                          {"matched_to_delivered", quantiles(timing.to_delivered)},
                          {"in_all", quantiles(timing.in_all)}});
}

}  // namespace curlew::api
