// Clips: what a reader is told of a page in which a keyword was found (paper CLIP §4.1,
// Algorithm 2). A clip is a function of a block and a position in it; the page is not
// needed any more. Where keywords are is found by `match`.

#pragma once

#include <cstddef>
#include <string>

#include "model/block.h"
#include "text/analyzer.h"

namespace curlew::extract {

struct ClipOptions {
  // Of a longer sentence, only what is near the keyword: text without full stops is
  // one sentence.
  std::size_t max_sentence_bytes = 500;
  // Of a sentence that serves as title.
  std::size_t max_title_bytes = 200;
};

struct Clip {
  std::string title;
  // A part of the block's text, line ends included, and never its heading; empty where
  // the heading is all there is.
  std::string summary;
  // The keyword in the summary; empty where it stands in the heading.
  text::ByteRange mark;

  bool operator==(const Clip&) const = default;
};

// The sentence around `position`, with one before it and one after. `analysis` is that
// of the text. Never cuts a word.
text::ByteRange summary_range(const text::Analysis& analysis, text::ByteRange position,
                              const ClipOptions& options = {});

// The nearest heading; else what has a rare style; else the first sentence. `analysis`
// is that of the block's text.
std::string title_of(const model::Block& block, const text::Analysis& analysis,
                     const ClipOptions& options = {});

// Around a keyword in the block's text. `analysis` is that of the text.
Clip make_clip(const model::Block& block, text::ByteRange keyword,
               const text::Analysis& analysis, const ClipOptions& options = {});

}  // namespace curlew::extract
