#include "url/idna.h"

#include <unicode/uidna.h>

#include "base/check.h"

namespace curlew::url {
namespace {

// Punycode costs the square of a label's length, and no name of the DNS has more than
// 253 bytes; this leaves room for names that mapping makes shorter.
constexpr std::size_t kLongestDomain = 4096;

constexpr std::uint32_t kFaultsOverlooked =
    UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
    UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | UIDNA_ERROR_LEADING_HYPHEN |
    UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;

// Never closed: it is shared by all threads until the process ends.
const UIDNA* uts46() {
  static const UIDNA* const instance = [] {
    UErrorCode status = U_ZERO_ERROR;
    const UIDNA* opened = uidna_openUTS46(
        UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII,
        &status);
    CHECK(U_SUCCESS(status));
    return opened;
  }();
  return instance;
}

// Unicode 15.1 maps the capital sharp s to the small one; ICU's older table, to "ss".
std::string with_small_sharp_s(std::string_view domain) {
  constexpr std::string_view kCapital = "\xE1\xBA\x9E", kSmall = "\xC3\x9F";
  std::string out(domain);
  for (auto at = out.find(kCapital); at != out.npos; at = out.find(kCapital, at)) {
    out.replace(at, kCapital.size(), kSmall);
  }
  return out;
}

}  // namespace

std::optional<std::string> idna_to_ascii(std::string_view utf8_domain) {
  if (utf8_domain.size() > kLongestDomain) return std::nullopt;
  const std::string domain = with_small_sharp_s(utf8_domain);
  std::string ascii(domain.size() * 2 + 64, '\0');
  while (true) {
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    UErrorCode status = U_ZERO_ERROR;
    const auto length = static_cast<std::size_t>(uidna_nameToASCII_UTF8(
        uts46(), domain.data(), static_cast<std::int32_t>(domain.size()), ascii.data(),
        static_cast<std::int32_t>(ascii.size()), &info, &status));
    const bool is_valid = (info.errors & ~kFaultsOverlooked) == 0;
    const bool is_whole = length <= ascii.size();
    ascii.resize(length);
    if (is_whole && U_SUCCESS(status) && is_valid) return ascii;
    if (is_whole || status != U_BUFFER_OVERFLOW_ERROR) return std::nullopt;
  }
}

}  // namespace curlew::url
