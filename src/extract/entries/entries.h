// The entries of a page that is followed like a feed: each address once, under its
// headline, with the text of its card as a summary.
//
//   for (PageEntry& entry : find_entries(page, measures, areas, {.url = url}))
//     follow(entry.url);
//
// Links of informational areas are entries like those of hubs (paper CLIP, algorithm
// 2): in such an area, its headlines, or each of its links where it has none. What is a
// headline is decided for links that are made alike together, so that a name of one
// word passes in a list of titles, and a tag of three words does not in a list of tags.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "extract/areas/areas.h"
#include "extract/areas/measures.h"
#include "model/block.h"

namespace curlew::extract {

struct PageEntry {
  // Absolute, of the page's site.
  std::string url;
  // One line.
  std::string title;
  // Plain text, lines; empty where its card has no other text.
  std::string summary;
  model::LinkPlace place = model::LinkPlace::kHub;

  bool operator==(const PageEntry&) const = default;
};

enum class EntryChoice {
  kWorthFollowing,
  // Neither lists of names nor links inside of text.
  kHeadlines,
  // A person has chosen the areas: all links in them.
  kAllLinks,
};

struct EntrySearch {
  // Where the page was found.
  std::string_view url;
  // Where the links of the page start from; see base_address().
  std::string_view base;
  EntryChoice choice = EntryChoice::kWorthFollowing;
  std::size_t max_entries = 1000;
  std::size_t max_title_bytes = 300;
  std::size_t max_summary_bytes = 1000;
};

// In document order. Areas of navigation among `areas` are passed over. Time linear in
// the page, times its depth for each link. Safe from many threads.
std::vector<PageEntry> find_entries(const dom::Document& page,
                                    const PageMeasures& measures,
                                    std::span<const Area> areas,
                                    const EntrySearch& search);

}  // namespace curlew::extract
