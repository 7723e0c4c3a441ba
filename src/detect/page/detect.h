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
// Pure, in time about linear in both pages; safe from many threads. `old` is the last
// version that was told of and was no error page, or that of the visit before.

#pragma once

#include <optional>
#include <vector>

#include "base/time.h"
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
  // When it was fetched: a page that tells the date of the day is not news by that.
  std::optional<Time> fetched = {};
};

struct Detection {
  Change change;
  // What to remember for the next visit.
  PageNotes notes;
};

Detection detect_change(PageVersion old, PageVersion now, const PageNotes& notes,
                        const Rules& rules = {});

// Of the blocks that differ, in the order of compare_blocks(): is it noise, and so not
// counted? For a PageView. What is beyond the last of them is none.
std::vector<bool> find_noise(PageVersion old, PageVersion now, const PageNotes& notes,
                             const Rules& rules = {});

// At the third visit in a row an error page is told of, or at the first where error
// pages are asked for.
inline constexpr std::uint32_t kErrorsUntilTold = 3;
std::uint32_t errors_until_told(const Rules& rules);

// What has been an error page for so many visits is what the page has become: what is
// seen next is compared with it.
inline constexpr std::uint32_t kErrorsUntilKept = 10;

}  // namespace curlew::detect
