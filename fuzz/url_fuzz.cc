// Any bytes as an address, alone and on a base: the short cut and the whole parser give
// the same, and what is written parses to itself.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "url/domain.h"
#include "url/parser.h"
#include "url/url.h"

namespace {

using curlew::Result;
using curlew::url::Url;

void check_same(const Result<Url>& quick, const Result<Url>& whole) {
  CHECK(quick.ok() == whole.ok());
  if (!quick.ok()) return;
  CHECK(quick->href() == whole->href());
  CHECK(quick->scheme() == whole->scheme());
  CHECK(quick->username() == whole->username());
  CHECK(quick->password() == whole->password());
  CHECK(quick->host() == whole->host());
  CHECK(quick->port() == whole->port());
  CHECK(quick->path() == whole->path());
  CHECK(quick->query() == whole->query());
  CHECK(quick->without_fragment() == whole->without_fragment());
  CHECK(quick->has_host() == whole->has_host());
  CHECK(quick->has_query() == whole->has_query());
}

void check_round_trip(const Url& url) {
  const Result<Url> again = curlew::url::parse_url(url.href());
  CHECK(again.ok() && again->href() == url.href());
}

void check_derived(const Url& url) {
  const Result<Url> canonical = curlew::url::parse_url(canonical_form(url));
  CHECK(canonical.ok());
  CHECK(canonical_form(*canonical) == canonical_form(url));
  CHECK(curlew::url::registrable_domain(url.host()).size() <= url.host().size());
  CHECK(!origin(url).empty());
}

void check(std::string_view input, const Url* base) {
  const Result<Url> quick = curlew::url::parse_url(input, base);
  check_same(quick, curlew::url::parse_any_url(input, base));
  if (!quick.ok()) return;
  check_round_trip(*quick);
  check_derived(*quick);
}

}  // namespace

// The first line is the base, where there is a second.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t line_end = text.find('\n');
  check(text, nullptr);
  if (line_end == text.npos) return 0;
  const Result<Url> base = curlew::url::parse_url(text.substr(0, line_end));
  if (base.ok()) check(text.substr(line_end + 1), &*base);
  return 0;
}
