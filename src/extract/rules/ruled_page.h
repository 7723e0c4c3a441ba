// A page as a person's rules want it read. Whatever the rules do not name, or name
// without matching anything, is found as on any other page.
//
//   RuledPage ruled(page, rules);
//   const PageContent content = ruled.read(reader, {.url = url});
//   const model::ReadableParts parts = ruled.parts(url);

#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "dom/document.h"
#include "extract/areas/areas.h"
#include "extract/areas/measures.h"
#include "extract/areas/page_kind.h"
#include "extract/entries/entries.h"
#include "extract/page.h"
#include "extract/rules/rules.h"
#include "model/block.h"

namespace curlew::extract {

// Borrows the page and the rules. Time (nodes × compounds of the selectors).
class RuledPage {
 public:
  RuledPage(const dom::Document& page, const Rules& rules);
  RuledPage(const RuledPage&) = delete;
  RuledPage& operator=(const RuledPage&) = delete;

  // Without what was dropped.
  const dom::Document& page() const { return *page_; }

  PageContent read(PageReader& reader, const ReadOptions& options);
  // Blocks come from the body, links from the `links`, where such rules matched; and
  // from the article, if that has been read before.
  model::ReadableParts parts(std::string_view url) const;
  // The article that has been read, as its page shows it (article/article_html.h); the
  // body, where such rules matched. Empty where the page only states its text, or has
  // some of it where nothing is shown.
  std::string article_html(std::string_view url, Bytes most) const;
  // Without its navigation.
  PageSums sums() const;
  // Where a page that is followed leads: from the `links`, where such rules matched.
  std::vector<PageEntry> entries(std::string_view url) const;
  // The headlines anywhere on a page whose lists are too short for areas of links.
  std::vector<PageEntry> headlines(std::string_view url) const;

  // How many elements each rule matched.
  const std::vector<std::size_t>& matches() const { return matches_; }
  // There are rules for it, and they bring nothing: what was found without them stays.
  bool falls_back(RuleKey key) const;

 private:
  const std::vector<dom::NodeId>& found(RuleKey key) const {
    return found_[std::size_t(key)];
  }
  void drop(const dom::Document& page);
  void match(RuleKey key);
  void read_values();
  const std::string& value(RuleKey key) const { return values_[std::size_t(key)]; }
  std::vector<Area> body_and_areas_beside(const std::vector<Area>& areas) const;

  const Rules& rules_;
  // The page without what was dropped; empty when nothing was.
  dom::Document rest_;
  const dom::Document* page_;
  std::vector<std::size_t> matches_;
  // By key: the outermost elements that any of its rules matches, in document order.
  std::array<std::vector<dom::NodeId>, kRuleKeys> found_;
  // By key: the text of the elements that were found.
  std::array<std::string, kRuleKeys> values_;
  MarkupWords words_;
  PageMeasures measures_;
  std::vector<Area> areas_;
  // As read() left them; empty before.
  PageBlocks blocks_;
  // The text that the page only states.
  std::string stated_;
};

}  // namespace curlew::extract
