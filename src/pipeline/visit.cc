#include "pipeline/visit.h"

#include <fmt/format.h>

#include <utility>

#include "base/fingerprint.h"
#include "detect/new_entries.h"
#include "extract/rules/rules.h"
#include "http/message.h"
#include "parse/html/head.h"
#include "pipeline/next_welcome.h"
#include "pipeline/read_page.h"

namespace curlew::pipeline {
namespace {

using fetch::FetchResult;
using model::FetchOutcome;
using model::VisitKind;
using model::VisitOrder;
using model::VisitReport;
using store::SourceMemory;

constexpr std::string_view kFeedAccept =
    "application/atom+xml, application/rss+xml, application/feed+json, "
    "application/rdf+xml;q=0.9, application/xml;q=0.8, text/xml;q=0.8, "
    "application/json;q=0.7, text/html;q=0.5, */*;q=0.1";
constexpr std::string_view kPageAccept =
    "text/html, application/xhtml+xml, text/plain;q=0.5, */*;q=0.1";

std::string header_or_empty(const http::Headers& headers, std::string_view name) {
  return std::string(http::find_header(headers, name).value_or(""));
}

std::string header_block(const http::Headers& headers, Bytes limit) {
  std::string block;
  for (const auto& [name, value] : headers) {
    if (block.size() + name.size() + value.size() + 4 > limit) break;
    block.append(name).append(": ").append(value).append("\r\n");
  }
  return block;
}

VisitReport begin_report(const VisitOrder& order, const FetchResult& result,
                         const VisitOptions& options) {
  VisitReport report;
  report.id = order.id;
  report.kind = order.kind;
  report.source = order.source;
  report.article = order.article;
  report.terminal = options.terminal;
  report.started = result.started;
  report.took = result.took;
  report.outcome = result.outcome;
  report.http_status = static_cast<std::uint16_t>(result.status);
  report.headers = header_block(result.headers, options.report_headers);
  report.wire_bytes = result.wire_bytes;
  report.body_bytes = result.body.size();
  report.error = result.error;
  return report;
}

// A visit under way: what came in, and what will be handed on.
struct Visit {
  const VisitOrder& order;
  const SourceMemory* memory;
  FetchResult& result;
  const VisitOptions& options;
  VisitEnd end;
};

void note_move(Visit& visit) {
  if (visit.result.permanent_url != visit.order.url) {
    visit.end.report.moved_to = visit.result.permanent_url;
  }
}

void note_wishes(Visit& visit, const model::PublisherWishes& wishes) {
  visit.end.report.not_before = next_welcome(visit.result, wishes);
  visit.end.report.quiet = wishes.quiet;
}

// A memory that differs from the last one only in what the headers said.
SourceMemory refreshed(const Visit& visit) {
  SourceMemory memory = visit.memory ? *visit.memory : SourceMemory{};
  memory.url = visit.result.validators.url;
  memory.etag = visit.result.validators.etag;
  memory.last_modified = visit.result.validators.last_modified;
  return memory;
}

// Nothing new: no parse, and no write unless the headers changed.
void conclude_unchanged(Visit& visit) {
  visit.end.report.outcome = FetchOutcome::kNotModified;
  note_move(visit);
  SourceMemory memory = refreshed(visit);
  if (visit.result.status == 200 || visit.result.fresh_until) {
    memory.wishes.cache_lifetime = cache_lifetime(visit.result);
  }
  note_wishes(visit, memory.wishes);
  if (!visit.memory || memory != *visit.memory) visit.end.memory = std::move(memory);
}

void conclude_unreadable(Visit& visit, std::string why) {
  visit.end.report.outcome = FetchOutcome::kUnreadable;
  visit.end.report.error = std::move(why);
}

// A page where a feed was expected: perhaps it says where its feeds are.
void conclude_html(Visit& visit, const Error& feed_error) {
  const auto head =
      parse::parse_html_head(visit.result.body, visit.result.final_url,
                             header_or_empty(visit.result.headers, "Content-Type"));
  if (!head.ok() || head->feeds.empty()) {
    return conclude_unreadable(visit, feed_error.text);
  }
  conclude_unreadable(visit, fmt::format("{}; the page names the feed {}",
                                         feed_error.text, head->feeds.front().url));
  if (visit.order.source_kind == model::SourceKind::kAuto) {
    for (const parse::FeedLink& feed : head->feeds) {
      visit.end.report.discovered_feeds.push_back(feed.url);
    }
  }
}

model::FeedHead head_of(const parse::Feed& feed) {
  model::FeedHead head;
  head.title = feed.title;
  head.site_url = feed.link;
  head.language = feed.language;
  if (!feed.categories.empty()) head.category = feed.categories.front();
  return head;
}

void conclude_feed(Visit& visit, parse::Feed feed, const Fingerprint& content) {
  note_move(visit);
  VisitReport& report = visit.end.report;
  report.feed = head_of(feed);
  report.entries_shown = static_cast<std::uint32_t>(feed.entries.size());

  const std::vector<std::uint64_t> keys = detect::entry_keys(feed.entries);
  const std::vector<std::uint64_t> known =
      visit.memory ? visit.memory->entry_keys : std::vector<std::uint64_t>{};
  const auto fresh = detect::find_new_entries(feed.entries, keys, known);
  report.new_keys.reserve(fresh.size());
  report.new_entries.reserve(fresh.size());
  for (const std::size_t i : fresh) {
    report.new_keys.push_back(keys[i]);
    report.new_entries.push_back(std::move(feed.entries[i]));
  }

  SourceMemory memory = refreshed(visit);
  memory.content = feed.is_cut ? Fingerprint() : content;
  if (feed.is_cut) {
    // The rest may come under the same validators, and a 304 would hide it.
    memory.etag.clear();
    memory.last_modified.clear();
    report.error = "the feed ends too early; what is whole in it was read";
  }
  memory.entry_keys =
      detect::remembered_keys(keys, known, visit.options.remembered_entries);
  memory.retrieved = visit.result.started;
  memory.wishes = wishes_of(feed);
  memory.wishes.cache_lifetime = cache_lifetime(visit.result);
  note_wishes(visit, memory.wishes);
  visit.end.memory = std::move(memory);
}

// The stages of a feed's visit, in their order.
void conclude_source(Visit& visit) {
  note_wishes(visit, visit.memory ? visit.memory->wishes : model::PublisherWishes{});
  if (visit.result.outcome == FetchOutcome::kNotModified) {
    return conclude_unchanged(visit);
  }
  if (visit.result.outcome != FetchOutcome::kFetched) return;

  const Fingerprint content = fingerprint_of(visit.result.body);
  if (visit.memory && visit.memory->content == content) {
    return conclude_unchanged(visit);
  }
  Result<parse::Feed> feed = parse::parse_feed(
      visit.result.body,
      {.url = visit.result.final_url,
       .content_type = header_or_empty(visit.result.headers, "Content-Type"),
       .content_language = header_or_empty(visit.result.headers, "Content-Language")},
      visit.options.feed);
  if (feed.ok()) return conclude_feed(visit, std::move(feed).value(), content);
  if (parse::looks_like_html(visit.result.body)) {
    return conclude_html(visit, feed.error());
  }
  conclude_unreadable(visit, feed.error().text);
}

bool is_page_type(std::string_view content_type) {
  return content_type.empty() || content_type.find("html") != std::string_view::npos ||
         content_type.starts_with("text/");
}

// They were read once when they were given; another release may know others.
extract::Rules rules_of(Visit& visit) {
  if (visit.order.rules.empty()) return {};
  Result<extract::Rules> rules = extract::parse_rules(visit.order.rules, "rules");
  if (rules.ok()) return std::move(rules).value();
  visit.end.report.error = rules.error().text;
  return {};
}

// The stages of an article page's visit, in their order.
void conclude_page(Visit& visit) {
  if (visit.result.outcome != FetchOutcome::kFetched) return;
  model::Page page;
  page.url = visit.result.final_url;
  page.content_type = header_or_empty(visit.result.headers, "Content-Type");
  if (!is_page_type(page.content_type)) {
    return conclude_unreadable(
        visit, fmt::format("{} is {}, not a page", page.url, page.content_type));
  }
  page.html = std::move(visit.result.body);
  read_page(page, rules_of(visit), visit.options.page, visit.order.rendering);
  if (page.language.empty()) {
    page.language = header_or_empty(visit.result.headers, "Content-Language");
  }
  if (!page.note.empty()) visit.end.report.error = page.note;
  visit.end.report.page = std::move(page);
}

}  // namespace

fetch::FetchRequest make_request(const VisitOrder& order, const SourceMemory* memory,
                                 const VisitOptions& options) {
  const bool is_source = order.kind == VisitKind::kSource;
  fetch::FetchRequest request;
  request.url = order.url;
  request.accept = is_source ? kFeedAccept : kPageAccept;
  request.settings = order.request;
  request.limits = is_source ? options.feed_transfer : options.page_transfer;
  request.urgency = is_source ? fetch::Urgency::kSoon : fetch::Urgency::kRoutine;
  if (!is_source) request.rendering = order.rendering;  // A feed is no page.
  if (is_source && memory) {
    request.validators = {memory->etag, memory->last_modified, memory->url};
  }
  return request;
}

VisitEnd conclude_visit(const VisitOrder& order, const SourceMemory* memory,
                        FetchResult result, const VisitOptions& options) {
  Visit visit{order, memory, result, options, {}};
  visit.end.report = begin_report(order, result, options);
  if (order.kind == VisitKind::kSource) {
    conclude_source(visit);
  } else {
    conclude_page(visit);
  }
  return std::move(visit.end);
}

}  // namespace curlew::pipeline
