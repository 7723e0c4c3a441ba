// Is a page there to be read or to be followed? By its ratio of text to links and by
// how much text it has, compared with the averages of both kinds so far (paper CLIP
// §4.1). The averages are kept, for each source and for all: the controller sends them
// with an order, a terminal judges by them, and what it reports moves them.
//
//   const PageKind kind = judge_page(sums, averages);
//   add_page(averages, kind, sums);

#pragma once

#include <span>

#include "extract/areas/areas.h"
#include "model/page.h"
#include "model/page_kind.h"

namespace curlew::extract {

using model::KindAverage;
using model::PageAverages;
using model::PageKind;
using model::PageSums;

// `page` are the measures of its root.
PageSums sum_page(const Measures& page, std::span<const Area> areas);

// As published: by the averages alone.
PageKind judge_page(const PageSums& page, const PageAverages& averages);

// The verdict that counts. Whether a page is a hub is told by its type, as learned, or
// as a person says who has it followed: that is right for 93 % of the pages, the
// averages for 81 %. Of the others, the averages tell those that are about as near to
// hubs as to what is read.
PageKind judge_page(model::PageType type, const PageSums& page,
                    const PageAverages& averages);

// Moves the average of a kind; those of a mixed kind move none.
void add_page(PageAverages& averages, PageKind kind, const PageSums& page);

// What a source of its own starts with: the averages of all sources, which it leaves
// soon, however many pages they are of.
PageAverages fresh_averages(const PageAverages& all);

// For people: bytes, and the ratio.
double clean_text(const KindAverage& average);
double text_to_link_ratio(const KindAverage& average);

}  // namespace curlew::extract
