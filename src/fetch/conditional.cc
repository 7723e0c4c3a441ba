#include "fetch/conditional.h"

#include <cstddef>
#include <string>

namespace curlew::fetch {
namespace {

// A validator beyond this would make servers refuse our request headers (431); without
// it the answer is a plain 200.
constexpr std::size_t kLongestValidator = 4096;

std::string validator(const http::Headers& headers, std::string_view name) {
  const auto value = http::find_header(headers, name);
  if (!value || value->size() > kLongestValidator) return {};
  return std::string(*value);
}

}  // namespace

Validators validators_of(const http::Headers& headers, std::string_view url) {
  return {.etag = validator(headers, "etag"),
          .last_modified = validator(headers, "last-modified"),
          .url = std::string(url)};
}

Validators validators_after_304(Validators sent, const http::Headers& headers) {
  if (std::string etag = validator(headers, "etag"); !etag.empty()) {
    sent.etag = std::move(etag);
  }
  if (std::string date = validator(headers, "last-modified"); !date.empty()) {
    sent.last_modified = std::move(date);
  }
  return sent;
}

void add_conditions(const Validators& validators, http::Headers& headers) {
  if (!validators.etag.empty()) {
    headers.emplace_back("If-None-Match", validators.etag);
  }
  if (!validators.last_modified.empty()) {
    headers.emplace_back("If-Modified-Since", validators.last_modified);
  }
}

}  // namespace curlew::fetch
