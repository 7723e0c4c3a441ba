#include "model/visit_wire.h"

#include <fmt/format.h>
#include <google/protobuf/arena.h>

#include <limits>
#include <utility>

#include "model/page_wire.h"
#include "visit.pb.h"

namespace curlew::model {
namespace {

// A report of a full feed has hundreds of strings: an arena makes them in a few pieces.
using google::protobuf::Arena;

constexpr std::size_t kLargestMessage = 256u << 20;

void to_wire(const RequestSettings& settings, wire::RequestSettings& out) {
  for (const auto& [name, value] : settings.headers) {
    wire::Header& header = *out.add_headers();
    header.set_name(name);
    header.set_value(value);
  }
  out.set_basic_credentials(settings.basic_credentials);
  out.set_bearer_token(settings.bearer_token);
  out.set_proxy(settings.proxy);
}

RequestSettings from_wire(const wire::RequestSettings& in) {
  RequestSettings settings;
  for (const wire::Header& header : in.headers()) {
    settings.headers.emplace_back(header.name(), header.value());
  }
  settings.basic_credentials = in.basic_credentials();
  settings.bearer_token = in.bearer_token();
  settings.proxy = in.proxy();
  return settings;
}

void to_wire(Entry&& entry, wire::Entry& out) {
  out.set_id(std::move(entry.id));
  out.set_link(std::move(entry.link));
  out.set_title(std::move(entry.title));
  out.set_summary(std::move(entry.summary));
  out.set_content(std::move(entry.content));
  out.set_author(std::move(entry.author));
  out.set_language(std::move(entry.language));
  if (entry.published) out.set_published_ms(to_unix_ms(*entry.published));
  if (entry.updated) out.set_updated_ms(to_unix_ms(*entry.updated));
  for (const std::string& category : entry.categories) out.add_categories(category);
  for (const Enclosure& enclosure : entry.enclosures) {
    wire::Enclosure& added = *out.add_enclosures();
    added.set_url(enclosure.url);
    added.set_type(enclosure.type);
    added.set_length(enclosure.length);
  }
}

Entry from_wire(wire::Entry&& in) {
  Entry entry;
  entry.id = std::move(*in.mutable_id());
  entry.link = std::move(*in.mutable_link());
  entry.title = std::move(*in.mutable_title());
  entry.summary = std::move(*in.mutable_summary());
  entry.content = std::move(*in.mutable_content());
  entry.author = std::move(*in.mutable_author());
  entry.language = std::move(*in.mutable_language());
  if (in.has_published_ms()) entry.published = from_unix_ms(in.published_ms());
  if (in.has_updated_ms()) entry.updated = from_unix_ms(in.updated_ms());
  entry.categories.assign(in.categories().begin(), in.categories().end());
  for (const wire::Enclosure& enclosure : in.enclosures()) {
    entry.enclosures.push_back({enclosure.url(), enclosure.type(), enclosure.length()});
  }
  return entry;
}

void to_wire(const FeedHead& head, wire::FeedHead& out) {
  out.set_title(head.title);
  out.set_site_url(head.site_url);
  out.set_language(head.language);
  out.set_category(head.category);
}

FeedHead from_wire(const wire::FeedHead& in) {
  return {in.title(), in.site_url(), in.language(), in.category()};
}

void to_wire(const KindAverage& average, wire::KindAverage& out) {
  out.set_log_text(average.log_text);
  out.set_log_ratio(average.log_ratio);
  out.set_pages(average.pages);
}

KindAverage from_wire(const wire::KindAverage& in) {
  return {in.log_text(), in.log_ratio(), in.pages()};
}

void to_wire(const PageJudgement& judgement, wire::PageJudgement& out) {
  out.set_kind(std::string(to_string(judgement.kind)));
  out.set_counts_as(std::string(to_string(judgement.counts_as)));
  out.set_clean_text(judgement.sums.clean_text);
  out.set_link_text(judgement.sums.link_text);
}

// A kind of a newer release counts for nothing here.
std::optional<PageJudgement> from_wire(const wire::PageJudgement& in) {
  const auto kind = parse_page_kind(in.kind());
  const auto counts_as = parse_page_kind(in.counts_as());
  if (!kind || !counts_as) return std::nullopt;
  return PageJudgement{*kind, *counts_as, {in.clean_text(), in.link_text()}};
}

Error bad(std::string_view what, std::string_view detail) {
  return Error{ErrorKind::kMalformed, fmt::format("{}: {}", what, detail)};
}

template <typename Message>
Result<void> parse_into(Message& message, std::string_view what,
                        std::string_view bytes) {
  if (bytes.size() > kLargestMessage) {
    return bad(what, fmt::format("{} bytes are too many", bytes.size()));
  }
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return bad(what, fmt::format("{} bytes that are no message", bytes.size()));
  }
  return {};
}

// kinds from a newer release are refused by value, not misread.
template <typename Enum>
Result<Enum> parse_kind(std::string_view what, std::uint32_t value, Enum last) {
  if (value > static_cast<std::uint32_t>(last)) {
    return bad(what, fmt::format("unknown kind {}", value));
  }
  return static_cast<Enum>(value);
}

}  // namespace

