#include "publish/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/utf8.h"
#include "http/date.h"
#include "publish/clip_text.h"

namespace curlew::publish {
namespace {

// Of what a receiver says to us.
constexpr std::size_t kMostWords = 300;

// RFC 9110 §10.2.3: seconds, or a date.
std::optional<Milliseconds> retry_after(const http::Headers& headers, Time now) {
  const auto field = http::find_header(headers, "Retry-After");
  if (!field) return std::nullopt;
  std::uint32_t seconds = 0;
  const auto [end, error] =
      std::from_chars(field->data(), field->data() + field->size(), seconds);
  if (error == std::errc() && end == field->data() + field->size()) {
    return std::chrono::seconds(seconds);
  }
  const auto date = http::parse_http_date(*field);
  if (!date) return std::nullopt;
  return std::max(*date - now, Milliseconds(0));
}

bool is_worth_another_try(int status) {
  return status >= 500 || status == 408 || status == 425 || status == 429;
}

}  // namespace

Verdict to_verdict(const http::MailResult& result) {
  switch (result.end) {
    case http::MailEnd::kAccepted:
      return {};
    case http::MailEnd::kLater:
      return {.end = DeliveryEnd::kLater, .error = result.error};
    case http::MailEnd::kRefused:
      break;
  }
  return {.end = DeliveryEnd::kRefused, .error = result.error};
}

Verdict to_verdict(const http::Response& response, Time now) {
  if (response.status >= 200 && response.status < 300) return {};
  if (response.end == http::TransferEnd::kRefused) {
    return {.end = DeliveryEnd::kRefused, .error = response.error};
  }
  if (response.status == 0) {
    return {.end = DeliveryEnd::kLater, .error = response.error};
  }
  std::string error = fmt::format("answered {}", response.status);
  const std::string words =
      cut_text(utf8_prefix(response.body, 4 * kMostWords), kMostWords);
  if (!words.empty()) error += ": " + words;
  if (!is_worth_another_try(response.status)) {
    return {.end = DeliveryEnd::kRefused, .error = std::move(error)};
  }
  return {.end = DeliveryEnd::kLater,
          .error = std::move(error),
          .wait = retry_after(response.headers, now)};
}

}  // namespace curlew::publish
