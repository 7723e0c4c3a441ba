// Which entries of a feed are new (advaRSS, RSS-A §III: an entry is new when it was not
// in the previous retrieval of this feed; the same entry in another feed is another
// one).

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/entry.h"

namespace curlew::detect {

// One key an entry, in the order of `entries`. An entry is named by its guid, else its
// link, else its title: in that order of trust. Where several entries of one document
// share a guid but lead to different pages, their guids name nothing (some feeds repeat
// one for every item), and the link is used instead.
std::vector<std::uint64_t> entry_keys(std::span<const model::Entry> entries);

// Indices of those whose key is not in `known`, each key once, oldest first: feeds list
// the newest first, so from the end, unless their dates say otherwise.
std::vector<std::size_t> find_new_entries(std::span<const model::Entry> entries,
                                          std::span<const std::uint64_t> keys,
                                          std::span<const std::uint64_t> known);

// What to remember after this retrieval: the keys of this document, then earlier ones,
// at most max(limit, keys.size()). Earlier ones stay because feeds drop entries and
// show them again.
std::vector<std::uint64_t> remembered_keys(std::span<const std::uint64_t> keys,
                                           std::span<const std::uint64_t> known,
                                           std::size_t limit);

}  // namespace curlew::detect
