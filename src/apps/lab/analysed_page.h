// A page file as the lab's commands on areas and clips see it.

#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "dom/document.h"
#include "extract/areas/areas.h"
#include "extract/areas/measures.h"
#include "model/page_kind.h"

namespace curlew::apps {

struct AnalysedPage {
  std::string html;     // As read, decompressed.
  std::string charset;  // Of it.
  dom::Document document;
  extract::PageMeasures measures;
  std::vector<extract::Area> areas;
  extract::PageBlocks
      blocks;  // They know their areas, and whether they are the article.
  model::PageKind kind = model::PageKind::kMixed;  // Taken by itself.
};

struct AnalysisOptions {
  extract::AreaOptions areas;
  bool as_published = false;  // The paper's algorithm 1 without what we added.
};

// `file` may be gzipped; "-" is standard input.
Result<AnalysedPage> analyse_page_file(const std::string& file,
                                       const AnalysisOptions& options = {});

}  // namespace curlew::apps
