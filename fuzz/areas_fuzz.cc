// Any bytes as a page: its areas lie in order and inside each other only as they may,
// its measures add up, its blocks are UTF-8, and clips are parts of their blocks.
// seeds: src/extract/testdata/areas src/extract/testdata/parts src/parse/testdata/pages

#include <simdjson.h>

#include <algorithm>

#include "base/check.h"
#include "extract/areas/page_kind.h"
#include "extract/areas/readable_parts.h"
#include "extract/clips/clip.h"
#include "parse/html/page.h"
#include "text/analyzer.h"

using namespace curlew;

namespace {

void check_measures(const extract::Measures& own) {
  CHECK(own.link_text <= own.text);
  CHECK(own.information >= own.text);
  CHECK(own.targets <= own.hub && own.headlines <= own.targets);
  CHECK(own.textless_targets + own.short_targets <= own.targets);
}

void check_areas(const dom::Document& page, const std::vector<extract::Area>& areas) {
  dom::NodeId informational_end = 0;
  dom::NodeId end = 0;
  for (const extract::Area& area : areas) {
    const dom::Node node = page.node(area.node);
    CHECK(area.is_nested == (node.id() < informational_end));
    CHECK(node.id() >= end);
    if (area.kind == extract::AreaKind::kInformational) {
      CHECK(!area.is_nested);
      informational_end = node.end();
      end = node.id() + 1;
    } else {
      end = node.end();
    }
  }
}

// Around some words of each block.
void check_clips(const model::ReadableParts& parts, const text::Analyzer& analyzer) {
  text::Analysis analysis;
  for (const model::Block& block : parts.blocks) {
    analyzer.analyze(block.text, text::Language::kGreek, analysis);
    const auto tokens = analysis.tokens();
    for (std::size_t i = 0; i < tokens.size(); i += 1 + tokens.size() / 3) {
      const extract::Clip clip =
          extract::make_clip(block, {tokens[i].begin, tokens[i].end}, analysis);
      CHECK(block.text.find(clip.summary) != std::string::npos);
      CHECK(clip.mark.begin <= clip.mark.end && clip.mark.end <= clip.summary.size());
      CHECK(simdjson::validate_utf8(clip.summary) &&
            simdjson::validate_utf8(clip.title));
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static dom::Document page;
  static const text::Analyzer analyzer;
  parse::parse_html_page({reinterpret_cast<const char*>(data), size}, "text/html",
                         page);
  const extract::PageMeasures measures = extract::measure_page(page);
  for (const extract::Measures& own : measures.nodes) check_measures(own);
  const std::vector<extract::Area> areas = extract::find_areas(page, measures);
  check_areas(page, areas);
  extract::PageAverages averages;
  const extract::PageSums sums = extract::sum_page(measures.nodes.front(), areas);
  extract::add_page(averages, extract::judge_page(sums, averages), sums);
  const model::ReadableParts parts =
      extract::read_parts(page, measures, areas, "https://example.org/a/");
  for (const model::Block& block : parts.blocks) {
    CHECK(!block.text.empty());
    CHECK(simdjson::validate_utf8(block.text) &&
          simdjson::validate_utf8(block.heading));
  }
  check_clips(parts, analyzer);
  return 0;
}
