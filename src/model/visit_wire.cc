#include "model/visit_wire.h"

#include <fmt/format.h>
#include <google/protobuf/arena.h>

#include <limits>
#include <utility>
#include <variant>

#include "base/plain_name.h"
#include "model/page_wire.h"
#include "model/storable_report.h"
#include "visit.pb.h"

namespace curlew::model {
namespace {

// A report of a full feed has hundreds of strings: an arena makes them in a few pieces.
using google::protobuf::Arena;

constexpr std::size_t kLargestMessage = 256u << 20;

void to_wire(const SealedSettings& settings, wire::RequestSettings& out) {
  for (const auto& [name, value] : settings.headers) {
    wire::Header& header = *out.add_headers();
    header.set_name(name);
    header.set_value(value.kept());
  }
  out.set_basic_credentials(settings.basic_credentials.kept());
  out.set_bearer_token(settings.bearer_token.kept());
  out.set_proxy(settings.proxy.kept());
}

SealedSettings from_wire(const wire::RequestSettings& in) {
  SealedSettings settings;
  for (const wire::Header& header : in.headers()) {
    settings.headers.emplace_back(header.name(), SealedText::as_kept(header.value()));
  }
  settings.basic_credentials = SealedText::as_kept(in.basic_credentials());
  settings.bearer_token = SealedText::as_kept(in.bearer_token());
  settings.proxy = SealedText::as_kept(in.proxy());
  return settings;
}

void to_wire(NewEntry&& found, wire::Entry& out) {
  Entry& entry = found.entry;
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
  out.set_key(found.key);
  out.set_likeness(found.likeness);
}

NewEntry from_wire(wire::Entry&& in) {
  NewEntry found;
  Entry& entry = found.entry;
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
  found.key = in.key();
  found.likeness = in.likeness();
  return found;
}

void to_wire(const FeedHead& head, wire::FeedHead& out) {
  out.set_title(head.title);
  out.set_site_url(head.site_url);
  out.set_language(head.language);
  out.set_category(head.category);
  out.set_hub(head.hub);
  out.set_topic(head.topic);
}

FeedHead from_wire(const wire::FeedHead& in) {
  return {in.title(),    in.site_url(), in.language(),
          in.category(), in.hub(),      in.topic()};
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

// A value of a newer release is refused, not misread.
template <typename Enum>
Result<Enum> parse_enum(std::string_view what, std::uint32_t value, Enum last) {
  if (value > static_cast<std::uint32_t>(last)) {
    return bad(what, fmt::format("unknown value {}", value));
  }
  return static_cast<Enum>(value);
}

std::optional<Time> stored_until_of(const auto& task) {
  if (!task.has_stored_until_ms()) return std::nullopt;
  return from_unix_ms(task.stored_until_ms());
}

void to_wire(const PageReading& reading, wire::PageReading& out) {
  out.set_rendering(static_cast<std::uint32_t>(reading.rendering));
  out.set_rules(reading.rules);
  if (reading.averages != PageAverages{}) {
    to_wire(reading.averages.informational, *out.mutable_informational_average());
    to_wire(reading.averages.hub, *out.mutable_hub_average());
  }
}

Result<PageReading> from_wire(const wire::PageReading& in) {
  PageReading reading;
  TRY_ASSIGN(reading.rendering,
             parse_enum("visit order: rendering", in.rendering(), Rendering::kAlways));
  reading.rules = in.rules();
  if (in.has_informational_average() && in.has_hub_average()) {
    reading.averages = {from_wire(in.informational_average()),
                        from_wire(in.hub_average())};
  }
  return reading;
}

void to_wire(const KeptAt& place, wire::KeptAt& out) {
  out.set_terminal(place.terminal);
  out.set_segment(place.segment);
  out.set_offset(place.offset);
  out.set_length(place.length);
}

KeptAt from_wire(const wire::KeptAt& in) {
  return {in.terminal(), in.segment(), in.offset(), in.length()};
}

void to_wire(const DocumentWatch& watch, wire::DocumentWatch& out) {
  out.set_watching(to_lines(watch.watching));
  out.set_keeps_all(watch.keeps_all);
  out.set_last_digest(watch.last_digest);
  to_wire(watch.last, *out.mutable_last());
  out.set_notes(watch.notes);
}

Result<DocumentWatch> from_wire(const wire::DocumentWatch& in) {
  DocumentWatch watch;
  TRY_ASSIGN(watch.watching, parse_watching(in.watching()));
  watch.keeps_all = in.keeps_all();
  watch.last_digest = in.last_digest();
  watch.last = from_wire(in.last());
  watch.notes = in.notes();
  return watch;
}

void to_wire(const FeedTask& task, wire::VisitOrder& order) {
  wire::FeedTask& out = *order.mutable_feed();
  if (task.page_instead) to_wire(*task.page_instead, *out.mutable_page_instead());
  if (task.stored_until) out.set_stored_until_ms(to_unix_ms(*task.stored_until));
  if (task.watch) to_wire(*task.watch, *out.mutable_watch());
}

void to_wire(const FollowedPageTask& task, wire::VisitOrder& order) {
  wire::FollowedPageTask& out = *order.mutable_followed_page();
  to_wire(task.reading, *out.mutable_reading());
  if (task.stored_until) out.set_stored_until_ms(to_unix_ms(*task.stored_until));
  if (task.watch) to_wire(*task.watch, *out.mutable_watch());
}

void to_wire(const DataTask& task, wire::VisitOrder& order) {
  wire::DataTask& out = *order.mutable_data();
  to_wire(task.watch, *out.mutable_watch());
  out.set_is_sparql(task.is_sparql);
  if (task.stored_until) out.set_stored_until_ms(to_unix_ms(*task.stored_until));
}

void to_wire(const PageValidators& validators, wire::PageValidators& out) {
  out.set_etag(validators.etag);
  out.set_last_modified(validators.last_modified);
  out.set_url(validators.url);
}

PageValidators from_wire(const wire::PageValidators& in) {
  return {.etag = in.etag(), .last_modified = in.last_modified(), .url = in.url()};
}

void to_wire(const ArticlePageTask& task, wire::VisitOrder& order) {
  wire::ArticlePageTask& out = *order.mutable_article_page();
  out.set_article(task.article.value);
  to_wire(task.reading, *out.mutable_reading());
  if (task.revisit) to_wire(*task.revisit, *out.mutable_revisit());
  out.set_likeness(task.likeness);
}

void to_wire(const CrawlPageTask& task, wire::VisitOrder& order) {
  wire::CrawlPageTask& out = *order.mutable_crawl_page();
  out.set_page(task.page.value);
  out.set_is_list(task.is_list);
  to_wire(task.reading, *out.mutable_reading());
  if (task.revisit) to_wire(*task.revisit, *out.mutable_revisit());
  out.set_last_digest(task.last_digest);
  if (task.last != KeptAt{}) to_wire(task.last, *out.mutable_last());
  out.set_notes(task.notes);
  out.set_stays_on_its_domain(task.stays_on_its_domain);
}

Result<CrawlPageTask> from_wire(const wire::CrawlPageTask& in) {
  CrawlPageTask task{.page = {in.page()}, .is_list = in.is_list()};
  TRY_ASSIGN(task.reading, from_wire(in.reading()));
  if (in.has_revisit()) task.revisit = from_wire(in.revisit());
  task.last_digest = in.last_digest();
  task.last = from_wire(in.last());
  task.notes = in.notes();
  task.stays_on_its_domain = in.stays_on_its_domain();
  return task;
}

Result<VisitTask> task_from_wire(const wire::VisitOrder& in) {
  switch (in.task_case()) {
    case wire::VisitOrder::kFeed: {
      FeedTask task{.stored_until = stored_until_of(in.feed())};
      if (in.feed().has_page_instead()) {
        TRY_ASSIGN(task.page_instead, from_wire(in.feed().page_instead()));
      }
      if (in.feed().has_watch()) {
        TRY_ASSIGN(task.watch, from_wire(in.feed().watch()));
      }
      return VisitTask(std::move(task));
    }
    case wire::VisitOrder::kFollowedPage: {
      FollowedPageTask task{.stored_until = stored_until_of(in.followed_page())};
      TRY_ASSIGN(task.reading, from_wire(in.followed_page().reading()));
      if (in.followed_page().has_watch()) {
        TRY_ASSIGN(task.watch, from_wire(in.followed_page().watch()));
      }
      return VisitTask(std::move(task));
    }
    case wire::VisitOrder::kData: {
      DataTask task{.is_sparql = in.data().is_sparql(),
                    .stored_until = stored_until_of(in.data())};
      TRY_ASSIGN(task.watch, from_wire(in.data().watch()));
      return VisitTask(std::move(task));
    }
    case wire::VisitOrder::kArticlePage: {
      ArticlePageTask task{.article = {in.article_page().article()}};
      task.likeness = in.article_page().likeness();
      TRY_ASSIGN(task.reading, from_wire(in.article_page().reading()));
      if (in.article_page().has_revisit()) {
        task.revisit = from_wire(in.article_page().revisit());
      }
      return VisitTask(std::move(task));
    }
    case wire::VisitOrder::kCrawlPage: {
      TRY_ASSIGN(auto task, from_wire(in.crawl_page()));
      return VisitTask(std::move(task));
    }
    case wire::VisitOrder::TASK_NOT_SET:
      break;
  }
  return bad("visit order", "a kind of visit that this release does not know");
}

void to_wire(Listing&& listing, wire::Listing& out) {
  to_wire(listing.head, *out.mutable_head());
  out.set_entries_shown(listing.entries_shown);
  out.mutable_new_entries()->Reserve(static_cast<int>(listing.new_entries.size()));
  for (NewEntry& entry : listing.new_entries) {
    to_wire(std::move(entry), *out.add_new_entries());
  }
}

Listing from_wire(wire::Listing&& in) {
  Listing listing;
  listing.head = from_wire(in.head());
  listing.entries_shown = in.entries_shown();
  listing.new_entries.reserve(static_cast<std::size_t>(in.new_entries_size()));
  for (wire::Entry& entry : *in.mutable_new_entries()) {
    listing.new_entries.push_back(from_wire(std::move(entry)));
  }
  return listing;
}

void to_wire(Version&& version, wire::Version& out) {
  out.set_url(std::move(version.url));
  out.set_seen_ms(to_unix_ms(version.seen));
  out.set_digest(std::move(version.digest));
  out.set_media_type(std::move(version.media_type));
  out.set_bytes(version.bytes);
  to_wire(version.place, *out.mutable_place());
  out.set_kinds(version.kinds.bits());
  out.set_score(version.score);
  out.set_summary(std::move(version.summary));
  out.set_is_error(version.is_error);
  for (const KeptAt& part : version.parts) to_wire(part, *out.add_parts());
  if (!version.data) return;
  out.mutable_data()->set_added(version.data->added);
  out.mutable_data()->set_removed(version.data->removed);
  out.mutable_data()->set_edited(version.data->edited);
}

Version from_wire(wire::Version&& in) {
  Version version{.url = std::move(*in.mutable_url()),
                  .seen = from_unix_ms(in.seen_ms()),
                  .digest = std::move(*in.mutable_digest()),
                  .media_type = std::move(*in.mutable_media_type()),
                  .bytes = in.bytes(),
                  .place = from_wire(in.place()),
                  .kinds = ChangeKinds::of_bits(in.kinds()),
                  .score = in.score(),
                  .summary = std::move(*in.mutable_summary()),
                  .is_error = in.is_error()};
  for (const wire::KeptAt& part : in.parts()) version.parts.push_back(from_wire(part));
  if (in.has_data()) {
    version.data =
        DataCounts{in.data().added(), in.data().removed(), in.data().edited()};
  }
  return version;
}

void to_wire(DocumentFindings&& findings, wire::DocumentFindings& out) {
  if (findings.notes) out.set_notes(*std::move(findings.notes));
  if (findings.version) to_wire(*std::move(findings.version), *out.mutable_version());
}

void to_wire(FeedFindings&& findings, wire::VisitReport& report) {
  wire::FeedFindings& out = *report.mutable_feed();
  if (findings.listing) to_wire(*std::move(findings.listing), *out.mutable_listing());
  if (findings.document) {
    to_wire(*std::move(findings.document), *out.mutable_document());
  }
}

DocumentFindings from_wire(wire::DocumentFindings&& in) {
  DocumentFindings findings;
  if (in.has_notes()) findings.notes = std::move(*in.mutable_notes());
  if (in.has_version()) findings.version = from_wire(std::move(*in.mutable_version()));
  return findings;
}

void to_wire(FollowedPageFindings&& findings, wire::VisitReport& report) {
  wire::FollowedPageFindings& out = *report.mutable_followed_page();
  if (findings.listing) to_wire(*std::move(findings.listing), *out.mutable_listing());
  if (findings.judgement) to_wire(*findings.judgement, *out.mutable_judgement());
  if (findings.document) {
    to_wire(*std::move(findings.document), *out.mutable_document());
  }
}

void to_wire(DataFindings&& findings, wire::VisitReport& report) {
  wire::DataFindings& out = *report.mutable_data();
  if (findings.listing) to_wire(*std::move(findings.listing), *out.mutable_listing());
  if (findings.document) {
    to_wire(*std::move(findings.document), *out.mutable_document());
  }
}

void to_wire(ArticlePageFindings&& findings, wire::VisitReport& report) {
  wire::ArticlePageFindings& out = *report.mutable_article_page();
  out.set_article(findings.article.value);
  if (findings.page) to_wire(*std::move(findings.page), *out.mutable_page());
  if (findings.judgement) to_wire(*findings.judgement, *out.mutable_judgement());
  if (findings.validators != PageValidators{}) {
    to_wire(findings.validators, *out.mutable_validators());
  }
  if (findings.version) to_wire(*std::move(findings.version), *out.mutable_version());
  out.set_likeness(findings.likeness);
}

void to_wire(CrawlLink&& link, wire::CrawlLink& out) {
  out.set_url(std::move(link.url));
  out.set_text(std::move(link.text));
  out.set_place(static_cast<std::uint32_t>(link.place));
  if (link.modified) out.set_modified_ms(to_unix_ms(*link.modified));
}

void to_wire(CrawlPageFindings&& findings, wire::VisitReport& report) {
  wire::CrawlPageFindings& out = *report.mutable_crawl_page();
  out.set_id(findings.id.value);
  if (findings.page) to_wire(*std::move(findings.page), *out.mutable_page());
  if (findings.judgement) to_wire(*findings.judgement, *out.mutable_judgement());
  for (CrawlLink& link : findings.links) to_wire(std::move(link), *out.add_links());
  out.set_is_noindex(findings.is_noindex);
  out.set_is_structural_change(findings.is_structural_change);
  out.set_is_textual_change(findings.is_textual_change);
  if (findings.notes) out.set_notes(*std::move(findings.notes));
  if (findings.version) to_wire(*std::move(findings.version), *out.mutable_version());
  if (findings.validators != PageValidators{}) {
    to_wire(findings.validators, *out.mutable_validators());
  }
  out.set_likeness(findings.likeness);
}

void to_wire(NamedFeeds&& named, wire::VisitReport& report) {
  wire::NamedFeeds& out = *report.mutable_named_feeds();
  for (std::string& url : named.urls) out.add_urls(std::move(url));
}

FeedFindings from_wire(wire::FeedFindings&& in) {
  FeedFindings findings;
  if (in.has_listing()) findings.listing = from_wire(std::move(*in.mutable_listing()));
  if (in.has_document()) {
    findings.document = from_wire(std::move(*in.mutable_document()));
  }
  return findings;
}

FollowedPageFindings from_wire(wire::FollowedPageFindings&& in) {
  FollowedPageFindings findings;
  if (in.has_listing()) findings.listing = from_wire(std::move(*in.mutable_listing()));
  if (in.has_judgement()) findings.judgement = from_wire(in.judgement());
  if (in.has_document()) {
    findings.document = from_wire(std::move(*in.mutable_document()));
  }
  return findings;
}

DataFindings from_wire(wire::DataFindings&& in) {
  DataFindings findings;
  if (in.has_listing()) findings.listing = from_wire(std::move(*in.mutable_listing()));
  if (in.has_document()) {
    findings.document = from_wire(std::move(*in.mutable_document()));
  }
  return findings;
}

Result<ArticlePageFindings> from_wire(wire::ArticlePageFindings&& in) {
  ArticlePageFindings findings{.article = {in.article()}};
  if (in.has_page()) {
    TRY_ASSIGN(findings.page, model::from_wire(std::move(*in.mutable_page())));
  }
  if (in.has_judgement()) findings.judgement = from_wire(in.judgement());
  if (in.has_validators()) findings.validators = from_wire(in.validators());
  if (in.has_version()) findings.version = from_wire(std::move(*in.mutable_version()));
  findings.likeness = in.likeness();
  return findings;
}

// Places of a newer release are somewhere on the page to us.
CrawlLink from_wire(wire::CrawlLink&& in) {
  CrawlLink link{.url = std::move(*in.mutable_url()),
                 .text = std::move(*in.mutable_text())};
  const bool is_known =
      in.place() <= static_cast<std::uint32_t>(CrawlLinkPlace::kSitemap);
  link.place =
      is_known ? static_cast<CrawlLinkPlace>(in.place()) : CrawlLinkPlace::kElsewhere;
  if (in.has_modified_ms()) link.modified = from_unix_ms(in.modified_ms());
  return link;
}

Result<CrawlPageFindings> from_wire(wire::CrawlPageFindings&& in) {
  CrawlPageFindings findings{.id = {in.id()}};
  if (in.has_page()) {
    TRY_ASSIGN(findings.page, model::from_wire(std::move(*in.mutable_page())));
  }
  if (in.has_judgement()) findings.judgement = from_wire(in.judgement());
  findings.links.reserve(static_cast<std::size_t>(in.links_size()));
  for (wire::CrawlLink& link : *in.mutable_links()) {
    findings.links.push_back(from_wire(std::move(link)));
  }
  findings.is_noindex = in.is_noindex();
  findings.is_structural_change = in.is_structural_change();
  findings.is_textual_change = in.is_textual_change();
  if (in.has_notes()) findings.notes = std::move(*in.mutable_notes());
  if (in.has_version()) findings.version = from_wire(std::move(*in.mutable_version()));
  if (in.has_validators()) findings.validators = from_wire(in.validators());
  findings.likeness = in.likeness();
  return findings;
}

Result<VisitFindings> findings_from_wire(wire::VisitReport& in) {
  switch (in.findings_case()) {
    case wire::VisitReport::kFeed:
      return VisitFindings(from_wire(std::move(*in.mutable_feed())));
    case wire::VisitReport::kFollowedPage:
      return VisitFindings(from_wire(std::move(*in.mutable_followed_page())));
    case wire::VisitReport::kData:
      return VisitFindings(from_wire(std::move(*in.mutable_data())));
    case wire::VisitReport::kArticlePage: {
      TRY_ASSIGN(auto page, from_wire(std::move(*in.mutable_article_page())));
      return VisitFindings(std::move(page));
    }
    case wire::VisitReport::kCrawlPage: {
      TRY_ASSIGN(auto crawl, from_wire(std::move(*in.mutable_crawl_page())));
      return VisitFindings(std::move(crawl));
    }
    case wire::VisitReport::kNamedFeeds: {
      const auto& urls = in.named_feeds().urls();
      return VisitFindings(NamedFeeds{{urls.begin(), urls.end()}});
    }
    case wire::VisitReport::FINDINGS_NOT_SET:
      break;
  }
  return bad("visit report", "a kind of visit that this release does not know");
}

}  // namespace

std::string encode(const VisitOrder& order) {
  wire::VisitOrder out;
  out.set_id(order.id.value);
  out.set_source(order.source.value);
  out.set_url(order.url);
  if (order.request != SealedSettings{}) {
    to_wire(order.request, *out.mutable_request());
  }
  std::visit([&](const auto& task) { to_wire(task, out); }, order.task);
  return out.SerializeAsString();
}

Result<VisitOrder> decode_order(std::string_view bytes) {
  wire::VisitOrder in;
  TRY(parse_into(in, "visit order", bytes));
  VisitOrder order;
  order.id = {in.id()};
  order.source = {in.source()};
  order.url = in.url();
  if (in.has_request()) order.request = from_wire(in.request());
  TRY_ASSIGN(order.task, task_from_wire(in));
  return order;
}

std::string encode(VisitReport report) {
  Arena arena;
  auto& out = *Arena::CreateMessage<wire::VisitReport>(&arena);
  out.set_id(report.id.value);
  out.set_source(report.source.value);
  out.set_terminal(std::move(report.terminal));
  out.set_started_ms(to_unix_ms(report.started));
  out.set_took_ms(report.took.count());
  out.set_outcome(std::string(to_string(report.outcome)));
  out.set_http_status(report.http_status);
  out.set_headers(std::move(report.headers));
  out.set_wire_bytes(report.wire_bytes);
  out.set_body_bytes(report.body_bytes);
  out.set_error(std::move(report.error));
  out.set_note(std::move(report.note));
  out.set_remark(std::string(to_string(report.remark)));
  out.set_moved_to(std::move(report.moved_to));
  if (report.not_before) out.set_not_before_ms(to_unix_ms(*report.not_before));
  out.set_quiet_hours(report.quiet.hours);
  out.set_quiet_weekdays(report.quiet.weekdays);
  out.set_address(std::move(report.address));
  out.set_is_given_back(report.is_given_back);
  out.set_is_lost(report.is_lost);
  std::visit([&](auto& findings) { to_wire(std::move(findings), out); },
             report.findings);
  return out.SerializeAsString();
}

Result<VisitReport> decode_report(std::string_view bytes) {
  Arena arena;
  auto& in = *Arena::CreateMessage<wire::VisitReport>(&arena);
  TRY(parse_into(in, "visit report", bytes));
  VisitReport report;
  report.id = {in.id()};
  report.source = {in.source()};
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
  report.note = std::move(*in.mutable_note());
  // One of a newer release says nothing to us; the rest of its report does.
  report.remark = parse_remark(in.remark()).value_or(Remark::kNone);
  report.moved_to = std::move(*in.mutable_moved_to());
  if (in.has_not_before_ms()) report.not_before = from_unix_ms(in.not_before_ms());
  report.quiet.hours = in.quiet_hours();
  report.quiet.weekdays = static_cast<std::uint8_t>(in.quiet_weekdays());
  report.address = std::move(*in.mutable_address());
  report.is_given_back = in.is_given_back();
  report.is_lost = in.is_lost();
  TRY_ASSIGN(report.findings, findings_from_wire(in));
  const auto* named = std::get_if<NamedFeeds>(&report.findings);
  const bool has_named = named != nullptr && !named->urls.empty();
  const bool should_have = report.outcome == FetchOutcome::kNamesFeed;
  if (has_named != should_have || (named != nullptr && !has_named)) {
    return bad("visit report", fmt::format("outcome {} {} named feeds", in.outcome(),
                                           has_named ? "with" : "without"));
  }
  make_storable(report);
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
  // It becomes part of queues' names and of paths.
  TRY(expect_plain_name("terminal beat: terminal", in.terminal()));
  return TerminalBeat{in.terminal(), in.capacity()};
}

}  // namespace curlew::model
