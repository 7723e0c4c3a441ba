#include "pipeline/visit.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <span>
#include <utility>

#include "base/ascii.h"
#include "base/fingerprint.h"
#include "base/utf8.h"
#include "detect/new_entries.h"
#include "extract/rules/rules.h"
#include "http/message.h"
#include "model/visit_failure.h"
#include "parse/html/head.h"
#include "pipeline/begin_report.h"
#include "pipeline/hub_page.h"
#include "pipeline/next_welcome.h"
#include "pipeline/read_page.h"
#include "pipeline/report_bounds.h"

namespace curlew::pipeline {
namespace {

using fetch::FetchResult;
using model::FetchOutcome;
using model::Remark;
using model::SourceKind;
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

// How a page is read, where a person decided something about it. Feeds are read alike.
Fingerprint reading_of(const VisitOrder& order) {
  const bool is_rendered = order.rendering != model::Rendering::kNever;
  const bool is_as_ever = order.rules.empty() && !is_rendered;
  if (order.source_kind != SourceKind::kPage || is_as_ever) return {};
  return fingerprint_of((is_rendered ? "rendered\n" : "plain\n") + order.rules);
}

// The rest of an answer may come under the same validators, and a 304 would hide it;
// and the same bytes must be read again.
void ask_again(SourceMemory& memory) {
  memory.content = {};
  memory.etag.clear();
  memory.last_modified.clear();
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
  visit.end.report.remark = memory.remark;
  if (!visit.memory || memory != *visit.memory) visit.end.memory = std::move(memory);
}

void conclude_unreadable(Visit& visit, std::string why, Remark remark = Remark::kNone) {
  visit.end.report.outcome = FetchOutcome::kUnreadable;
  visit.end.report.error = std::move(why);
  visit.end.report.remark = remark;
}

// In any case (RFC 9110 §8.3.1).
bool is_page_type(std::string_view content_type) {
  const std::string type = to_ascii_lower(content_type);
  return type.empty() || type.find("html") != type.npos || type.starts_with("text/");
}

constexpr std::string_view kCutPage = "the page ends too early; what came is kept";

// Its encoding says so, or its connection closed without a length and before the end of
// its markup. (A page that never closes what it opens cannot be told from a cut one.)
bool is_cut_page(const FetchResult& result) {
  if (result.body_end != http::BodyEnd::kUnsure) {
    return result.body_end == http::BodyEnd::kCut;
  }
  constexpr std::size_t kTail = 4096;  // Behind the end stand comments and scripts.
  const std::string_view body = result.body;
  const std::string head = to_ascii_lower(body.substr(0, kTail));
  const std::string tail =
      to_ascii_lower(body.substr(body.size() - std::min(kTail, body.size())));
  return head.find("<html") != head.npos && tail.find("</html") == tail.npos &&
         tail.find("</body") == tail.npos;
}

// They were read once when they were given; another release may know others.
extract::Rules rules_of(Visit& visit) {
  if (visit.order.rules.empty()) return {};
  Result<extract::Rules> rules = extract::parse_rules(visit.order.rules, "rules");
  if (rules.ok()) return std::move(rules).value();
  visit.end.report.error = rules.error().text;
  return {};
}

model::FeedHead head_of(const parse::Feed& feed) {
  model::FeedHead head;
  head.title = feed.title;
  head.site_url = feed.link;
  head.language = feed.language;
  if (!feed.categories.empty()) head.category = feed.categories.front();
  return head;
}

// What is remembered of an answer that was read in full.
SourceMemory renewed(const Visit& visit, const Fingerprint& content,
                     model::PublisherWishes wishes) {
  SourceMemory memory = refreshed(visit);
  memory.content = content;
  memory.reading = reading_of(visit.order);
  memory.retrieved = visit.result.started;
  memory.wishes = wishes;
  memory.wishes.cache_lifetime = cache_lifetime(visit.result);
  memory.remark = visit.end.report.remark;
  return memory;
}

// Entries that are not reported yet must not be taken for known the next time.
void forget_entries(detect::EntryMarks& marks, std::span<const std::size_t> places) {
  std::vector<std::uint64_t> left;
  for (const std::size_t i : places) {
    left.push_back(marks.keys[i]);
    marks.likenesses[i] = 0;
  }
  std::ranges::sort(left);
  std::erase_if(marks.keys, [&](std::uint64_t key) {
    return std::ranges::binary_search(left, key);
  });
}

// Reports the entries that were not there, or not so, the last time, and remembers them
// all.
void conclude_entries(Visit& visit, std::vector<model::Entry> entries,
                      SourceMemory memory) {
  note_move(visit);
  VisitReport& report = visit.end.report;
  report.entries_shown = static_cast<std::uint32_t>(entries.size());
  detect::EntryMarks marks = detect::mark_entries(entries);
  const std::vector<std::uint64_t> known = std::move(memory.entry_keys);
  const auto fresh = detect::find_new_entries(
      entries, marks, {.keys = known, .likenesses = memory.entry_likenesses});
  const std::size_t fit =
      entries_that_fit(entries, fresh, visit.options.report_entries);
  report.new_keys.reserve(fit);
  report.new_likenesses.reserve(fit);
  report.new_entries.reserve(fit);
  for (std::size_t i = 0; i < fit; ++i) {
    report.new_keys.push_back(marks.keys[fresh[i]]);
    report.new_likenesses.push_back(marks.likenesses[fresh[i]]);
    report.new_entries.push_back(std::move(entries[fresh[i]]));
  }
  if (fit < fresh.size()) {
    report.error = fmt::format(
        "{} of {} new entries are reported, more are too large for one report; the "
        "others come with the next visit",
        fit, fresh.size());
    ask_again(memory);
    forget_entries(marks, std::span(fresh).subspan(fit));
  }
  memory.entry_keys =
      detect::remembered_keys(marks.keys, known, visit.options.remembered_entries);
  memory.entry_likenesses = std::move(marks.likenesses);
  note_wishes(visit, memory.wishes);
  visit.end.memory = std::move(memory);
}

void conclude_feed(Visit& visit, parse::Feed feed, const Fingerprint& content) {
  visit.end.report.feed = head_of(feed);
  visit.end.report.found_kind = SourceKind::kFeed;
  const bool is_cut = feed.is_cut || visit.result.body_end == http::BodyEnd::kCut;
  if (is_cut) visit.end.report.remark = Remark::kCutFeed;
  SourceMemory memory = renewed(visit, content, wishes_of(feed));
  if (is_cut) {
    const std::size_t read = feed.entries.size();
    ask_again(memory);
    visit.end.report.error = fmt::format("the feed ends too early; {} item{} read",
                                         read, read == 1 ? " was" : "s were");
  } else if (feed.left_out > 0) {
    visit.end.report.error =
        fmt::format("the feed lists {} items; only the first {} are followed",
                    feed.entries.size() + feed.left_out, feed.entries.size());
  }
  conclude_entries(visit, std::move(feed.entries), std::move(memory));
}

void conclude_hub(Visit& visit, HubPage hub, const Fingerprint& content) {
  visit.end.report.feed = std::move(hub.head);
  visit.end.report.found_kind = SourceKind::kPage;
  visit.end.report.remark = hub.remark;
  visit.end.report.judgement = hub.judgement;
  SourceMemory memory = renewed(visit, content, {});
  if (is_cut_page(visit.result)) {
    ask_again(memory);
    visit.end.report.error = kCutPage;
  }
  conclude_entries(visit, std::move(hub.entries), std::move(memory));
}

Result<HubPage> read_hub(Visit& visit) {
  const extract::Rules rules = rules_of(visit);
  const std::string content_type =
      header_or_empty(visit.result.headers, "Content-Type");
  if (!is_page_type(content_type)) {
    return Error{
        ErrorKind::kMalformed,
        fmt::format("{} is {}, not a page", visit.result.final_url, content_type)};
  }
  // Of a page that nobody calls one, a link or two are not enough to follow it.
  const bool is_called_page = visit.order.source_kind == SourceKind::kPage;
  return read_hub_page(
      visit.result.body,
      {visit.result.final_url, content_type, rules, visit.order.rendering,
       is_called_page ? ShortLists::kFollowed : ShortLists::kPassedOver,
       visit.order.averages},
      visit.options.page);
}

// A page that is to be followed. One without links today may have some tomorrow.
void conclude_page_source(Visit& visit, const Fingerprint& content) {
  Result<HubPage> hub = read_hub(visit);
  if (!hub.ok()) {
    const bool is_page =
        is_page_type(header_or_empty(visit.result.headers, "Content-Type"));
    return conclude_unreadable(visit, hub.error().text,
                               is_page ? Remark::kNone : Remark::kNotPage);
  }
  if (!hub->note.empty()) visit.end.report.error = hub->note;
  conclude_hub(visit, std::move(hub).value(), content);
}

// A page where a feed was expected: perhaps it says where its feeds are. If it names
// none, but leads somewhere, it is itself what its user wants followed.
void conclude_html(Visit& visit, const Error& feed_error, const Fingerprint& content) {
  const auto head =
      parse::parse_html_head(visit.result.body, visit.result.final_url,
                             header_or_empty(visit.result.headers, "Content-Type"));
  const bool is_open = visit.order.source_kind == SourceKind::kAuto;
  if (head.ok() && !head->feeds.empty()) {
    conclude_unreadable(
        visit, fmt::format("the page names the feed {}", head->feeds.front().url),
        Remark::kHtmlNamesFeed);
    if (!is_open) return;
    for (const parse::FeedLink& feed : head->feeds) {
      visit.end.report.discovered_feeds.push_back(feed.url);
    }
    return;
  }
  Remark remark = Remark::kHtml;
  if (is_open) {
    Result<HubPage> hub = read_hub(visit);
    if (hub.ok() && !hub->entries.empty()) {
      visit.end.report.error = "names no feed: followed as a page";
      return conclude_hub(visit, std::move(hub).value(), content);
    }
    const bool is_shell = hub.ok() && hub->remark == Remark::kNeedsScripts;
    if (is_shell) remark = Remark::kNeedsScripts;
  }
  conclude_unreadable(visit, feed_error.text, remark);
}

// The stages of a source's visit, in their order.
void conclude_source(Visit& visit) {
  note_wishes(visit, visit.memory ? visit.memory->wishes : model::PublisherWishes{});
  if (visit.result.outcome == FetchOutcome::kNotModified) {
    return conclude_unchanged(visit);
  }
  if (visit.result.outcome != FetchOutcome::kFetched) return;

  const Fingerprint content = fingerprint_of(visit.result.body);
  if (visit.memory && visit.memory->content == content &&
      visit.memory->reading == reading_of(visit.order)) {
    return conclude_unchanged(visit);
  }
  if (visit.order.source_kind == SourceKind::kPage) {
    return conclude_page_source(visit, content);
  }
  Result<parse::Feed> feed = parse::parse_feed(
      visit.result.body,
      {.url = visit.result.final_url,
       .content_location = header_or_empty(visit.result.headers, "Content-Location"),
       .content_type = header_or_empty(visit.result.headers, "Content-Type"),
       .content_language = header_or_empty(visit.result.headers, "Content-Language")},
      visit.options.feed);
  if (feed.ok()) return conclude_feed(visit, std::move(feed).value(), content);
  if (parse::looks_like_html(visit.result.body)) {
    return conclude_html(visit, feed.error(), content);
  }
  const bool is_empty = trimmed(visit.result.body).empty();
  conclude_unreadable(visit, feed.error().text,
                      is_empty ? Remark::kEmpty : Remark::kNone);
}

// The stages of an article page's visit, in their order.
void conclude_page(Visit& visit) {
  visit.end.report.not_before = visit.result.retry_after;
  if (visit.result.outcome != FetchOutcome::kFetched) return;
  model::Page page;
  page.url = visit.result.final_url;
  page.content_type = header_or_empty(visit.result.headers, "Content-Type");
  if (!is_page_type(page.content_type)) {
    return conclude_unreadable(
        visit, fmt::format("{} is {}, not a page", page.url, page.content_type));
  }
  const bool is_cut = is_cut_page(visit.result);
  page.html = std::move(visit.result.body);
  visit.end.report.judgement = read_page(page, rules_of(visit), visit.options.page,
                                         visit.order.rendering, visit.order.averages);
  if (page.language.empty()) {
    page.language = header_or_empty(visit.result.headers, "Content-Language");
    cut_utf8(page.language, visit.options.page.line);
  }
  if (is_cut) {
    // Not a success: it is tried again, and kept as it is only when that does not help.
    page.note = kCutPage;
    visit.end.report.outcome = FetchOutcome::kUnreachable;
  }
  if (!page.note.empty()) visit.end.report.error = page.note;
  visit.end.report.page = std::move(page);
}

}  // namespace

fetch::FetchRequest make_request(const VisitOrder& order, const SourceMemory* memory,
                                 const VisitOptions& options) {
  const bool is_source = order.kind == VisitKind::kSource;
  const bool is_page = !is_source || order.source_kind == SourceKind::kPage;
  fetch::FetchRequest request;
  request.url = order.url;
  request.accept = is_page ? kPageAccept : kFeedAccept;
  request.settings = order.request;
  request.limits = is_page ? options.page_transfer : options.feed_transfer;
  if (is_page) {
    // A link may lead to an hour of sound.
    request.wants_body = [](const http::Headers& headers) {
      return is_page_type(header_or_empty(headers, "Content-Type"));
    };
  }
  request.urgency = is_source ? fetch::Urgency::kSoon : fetch::Urgency::kRoutine;
  request.source = order.source.value;
  if (is_page) request.rendering = order.rendering;  // A feed is no page.
  if (is_source && memory && memory->reading == reading_of(order)) {
    request.validators = {memory->etag, memory->last_modified, memory->url};
  }
  return request;
}

VisitEnd conclude_visit(const VisitOrder& order, const SourceMemory* memory,
                        FetchResult result, const VisitOptions& options) {
  Visit visit{order, memory, result, options, {}};
  visit.end.report = begin_report(order, result, options);
  try {
    if (order.kind == VisitKind::kSource) {
      conclude_source(visit);
    } else {
      conclude_page(visit);
    }
  } catch (const std::exception& error) {
    // The memory that reading it took is free again by now.
    visit.end.memory.reset();
    visit.end.report = model::as_failure(
        visit.end.report, fmt::format("reading its {} bytes failed: {}",
                                      visit.end.report.body_bytes, error.what()));
  }
  bound_outer_fields(visit.end.report);
  return std::move(visit.end);
}

}  // namespace curlew::pipeline
