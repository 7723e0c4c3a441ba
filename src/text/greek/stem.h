// The stem of a Greek word, by rules of our own: what Greek grammars teach of endings,
// augments and aorists, written down as tables.
//
//   γράφω, έγραψε, γραφτούν, γραμμένη        → γραφ
//   υποστηρίζει, υποστήριξε, υποστηρίχθηκε   → υποστηριζ
//   κατέθεσε, καταθέτουν, κατατεθεί          → καταθετ
//   κυβέρνηση, κυβερνήσεων                   → κυβερνησ   (the noun is not the verb:)
//   κυβερνώ, κυβέρνησε                       → κυβερν
//
// How: an ending is cut off (endings.h), which says whether the word is a verb or a
// noun. What is left of a verb is led back to its present stem (verb_stem.h); nouns
// keep what they have, except for the -τ- of γράμματα. The result is a key, not always
// a word.
//
// Only the word itself is looked at, and that without its accents, so that capitals and
// careless spelling give the same stem. The price: νόμος (law) meets νομός
// (prefecture).
//
// Knowledge of single words is in verb_tails.cc and noun_stem.cc, nowhere else. The
// figures of docs/text.md are printed by stem_test.cc.

#pragma once

#include <string>
#include <string_view>

namespace curlew::text {

// `folded` as fold() makes it. Words with other than Greek letters come back unchanged.
std::string greek_stem(std::string_view folded);

}  // namespace curlew::text
