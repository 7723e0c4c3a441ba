#include "extract/article/block_features.h"

#include <algorithm>

namespace curlew::extract {
namespace {

using F = BlockFeature;

// The same for all blocks of a page.
FeatureRow describe_page(const BlockSight& sight, const TypeChances& types) {
  const Outline& outline = sight.outline;
  double links = 0;
  double paragraphs = 0;
  for (std::size_t i = 0; i < sight.size(); ++i) {
    links += sight.block(i).link_bytes;
    paragraphs += sight.is_prose(i);
  }
  const double bytes = double(sight.blocks.text.size());
  FeatureRow row{};
  at(row, F::page_blocks) = float(sight.size());
  at(row, F::page_prose) = float(outline.prose_bytes);
  at(row, F::page_links) = share_of(links, bytes);
  at(row, F::page_articles) = float(outline.articles);
  at(row, F::page_prose_share) = share_of(outline.prose_bytes, bytes);
  at(row, F::page_centre_share) =
      share_of(sight.element(outline.centre).prose_bytes, outline.prose_bytes);
  at(row, F::page_prose_blocks) = float(paragraphs);
  at(row, F::page_prose_mean) = share_of(outline.prose_bytes, paragraphs);
  std::ranges::copy(types, row.begin() + std::size_t(F::type_article));
  return row;
}

}  // namespace

void describe_blocks(const BlockSight& sight, const Metadata& facts,
                     const LearnedWords& words, const TypeChances& types,
                     FeatureRows& rows) {
  rows.clear();
  if (sight.size() == 0) return;
  rows.assign(sight.size(), describe_page(sight, types));
  describe_texts(sight, facts.title, rows);
  describe_tags(sight, rows);
  describe_landmarks(sight, rows);
  describe_surroundings(sight, rows);
  describe_neighbours(sight, rows);
  describe_places(sight, rows);
  describe_alike(sight, rows);
  describe_said(sight, facts, rows);
  describe_words(sight, words, rows);
}

}  // namespace curlew::extract
