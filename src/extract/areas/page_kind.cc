#include "extract/areas/page_kind.h"

#include <algorithm>
#include <cmath>

namespace curlew::extract {
namespace {

// Averages weigh as much as so many pages from the start, and never more than the
// most: a site that is redesigned is followed within some hundred pages.
constexpr double kStartWeight = 20;
constexpr double kMaxWeight = 500;
// A page about as near to the one as to the other is both: a tenth more or less text
// must not decide. In powers of e.
constexpr double kUndecided = 0.2;

double log_text(const PageSums& page) { return std::log(1.0 + page.clean_text); }

// One byte more on both sides: no page is without a ratio.
double log_ratio(const PageSums& page) {
  return log_text(page) - std::log(1.0 + page.link_text);
}

}  // namespace

std::string_view to_string(PageKind kind) {
  switch (kind) {
    case PageKind::kInformational:
      return "informational";
    case PageKind::kHub:
      return "hub";
    case PageKind::kMixed:
      return "mixed";
  }
  return "";
}

PageSums sum_page(const Measures& page, std::span<const Area> areas) {
  PageSums sums{page.clean_text(), page.link_text};
  for (const Area& area : areas) {
    if (area.kind != AreaKind::kNavigation) continue;
    sums.clean_text -= area.measures.clean_text();
    sums.link_text -= area.measures.link_text;
  }
  return sums;
}

KindAverage::KindAverage(double clean_text, double text_to_link_ratio)
    : log_text_(std::log(clean_text)),
      log_ratio_(std::log(text_to_link_ratio)),
      weight_(kStartWeight) {}

void KindAverage::add(const PageSums& page) {
  weight_ = std::min(weight_ + 1, kMaxWeight);
  log_text_ += (log_text(page) - log_text_) / weight_;
  log_ratio_ += (log_ratio(page) - log_ratio_) / weight_;
}

double KindAverage::distance(const PageSums& page) const {
  return std::abs(log_text(page) - log_text_) + std::abs(log_ratio(page) - log_ratio_);
}

double KindAverage::clean_text() const { return std::exp(log_text_); }

double KindAverage::text_to_link_ratio() const { return std::exp(log_ratio_); }

void PageKindAverages::add(PageKind kind, const PageSums& page) {
  if (kind == PageKind::kInformational) informational.add(page);
  if (kind == PageKind::kHub) hub.add(page);
}

PageKind judge_page(const PageSums& page, const PageKindAverages& averages) {
  const double to_informational = averages.informational.distance(page);
  const double to_hub = averages.hub.distance(page);
  if (std::abs(to_informational - to_hub) < kUndecided) return PageKind::kMixed;
  return to_informational < to_hub ? PageKind::kInformational : PageKind::kHub;
}

}  // namespace curlew::extract
