// A page that is followed like a feed: the links of its hub areas and of its
// informational areas are its entries (extract/entries).

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "dom/document.h"
#include "extract/rules/rules.h"
#include "model/entry.h"
#include "model/problem.h"
#include "model/visit.h"
#include "pipeline/page_tree.h"
#include "pipeline/read_page.h"

namespace curlew::pipeline {

struct HubPage {
  model::FeedHead head;
  // In the order of the page.
  std::vector<model::Entry> entries;
  // Why there are none, or that they are not headlines; for people.
  model::Remark remark = model::Remark::kNone;
  std::string note;
  model::PageJudgement judgement;
};

// A page with no more than three links may be a list that has just begun, or no list.
enum class ShortLists { kPassedOver, kFollowed };

struct HubSource {
  // Where the page was found.
  std::string_view url;
  std::string_view content_type;
  // The rules of the source, of which `links` and `drop` count.
  const extract::Rules& rules;
  model::Rendering rendering = model::Rendering::kNever;
  ShortLists short_lists = ShortLists::kPassedOver;
  // What pages of the source have been like.
  model::PageAverages averages;
};

// An entry's id is its address without what only says how a reader came, so that a link
// which moves, gets a tracking parameter or changes its words stays the same entry. Its
// summary, the text around the link, stands in until its own page is read.
// Links to other sites, to the page itself and to the front page of its host are none.
// An error when the page is cut by the bounds of parse/html/page.h, or not read within
// its `time`. Thread-safe. `tree` is that of `html`.
Result<HubPage> read_hub_page(const PageTree& tree, std::string_view html,
                              const HubSource& source, const PageLimits& limits = {},
                              TimeBudget time = {});
Result<HubPage> read_hub_page(std::string_view html, const HubSource& source,
                              const PageLimits& limits = {}, TimeBudget time = {});

// What a page says of itself.
model::FeedHead head_of_page(const dom::Document& page, std::string_view url,
                             const PageLimits& limits);

}  // namespace curlew::pipeline
