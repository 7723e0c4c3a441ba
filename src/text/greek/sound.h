// Greek in Latin letters ("Greeklish") has no rules: οικονομία is written oikonomia,
// ikonomia or oikonomeia, and χ may be h, x or ch. What all spellings share is the
// sound, so words are compared by a key that spells sounds, one letter or two each:
//
//   οικονομία, ΟΙΚΟΝΟΜΙΑ, oikonomia, ikonomia   → ikonomia
//   θέλω, thelo, 8elw                           → 8elo
//   ξέχασα, xexasa, ksehasa                     → among the keys: kseksasa, ksehasa …
//
// A Greek word has one key. A Latin word may have several, because x is ξ or χ, h is η
// or χ, u is ου or υ, y is υ or γ, b is β or μπ: at most kMaxGreeklishKeys.
//
// Use it only where Greek is expected: in texts that is_greeklish() accepts, or for
// words that a user typed as a query. Many an English word sounds like some Greek one.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace curlew::text {

inline constexpr std::size_t kMaxGreeklishKeys = 16;

// The key of a folded Greek word; empty when it has other letters.
std::string greek_sound_key(std::string_view folded);

// The keys that a folded word of Latin letters (and of the 8, 9 and 3 that stand for θ
// and ξ) may have as Greek; none when it cannot be Greek, or is longer than 40 letters.
std::vector<std::string> greeklish_keys(std::string_view folded);

// Whether a text of Latin letters is Greek: by its small words. `words` is folded text
// with words parted by single spaces.
bool is_greeklish(std::string_view words);

}  // namespace curlew::text
