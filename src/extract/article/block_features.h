// What a block looks like to the models: numbers that need no knowledge of the site.
// Each function fills in one group of features (extract/article/feature.h) for all
// blocks of a page. Linear in the page: no feature looks further than a fixed number of
// steps, except by sums made beforehand.

#pragma once

#include <span>
#include <string_view>

#include "extract/article/feature.h"
#include "extract/blocks/block_sight.h"
#include "extract/metadata/metadata.h"
#include "extract/page_type/page_type.h"
#include "extract/words/vocabulary.h"

namespace curlew::extract {

// Replaces `rows`, whose memory is used again. `facts` is what the page says about
// itself.
void describe_blocks(const BlockSight& sight, const Metadata& facts,
                     const LearnedWords& words, const TypeChances& types,
                     FeatureRows& rows);

void describe_texts(const BlockSight& sight, std::string_view title, FeatureRows& rows);
void describe_tags(const BlockSight& sight, FeatureRows& rows);
void describe_landmarks(const BlockSight& sight, FeatureRows& rows);
void describe_surroundings(const BlockSight& sight, FeatureRows& rows);
void describe_neighbours(const BlockSight& sight, FeatureRows& rows);
// After texts and neighbours.
void describe_places(const BlockSight& sight, FeatureRows& rows);
void describe_alike(const BlockSight& sight, FeatureRows& rows);
void describe_said(const BlockSight& sight, const Metadata& facts, FeatureRows& rows);
void describe_words(const BlockSight& sight, const LearnedWords& words,
                    FeatureRows& rows);

}  // namespace curlew::extract
