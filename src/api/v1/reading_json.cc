#include "api/v1/reading_json.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "api/article_text.h"
#include "api/json_objects.h"
#include "api/safe_html.h"
#include "api/v1/operation.h"
#include "base/ascii.h"
#include "base/plain_text.h"
#include "base/web_address.h"
#include "publish/personal_address.h"

namespace curlew::api {
namespace {

using boost::json::array;
using boost::json::object;
using boost::json::value;

object run_of(std::string_view text, bool is_marked) {
  return {{"text", plain_text(text)}, {"marked", is_marked}};
}

object inner_run(std::string_view text, bool is_marked) {
  return {{"text", json_part(text)}, {"marked", is_marked}};
}

array also_array(const std::vector<store::AlsoIn>& others) {
  array all;
  for (const store::AlsoIn& other : others) {
    all.push_back(object{{"article", other.article.value},
                         {"source", other.source.value},
                         {"source_title", json_shown(other.source_title)},
                         {"url", json_link(other.url)}});
  }
  return all;
}

array clip_runs(const model::Clip& clip) {
  const std::size_t begin = std::min<std::size_t>(clip.mark_begin, clip.summary.size());
  const std::size_t end =
      std::clamp<std::size_t>(clip.mark_end, begin, clip.summary.size());
  if (begin == end) return array{run_of(clip.summary, false)};
  return to_runs(clip.summary, {{begin, end}});
}

bool is_part_of_word(char c) {
  return is_ascii_alpha(c) || is_ascii_digit(c) ||
         static_cast<unsigned char>(c) >= 0x80;
}

// The keyword as a word of its own; else where it stands first, as in scripts that
// write no spaces.
std::size_t find_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != text.npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool is_begin = at == 0 || !is_part_of_word(text[at - 1]);
    if (is_begin && (end == text.size() || !is_part_of_word(text[end]))) return at;
  }
  return text.find(word);
}

// Marked where the summary has no word to mark: it stands in the title alone.
array title_runs(const model::Clip& clip) {
  const bool is_in_summary = clip.mark_begin < clip.mark_end;
  const std::size_t at = is_in_summary || clip.keyword.empty()
                             ? std::string::npos
                             : find_word(clip.title, clip.keyword);
  if (at == std::string::npos) return array{run_of(clip.title, false)};
  return to_runs(clip.title, {{at, at + clip.keyword.size()}});
}

// What shows why there is a clip.
array proof_of(const model::Clip& clip) {
  array title = title_runs(clip);
  const bool is_marked = std::ranges::any_of(
      title, [](const value& run) { return run.at("marked").as_bool(); });
  return is_marked ? title : clip_runs(clip);
}

// A feed that says as much as the page says it without what stands around it there.
TextOrigin shown_origin(const service::ArticleDetail& detail) {
  const TextOrigin origin = text_origin(detail);
  if (origin != TextOrigin::kPage || detail.feed.content.empty()) return origin;
  const std::size_t told = text_of_html(detail.feed.content).size();
  const bool is_all = told * 10 >= detail.content->text.size() * 9;
  return is_all ? TextOrigin::kFeed : origin;
}

constexpr std::size_t kMostShownPictures = 100;

void add_picture(std::vector<ShownPicture>& all, std::string_view url,
                 std::string_view place) {
  const std::string plain = plain_link(url);
  if (all.size() < kMostShownPictures && !plain.empty()) {
    all.push_back({plain, place});
  }
}

// `in_text` are those of its text.
std::vector<ShownPicture> pictures_of(const service::ArticleDetail& detail,
                                      const std::vector<std::string>& in_text) {
  std::vector<ShownPicture> all;
  for (const std::string& each : in_text) {
    if (all.size() == kMostShownPictures) break;
    all.push_back({each, "text"});
  }
  if (all.empty()) add_picture(all, detail.article.image, "lead");
  for (const auto& each : detail.feed.enclosures) {
    if (each.type.starts_with("image/")) add_picture(all, each.url, "enclosed");
  }
  return all;
}

std::int64_t count_words(std::string_view text) {
  std::int64_t words = 0;
  bool is_within = false;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\n' || c == '\t';
    words += !is_space && !is_within;
    is_within = !is_space;
  }
  return words;
}

