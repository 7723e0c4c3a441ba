// For tests: captures, and Results that must be good.

#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

#include "archive/archive.h"
#include "base/random.h"

namespace curlew::archive {

template <typename T>
T must(Result<T> result) {
  if (!result.ok()) throw std::runtime_error(result.error().text);
  return std::move(result).value();
}
inline void must(const Result<void>& result) {
  if (!result.ok()) throw std::runtime_error(result.error().text);
}

inline constexpr Time kStart = from_unix_seconds(1'794'000'000);

inline Capture capture_of(std::string_view url, Time time, std::string body) {
  return {.url = std::string(url),
          .time = time,
          .ip = "192.0.2.1",
          .request = "GET / HTTP/1.1\r\nHost: example.org\r\n\r\n",
          .status_line = "HTTP/1.1 200 OK",
          .headers = {{"Content-Type", "text/html; charset=utf-8"},
                      {"Content-Encoding", "gzip"},
                      {"Content-Length", "17"}},
          .body = std::move(body),
          .facts = {{"fetchTimeMs", "120"}}};
}

inline Capture not_modified_at(std::string_view url, Time time) {
  Capture capture = capture_of(url, time, "");
  capture.status_line = "HTTP/1.1 304 Not Modified";
  capture.headers = {{"ETag", "\"1\""}};
  return capture;
}

// A body that no other number gives, of about that size.
inline std::string page_number(int number, std::size_t size = 2000) {
  std::string body = fmt::format("<title>page {}</title>\n", number);
  while (body.size() < size) body += fmt::format("<p>{}</p>", number * 7 + 3);
  return body;
}

// Bytes that cannot be packed.
inline std::string noise(int seed, std::size_t size) {
  Random random(static_cast<std::uint64_t>(seed));
  std::string bytes;
  while (bytes.size() < size) bytes += static_cast<char>(random.below(256));
  return bytes;
}

}  // namespace curlew::archive
