// Whether pages are there to be read or to be followed (paper CLIP §4.1), and what
// pages of both kinds have been like so far. What they mean, and how they change, is in
// extract/areas/page_kind.h.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace curlew::model {

enum class PageKind : std::uint8_t { kInformational, kHub, kMixed };

// "informational", "hub", "mixed": stable names for the wire, the database and JSON.
std::string_view to_string(PageKind kind);
std::optional<PageKind> parse_page_kind(std::string_view name);

// Clips come from pages that tell something, if only in part; all others are indexed.
inline constexpr bool gives_clips(PageKind kind) { return kind != PageKind::kHub; }

// Of a page without its navigation, which all pages of a site have alike.
struct PageSums {
  // Bytes outside links.
  std::uint32_t clean_text = 0;
  std::uint32_t link_text = 0;

  bool operator==(const PageSums&) const = default;
};

// Of pages of one kind. Natural logarithms are averaged: pages differ by factors, and
// one giant must not decide.
struct KindAverage {
  // The logarithm of the bytes outside links.
  double log_text = 0;
  // Of text to links.
  double log_ratio = 0;
  // How many it weighs as much as.
  double pages = 0;

  bool operator==(const KindAverage&) const = default;
};

// What a fresh one starts with are the geometric means of 126 articles and 129 lists
// and collections of many sites (docs/areas.md): 10,000 bytes and a ratio of 15, 2,500
// bytes and 3; they weigh as much as twenty pages.
struct PageAverages {
  KindAverage informational{9.210340371976184, 2.70805020110221, 20};
  KindAverage hub{7.824046010856292, 1.0986122886681098, 20};

  bool operator==(const PageAverages&) const = default;
};

// What a terminal found out about a page that it read.
struct PageJudgement {
  PageKind kind = PageKind::kMixed;
  // Which average the page belongs to by other evidence than the averages themselves:
  // never kMixed.
  PageKind counts_as = PageKind::kInformational;
  PageSums sums;

  bool operator==(const PageJudgement&) const = default;
};

}  // namespace curlew::model