void add_reasons(object& article, const std::vector<store::ClipReason>& reasons) {
  array why, also;
  std::unordered_set<std::int64_t> told{article.at("id").to_number<std::int64_t>()};
  for (const store::ClipReason& each : reasons) {
    const model::Clip& clip = each.clip.clip;
    why.push_back(object{{"clip", clip.id.value},
                         {"list", clip.list.value},
                         {"list_name", json_shown(each.clip.list_name)},
                         {"keyword", json_shown(clip.keyword)},
                         {"query", json_shown(each.query)},
                         {"matched", json_moment(clip.matched)},
                         {"delivered", json_moment(each.clip.sent)},
                         {"sentences", proof_of(clip)}});
    std::vector<store::AlsoIn> others;
    for (const store::AlsoIn& other : each.clip.also_in) {
      if (told.insert(other.article.value).second) others.push_back(other);
    }
    for (value& other : also_array(others)) also.push_back(std::move(other));
  }
  article["also_in"] = also.size();
  article["why"] = std::move(why);
  article["also"] = std::move(also);
}

value digest_value(const model::Digest& digest) {
  object all{{"kind", to_string(digest.kind)}};
  if (digest.kind == model::DigestKind::kCount) all["count"] = digest.count;
  const bool is_weekly = digest.kind == model::DigestKind::kWeekly;
  if (is_weekly || digest.kind == model::DigestKind::kDaily) all["hour"] = digest.hour;
  if (is_weekly) all["weekday"] = digest.weekday;
  return all;
}

// Of a webhook its origin alone: the rest of its address is often a secret.
value target_value(const model::Watchlist& list, const KeyReader& key) {
  if (list.channel == model::Channel::kMail) return json_shown(list.target);
  if (list.channel != model::Channel::kWebhook) return nullptr;
  const auto sealing = key ? key() : Result<SealingKey>(Error{});
  if (!sealing.ok()) return nullptr;
  const auto target = sealing->open(list.target, store::kWebhookTarget);
  if (!target.ok()) return nullptr;
  const std::size_t host = target->find("://");
  if (host == target->npos) return nullptr;
  return json_shown(target->substr(0, target->find_first_of("/?#", host + 3)));
}

value feed_value(const store::WatchlistRow& row, const KeyReader& key) {
  const auto sealing = key ? key() : Result<SealingKey>(Error{});
  if (!sealing.ok() || row.feed.sealed.empty()) return nullptr;
  const auto token = sealing->open(row.feed.sealed, store::kFeedToken);
  if (!token.ok()) return nullptr;
  return value(publish::feed_path(*token, "atom"));
}

}  // namespace

array to_runs(std::string_view text, const std::vector<service::SnippetMark>& marks) {
  array runs;
  std::size_t done = 0;
  for (const service::SnippetMark& mark : marks) {
    if (mark.begin < done || mark.end > text.size() || mark.end <= mark.begin) continue;
    if (mark.begin > done) {
      runs.push_back(inner_run(text.substr(done, mark.begin - done), false));
    }
    runs.push_back(inner_run(text.substr(mark.begin, mark.end - mark.begin), true));
    done = mark.end;
  }
  if (done < text.size()) runs.push_back(inner_run(text.substr(done), false));
  return runs;
}

object to_object(const service::ReadingRow& row) {
  object all = to_object(row.article);
  add_state(all, row.state);
  all["muted"] = row.state.is_muted;
  all["snippet"] = to_runs(row.snippet, row.marks);
  all["also_in"] = row.also_in;
  return all;
}

std::vector<ShownPicture> pictures_of(const service::ArticleDetail& detail) {
  return pictures_of(
      detail,
      shown_text(detail, shown_origin(detail), PictureLinks::kNumbered).pictures);
}

object to_object(const service::ReadArticle& read) {
  const service::ArticleDetail& detail = read.detail;
  service::ReadingRow row{.article = detail.article,
                          .state = detail.state.value_or(store::ArticleState())};
  object all = to_object(row);
  const TextOrigin origin = shown_origin(detail);
  const std::string text = origin == TextOrigin::kFeed
                               ? text_of_html(feed_html(detail.feed))
                               : text_of(detail);
  ShownText shown = shown_text(detail, origin, PictureLinks::kNumbered);
  array pictures;
  for (const ShownPicture& each : pictures_of(detail, shown.pictures)) {
    pictures.push_back(object{{"url", each.url}, {"place", each.place}});
  }
  all["html"] = std::move(shown.html);
  all["pictures"] = std::move(pictures);
  all["text"] = origin == TextOrigin::kNone ? value(nullptr) : lines_value(text);
  all["text_from"] = origin == TextOrigin::kPage   ? value("page")
                     : origin == TextOrigin::kFeed ? value("feed")
                                                   : value(nullptr);
  all["why_no_text"] =
      origin == TextOrigin::kNone ? why_no_text(detail.article) : std::string_view();
  all["summary_html"] = safe_html(detail.feed.summary).text();
  all["content_html"] = safe_html(detail.feed.content).text();
  array enclosures, links, versions, kept;
  for (const auto& each : detail.feed.enclosures) enclosures.push_back(to_object(each));
  if (detail.content) {
    for (const auto& each : detail.content->parts.links) {
      links.push_back(to_object(each));
    }
  }
  for (const auto& each : detail.versions) versions.push_back(to_object(each));
  for (const Time each : detail.kept_pages) kept.push_back(json_moment(each));
  all["enclosures"] = std::move(enclosures);
  all["links"] = std::move(links);
  all["versions"] = std::move(versions);
  all["kept_pages"] = std::move(kept);
  all["kept_url"] = json_link(detail.kept_url);
  all["words"] = count_words(text);
  add_reasons(all, read.reasons);
  return all;
}

