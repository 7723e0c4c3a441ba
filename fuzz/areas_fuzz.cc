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

// Some words of the page itself, so that there are clips.
std::vector<std::string> keywords_of(const model::ReadableParts& parts) {
  std::vector<std::string> keywords{"a", "the bridge", "γεφύρι", "gefyri"};
  for (const model::Block& block : parts.blocks) {
    if (keywords.size() < 8) keywords.push_back(block.text.substr(0, 12));
  }
  return keywords;
}

void check_clips(const model::ReadableParts& parts, const text::Analyzer& analyzer) {
  const extract::KeywordFinder finder(keywords_of(parts), text::Language::kGreek,
                                      {analyzer});
  for (const extract::Clip& clip : extract::find_clips(parts.blocks, finder)) {
    const std::string& text = parts.blocks.at(clip.block).text;
    CHECK(clip.position < text.size());
    CHECK(text.find(clip.summary) != std::string::npos);
    CHECK(simdjson::validate_utf8(clip.summary) && simdjson::validate_utf8(clip.title));
  }
  for (const extract::Reference& reference :
       extract::find_references(parts.links, finder))
    CHECK(!reference.url.empty());
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
