#include "control/context_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "http/message.h"
#include "pipeline/to_capture.h"
#include "url/url.h"

namespace curlew::control {
namespace {

using model::FetchOutcome;
using pipeline::ContextAnswer;

bool is_json(const fetch::FetchResult& result) {
  const std::string type = pipeline::media_type_of(result.headers);
  return type == "application/json" || type.ends_with("+json") ||
         trimmed(std::string_view(result.body).substr(0, 100)).starts_with('{');
}

// JSON-LD 1.1 API, LoadDocumentCallback: a page may name its context in a Link field,
// as that of schema.org does. Empty: it does not.
std::string alternate_of(const fetch::FetchResult& result) {
  for (const auto& [name, value] : result.headers) {
    if (!equals_ignoring_case(name, "Link")) continue;
    std::string_view rest = value;
    while (true) {
      const std::size_t begin = rest.find('<');
      if (begin == rest.npos) break;
      const std::size_t end = rest.find('>', begin);
      if (end == rest.npos) break;
      const std::string_view target = rest.substr(begin + 1, end - begin - 1);
      rest.remove_prefix(end + 1);
      const std::string fields = to_ascii_lower(rest.substr(0, rest.find('<')));
      if (fields.find("alternate") == fields.npos ||
          fields.find("application/ld+json") == fields.npos) {
        continue;
      }
      const auto base = url::parse_url(result.final_url);
      if (!base.ok()) return {};
      const auto found = url::parse_url(target, &*base);
      return found.ok() && found->is_http() ? std::string(found->href())
                                            : std::string();
    }
  }
  return {};
}

// Not what was said of it, but that nothing could be heard.
bool is_passing(const fetch::FetchResult& result) {
  switch (result.outcome) {
    case FetchOutcome::kThrottled:
    case FetchOutcome::kTimedOut:
    case FetchOutcome::kUnreachable:
    case FetchOutcome::kRobotsUnreadable:
      return true;
    case FetchOutcome::kHttpError:
      return result.status >= 500;
    default:
      return false;
  }
}

archive::Capture to_capture(const fetch::FetchResult& result,
                            const std::string& user_agent) {
  archive::Capture capture;
  capture.url = pipeline::document_url(result.final_url);
  capture.time = result.started;
  capture.ip = result.address;
  if (const auto url = url::parse_url(capture.url); url.ok()) {
    capture.request = fmt::format(
        "GET {} HTTP/1.1\r\nHost: {}{}\r\nUser-Agent: {}\r\nAccept: {}\r\n\r\n",
        url->path_and_query(), url->host(),
        url->port() ? fmt::format(":{}", *url->port()) : std::string(), user_agent,
        pipeline::kContextAccept);
  }
  capture.status_line = fmt::format("HTTP/1.1 {} OK", result.status);
  capture.headers = result.headers;
  capture.body = result.body;
  capture.facts.emplace_back("fetchTimeMs", std::to_string(result.took.count()));
  return capture;
}

}  // namespace

void ContextLoader::load(const Wanted& wanted, Done done) {
  const auto wait = std::make_shared<Wait>();
  const Time now = clock_.now();
  std::vector<Key> stale;
  for (const std::string& url : wanted.urls) {
    const Key key{wanted.proxy, url};
    Known& known = known_[key];
    known.used = now;
    if (known.context && now < known.fresh_until) {
      wait->answers[url] = {.context = known.context};
      continue;
    }
    ++wait->missing;
    known.waiting.push_back(wait);
    if (known.waiting.size() == 1) stale.push_back(key);
  }
  if (wait->missing == 0) return done(std::move(wait->answers));
  wait->done = std::move(done);
  for (const Key& key : stale) ask(key, key.second, wanted.source);
}

void ContextLoader::ask(const Key& key, const std::string& url, std::int64_t source) {
  const Known& known = known_.at(key);
  fetch::FetchRequest request{.url = url,
                              .accept = std::string(pipeline::kContextAccept),
                              .validators = known.validators,
                              .limits = pipeline::kContextTransfer,
                              .urgency = fetch::Urgency::kSoon,
                              .source = source};
  request.settings.proxy = key.first;
  fetcher_.fetch(std::move(request),
                 [this, key, source](const fetch::FetchResult& result) {
                   arrived(key, source, result);
                 });
}

void ContextLoader::arrived(const Key& key, std::int64_t source,
                            const fetch::FetchResult& result) {
  Known& known = known_.at(key);
  const std::string& url = key.second;
  if (result.outcome == FetchOutcome::kFetched && !is_json(result) &&
      !std::exchange(known.is_alternate, true)) {
    if (const std::string alternate = alternate_of(result); !alternate.empty()) {
      return ask(key, alternate, source);
    }
  }
  known.is_alternate = false;
  if (!model::is_success(result.outcome)) {
    const std::string why =
        result.error.empty() ? std::string(to_string(result.outcome)) : result.error;
    return answer(known, url, {.error = why, .is_passing = is_passing(result)});
  }
  known.validators = result.validators;
  known.fresh_until = std::max(result.fresh_until.value_or(Time::min()),
                               Time(clock_.now() + options_.least_lifetime));
  if (result.outcome == FetchOutcome::kFetched) {
    auto context = std::make_shared<const pipeline::FetchedContext>(
        url, to_capture(result, options_.user_agent));
    // The same as before has its place in the archive.
    if (!known.context || known.context->digest() != context->digest()) {
      known.context = std::move(context);
    }
  }
  answer(known, url, {.context = known.context});
  forget_oldest();
}

void ContextLoader::answer(Known& known, const std::string& url,
                           const ContextAnswer& found) {
  // What is asked for now may ask for more.
  for (const auto& wait : std::exchange(known.waiting, {})) {
    wait->answers[url] = found;
    if (--wait->missing == 0) wait->done(std::move(wait->answers));
  }
}

void ContextLoader::forget_oldest() {
  const auto bytes_of = [](const Known& known) {
    return known.context ? known.context->text().size() : 0;
  };
  Bytes bytes = 0;
  for (const auto& [key, known] : known_) bytes += bytes_of(known);
  while (known_.size() > options_.most || bytes > options_.most_bytes) {
    auto oldest = known_.end();
    for (auto each = known_.begin(); each != known_.end(); ++each) {
      if (!each->second.waiting.empty()) continue;
      if (oldest == known_.end() || each->second.used < oldest->second.used) {
        oldest = each;
      }
    }
    if (oldest == known_.end()) return;
    bytes -= bytes_of(oldest->second);
    known_.erase(oldest);
  }
}

}  // namespace curlew::control