object to_object(const service::ReadingClip& shown) {
  const model::Clip& clip = shown.clip.clip;
  object all{{"id", clip.id.value},
             {"list", clip.list.value},
             {"list_name", json_shown(shown.clip.list_name)},
             {"article", clip.article.value},
             {"source", clip.source.value},
             {"source_title", json_shown(shown.clip.source_title)},
             {"title", json_shown(clip.title)},
             {"title_runs", title_runs(clip)},
             {"url", json_link(clip.url)},
             {"keyword", json_shown(clip.keyword)},
             {"snippet", clip_runs(clip)},
             {"published", json_moment(clip.published)},
             {"found", json_moment(clip.found)},
             {"matched", json_moment(clip.matched)},
             {"delivered", json_moment(shown.clip.sent)},
             {"delay_s", clip.published ? delay_value(clip.found - *clip.published)
                                        : value(nullptr)},
             {"also_in", also_array(shown.clip.also_in)}};
  add_state(all, shown.state);
  return all;
}

object to_object(const service::CountedList& counted, const KeyReader& key) {
  const store::WatchlistRow& row = counted.row;
  const model::Watchlist& list = row.list;
  array queries;
  for (const model::WatchQuery& query : list.queries) {
    queries.push_back(json_shown(query.text));
  }
  return {{"id", list.id.value},
          {"name", json_shown(list.name)},
          {"queries", std::move(queries)},
          {"action", to_string(list.action)},
          {"tag", json_shown(list.tag)},
          {"paused", list.is_paused},
          {"synonyms", list.has_synonyms},
          {"by", to_string(list.channel)},
          {"to", target_value(list, key)},
          {"form", list.form},
          {"signed", !row.secret.empty()},
          {"digest", digest_value(list.digest)},
          {"next_digest", json_moment(row.next_digest)},
          {"failures", row.channel.failures},
          {"failing_since", json_moment(row.channel.failing_since)},
          {"retry_at", json_moment(row.channel.retry_at)},
          {"error", json_shown(row.channel.error)},
          {"clips", counted.count.clips},
          {"unread", counted.count.unread},
          {"feed", feed_value(row, key)}};
}

object delivery_object(const store::DeliveryRow& row) {
  const model::Delivery& delivery = row.delivery;
  const bool is_test = delivery.kind == model::DeliveryKind::kTest;
  return {{"id", delivery.id.value},
          {"user", row.user_name},
          {"list", delivery.list ? json_shown(row.list_name) : value(nullptr)},
          {"kind", to_string(delivery.kind)},
          {"state", to_string(delivery.state)},
          {"clips", is_test ? 1 : row.clips},
          {"subject",
           delivery.subject.empty() ? value(nullptr) : json_shown(delivery.subject)},
          {"created", json_moment(delivery.created)},
          {"due", json_moment(delivery.due)},
          {"sent", json_moment(delivery.sent)},
          {"tries", delivery.tries},
          {"error", json_shown(delivery.error)}};
}

object preview_object(const service::Preview& preview,
                      std::vector<service::ReadingRow> rows,
                      const std::vector<std::string>& unknown_topics) {
  array items, unknown;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].snippet = preview.rows[i].snippet;
    rows[i].marks = preview.rows[i].marks;
    items.push_back(to_object(rows[i]));
  }
  for (const std::string& name : unknown_topics) unknown.push_back(json_shown(name));
  return {{"count", preview.count},
          {"more", preview.has_more},
          {"days", array(preview.days.begin(), preview.days.end())},
          {"items", std::move(items)},
          {"unknown_topics", std::move(unknown)}};
}

}  // namespace curlew::api
