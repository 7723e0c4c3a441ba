// The features of a candidate for a page's title by name. The model refers to them by
// their place here, so that a change of this list needs a new training (tools/article).

#pragma once

#include <array>
#include <cstddef>
#include <string_view>

// clang-format off
#define CURLEW_TITLE_FEATURES(X)                                                      \
  /* Its own text. */                                                                 \
  X(own_words) X(own_bytes) X(own_separators)                                         \
  /* The headings <h1>: which one it is, and what it has in common with them. The     \
     main one has most in common with <title>. */                                     \
  X(heading_place) X(heading_count) X(heading_overlap) X(heading_inside)              \
  X(heading_words_more) X(heading_is_main) X(heading_text_before)                     \
  /* <title>, and what of it is left behind the candidate. */                         \
  X(title_same) X(title_begins) X(title_has) X(title_overlap) X(title_inside)         \
  X(title_separators) X(title_words) X(title_words_more) X(title_rest_words)          \
  X(title_rest_is_host) X(title_rest_sign)                                            \
  /* The like by OpenGraph, Twitter and JSON-LD. */                                   \
  X(said_og) X(said_og_begins) X(said_og_has) X(said_og_overlap) X(said_og_inside)    \
  X(said_no_og) X(said_twitter) X(said_headline) X(said_votes) X(said_description)    \
  /* The name of the site, and the address. */                                        \
  X(site_same) X(site_inside) X(site_overlap) X(site_is_host)                         \
  X(path_overlap) X(path_inside) X(path_words)                                        \
  /* What kind of page it is. */                                                      \
  X(page_og_article) X(page_has_date)                                                 \
  X(type_article) X(type_listing) X(type_collection) X(type_forum) X(type_product)    \
  X(type_documentation) X(type_service)
// clang-format on

namespace curlew::extract {

enum class TitleFeature : std::size_t {
#define CURLEW_FEATURE(name) name,
  CURLEW_TITLE_FEATURES(CURLEW_FEATURE)
#undef CURLEW_FEATURE
      kCount,
};
inline constexpr std::size_t kTitleFeatures = std::size_t(TitleFeature::kCount);

using TitleRow = std::array<float, kTitleFeatures>;
inline float at(const TitleRow& row, TitleFeature feature) {
  return row[std::size_t(feature)];
}

inline constexpr std::array<std::string_view, kTitleFeatures> kTitleFeatureNames = {
#define CURLEW_FEATURE(name) #name,
    CURLEW_TITLE_FEATURES(CURLEW_FEATURE)
#undef CURLEW_FEATURE
};

}  // namespace curlew::extract
