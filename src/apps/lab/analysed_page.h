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
  // As read, decompressed.
  std::string html;
  // The charset of `html`.
  std::string charset;
  dom::Document document;
  extract::PageMeasures measures;
  std::vector<extract::Area> areas;
  // They know their areas, and whether they are the article.
  extract::PageBlocks blocks;
  // Taken by itself.
  model::PageKind kind = model::PageKind::kMixed;
};

struct AnalysisOptions {
  extract::AreaOptions areas;
  // The paper's algorithm 1 without what we added.
  bool as_published = false;
};

// `file` may be gzipped; "-" is standard input.
Result<AnalysedPage> analyse_page_file(const std::string& file,
                                       const AnalysisOptions& options = {});

}  // namespace curlew::apps
