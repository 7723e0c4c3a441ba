// Two pages in one input, with a zero byte between: what changed from the one to the
// other is told within bounds, names each block once, and is nothing between a page and
// itself; views and notes survive.
// seeds: src/parse/testdata/pages

#include <simdjson.h>

#include <algorithm>

#include "base/check.h"
#include "detect/diff/view.h"
#include "detect/page/detect.h"
#include "detect/page/thesis.h"
#include "parse/html/page.h"

using namespace curlew;

namespace {

void check_pairs(const detect::PageBlocks& old, const detect::PageBlocks& now) {
  std::vector<int> seen(now.blocks.size());
  std::size_t removed = 0;
  for (const detect::BlockPair& pair : detect::compare_blocks(old, now)) {
    if (pair.now != detect::kNoBlock) ++seen.at(pair.now);
    removed += pair.fate == detect::BlockFate::kRemoved;
  }
  CHECK(std::ranges::all_of(seen, [](int times) { return times == 1; }));
  CHECK(removed <= old.blocks.size());
}

void check_view(detect::MarkupSide old, detect::MarkupSide now) {
  CHECK(detect::compare_markup(now, now).empty());
  const detect::PageView view(old.blocks, now.blocks,
                              {.markup = detect::compare_markup(old, now)});
  CHECK(simdjson::validate_utf8(view.to_unified()));
  CHECK(simdjson::validate_utf8(view.to_html()));
  simdjson::dom::parser parser;
  CHECK(parser.parse(simdjson::padded_string(view.to_json())).error() ==
        simdjson::SUCCESS);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static dom::Document old_page;
  static dom::Document now_page;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t border = std::min(input.find('\0'), input.size());
  parse::parse_html_page(input.substr(0, border), "text/html; charset=utf-8", old_page);
  parse::parse_html_page(input.substr(std::min(border + 1, size)),
                         "text/html; charset=utf-8", now_page);
  const detect::Rules rules;
  const detect::PageBlocks old = rules.read(old_page);
  const detect::PageBlocks now = rules.read(now_page);
  check_pairs(old, now);
  check_view({old_page, old}, {now_page, now});

  detect::PageNotes notes;
  for (int visit = 0; visit < 3; ++visit) {
    const detect::Detection found =
        detect::detect_change({old_page, old}, {now_page, now}, notes, rules);
    CHECK(found.change.score >= 0 && found.change.score <= 1);
    CHECK(found.change.parts.size() <= rules.options().max_parts);
    CHECK(simdjson::validate_utf8(found.change.summary));
    notes = detect::parse_notes(detect::to_bytes(found.notes)).value();
    CHECK(notes == found.notes);
  }
  const detect::Change same =
      detect::detect_change({now_page, now}, {now_page, now}, {}, rules).change;
  CHECK(!same.changed && same.kinds.empty());

  detect::ThesisNotes thesis;
  detect::detect_as_in_thesis(old_page, now_page, thesis);
  detect::detect_as_in_thesis(old_page, now_page, thesis);
  CHECK(thesis.structural + thesis.textual <= 2);
  // The fuzzer's bytes are notes, too.
  (void)detect::parse_notes(input);
  return 0;
}
