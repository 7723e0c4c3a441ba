// Is a page there to be read or to be followed? By its ratio of text to links and by
// how much text it has, compared with the averages of both kinds so far (paper CLIP
// §4.1).
//
//   PageKindAverages averages;  // Kept by the caller, say one for each source.
//   const PageKind kind = judge_page(sums, averages);
//   averages.add(kind, sums);

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "extract/areas/areas.h"

namespace curlew::extract {

enum class PageKind : std::uint8_t { kInformational, kHub, kMixed };

// "informational", "hub", "mixed".
std::string_view to_string(PageKind kind);

// Of a page without its navigation, which all pages of a site have alike.
struct PageSums {
  std::uint32_t clean_text = 0;  // Bytes outside links.
  std::uint32_t link_text = 0;

  bool operator==(const PageSums&) const = default;
};

// `page` are the measures of its root.
PageSums sum_page(const Measures& page, std::span<const Area> areas);

// Logarithms are averaged: pages differ by factors, and one giant must not decide.
class KindAverage {
 public:
  KindAverage(double clean_text, double text_to_link_ratio);

  void add(const PageSums& page);
  // In powers of e, the two measures added.
  double distance(const PageSums& page) const;

  double clean_text() const;
  double text_to_link_ratio() const;

 private:
  double log_text_;
  double log_ratio_;
  double weight_;  // In pages.
};

struct PageKindAverages {
  // Pages of a mixed kind move neither.
  void add(PageKind kind, const PageSums& page);

  // What a fresh one starts with are the geometric means of 126 articles and 129 lists
  // and collections of many sites (docs/areas.md).
  KindAverage informational{10'000, 15};
  KindAverage hub{2'500, 3};
};

PageKind judge_page(const PageSums& page, const PageKindAverages& averages);

}  // namespace curlew::extract
