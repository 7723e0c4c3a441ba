// The features of a block by name. The models refer to them by their place here, so
// that a change of this list needs a new training (tools/article).

#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

// clang-format off
#define CURLEW_BLOCK_FEATURES(X)                                                      \
  /* Its own text. */                                                                 \
  X(text_words) X(text_bytes) X(text_link_share) X(text_links) X(text_bold_share)     \
  X(text_digit_share) X(text_capital_share) X(text_capitalised_share)                 \
  X(text_short_word_share) X(text_word_length) X(text_sentence_ends) X(text_commas)   \
  X(text_separators) X(text_quotes) X(text_years) X(text_clock_times)                 \
  X(text_currencies) X(text_at) X(text_copyright) X(text_address) X(text_first)       \
  X(text_last) X(text_repeated) X(text_in_title)                                      \
  /* The element that holds it. */                                                    \
  X(tag_kind) X(tag_heading) X(tag_gap) X(tag_depth) X(tag_inline)                    \
  /* How far up the innermost landmark of a kind is; -1 where there is none. */       \
  X(mark_navigation) X(mark_header) X(mark_footer) X(mark_aside) X(mark_article)      \
  X(mark_main) X(mark_form) X(mark_figure) X(mark_table) X(mark_list)                 \
  X(mark_section) X(mark_quote) X(mark_dialog) X(mark_hidden) X(mark_comments)        \
  X(mark_related) X(mark_caption) X(mark_person) X(mark_sharing) X(mark_sign_up)      \
  X(mark_advert) X(mark_tags) X(mark_dateline) X(mark_body)                           \
  X(mark_innermost) X(mark_article_prose)                                             \
  /* The elements around it: 0 the holder, 1 its parent, ... */                       \
  X(around_0_links) X(around_0_blocks) X(around_0_share) X(around_0_alike)            \
  X(around_1_links) X(around_1_blocks) X(around_1_share) X(around_1_alike)            \
  X(around_1_prose) X(around_2_links) X(around_2_blocks) X(around_2_share)            \
  X(around_2_alike) X(around_2_prose) X(around_3_links) X(around_3_blocks)            \
  X(around_3_share) X(around_3_alike) X(around_3_prose) X(around_5_links)             \
  X(around_5_share) X(around_5_alike)                                                 \
  X(around_most_alike) X(around_half_level) X(around_half_child_share)                \
  X(around_half_child_links) X(around_tenth_level)                                    \
  /* Where it stands. */                                                              \
  X(place_index) X(place_from_end) X(place_share) X(place_prose_before)               \
  X(place_prose_after) X(place_centre_level) X(place_centre_side)                     \
  X(place_from_prose) X(place_to_prose) X(place_from_heading) X(place_heading_level)  \
  X(place_heading_inside) X(place_from_title) X(place_section_prose)                  \
  X(place_from_link_run)                                                              \
  /* Its neighbours. */                                                               \
  X(before_1_words) X(before_1_links) X(before_1_tag) X(before_2_words)               \
  X(before_2_links) X(before_1_same) X(after_1_words) X(after_1_links)                \
  X(after_1_tag) X(after_2_words) X(after_2_links) X(after_1_same)                    \
  X(near_words) X(near_links) X(before_1_last) X(after_1_first)                       \
  X(place_in_centre) X(place_to_centre_end) X(place_article) X(place_images)          \
  /* What is made like it: the same elements and classes. */                          \
  X(alike_count) X(alike_words) X(alike_links) X(alike_prose)                         \
  /* Does the page say the same about itself? */                                      \
  X(said_in_body) X(said_in_description)                                              \
  /* The page. */                                                                     \
  X(page_blocks) X(page_prose) X(page_links) X(page_articles) X(page_prose_share)     \
  X(page_centre_share) X(page_prose_blocks) X(page_prose_mean)                        \
  /* What the words of the markup around it say, from it upwards. */                  \
  X(class_own) X(class_near) X(class_far) X(class_min) X(class_max) X(class_sum)      \
  /* What its own words say where it is short; those of the heading before it. */     \
  X(word_mean) X(word_min) X(word_max) X(word_first) X(word_heading) X(word_trail)    \
  /* How likely the page is of each kind. */                                          \
  X(type_article) X(type_listing) X(type_collection) X(type_forum) X(type_product)    \
  X(type_documentation) X(type_service)
// clang-format on

namespace curlew::extract {

enum class BlockFeature : std::size_t {
#define CURLEW_FEATURE(name) name,
  CURLEW_BLOCK_FEATURES(CURLEW_FEATURE)
#undef CURLEW_FEATURE
      kCount,
};
inline constexpr std::size_t kBlockFeatures = std::size_t(BlockFeature::kCount);

// A block as a model sees it.
using FeatureRow = std::array<float, kBlockFeatures>;
// One for each block.
using FeatureRows = std::vector<FeatureRow>;
inline float& at(FeatureRow& row, BlockFeature feature) {
  return row[std::size_t(feature)];
}
inline float at(const FeatureRow& row, BlockFeature feature) {
  return row[std::size_t(feature)];
}

inline constexpr std::array<std::string_view, kBlockFeatures> kBlockFeatureNames = {
#define CURLEW_FEATURE(name) #name,
    CURLEW_BLOCK_FEATURES(CURLEW_FEATURE)
#undef CURLEW_FEATURE
};

}  // namespace curlew::extract
