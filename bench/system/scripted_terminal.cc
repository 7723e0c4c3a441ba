#include "scripted_terminal.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "base/random.h"
#include "control/subjects.h"
#include "model/visit_wire.h"

namespace curlew::bench {
namespace {

constexpr char kName[] = "bench";
constexpr std::size_t kCapacity = 1000;  // As of control::TerminalOptions.
constexpr std::size_t kPages = 100;
constexpr std::uint32_t kItemsShown = 20;

constexpr char kHeaders[] =
    "Server: nginx/1.22.1\r\nDate: Tue, 17 Nov 2026 09:13:38 GMT\r\n"
    "Content-Type: application/rss+xml\r\nLast-Modified: Tue, 17 Nov 2026 08:55:02 "
    "GMT\r\nConnection: keep-alive\r\nETag: W/\"6918dc36-2f1a\"\r\n"
    "Content-Encoding: gzip\r\nCache-Control: max-age=300\r\n"
    "Vary: Accept-Encoding\r\n";

std::string sentence(Random& random) {
  static constexpr const char* kWords[] = {
      "harbour", "council", "market",  "storm",  "engine",   "garden", "letter",
      "window",  "bridge",  "river",   "budget", "winter",   "report", "railway",
      "museum",  "orchard", "signal",  "coast",  "island",   "forest", "opens",
      "closes",  "delays",  "rejects", "plans",  "repairs",  "sells",  "measures",
      "visits",  "quiet",   "early",   "narrow", "northern", "annual", "modern"};
  std::string text;
  for (std::uint64_t left = 8 + random.below(10); left > 0; --left) {
    text += kWords[random.below(std::size(kWords))];
    text += left > 1 ? " " : ". ";
  }
  return text;
}

std::string text_of(Random& random, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += sentence(random);
  return text;
}

// A third of a page is its article; the rest is markup and navigation.
model::Page page_numbered(std::uint64_t number, std::size_t bytes) {
  Random random(number);
  model::Page page{.url = {},
                   .html = "<!DOCTYPE html><html><body><nav>",
                   .content_type = "text/html",
                   .language = "en",
                   .category = "politics",
                   .content = model::PageContent{}};
  model::PageContent& content = *page.content;
  content.kind = model::PageKind::kInformational;
  content.title = sentence(random);
  content.author = "A. Holm";
  while (page.html.size() < bytes * 2 / 3) {
    page.html += fmt::format("<li class=\"menu-item-{}\"><a href=\"/{:x}\">{}</a></li>",
                             random.below(900), random.below(~0ull), sentence(random));
  }
  for (int paragraph = 0; paragraph < 16; ++paragraph) {
    const std::string text = text_of(random, bytes / 3 / 16);
    page.html += "<p>" + text + "</p>";
    content.text += text + "\n";
  }
  content.parts.blocks.push_back(
      {.text = content.text, .heading = content.title, .path = "/html/body/main"});
  return page;
}

std::uint64_t mixed(std::uint64_t number) { return (number + 1) * 0x9e3779b97f4a7c15u; }

}  // namespace

ScriptedTerminal::ScriptedTerminal(const Workload& workload, broker::Broker& broker,
                                   const Clock& clock)
    : workload_(workload), broker_(broker), clock_(clock) {
  for (std::size_t i = 0; i < kPages; ++i) {
    pages_.push_back(page_numbered(i, workload.page_bytes));
  }
}

std::size_t ScriptedTerminal::answer() {
  if (clock_.steady() >= next_beat_) {
    next_beat_ = clock_.steady() + std::chrono::seconds(5);
    (void)broker_
        .publish(control::kBeats, model::encode(model::TerminalBeat{kName, kCapacity}))
        .ok();
  }
  (void)broker_.pull(control::receipts_for(kName), kCapacity, {}).ok();
  const auto orders = broker_.pull(control::orders_for(kName), kCapacity, {});
  for (const broker::Delivery& delivery : *orders) {
    const auto order = model::decode_order(delivery.payload);
    if (!order.ok() ||
        !broker_.publish(control::kReports, model::encode(report_on(*order))).ok()) {
      std::fprintf(stderr, "commit_reports: an order cannot be answered\n");
      std::exit(1);
    }
  }
  counts_.reports += orders->size();
  return orders->size();
}

model::VisitReport ScriptedTerminal::report_on(const model::VisitOrder& order) {
  model::VisitReport report{.id = order.id,
                            .source = order.source,
                            .terminal = kName,
                            .started = clock_.now(),
                            .took = Milliseconds(180),
                            .http_status = 200,
                            .headers = kHeaders,
                            .wire_bytes = 6'000,
                            .body_bytes = 18'000,
                            .address = "192.0.2.1"};
  if (const model::ArticleId article = model::article_of(order.task)) {
    model::Page page = pages_[counts_.pages++ % pages_.size()];
    page.url = order.url;
    report.findings = model::ArticlePageFindings{
        article, std::move(page),
        model::PageJudgement{model::PageKind::kInformational,
                             model::PageKind::kInformational,
                             {.clean_text = 12'000, .link_text = 900}}};
    return report;
  }
  const bool is_new =
      mixed(feeds_visited_++) % 100 < static_cast<std::uint64_t>(workload_.new_percent);
  if (is_new) {
    report.findings = model::FeedFindings{listing_for(order)};
    return report;
  }
  report.outcome = model::FetchOutcome::kNotModified;
  report.http_status = 304;
  report.wire_bytes = 250;
  report.body_bytes = 0;
  report.findings = model::FeedFindings{};
  return report;
}

model::Listing ScriptedTerminal::listing_for(const model::VisitOrder& order) {
  model::Listing listing{.head = {.title = "The News of " + order.url,
                                  .site_url = order.url.substr(0, order.url.rfind('/')),
                                  .language = "en"},
                         .entries_shown = kItemsShown};
  for (int i = 0; i < workload_.new_items; ++i) {
    listing.new_entries.push_back(new_entry(listing.head.site_url));
  }
  return listing;
}

model::NewEntry ScriptedTerminal::new_entry(const std::string& site) {
  const std::uint64_t number = counts_.articles++;
  Random random(number);
  model::NewEntry found;
  found.key = mixed(number);
  found.likeness = mixed(~number);
  found.entry.title = sentence(random);
  found.entry.link = fmt::format("{}/articles/{:016x}.html", site, found.key);
  found.entry.id = found.entry.link;
  found.entry.author = "B. Castell";
  found.entry.summary = "<p>" + text_of(random, 700) + "</p>";
  found.entry.published = clock_.now() - std::chrono::minutes(random.below(600));
  found.entry.categories = {"politics"};
  return found;
}

}  // namespace curlew::bench
