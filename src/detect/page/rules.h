// What a user wants to be told of a page.
//
//   TRY_ASSIGN(const Rules rules, make_rules({.watch = "#prices", .minimum_size = 5}));

#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "detect/blocks/page_blocks.h"
#include "detect/page/change.h"
#include "dom/selector.h"
#include "model/watching.h"

namespace re2 {
class RE2;
}

namespace curlew::detect {

// As a user writes them.
struct RuleOptions {
  // A CSS selector: only what it matches is looked at. Empty: the whole page.
  std::string watch;
  // CSS selectors: what they match is not looked at.
  std::vector<std::string> ignore;
  // Regular expressions (RE2): text that they match is not looked at. They see one
  // block at a time.
  std::vector<std::string> ignore_text;
  // Bytes of text that must differ, added up over all parts.
  std::size_t minimum_size = 0;
  // Others are reported but are no change: where links lead, and what markup is there,
  // often changes where nobody sees it.
  Kinds kinds = {Kind::kText, Kind::kMainText, Kind::kData};
  // Parts that are reported, and bytes of each text in them.
  std::size_t max_parts = 100;
  std::size_t max_text = 2000;
};

// Of a source whose content is watched.
RuleOptions to_rule_options(const model::Watching& watching);

// Checked and compiled. A value; safe from many threads.
class Rules {
 public:
  // None: the whole page, all kinds that readers see.
  Rules() = default;

  const RuleOptions& options() const { return options_; }

  // The blocks of a page as these rules see it.
  PageBlocks read(const dom::Document& page) const;

 private:
  friend Result<Rules> make_rules(RuleOptions options);

  void cut_ignored_text(PageBlocks& blocks) const;

  RuleOptions options_;
  std::optional<dom::Selector> watch_;
  std::vector<dom::Selector> ignore_;
  std::vector<std::shared_ptr<const re2::RE2>> ignore_text_;
};

// An error names the selector or expression that is wrong, and why.
Result<Rules> make_rules(RuleOptions options);

}  // namespace curlew::detect
