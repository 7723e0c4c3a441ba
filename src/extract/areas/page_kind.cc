#include "extract/areas/page_kind.h"

#include <algorithm>
#include <cmath>

namespace curlew::extract {
namespace {

// Averages weigh as much as so many pages from the start, and never more than the
// most: a site that is redesigned is followed within some hundred pages.
const double kStartPages = PageAverages().hub.pages;
constexpr double kMaxPages = 500;
// A page about as near to the one as to the other is both: a tenth more or less text
// must not decide. In powers of e.
constexpr double kUndecided = 0.2;

double log_text(const PageSums& page) { return std::log(1.0 + page.clean_text); }

// One byte more on both sides: no page is without a ratio.
double log_ratio(const PageSums& page) {
  return log_text(page) - std::log(1.0 + page.link_text);
}

// In powers of e, the two measures added.
double distance(const KindAverage& average, const PageSums& page) {
  return std::abs(log_text(page) - average.log_text) +
         std::abs(log_ratio(page) - average.log_ratio);
}

}  // namespace

PageSums sum_page(const Measures& page, std::span<const Area> areas) {
  PageSums sums{page.clean_text(), page.link_text};
  for (const Area& area : areas) {
    if (area.kind != AreaKind::kNavigation) continue;
    sums.clean_text -= area.measures.clean_text();
    sums.link_text -= area.measures.link_text;
  }
  return sums;
}

double clean_text(const KindAverage& average) { return std::exp(average.log_text); }

double text_to_link_ratio(const KindAverage& average) {
  return std::exp(average.log_ratio);
}

void add_page(PageAverages& averages, PageKind kind, const PageSums& page) {
  if (kind == PageKind::kMixed) return;
  KindAverage& average = kind == PageKind::kHub ? averages.hub : averages.informational;
  average.pages = std::min(average.pages + 1, kMaxPages);
  average.log_text += (log_text(page) - average.log_text) / average.pages;
  average.log_ratio += (log_ratio(page) - average.log_ratio) / average.pages;
}

PageAverages fresh_averages(const PageAverages& all) {
  PageAverages fresh = all;
  fresh.informational.pages = std::min(all.informational.pages, kStartPages);
  fresh.hub.pages = std::min(all.hub.pages, kStartPages);
  return fresh;
}

PageKind judge_page(const PageSums& page, const PageAverages& averages) {
  const double to_informational = distance(averages.informational, page);
  const double to_hub = distance(averages.hub, page);
  if (std::abs(to_informational - to_hub) < kUndecided) return PageKind::kMixed;
  return to_informational < to_hub ? PageKind::kInformational : PageKind::kHub;
}

PageKind judge_page(model::PageType type, const PageSums& page,
                    const PageAverages& averages) {
  if (model::is_hub(type)) return PageKind::kHub;
  const PageKind kind = judge_page(page, averages);
  return kind == PageKind::kHub ? PageKind::kMixed : kind;
}

}  // namespace curlew::extract
