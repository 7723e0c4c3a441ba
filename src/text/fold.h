// One spelling for words that readers take for the same: without case, accents and
// typographic variants. Queries, indexes and stop words all speak folded text.
//
//   ΟΙΚΟΝΟΜΊΑ, Οικονομία        → οικονομια    tonos, dialytika, breathings
//   λόγος, ΛΟΓΟΣ                → λογοσ        the final sigma is a sigma
//   Ångström, naïve, Łódź       → angstrom, naive, lodz
//   Straße, STRASSE             → strasse      but ä is a, not ae: Müller meets Muller
//   İstanbul, ISPARTA, ılık     → istanbul, isparta, ilik
//   ёлка                        → елка         but й stays: it is a letter of its own
//   don’t                       → don't
//
// Turkish has a dotted and a dotless i. Both fold to i, in every language: titles are
// often written in capitals or without the dots, and a fold that asked for the language
// would give one name two spellings. Turkish stems are cut before this happens.
//
// Marks of Latin, Greek, Cyrillic, Arabic and Hebrew are dropped; those of other
// scripts are vowels and stay. Bytes that are not UTF-8 are dropped.

#pragma once

#include <string>
#include <string_view>

#include "text/language.h"

namespace curlew::text {

std::string fold(std::string_view text);
void append_folded(std::string_view text, std::string& out);

// Small letters with their accents, composed (NFC): what stemmers want. Turkish I
// becomes ı. Typographic apostrophes become plain, soft hyphens vanish.
void append_lower(std::string_view text, Language language, std::string& out);

}  // namespace curlew::text
