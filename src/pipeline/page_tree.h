// The tree of a page in the terminal's hands. Its memory is taken from the page before
// and left for the next one of the same thread.

#pragma once

#include <string_view>

#include "base/time_budget.h"
#include "dom/document.h"
#include "parse/html/page.h"

namespace curlew::pipeline {

// "it is too large"; empty of a page that is whole.
std::string_view why_cut(parse::PageCut cut);

// One of each at a time in a thread.
enum class TreeOf { kVisit, kVersionBefore };

class PageTree {
 public:
  PageTree(std::string_view html, std::string_view content_type, const TimeBudget& time,
           TreeOf of = TreeOf::kVisit)
      : document_(memory(of)),
        cut_(parse::parse_html_page(html, content_type, document_, time).cut) {}
  PageTree(const PageTree&) = delete;
  PageTree& operator=(const PageTree&) = delete;
  ~PageTree() { document_.clear(); }

  const dom::Document& document() const { return document_; }
  bool is_whole() const { return cut_ == parse::PageCut::kNone; }
  std::string_view why_cut() const { return pipeline::why_cut(cut_); }

 private:
  static dom::Document& memory(TreeOf of);

  dom::Document& document_;
  const parse::PageCut cut_;
};

}  // namespace curlew::pipeline
