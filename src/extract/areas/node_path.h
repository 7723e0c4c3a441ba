// Where elements are in a page, for people and for browsers: "/html/body/div[2]/p[1]",
// an XPath in which [n] counts siblings of the same name. Elements that the tree leaves
// out (scripts, styles) do not disturb the counting.

#pragma once

#include <string>
#include <vector>

#include "dom/document.h"

namespace curlew::extract {

class NodePaths {
 public:
  // Linear in the page, which must outlive it.
  explicit NodePaths(const dom::Document& page);

  std::string xpath(dom::Node element) const;
  // The same as a CSS selector: "html > body > div:nth-of-type(2)".
  std::string selector(dom::Node element) const;

 private:
  std::vector<dom::Node> steps_to(dom::Node element) const;

  // Of each element among its siblings of the same name, from 1.
  std::vector<std::uint32_t> places_;
};

}  // namespace curlew::extract
