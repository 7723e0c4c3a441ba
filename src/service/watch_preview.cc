#include "service/watch_preview.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "detect/page/detect.h"
#include "detect/page/thesis.h"
#include "dom/selector.h"
#include "model/mask.h"
#include "service/kept_page.h"

namespace curlew::service {
namespace {

// Compares versions one after the other, as visits would have.
class Comparison {
 public:
  Comparison(const detect::Rules& rules, model::Detector detector)
      : rules_(rules), detector_(detector) {}

  // Would it have been told? With what is said of it.
  bool tell(std::unique_ptr<ReadPage> page, model::Version& version) {
    const auto old = std::exchange(last_, std::move(page));
    const Time old_seen = std::exchange(seen_, version.seen);
    if (!old) return false;
    if (detector_ == model::Detector::kThesis) {
      const auto change =
          detect::detect_as_in_thesis(old->document, last_->document, thesis_);
      return change.is_structural || change.is_textual;
    }
    detect::Detection found = detect::detect_change(
        {old->document, old->blocks, old_seen},
        {last_->document, last_->blocks, version.seen}, notes_, rules_);
    notes_ = std::move(found.notes);
    version.kinds = found.change.kinds;
    version.score = found.change.score;
    version.summary = std::move(found.change.summary);
    return found.change.changed;
  }
  const ReadPage* last() const { return last_.get(); }

 private:
  const detect::Rules& rules_;
  const model::Detector detector_;
  std::unique_ptr<ReadPage> last_;
  Time seen_;
  detect::PageNotes notes_;
  detect::ThesisNotes thesis_;
};

}  // namespace

Result<WatchPreview> preview_watch(store::Store& store, control::Archives& archives,
                                   const Document& document, const WatchEdit& edit,
                                   parse::PdfReader* pdf) {
  if (!document.source || document.source->kind != model::SourceKind::kPage) {
    return Error{ErrorKind::kUsage,
                 fmt::format("{}: only a page has parts that can be watched",
                             model::masked_address(document.url))};
  }
  model::Watching watching = document.source->watching;
  apply(edit, watching);
  auto rules = detect::make_rules(detect::to_rule_options(watching));
  if (!rules.ok()) return Error{ErrorKind::kUsage, rules.error().text};
  TRY_ASSIGN(auto versions, list_versions(store, document, kNever, kMostCompared));
  if (versions.empty()) {
    return Error{ErrorKind::kNotFound,
                 fmt::format("{}: no version of it is kept yet",
                             model::masked_address(document.url))};
  }
  std::ranges::reverse(versions);
  WatchPreview preview;
  Comparison comparison(*rules, watching.detector);
  for (model::Version& each : versions) {
    if (each.is_error) continue;
    const auto content = archives.read(each.place);
    auto page = std::make_unique<ReadPage>();
    // What is not at hand, or too large, is passed over: the others still tell.
    if (!content.ok() || !read_page(*content, *rules, pdf, *page).ok()) continue;
    ++preview.versions;
    const bool is_told = comparison.tell(std::move(page), each);
    (is_told ? preview.reported : preview.others).push_back(std::move(each));
  }
  std::ranges::reverse(preview.reported);
  std::ranges::reverse(preview.others);
  const ReadPage* const newest = comparison.last();
  if (newest == nullptr) return preview;
  for (const detect::Block& block : newest->blocks.blocks) {
    preview.part_text.append(newest->blocks.text_of(block)).append("\n");
  }
  if (!watching.part.empty()) {
    TRY_ASSIGN(const dom::Selector selector, dom::parse_selector(watching.part));
    preview.matches = selector.select(newest->document.root()).size();
  }
  return preview;
}

}  // namespace curlew::service
