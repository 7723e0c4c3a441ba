#include "pipeline/page_tree.h"

#include "pipeline/read_page.h"

namespace curlew::pipeline {

dom::Document& PageTree::memory(TreeOf of) {
  thread_local dom::Document of_visit;
  thread_local dom::Document of_version_before;
  return of == TreeOf::kVisit ? of_visit : of_version_before;
}

std::string_view why_cut(parse::PageCut cut) {
  switch (cut) {
    case parse::PageCut::kNone:
      return "";
    case parse::PageCut::kSize:
      return "it is too large";
    case parse::PageCut::kDepth:
      return "its elements are nested too deep";
    case parse::PageCut::kNodes:
      return "it has too many elements";
    case parse::PageCut::kEffort:
      return "its markup is too tangled";
    case parse::PageCut::kTime:
      return kTooSlow;
  }
  return "";
}

}  // namespace curlew::pipeline
