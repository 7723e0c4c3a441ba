#include "pipeline/to_capture.h"

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/sha.h"
#include "pipeline/visit.h"
#include "url/url.h"

namespace curlew::pipeline {
namespace {

// The head of the request, without what is secret in it: the settings of the order.
std::string request_head(const Visit& visit, const std::string& url) {
  const auto parsed = url::parse_url(url);
  if (!parsed.ok()) return {};
  const fetch::FetchRequest asked =
      make_request(visit.order, {}, visit.memory, visit.options, visit.contexts);
  std::string head = fmt::format(
      "GET {} HTTP/1.1\r\nHost: {}{}\r\n", parsed->path_and_query(), parsed->host(),
      parsed->port() ? fmt::format(":{}", *parsed->port()) : std::string());
  const auto add = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) head += fmt::format("{}: {}\r\n", name, value);
  };
  add("User-Agent", visit.options.user_agent);
  add("Accept", asked.accept);
  add("If-None-Match", asked.validators.etag);
  add("If-Modified-Since", asked.validators.last_modified);
  return head + "\r\n";
}

}  // namespace

archive::Capture to_capture(const Visit& visit) {
  const fetch::FetchResult& result = visit.result;
  archive::Capture capture;
  capture.url = document_url(result.final_url);
  capture.time = result.started;
  capture.ip = result.address;
  capture.request = request_head(visit, capture.url);
  capture.status_line = fmt::format("HTTP/1.1 {} {}", result.status,
                                    result.status == 304   ? "Not Modified"
                                    : result.status == 200 ? "OK"
                                                           : "");
  capture.headers = result.headers;
  capture.body = result.body;
  capture.facts.emplace_back("fetchTimeMs", std::to_string(result.took.count()));
  const std::string asked = document_url(visit.order.url);
  if (asked != capture.url) capture.facts.emplace_back("via", asked);
  return capture;
}

std::string digest_of(std::string_view payload) {
  return "sha256:" + sha256_hex(payload);
}

std::string media_type_of(const http::Headers& headers) {
  const std::string type = header_or_empty(headers, "Content-Type");
  const std::string_view plain = std::string_view(type).substr(0, type.find(';'));
  return to_ascii_lower(trimmed(plain));
}

std::string document_url(std::string_view url) {
  const auto parsed = url::parse_url(url);
  return std::string(parsed.ok() ? parsed->without_fragment()
                                 : url.substr(0, url.find('#')));
}

}  // namespace curlew::pipeline
