// What the page of an article says: one parse, and everything that is read from the
// tree. The only place where parse/html and extract meet.

#pragma once

#include <optional>
#include <string_view>

#include "base/bytes.h"
#include "base/time_budget.h"
#include "extract/rules/ruled_page.h"
#include "extract/rules/rules.h"
#include "model/page.h"
#include "model/source.h"
#include "pipeline/page_tree.h"

namespace curlew::pipeline {

// What is reported of one page at most: a reader needs no more, and a hostile page must
// not fill the store. Cut at the end of a character.
struct PageLimits {
  Bytes text = 1_MiB;
  // The same as HTML, which grows when it is shown (api/safe_html.h); where it is
  // longer the text has to do.
  Bytes article = 512_KiB;
  // The texts of all blocks together.
  Bytes blocks = 1_MiB;
  // A title, an author, a heading.
  Bytes line = 1_KiB;
  // A longer address is left out.
  Bytes address = 4_KiB;
  std::size_t links = 1000;
};

// What is said of a page that shows nothing before a browser has run its scripts.
inline constexpr std::string_view kNeedsRendering =
    "the page shows no text without JavaScript; try `curlew add --render` with the "
    "address of its source";

// Why a page was not read whose time was over.
inline constexpr std::string_view kTooSlow = "it takes too long to read";

// All of them but the HTML of the article, which is made within its limit.
model::ReadableParts bounded(model::ReadableParts parts, const PageLimits& limits);

// Fills in language, category, content and note of a page that came as `html`:
// `page.url` and `page.content_type` are there. `rules` are those of its source. A page
// that is cut by the bounds of parse/html/page.h is not read: half a tree has half a
// text. Thread-safe. One that shows nothing without scripts gets a note, unless
// `rendering` has run them. Nullopt when it was not read, or not within its `time`:
// then its note says so, and nothing is filled in.
std::optional<model::PageJudgement> read_page(
    std::string_view html, model::Page& page, const extract::Rules& rules = {},
    const PageLimits& limits = {},
    model::Rendering rendering = model::Rendering::kNever,
    const model::PageAverages& averages = {}, TimeBudget time = {});

// The same of a page whose tree is there.
std::optional<model::PageJudgement> read_page(
    const PageTree& tree, std::string_view html, model::Page& page,
    const extract::Rules& rules, const PageLimits& limits, model::Rendering rendering,
    const model::PageAverages& averages, TimeBudget time);

// Whether a page is there to be read or to be followed: by its type, and against the
// averages of its source. Which of those it moves is told by the type alone: a site of
// short notes, which are hubs by the averages of others, would be taken for one of hubs
// for ever.
model::PageJudgement judge(const extract::RuledPage& page, model::PageType type,
                           const model::PageAverages& averages);

}  // namespace curlew::pipeline
