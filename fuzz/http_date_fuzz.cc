// Any string: parse_http_date() ends, and what it reads is written in a form it reads.
// compiles: http/date.cc

#include "base/check.h"
#include "http/date.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto time = curlew::http::parse_http_date(text);
  if (!time) return 0;
  CHECK(curlew::http::parse_http_date(curlew::http::to_http_date(*time)) == time);
  return 0;
}
