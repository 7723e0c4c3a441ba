// The endings of Greek words, and what part of speech each one gives away.

#pragma once

#include <cstdint>
#include <string_view>

namespace curlew::text {

enum class GreekPart : std::uint8_t {
  kNoun,  // Adjectives and everything else that is declined, too.
  kVerb,
  kPast,        // Of the active voice: there may be an augment.
  kPassive,     // The past of the passive voice: -θηκε.
  kParticiple,  // -μένος.
};

struct GreekEnding {
  std::string_view letters;  // Empty: the word stays whole.
  GreekPart part = GreekPart::kNoun;
};

// The longest ending that leaves a stem. `word` has only folded Greek letters.
GreekEnding find_ending(std::string_view word);

}  // namespace curlew::text
