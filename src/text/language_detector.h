// Which language is a text written in? Made for titles and entries as well as for whole
// articles, and honest: kUnknown when the text does not tell.
//
// The letters come first: Greek, Korean, Thai and their like are known by their script,
// even in a title full of English names. The others are told apart by cld2 (letter
// groups, trained on web pages), and short texts by the small words in them, too.

#pragma once

#include <cstdint>
#include <string_view>

#include "text/language.h"

namespace curlew::text {

enum class Spelling : std::uint8_t {
  kUsual,
  // Greek in Latin letters: greek/sound.h leads its words back.
  kGreeklish,
};

struct LanguageGuess {
  Language language = Language::kUnknown;
  // From 0.5 to 1, or 0 for kUnknown. Above 0.8, fewer than one in fifty was wrong
  // (docs/text.md).
  double confidence = 0;
  Spelling spelling = Spelling::kUsual;
};

// `hint` is what somebody else says, such as the page's markup or the feed's other
// entries. It decides only where the text itself does not. Safe from any thread.
LanguageGuess detect_language(std::string_view text,
                              Language hint = Language::kUnknown);

}  // namespace curlew::text
