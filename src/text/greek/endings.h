// The endings of Greek words, and what part of speech each one gives away.

#pragma once

#include <cstdint>
#include <string_view>

namespace curlew::text {

enum class GreekPart : std::uint8_t {
  // Adjectives and everything else that is declined, too.
  kNoun,
  kVerb,
  // The past of the active voice: there may be an augment.
  kPast,
  // The past of the passive voice: -θηκε.
  kPassive,
  // -μένος.
  kParticiple,
};

struct GreekEnding {
  // Empty: the word stays whole.
  std::string_view letters;
  GreekPart part = GreekPart::kNoun;
};

// The longest ending that leaves a stem. `word` has only folded Greek letters.
GreekEnding find_ending(std::string_view word);

}  // namespace curlew::text
