#include "crawler.h"

#include <chrono>

#include "base/check.h"

namespace curlew::bench {
namespace {

http::ClientOptions on_loopback() {
  http::ClientOptions options;
  options.guard =
      http::AddressGuard({http::parse_address_range("127.0.0.0/8").value()});
  options.user_agent = "curlew-bench (+mailto:bench@localhost)";
  options.lookup = [](const std::string&) -> Result<std::vector<http::IpAddress>> {
    return std::vector{*http::parse_ip_address("127.0.0.1")};
  };
  return options;
}

// Every robots.txt is taken for known, and nobody is waited for: advaRSS knew neither.
fetch::Politeness without_waiting(std::size_t at_a_time) {
  fetch::Politeness politeness;
  politeness.host_delay = Milliseconds(0);
  politeness.total = at_a_time;
  politeness.address_delay = Milliseconds(0);
  politeness.per_address = 1'000;
  politeness.group_by_domain = false;
  politeness.obey_robots = false;
  return politeness;
}

}  // namespace

Crawler::Crawler(TracedWeb& web, std::size_t feeds, Looks looks, std::size_t at_a_time)
    : web_(web),
      looks_(looks),
      memories_(feeds),
      client_(http::make_curl_client(on_loopback(), clock_)),
      fetcher_(fetch::make_fetcher({.politeness = without_waiting(at_a_time)}, *client_,
                                   clock_)) {}

model::VisitOrder Crawler::order_for(std::size_t feed) const {
  model::VisitOrder order;
  order.id = {1};
  order.source = {std::int64_t(feed) + 1};
  order.url = web_.url(feed);
  return order;
}

void Crawler::remember(std::size_t feed, Time visited) {
  fetch::FetchResult result;
  result.status = 200;
  result.body = web_.feed_at(feed, visited);
  result.final_url = result.permanent_url = web_.url(feed);
  result.validators = {web_.etag_at(feed, visited), "", web_.url(feed)};
  result.started = visited;
  const auto end =
      conclude_visit(order_for(feed), nullptr, std::move(result), options_);
  memories_[feed] = end.memory;
  if (looks_ == Looks::kChanges || !memories_[feed]) return;
  memories_[feed]->content = {};
  memories_[feed]->etag.clear();
}

const store::SourceMemory* Crawler::memory_of(std::size_t feed) const {
  return memories_[feed] ? &*memories_[feed] : nullptr;
}

void Crawler::visit(std::size_t feed, Execution& execution) {
  const model::VisitOrder order = order_for(feed);
  const auto done = [this, feed, order, &execution](fetch::FetchResult result) {
    CHECK(result.status == 200 || result.status == 304);
    execution.megabytes += double(result.wire_bytes) / 1e6;
    const auto end =
        conclude_visit(order, memory_of(feed), std::move(result), options_);
    const model::Listing* const listing = model::listing_of(end.report.findings);
    if (listing == nullptr) return;
    for (const model::NewEntry& found : listing->new_entries) {
      visit_page(feed, found.entry.link, execution);
    }
  };
  ++execution.feeds;
  fetcher_->fetch(make_request(order, {}, memory_of(feed), options_), done);
}

void Crawler::visit_page(std::size_t feed, const std::string& url,
                         Execution& execution) {
  model::VisitOrder order = order_for(feed);
  order.task = model::ArticlePageTask{};
  order.url = url;
  ++execution.articles;
  fetcher_->fetch(make_request(order, {}, nullptr, options_),
                  [this, order, &execution](fetch::FetchResult result) {
                    CHECK(result.status == 200);
                    execution.megabytes += double(result.wire_bytes) / 1e6;
                    conclude_visit(order, nullptr, std::move(result), options_);
                  });
}

Execution Crawler::execute(std::span<const std::size_t> feeds, Time now) {
  Execution execution;
  web_.set_now(now);
  const auto start = std::chrono::steady_clock::now();
  for (const std::size_t feed : feeds) visit(feed, execution);
  while (fetcher_->pending() > 0) fetcher_->poll(Milliseconds(1'000));
  execution.time = std::chrono::steady_clock::now() - start;
  return execution;
}

}  // namespace curlew::bench
