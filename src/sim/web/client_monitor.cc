#include "sim/web/client_monitor.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "base/ascii.h"
#include "http/date.h"

namespace curlew::sim {
namespace {

constexpr std::string_view kClosedEverywhere[] = {"/admin/", "/search"};
constexpr std::string_view kClosedAtTheHerald[] = {"/subscribers/", "/private/"};

std::string_view site_of(std::string_view host) {
  return host.substr(0, host.find('.'));
}

std::optional<Time> wished_return(const http::ServerResponse& answer, Time now) {
  const auto field = http::find_header(answer.headers, "Retry-After");
  if (!field) return std::nullopt;
  int seconds = 0;
  const auto [end, error] =
      std::from_chars(field->data(), field->data() + field->size(), seconds);
  if (error == std::errc() && end == field->data() + field->size()) {
    return now + std::chrono::seconds(seconds);
  }
  return http::parse_http_date(*field);
}

bool contains_ignoring_case(std::string_view text, std::string_view part) {
  return to_ascii_lower(text).find(to_ascii_lower(part)) != std::string::npos;
}

}  // namespace

std::string robots_txt(std::string_view site) {
  std::string text = "User-agent: *\n";
  for (const std::string_view path : kClosedEverywhere) {
    text += fmt::format("Disallow: {}\n", path);
  }
  if (site == "herald") {
    for (const std::string_view path : kClosedAtTheHerald) {
      text += fmt::format("Disallow: {}\n", path);
    }
  }
  if (site == "bazaar") text += "Crawl-delay: 1\n";
  return text;
}

bool is_forbidden(std::string_view site, std::string_view path) {
  for (const std::string_view closed : kClosedEverywhere) {
    if (path.starts_with(closed)) return true;
  }
  if (site != "herald") return false;
  for (const std::string_view closed : kClosedAtTheHerald) {
    if (path.starts_with(closed)) return true;
  }
  return false;
}

bool ClientMonitor::is_judged(const http::ServerRequest& request) const {
  const auto agent = http::find_header(request.headers, "User-Agent");
  return agent && contains_ignoring_case(*agent, options_.agent_token);
}

void ClientMonitor::complain(std::string what, const http::ServerRequest& request,
                             std::string_view host, Time now) {
  violations_.push_back(
      {std::move(what), now, fmt::format("http://{}{}", host, request.path),
       std::string(http::find_header(request.headers, "User-Agent").value_or(""))});
}

void ClientMonitor::note(const http::ServerRequest& request, std::string_view host,
                         const http::ServerResponse& answer, Time now) {
  if (!is_judged(request)) return;
  const std::lock_guard lock(mutex_);
  if (is_forbidden(site_of(host), request.path)) {
    complain("robots.txt forbids this path", request, host, now);
  }
  const auto last = last_request_.find(host);
  if (last != last_request_.end() && now - last->second < options_.spacing) {
    complain(fmt::format("only {} after the last request to this host",
                         to_human(now - last->second)),
             request, host, now);
  }
  last_request_.insert_or_assign(std::string(host), now);

  const std::string address = fmt::format("{}{}", host, request.path);
  const auto wished = not_before_.find(address);
  if (wished != not_before_.end() && now < wished->second) {
    complain(fmt::format("{} before Retry-After ends", to_human(wished->second - now)),
             request, host, now);
  }
  if (const auto until = wished_return(answer, now)) {
    not_before_.insert_or_assign(address, *until);
  }
}

std::vector<Violation> ClientMonitor::violations() const {
  const std::lock_guard lock(mutex_);
  return violations_;
}

}  // namespace curlew::sim
