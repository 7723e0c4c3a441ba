// Which entries of a feed are new (advaRSS, RSS-A §III: an entry is new when it was not
// in the previous retrieval of this feed; the same entry in another feed is another
// one), and which show something else than they did.
//
// Two marks tell entries apart, because publishers get each of them wrong. A *key* is
// the entry's name: some feeds make up a new one at every request, others give all
// entries the same. A *likeness* is what the entry shows and where it leads: it stays
// when the name rotates, and changes when the entry is edited.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/entry.h"

namespace curlew::detect {

// One of each an entry, in the order of the document.
struct EntryMarks {
  // Of its guid, else its link, else its title: in that order of trust. A name that
  // entries of the document with different links or titles share names nothing; then
  // the next one is used, and in the end all that the entry shows.
  std::vector<std::uint64_t> keys;
  // Of its title, its text as a reader sees it, and its address without the query; and
  // of its date, unless the addresses without queries tell the document's entries
  // apart. 0 where that says too little, or is the same for two entries.
  std::vector<std::uint64_t> likenesses;
};
EntryMarks mark_entries(std::span<const model::Entry> entries);

// What earlier retrievals left.
struct KnownEntries {
  // The keys of this and of earlier documents.
  std::span<const std::uint64_t> keys;
  // The likenesses of the last document alone, so that a text taken back is a change,
  // too.
  std::span<const std::uint64_t> likenesses;
};

// Indices of those that are new or changed, each key once, oldest first: feeds list the
// newest first, so from the end, unless their dates say otherwise.
std::vector<std::size_t> find_new_entries(std::span<const model::Entry> entries,
                                          const EntryMarks& marks,
                                          const KnownEntries& known);

// What to remember after this retrieval: the keys of this document, then earlier ones,
// at most max(limit, keys.size()). Earlier ones stay because feeds drop entries and
// show them again.
std::vector<std::uint64_t> remembered_keys(std::span<const std::uint64_t> keys,
                                           std::span<const std::uint64_t> known,
                                           std::size_t limit);

// `now` came under the key of `stored` and shows something else. Is it the same item,
// edited, or another one, as its feed uses one guid for everything? Another one has
// neither address nor title nor date in common with the first.
bool is_edit(const model::Entry& stored, const model::Entry& now);

}  // namespace curlew::detect
