#include "traced_web.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/check.h"

namespace curlew::bench {
namespace {

constexpr std::size_t kItemsShown = 20;
constexpr std::size_t kPageBytes = 40'000;
constexpr double kSpread = 0.8;  // Of the logarithms of the hosts' latencies.

// "f17.example:8080" is place 17.
std::size_t place_of(const http::ServerRequest& request) {
  const std::string host(http::find_header(request.headers, "Host").value_or("f0"));
  return std::strtoul(host.c_str() + 1, nullptr, 10);
}

std::string article_page() {
  std::string page = "<!DOCTYPE html><html><head><title>News</title></head><body>";
  while (page.size() < kPageBytes) page += "<p>What happened, and to whom.</p>\n";
  return page + "</body></html>";
}

// Normal, nearly: the sum of twelve.
double draw_normal(Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.uniform();
  return sum;
}

}  // namespace

TracedWeb::TracedWeb(const sim::Sample& sample, Milliseconds latency,
                     std::uint64_t seed)
    : sample_(sample), late_(clock_) {
  Random random(seed);
  const double median = double(latency.count()) * std::exp(-kSpread * kSpread / 2);
  for (std::size_t i = 0; i < sample.sources.size(); ++i) {
    const double mean = median * std::exp(kSpread * draw_normal(random));
    latencies_.emplace_back(std::int64_t(std::lround(mean)));
  }
  server_ = http::start_server({}, [this](const auto& request, auto respond) {
              serve(request, std::move(respond));
            }).value();
}

std::string TracedWeb::url(std::size_t place) const {
  return fmt::format("http://f{}.example:{}/feed", place, server_->port());
}

std::size_t TracedWeb::published(std::size_t place, Time now) const {
  const auto& events = sample_.sources[place]->events;
  return std::size_t(std::upper_bound(events.begin(), events.end(), now) -
                     events.begin());
}

std::string TracedWeb::feed_at(std::size_t place, Time now) const {
  const std::size_t end = published(place, now);
  std::string feed = "<rss version='2.0'><channel><title>News</title>";
  for (std::size_t i = end; i > end - std::min(end, kItemsShown); --i) {
    feed += fmt::format(
        "<item><guid>{0}</guid><title>Article {0}</title>"
        "<link>http://f{1}.example:{2}/{0}</link></item>",
        i, place, server_->port());
  }
  return feed + "</channel></rss>";
}

std::string TracedWeb::etag_at(std::size_t place, Time now) const {
  return fmt::format("\"{}\"", published(place, now));
}

http::ServerResponse TracedWeb::answer(std::size_t place,
                                       const http::ServerRequest& request) {
  if (request.path != "/feed") {
    static const std::string page = article_page();
    return {200, {{"Content-Type", "text/html"}}, page};
  }
  const Time now = now_;
  const std::string etag = etag_at(place, now);
  if (http::find_header(request.headers, "If-None-Match") == etag)
    return {304, {{"ETag", etag}}, ""};
  return {200,
          {{"Content-Type", "application/rss+xml"}, {"ETag", etag}},
          feed_at(place, now)};
}

void TracedWeb::serve(const http::ServerRequest& request, http::Responder respond) {
  const std::size_t place = place_of(request);
  CHECK(place < latencies_.size());
  late_.answer_after(latencies_[place], answer(place, request), std::move(respond));
}

}  // namespace curlew::bench
