// Clips: what a reader is told of a page in which a keyword was found (paper CLIP §4.1,
// Algorithm 2). A clip is a function of a block and a position in it; the page is not
// needed any more.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extract/clips/keyword_finder.h"
#include "model/block.h"
#include "model/page.h"
#include "text/analyzer.h"
#include "text/language.h"

namespace curlew::extract {

struct ClipOptions {
  // Of a longer sentence, only what is near the keyword: text without full stops is
  // one sentence.
  std::size_t max_sentence_bytes = 500;
  // Of a sentence that serves as title.
  std::size_t max_title_bytes = 200;
  // Of one page.
  std::size_t max_clips = 200;
};

struct Clip {
  // As the user wrote it.
  std::string keyword;
  std::string title;
  // A part of the block's text, line ends included, and never its heading; empty where
  // the heading is all there is.
  std::string summary;
  std::size_t block = 0;
  // Where the keyword begins in the text of the block, in bytes.
  std::size_t position = 0;

  bool operator==(const Clip&) const = default;
};

// A link that speaks of a keyword: its page is to be clipped, not the link's.
struct Reference {
  std::string keyword;
  std::string url;
  std::string text;

  bool operator==(const Reference&) const = default;
};

// The sentence around `position`, with one before it and one after. `analysis` is that
// of the text. Never cuts a word.
text::ByteRange summary_range(const text::Analysis& analysis, text::ByteRange position,
                              const ClipOptions& options = {});

// The nearest heading; else what has a rare style; else the first sentence. `analysis`
// is that of the block's text.
std::string title_of(const model::Block& block, const text::Analysis& analysis,
                     const ClipOptions& options = {});

// In the order of the text. A keyword that comes again within a clip's summary gives no
// further clip. Safe from many threads.
std::vector<Clip> find_clips(std::span<const model::Block> blocks,
                             const KeywordFinder& finder,
                             const ClipOptions& options = {});

// Those of a page as a terminal reported it. A hub gives none: it leads to what tells.
std::vector<Clip> find_clips(const model::PageContent& page,
                             const KeywordFinder& finder,
                             const ClipOptions& options = {});

// Only links of hub areas: the others stand in text that is clipped itself.
std::vector<Reference> find_references(std::span<const model::FoundLink> links,
                                       const KeywordFinder& finder);

}  // namespace curlew::extract