std::string encode(const VisitOrder& order) {
  wire::VisitOrder out;
  out.set_id(order.id.value);
  out.set_kind(static_cast<std::uint32_t>(order.kind));
  out.set_source(order.source.value);
  out.set_article(order.article.value);
  out.set_source_kind(static_cast<std::uint32_t>(order.source_kind));
  out.set_url(order.url);
  if (order.request != RequestSettings{}) {
    to_wire(order.request, *out.mutable_request());
  }
  if (order.stored_until) out.set_stored_until_ms(to_unix_ms(*order.stored_until));
  out.set_rendering(static_cast<std::uint32_t>(order.rendering));
  out.set_rules(order.rules);
  if (order.averages != PageAverages{}) {
    to_wire(order.averages.informational, *out.mutable_informational_average());
    to_wire(order.averages.hub, *out.mutable_hub_average());
  }
  return out.SerializeAsString();
}

Result<VisitOrder> decode_order(std::string_view bytes) {
  wire::VisitOrder in;
  TRY(parse_into(in, "visit order", bytes));
  VisitOrder order;
  order.id = {in.id()};
  TRY_ASSIGN(order.kind, parse_kind("visit order", in.kind(), VisitKind::kArticlePage));
  order.source = {in.source()};
  order.article = {in.article()};
  TRY_ASSIGN(order.source_kind,
             parse_kind("visit order", in.source_kind(), SourceKind::kPage));
  order.url = in.url();
  if (in.has_request()) order.request = from_wire(in.request());
  if (in.has_stored_until_ms()) order.stored_until = from_unix_ms(in.stored_until_ms());
  TRY_ASSIGN(order.rendering,
             parse_kind("visit order", in.rendering(), Rendering::kAlways));
  order.rules = in.rules();
  if (in.has_informational_average() && in.has_hub_average()) {
    order.averages = {from_wire(in.informational_average()),
                      from_wire(in.hub_average())};
  }
  return order;
}

std::string encode(VisitReport report) {
  Arena arena;
  auto& out = *Arena::CreateMessage<wire::VisitReport>(&arena);
  out.set_id(report.id.value);
  out.set_kind(static_cast<std::uint32_t>(report.kind));
  out.set_source(report.source.value);
  out.set_article(report.article.value);
  out.set_terminal(std::move(report.terminal));
  out.set_started_ms(to_unix_ms(report.started));
  out.set_took_ms(report.took.count());
  out.set_outcome(std::string(to_string(report.outcome)));
  out.set_http_status(report.http_status);
  out.set_headers(std::move(report.headers));
  out.set_wire_bytes(report.wire_bytes);
  out.set_body_bytes(report.body_bytes);
  out.set_error(std::move(report.error));
  out.set_remark(std::string(to_string(report.remark)));
  out.set_moved_to(std::move(report.moved_to));
  if (report.not_before) out.set_not_before_ms(to_unix_ms(*report.not_before));
  out.set_quiet_hours(report.quiet.hours);
  out.set_quiet_weekdays(report.quiet.weekdays);
  for (const std::string& feed : report.discovered_feeds) {
    out.add_discovered_feeds(feed);
  }
  out.set_found_kind(static_cast<std::uint32_t>(report.found_kind));
  if (report.feed) to_wire(*report.feed, *out.mutable_feed());
  out.set_entries_shown(report.entries_shown);
  out.mutable_new_entries()->Reserve(static_cast<int>(report.new_entries.size()));
  for (Entry& entry : report.new_entries) {
    to_wire(std::move(entry), *out.add_new_entries());
  }
  out.mutable_new_keys()->Add(report.new_keys.begin(), report.new_keys.end());
  out.mutable_new_likenesses()->Add(report.new_likenesses.begin(),
                                    report.new_likenesses.end());
  if (report.page) to_wire(std::move(*report.page), *out.mutable_page());
  out.set_address(std::move(report.address));
  out.set_is_given_back(report.is_given_back);
  out.set_is_lost(report.is_lost);
  if (report.judgement) to_wire(*report.judgement, *out.mutable_judgement());
  return out.SerializeAsString();
}

