// Names of the whole world's alphabets as the DNS knows them: "bücher.example" is
// "xn--bcher-kva.example".

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace curlew::url {

// Unicode ToASCII of UTS #46 with the URL standard's settings: CheckHyphens false,
// CheckBidi and CheckJoiners true, UseSTD3ASCIIRules false, Transitional_Processing
// false, VerifyDnsLength false. Nullopt on failure. Thread-safe.
//
// By ICU, not libidn2: libidn2 refuses what the standard accepts (emoji, hyphens in
// third place, long labels) and stops at the first fault, so it cannot be told which
// faults to overlook. ICU reports each fault as a bit.
std::optional<std::string> idna_to_ascii(std::string_view utf8_domain);

}  // namespace curlew::url
