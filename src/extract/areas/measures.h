// What the elements of a page hold: the measures of the page analyser (paper CLIP §4.2)
// for every node, by one loop down the tree and one up.

#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "dom/document.h"
#include "extract/areas/role.h"

namespace curlew::extract {

// Text is counted in bytes as a reader sees it: white space inside a text node counts
// as one byte, at its ends as none, and what is not shown counts nothing. A link is an
// element that leads to another address (areas/link.h).
struct Measures {
  // IV: I_p = w_p·(own text + Σ children I).
  double information = 0;
  // T(p)
  std::uint32_t text = 0;
  // Ltext: bytes inside links.
  std::uint32_t link_text = 0;
  // L(p): links below it; itself not.
  std::uint32_t links = 0;
  // HV: H_p = Σ children H, plus 1 if it is a link.
  std::uint32_t hub = 0;

  // Beyond the paper: what tells navigation and lists of teasers. Links that follow
  // each other and lead to the same address (picture, headline, "more") are one target.
  std::uint32_t targets = 0;
  // Images and icons.
  std::uint32_t textless_targets = 0;
  // One or two words.
  std::uint32_t short_targets = 0;
  // Longer, and filling a line of their own instead of being part of a sentence.
  std::uint32_t headlines = 0;
  // Blocks with text: paragraphs, headings, list items.
  std::uint32_t lines = 0;

  // Ctext
  std::uint32_t clean_text() const { return text - link_text; }
  // LTR = Ctext/Ltext; infinite without text in links.
  double text_to_link_ratio() const {
    if (link_text == 0) return std::numeric_limits<double>::infinity();
    return double(clean_text()) / double(link_text);
  }
  // LAR = L/Ltext; 0 without text in links. Its inverse is the mean length of links.
  double link_average_ratio() const {
    return link_text == 0 ? 0 : double(links) / double(link_text);
  }
};

// WeightIV: 2 for what belongs to tables and lists, 1 for the rest.
double information_weight(dom::Tag tag);

// What is found out about all nodes, by NodeId.
struct PageMeasures {
  std::vector<Measures> nodes;
  // Not shown to readers, or no text of theirs.
  std::vector<std::uint8_t> unread;
  // Inside a link; the link itself is not.
  std::vector<std::uint8_t> in_link;
  // Of links: the line has more text outside of links than in them.
  std::vector<std::uint8_t> in_sentence;
  // What the markup says that they are for.
  std::vector<AreaRole> roles;
};

// `words` are those of the page. Linear in the page. Safe from many threads.
PageMeasures measure_page(const dom::Document& page, const MarkupWords& words);
// For who does not need the words for anything else.
PageMeasures measure_page(const dom::Document& page);

}  // namespace curlew::extract
