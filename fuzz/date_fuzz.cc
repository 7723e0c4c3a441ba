// Any string: parse_date() ends, and what it reads can be written and read again.

#include "base/check.h"
#include "parse/date.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto time = curlew::parse::parse_date(text);
  if (!time) return 0;
  const auto seconds = std::chrono::floor<std::chrono::seconds>(*time);
  CHECK(curlew::parse::parse_date(curlew::to_iso8601(*time)) == seconds);
  return 0;
}
