// From any stem of a Greek verb to that of its present: γραψ, γραφτ and γραμ to γραφ.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace curlew::text {

enum class VerbForm : std::uint8_t {
  // έ-γραψ-ε: with an augment, perhaps.
  kPast,
  // γράφτ-ηκε.
  kPassiveAorist,
  // γραμ-μένος.
  kParticiple,
  // γράφ-ω, γράψ-ω, γραφτ-ώ: present or aorist, active or passive.
  kOther,
};

std::string present_stem(std::string_view stem, VerbForm form);

// Words so short or so irregular that no ending can be told: πω, δεις, πάμε.
std::optional<std::string_view> find_short_verb_form(std::string_view word);

// The end of a stem that only knowledge of the verb leads back, replaced; nullopt when
// there is none. `στραφ` → `στρεφ`, behind any prefix.
std::optional<std::string> replace_known_tail(std::string_view stem);

}  // namespace curlew::text
