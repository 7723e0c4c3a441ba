// What changed between two versions of a page, seen through what changes by itself:
// attributes in another order, tokens, clocks, counters, advertisements, cookie
// banners, error pages.
//
//   const PageBlocks blocks = rules.read(document);   // Once a version.
//   const Detection found = detect_change({old, old_blocks}, {now, now_blocks},
//                                         notes, rules);
//   if (found.change.changed) tell(found.change.summary);
//   keep(to_bytes(found.notes));
//
// Pure, in time about linear in both pages; safe from many threads. Versions that are
// error pages should not be kept as `old`: the next good one would look new.

#pragma once

#include "detect/blocks/page_blocks.h"
#include "detect/page/change.h"
#include "detect/page/notes.h"
#include "detect/page/rules.h"
#include "dom/document.h"

namespace curlew::detect {

// A version and its blocks by Rules::read().
struct PageVersion {
  const dom::Document& document;
  const PageBlocks& blocks;
};

struct Detection {
  Change change;
  // What to remember for the next visit.
  PageNotes notes;
};

Detection detect_change(PageVersion old, PageVersion now, const PageNotes& notes,
                        const Rules& rules = {});

// At the third visit in a row an error page is what the page has become.
inline constexpr std::uint32_t kErrorsUntilChange = 3;

}  // namespace curlew::detect
