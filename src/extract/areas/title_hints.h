// What near a text may be its title: headings, and words in a class of style that is
// rare on the page (paper CLIP §4.1). Reads a page in document order and knows at each
// point what applies there.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dom/document.h"
#include "extract/areas/class_uses.h"
#include "extract/areas/measures.h"

namespace curlew::extract {

struct TitleLabel {
  std::string text;
  // How many elements have its class; 0: not a label.
  std::uint32_t uses = 0;
  bool is_named_title = false;
};

class TitleHints {
 public:
  TitleHints(const dom::Document& page, const PageMeasures& measures,
             std::uint32_t max_label_uses);

  // `text` is that of the heading. One of more than ten words is not a title itself,
  // but hides those of its level and below: they belong to what was before.
  void read_heading(int level, const std::string& text);
  void read_element(dom::Node element);
  // Labels before this point belong to the text before it.
  void forget_label() { label_ = {}; }

  // The nearest heading of at most ten words; empty when there is none.
  const std::string& heading() const;
  const TitleLabel& label() const { return label_; }

 private:
  struct Heading {
    int level;
    // Empty: too long for a title.
    std::string text;
  };

  const PageMeasures& measures_;
  ClassUses classes_;
  std::uint32_t max_label_uses_;
  // Each of a deeper level than the one before.
  std::vector<Heading> headings_;
  TitleLabel label_;
};

}  // namespace curlew::extract
