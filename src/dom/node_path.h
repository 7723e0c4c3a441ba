// Where elements are in a page, for people and for browsers: "/html/body/div[2]/p[1]",
// an XPath in which [n] counts siblings of the same name. Elements that the tree leaves
// out (scripts, styles) do not disturb the counting.

#pragma once

#include <string>
#include <vector>

#include "dom/document.h"

namespace curlew::dom {

// Counts the children of an element when the first of them is asked for: all paths of a
// page together take time linear in it. For one thread at a time.
class NodePaths {
 public:
  explicit NodePaths(const Document& page) : places_(page.size()) {}

  std::string xpath(Node element);
  // The same as a CSS selector: "html > body > div:nth-of-type(2)".
  std::string selector(Node element);

 private:
  std::uint32_t place_of(Node element);

  // Of an element among its siblings of the same name, from 1; 0: not counted yet.
  std::vector<std::uint32_t> places_;
};

}  // namespace curlew::dom
