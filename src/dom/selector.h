// CSS selectors: which elements of a page a rule means.
//
//   TRY_ASSIGN(const Selector selector, parse_selector("article > p:not(.ad), h1"));
//   for (const NodeId id : selector.select(document.root())) ...
//
// Understood: * type #id .class [a] [a=v] [a~=v] [a|=v] [a^=v] [a$=v] [a*=v], values
// also with the flag `i`; descendant, >, + and ~; lists with commas; :not() and :is()
// of any selectors; :first-child :last-child :only-child :nth-child(an+b). Names of
// elements and attributes match in any case; classes, ids and values as written.
// https://www.w3.org/TR/selectors-4/
//
// A Selector is a value; matching is safe from many threads. One walk over the page
// finds all matches, in time (nodes × compounds) whatever the selector and the page:
// matching from right to left, as is usual, can try all ways up the tree again and
// again.

#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "dom/document.h"
#include "dom/selector_rules.h"

namespace curlew::dom {

inline constexpr std::size_t kMaxSelectorBytes = 4096;

class Selector {
 public:
  explicit Selector(SelectorRules rules) : rules_(std::move(rules)) {}

  // The matches below `top` in document order. Combinators see the whole page.
  std::vector<NodeId> select(Node top) const;

 private:
  SelectorRules rules_;
};

// An error says what is wrong and where. Selectors longer than kMaxSelectorBytes or of
// more than kMaxSelectorCompounds compounds ("div.a" is one) are refused.
Result<Selector> parse_selector(std::string_view css);

}  // namespace curlew::dom
