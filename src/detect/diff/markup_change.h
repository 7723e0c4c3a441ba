// What of a page differs beside its text: where links of the main text lead, and which
// classes and styles its elements have.
//
//   const MarkupChange change = compare_markup({old, old_blocks}, {now, now_blocks});
//   for (const LinkChange& link : change.links) …

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "detect/blocks/page_blocks.h"
#include "dom/document.h"

namespace curlew::detect {

// One link that came, went, or leads elsewhere under the same words.
struct LinkChange {
  // What readers see of it.
  std::string text;
  // As the page has it; empty: it was not there.
  std::string before;
  // Empty: it is not there any more.
  std::string after;

  bool operator==(const LinkChange&) const = default;
};

// An element that has other classes or another style.
struct StyleChange {
  // An XPath in the new version.
  std::string path;
  // Classes that only one version has, between blanks; names made by machines are left
  // out.
  std::string classes_before;
  std::string classes_after;
  // The attribute `style`, where it differs.
  std::string style_before;
  std::string style_after;

  bool operator==(const StyleChange&) const = default;
};

struct MarkupChange {
  // In the order of the old page; those that came last, in the order of the new one.
  std::vector<LinkChange> links;
  std::vector<StyleChange> styles;
  // Further ones that are not listed.
  std::size_t more_links = 0;
  std::size_t more_styles = 0;

  bool empty() const { return links.empty() && styles.empty(); }
};

struct MarkupSide {
  const dom::Document& page;
  const PageBlocks& blocks;
};

// At most `most` of each. Links are those that a verdict counts as links; elements are
// compared one by one, and so only where the structure of the page stayed.
MarkupChange compare_markup(MarkupSide old, MarkupSide now, std::size_t most = 200);

// Lines as those of PageView::to_unified(): "+link ‘Book’: /book",
// "~link ‘Fees’: [-/old-] {+/new+}", "~/html/body/main[1]: class [-wide-] {+narrow+}".
std::string to_lines(const MarkupChange& change);
// As HTML: two lists with headings, or nothing. All text is escaped.
std::string to_html(const MarkupChange& change);

}  // namespace curlew::detect
