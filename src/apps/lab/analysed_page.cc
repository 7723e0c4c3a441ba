#include "apps/lab/analysed_page.h"

#include "apps/lab/page_file.h"
#include "extract/areas/as_published.h"
#include "extract/areas/page_kind.h"
#include "extract/page.h"
#include "parse/html/page.h"

namespace curlew::apps {

Result<AnalysedPage> analyse_page_file(const std::string& file,
                                       const AnalysisOptions& options) {
  AnalysedPage page;
  TRY_ASSIGN(page.html, read_page_file(file));
  page.charset = parse::parse_html_page(page.html, "", page.document).charset;
  page.measures = extract::measure_page(page.document);
  page.areas = options.as_published
                   ? extract::find_areas_as_published(page.document, page.measures,
                                                      options.areas)
                   : extract::find_areas(page.document, page.measures, options.areas);
  if (page.document.empty()) return page;
  extract::cut_blocks(page.document, page.blocks);
  extract::mark_areas(page.document, page.measures, page.areas, page.blocks);
  const model::PageSums sums =
      extract::sum_page(page.measures.nodes.front(), page.areas);
  if (options.as_published) {
    page.kind = extract::judge_page(sums, {});
    return page;
  }
  extract::PageReader reader;
  const extract::PageContent content =
      reader.read(page.document, {.blocks = &page.blocks});
  page.kind = extract::judge_page(content.type, sums, {});
  return page;
}

}  // namespace curlew::apps
