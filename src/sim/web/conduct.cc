#include "sim/web/conduct.h"

#include <fmt/format.h>

#include <cmath>

#include "http/date.h"
#include "sim/web/page_writer.h"
#include "sim/web/representation.h"

namespace curlew::sim {
namespace {

// The Thursday on which the vanishing site has vanished.
constexpr VirtualHours kGoneSince{72};

using Answer = std::optional<http::ServerResponse>;

// Where in a cycle of so many hours the time stands.
double hour_of_cycle(VirtualHours time, double cycle) {
  return time.count() - cycle * std::floor(time.count() / cycle);
}

Answer redirect(const Site& site, std::string_view path, Time now) {
  if (path == "/feed") return redirect_to(301, site.feed_path, now);
  if (path == "/today.xml") return redirect_to(302, site.feed_path, now);
  if (path == "/loop/a") return redirect_to(302, "/loop/b", now);
  if (path == "/loop/b") return redirect_to(302, "/loop/a", now);
  return std::nullopt;
}

Answer break_down(const FeedDocument& feed, VirtualHours time, Time now) {
  const double hour = hour_of_cycle(time, 10);
  if (hour < 1.5) return answer_briefly(500, "The database is being repaired.", now);
  http::ServerResponse response{200, {{"Date", http::to_http_date(now)}}, ""};
  if (hour >= 3 && hour < 4) {
    response.headers.emplace_back("Content-Type", feed.content_type);
    response.body = feed.body.substr(0, feed.body.size() / 2);
    return response;
  }
  if (hour >= 5 && hour < 6) {
    response.headers.emplace_back("Content-Type", "text/html; charset=utf-8");
    response.body =
        write_plain_page("Nothing here yet", "<p>This host has no site yet.</p>");
    return response;
  }
  return std::nullopt;
}

// Too busy twice in half a day: once with seconds to wait, once with a date.
Answer turn_away(VirtualHours time, const Tempo& tempo, Time now) {
  const double hour = hour_of_cycle(time, 12);
  const auto open_again = [&](double until) {
    const VirtualHours end = time + VirtualHours(until - hour);
    return std::chrono::ceil<std::chrono::seconds>(tempo.real_time(end)) +
           std::chrono::seconds(1);
  };
  if (hour < 1.5) {
    http::ServerResponse response = answer_briefly(429, "Too many requests.", now);
    const auto wait = std::chrono::ceil<std::chrono::seconds>(open_again(1.5) - now);
    response.headers.emplace_back("Retry-After", fmt::to_string(wait.count()));
    return response;
  }
  if (hour >= 6 && hour < 7.5) {
    http::ServerResponse response = answer_briefly(503, "Back soon.", now);
    response.headers.emplace_back("Retry-After", http::to_http_date(open_again(7.5)));
    return response;
  }
  return std::nullopt;
}

}  // namespace

std::optional<http::ServerResponse> misbehaviour(const Site& site,
                                                 std::string_view path,
                                                 const Tempo& tempo, Time now,
                                                 const FeedDocument* feed) {
  const VirtualHours time = tempo.virtual_time(now);
  switch (site.conduct) {
    case Conduct::kSound:
    case Conduct::kSlow:
      return std::nullopt;
    case Conduct::kRedirecting:
      return redirect(site, path, now);
    case Conduct::kBroken:
      return feed ? break_down(*feed, time, now) : std::nullopt;
    case Conduct::kBusy:
      return feed ? turn_away(time, tempo, now) : std::nullopt;
    case Conduct::kGone:
      if (time < kGoneSince) return std::nullopt;
      return answer_briefly(410, "This paper has ceased to appear.", now);
  }
  return std::nullopt;
}

}  // namespace curlew::sim
