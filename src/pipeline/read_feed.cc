// Reads what came where a feed was asked for: a feed, or, where nobody knew what to
// expect, a page or data instead of one.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "http/link_header.h"
#include "parse/data.h"
#include "parse/feed.h"
#include "parse/html/feed_links.h"
#include "pipeline/keep_version.h"
#include "pipeline/next_welcome.h"
#include "pipeline/report_bounds.h"
#include "pipeline/stages.h"
#include "pipeline/to_capture.h"
#include "url/url.h"

namespace curlew::pipeline {
namespace {

using model::Remark;

model::FeedHead head_of_feed(const parse::Feed& feed) {
  model::FeedHead head;
  head.title = feed.title;
  head.site_url = feed.link;
  head.language = feed.language;
  if (!feed.categories.empty()) head.category = feed.categories.front();
  return head;
}

// WebSub section 4: the links of the answer say more than those of the document. Only
// an address of the Web can be a hub.
void add_hub(const parse::Feed& feed, const fetch::FetchResult& result,
             model::FeedHead& head) {
  const auto links = http::links_of(result.headers);
  const std::string header_hub = http::find_link(links, "hub");
  const std::string header_self = http::find_link(links, "self");
  const auto absolute = [&](const std::string& address) -> std::string {
    const auto base = url::parse_url(result.final_url);
    const auto parsed = base.ok() ? url::parse_url(address, &*base) : base;
    const bool is_web =
        parsed.ok() && (parsed->scheme() == "http" || parsed->scheme() == "https");
    return is_web && !address.empty() ? std::string(parsed->href()) : "";
  };
  const std::string hub = absolute(header_hub.empty() ? feed.hub : header_hub);
  const std::string topic =
      absolute(header_self.empty() ? feed.self_link : header_self);
  if (hub.empty() || topic.empty()) return;
  head.hub = hub;
  head.topic = topic;
}

// Whatever differs is a version of it; its entries tell what is new.
void archive_feed(Visit& visit, const model::DocumentWatch& watch, std::size_t entries,
                  model::FeedFindings& findings) {
  if (visit.shelf == nullptr || visit.is_partial) return;
  std::string digest = digest_of(visit.result.body);
  if (digest == watch.last_digest) return;
  Compared compared{.is_kept = true, .notes = watch.notes};
  if (watch.last_digest.empty()) {
    compared.summary = "the first version";
  } else {
    compared.kinds.add(model::ChangeKind::kData);
    compared.summary =
        fmt::format("lists {} {} now", entries, entries == 1 ? "entry" : "entries");
  }
  keep_version(visit, watch, std::move(compared), std::move(digest), {},
               findings.document);
}

void conclude_feed(Visit& visit, const model::FeedTask& task, parse::Feed feed) {
  auto& findings = visit.end.report.findings.emplace<model::FeedFindings>();
  findings.listing = model::Listing{.head = head_of_feed(feed)};
  add_hub(feed, visit.result, findings.listing->head);
  visit.wishes = wishes_of(feed);
  const std::size_t read = feed.entries.size();
  if (feed.is_cut || visit.result.body_end == http::BodyEnd::kCut) {
    visit.end.report.remark = Remark::kCutFeed;
    visit.is_partial = true;
    add_note(visit, fmt::format("the feed ends too early; {} item{} read", read,
                                read == 1 ? " was" : "s were"));
  } else if (feed.left_out > 0) {
    add_note(visit, fmt::format("the feed lists {} items; only the first {} are "
                                "followed",
                                read + feed.left_out, read));
  }
  visit.entries = std::move(feed.entries);
  if (task.watch) archive_feed(visit, *task.watch, read, findings);
}

// False when it names none.
bool conclude_named_feeds(Visit& visit, const model::FeedTask& task) {
  model::NamedFeeds named;
  for (const parse::FeedLink& feed :
       parse::find_feed_links(visit.result.body, visit.result.final_url,
                              header_or_empty(visit.result.headers, "Content-Type"))) {
    named.urls.push_back(feed.url);
  }
  bound_addresses(named.urls);
  if (named.urls.empty()) return false;
  std::string text = fmt::format("the page names the feed {}", named.urls.front());
  if (!task.page_instead) {
    // It was said to be a feed, and does not change its address by itself.
    conclude_unreadable(visit, std::move(text), Remark::kHtmlNamesFeed);
    return true;
  }
  visit.end.report.outcome = model::FetchOutcome::kNamesFeed;
  add_note(visit, text);
  visit.end.report.findings = std::move(named);
  return true;
}

// A page where a feed was expected: perhaps it says where its feeds are. If it names
// none, but leads somewhere, it is itself what its user wants followed.
void conclude_html(Visit& visit, const model::FeedTask& task, const Error& feed_error) {
  if (conclude_named_feeds(visit, task)) return;
  Remark remark = Remark::kHtml;
  if (task.page_instead) {
    // Of a page that nobody calls one, a link or two are not enough to follow it.
    Result<HubPage> page =
        read_links(visit, *task.page_instead, ShortLists::kPassedOver);
    if (page.ok() && !page->entries.empty()) {
      add_note(visit, "names no feed: followed as a page");
      return conclude_links(visit, std::move(page).value());
    }
    const bool is_shell = page.ok() && page->remark == Remark::kNeedsScripts;
    if (is_shell) remark = Remark::kNeedsScripts;
  }
  conclude_unreadable(visit, feed_error.text, remark);
}

bool is_json(std::string_view body) {
  const std::string_view text = trimmed(body);
  return text.starts_with('{') || text.starts_with('[');
}

// What stands where a feed should be, and is no page.
Remark what_else(const Visit& visit) {
  const std::string_view body = visit.result.body;
  const std::string type = header_or_empty(visit.result.headers, "Content-Type");
  if (trimmed(body).empty()) return Remark::kEmpty;
  if (is_pdf_type(type) || body.starts_with("%PDF-")) return Remark::kPdf;
  const std::string address = document_url(visit.result.final_url);
  const std::string_view path = std::string_view(address).substr(0, address.find('?'));
  const bool is_data = parse::is_data_type(type) ||
                       !parse::media_type_of_file(path).empty() || is_json(body);
  return is_data ? Remark::kData : Remark::kNone;
}

// Any object with items may be a JSON Feed. One that nobody called a feed must say that
// it is one, or have something to read in it.
bool is_some_feed(const parse::Feed& feed, std::string_view body) {
  if (feed.kind != parse::FeedKind::kJsonFeed) return true;
  return body.find("jsonfeed.org") != body.npos || !feed.self_link.empty() ||
         std::ranges::any_of(feed.entries, [](const model::Entry& entry) {
           return !entry.link.empty() || !entry.content.empty();
         });
}

// A server in trouble may say so as JSON, and as if all were well. What it has when it
// is well is not known then.
bool says_an_error(std::string_view body) {
  return body.substr(0, 1'000).find("\"error") != body.npos;
}

}  // namespace

void read(Visit& visit, const model::FeedTask& task) {
  const http::Headers& headers = visit.result.headers;
  Result<parse::Feed> feed = parse::parse_feed(
      visit.result.body,
      {.url = visit.result.final_url,
       .content_location = header_or_empty(headers, "Content-Location"),
       .content_type = header_or_empty(headers, "Content-Type"),
       .content_language = header_or_empty(headers, "Content-Language")},
      visit.options.feed);
  const bool may_be_data =
      task.page_instead.has_value() && !says_an_error(visit.result.body);
  if (may_be_data && (feed.ok() ? !is_some_feed(*feed, visit.result.body)
                                : what_else(visit) == Remark::kData)) {
    return read(visit,
                model::DataTask{.watch = task.watch.value_or(model::DocumentWatch{})});
  }
  if (feed.ok()) return conclude_feed(visit, task, std::move(feed).value());
  if (parse::looks_like_html(visit.result.body)) {
    return conclude_html(visit, task, feed.error());
  }
  conclude_unreadable(visit, feed.error().text, what_else(visit));
}

}  // namespace curlew::pipeline
