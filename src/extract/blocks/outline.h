// What a page's elements hold and where they stand: sums of text and links below each
// element, the landmarks (nav, aside, article, ...) that enclose it, how many siblings
// are made like it, and which element most of the prose is in. Found by one loop up and
// one down the array of nodes.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "dom/document.h"
#include "extract/blocks/block.h"
#include "extract/blocks/text_facts.h"
#include "extract/words/landmark.h"
#include "extract/words/markup_words.h"

namespace curlew::extract {

struct ElementFacts {
  // Of text below it.
  std::uint32_t bytes = 0;
  std::uint32_t link_bytes = 0;
  // In blocks that read like paragraphs.
  std::uint32_t prose_bytes = 0;
  std::uint32_t blocks = 0;
  // How many siblings have the same name and classes; itself counts.
  std::uint16_t alike_siblings = 0;
  // The sibling before it has the same name and classes.
  bool is_like_previous = false;
  // The depth of the innermost landmark around it, plus one; 0 where there is none.
  std::array<std::uint16_t, kLandmarkCount> landmark{};
};

// Long enough and with few enough links to be a paragraph of something.
bool is_prose(const Block& block, const TextFacts& facts);

struct Outline {
  // By NodeId; empty facts for text.
  std::vector<ElementFacts> elements;
  // By block.
  std::vector<TextFacts> texts;
  // The words of all elements; borrowed.
  const MarkupWords* words = nullptr;
  // By block: blocks whose elements are made alike (the same names and classes) have
  // the same number.
  std::vector<std::uint32_t> alike;
  std::uint32_t kinds_of_make = 0;
  // By block: the first that says the same.
  std::vector<std::uint32_t> twins;
  // The element whose own children hold the most prose.
  dom::NodeId centre = 0;
  std::uint32_t prose_bytes = 0;
  // <article> elements.
  std::uint32_t articles = 0;
};

// Replaces `out`, whose memory is used again. `words` are those of the page.
void make_outline(const dom::Document& page, const PageBlocks& blocks,
                  const MarkupWords& words, Outline& out);

}  // namespace curlew::extract