Result<VisitReport> decode_report(std::string_view bytes) {
  Arena arena;
  auto& in = *Arena::CreateMessage<wire::VisitReport>(&arena);
  TRY(parse_into(in, "visit report", bytes));
  VisitReport report;
  report.id = {in.id()};
  TRY_ASSIGN(report.kind,
             parse_kind("visit report", in.kind(), VisitKind::kArticlePage));
  report.source = {in.source()};
  report.article = {in.article()};
  report.terminal = in.terminal();
  report.started = from_unix_ms(in.started_ms());
  report.took = Milliseconds(in.took_ms());
  const auto outcome = parse_fetch_outcome(in.outcome());
  if (!outcome) return bad("visit report: unknown outcome", in.outcome());
  report.outcome = *outcome;
  if (in.http_status() > std::numeric_limits<std::uint16_t>::max()) {
    return bad("visit report", fmt::format("HTTP status {}", in.http_status()));
  }
  report.http_status = static_cast<std::uint16_t>(in.http_status());
  report.headers = std::move(*in.mutable_headers());
  report.wire_bytes = in.wire_bytes();
  report.body_bytes = in.body_bytes();
  report.error = std::move(*in.mutable_error());
  // One of a newer release says nothing to us; the rest of its report does.
  report.remark = parse_remark(in.remark()).value_or(Remark::kNone);
  report.moved_to = std::move(*in.mutable_moved_to());
  if (in.has_not_before_ms()) report.not_before = from_unix_ms(in.not_before_ms());
  report.quiet.hours = in.quiet_hours();
  report.quiet.weekdays = static_cast<std::uint8_t>(in.quiet_weekdays());
  report.discovered_feeds.assign(in.discovered_feeds().begin(),
                                 in.discovered_feeds().end());
  TRY_ASSIGN(report.found_kind,
             parse_kind("visit report", in.found_kind(), SourceKind::kPage));
  if (in.has_feed()) report.feed = from_wire(in.feed());
  report.entries_shown = in.entries_shown();
  report.new_entries.reserve(static_cast<std::size_t>(in.new_entries_size()));
  for (wire::Entry& entry : *in.mutable_new_entries()) {
    report.new_entries.push_back(from_wire(std::move(entry)));
  }
  report.new_keys.assign(in.new_keys().begin(), in.new_keys().end());
  if (report.new_keys.size() != report.new_entries.size()) {
    return bad("visit report",
               fmt::format("{} entries with {} keys", report.new_entries.size(),
                           report.new_keys.size()));
  }
  report.new_likenesses.assign(in.new_likenesses().begin(), in.new_likenesses().end());
  report.new_likenesses.resize(report.new_entries.size());  // An older terminal's.
  if (in.has_page()) {
    TRY_ASSIGN(report.page, from_wire(std::move(*in.mutable_page())));
  }
  report.address = std::move(*in.mutable_address());
  report.is_given_back = in.is_given_back();
  report.is_lost = in.is_lost();
  if (in.has_judgement()) report.judgement = from_wire(in.judgement());
  return report;
}

std::string encode(const VisitReceipt& receipt) {
  wire::VisitReceipt out;
  out.set_id(receipt.id.value);
  return out.SerializeAsString();
}

Result<VisitReceipt> decode_receipt(std::string_view bytes) {
  wire::VisitReceipt in;
  TRY(parse_into(in, "visit receipt", bytes));
  return VisitReceipt{{in.id()}};
}

std::string encode(const TerminalBeat& beat) {
  wire::TerminalBeat out;
  out.set_terminal(beat.terminal);
  out.set_capacity(beat.capacity);
  return out.SerializeAsString();
}

Result<TerminalBeat> decode_beat(std::string_view bytes) {
  wire::TerminalBeat in;
  TRY(parse_into(in, "terminal beat", bytes));
  return TerminalBeat{in.terminal(), in.capacity()};
}

}  // namespace curlew::model
