#include "extract/areas/readable_parts.h"

#include <algorithm>
#include <optional>

#include "dom/node_path.h"
#include "extract/areas/found_links.h"
#include "extract/areas/title_hints.h"
#include "extract/blocks/block.h"

namespace curlew::extract {
namespace {

using dom::Node;
using dom::NodeId;

// Walks the page once, for its areas and for what may be a title, and puts blocks
// together on the way.
class PartMaker {
 public:
  PartMaker(const dom::Document& page, const PageBlocks& blocks,
            const PageMeasures& measures, std::span<const Area> areas,
            const ReadableOptions& options)
      : page_(page),
        text_(blocks),
        blocks_(blocks.blocks),
        measures_(measures),
        areas_(areas),
        options_(options),
        paths_(page),
        hints_(page, measures, options.max_label_uses) {}

  std::vector<model::Block> run() {
    for (NodeId id = 0; id < page_.size();) {
      if (in_area_ && id >= area_end_) end_area();
      id = visit(page_.node(id));
    }
    end_part();
    return std::move(parts_);
  }

 private:
  static bool is_wanted(const Block& block) {
    return block.is_in_article ||
           (block.area == AreaKind::kInformational && !block.is_unread);
  }

  // Returns the node to go on with.
  NodeId visit(Node node) {
    while (next_area_ < areas_.size() && areas_[next_area_].node < node.id())
      ++next_area_;
    if (next_area_ < areas_.size() && areas_[next_area_].node == node.id()) {
      const Area& area = areas_[next_area_++];
      if (area.kind != AreaKind::kInformational) return pass(node);
      begin_area(node);
    }
    if (measures_.unread[node.id()]) return pass(node);
    if (!node.is_element()) return pass(node);
    if (const int level = heading_level(node.tag())) {
      read_heading(node, level);
      return pass(node);
    }
    read_label(node);
    return node.id() + 1;
  }

  // Takes what is wanted of a node that gives no titles.
  NodeId pass(Node node) {
    for (; next_block_ < blocks_.size() && blocks_[next_block_].first < node.end();
         ++next_block_)
      if (is_wanted(blocks_[next_block_])) take(blocks_[next_block_]);
    return node.end();
  }

  void begin_area(Node node) {
    end_part();
    in_area_ = true;
    is_at_top_ = true;
    area_end_ = node.end();
    path_ = paths_.xpath(node);
  }

  void end_area() {
    end_part();
    in_area_ = false;
    hints_.forget_label();
  }

  void take(const Block& block) {
    if (!part_ && !in_area_ && parts_.size() >= options_.max_blocks) {
      // Between the areas, too, no text is lost when there are too many.
      part_ = std::move(parts_.back());
      parts_.pop_back();
    }
    if (!part_) {
      part_ = model::Block{
          .heading = hints_.heading(),
          .path = in_area_ ? path_ : paths_.xpath(page_.node(block.holder))};
    } else {
      part_->text += separator_before(block);
    }
    part_->text += text_.text_of(block);
  }

  void end_part() {
    if (!part_) return;
    part_->label = hints_.label().text;
    part_->label_uses = hints_.label().uses;
    parts_.push_back(*std::move(part_));
    part_.reset();
  }

  void read_heading(Node node, int level) {
    std::string text;
    for (std::size_t i = next_block_;
         i < blocks_.size() && blocks_[i].first < node.end(); ++i) {
      if (blocks_[i].is_unread && !blocks_[i].is_in_article) continue;
      if (!text.empty()) text += separator_before(blocks_[i]);
      text += text_.text_of(blocks_[i]);
    }
    if (!text.empty() && parts_.size() < options_.max_blocks) end_part();
    hints_.read_heading(level, text);
  }

  // Only what stands before the first paragraph can be the title of a text.
  void read_label(Node node) {
    const Measures& own = measures_.nodes[node.id()];
    if (in_area_ && own.lines <= 1 && own.text > kParagraphBytes) is_at_top_ = false;
    if (!in_area_ || is_at_top_) hints_.read_element(node);
  }

  static constexpr std::uint32_t kParagraphBytes = 120;

  const dom::Document& page_;
  const PageBlocks& text_;
  std::span<const Block> blocks_;
  const PageMeasures& measures_;
  std::span<const Area> areas_;
  const ReadableOptions& options_;
  dom::NodePaths paths_;
  TitleHints hints_;
  std::vector<model::Block> parts_;
  std::optional<model::Block> part_;  // The one that is being put together.
  std::size_t next_block_ = 0;
  std::size_t next_area_ = 0;

  // Of the informational area that is being read.
  bool in_area_ = false;
  bool is_at_top_ = false;
  NodeId area_end_ = 0;
  std::string path_;
};

}  // namespace

dom::NodeSet left_out_of_areas(const dom::Document& page, const PageMeasures& measures,
                               std::span<const Area> areas) {
  dom::NodeSet left_out(page);
  for (NodeId id = 0; id < page.size(); ++id) {
    if (measures.unread[id]) left_out.insert(page.node(id));
  }
  for (const Area& area : areas) {
    if (area.is_nested) left_out.insert(page.node(area.node));
  }
  return left_out;
}

model::ReadableParts read_parts(const dom::Document& page, const PageBlocks& blocks,
                                const PageMeasures& measures,
                                std::span<const Area> areas, std::string_view url,
                                const ReadableOptions& options) {
  model::ReadableParts parts;
  parts.blocks = PartMaker(page, blocks, measures, areas, options).run();
  std::vector<Area> followed;
  std::ranges::copy_if(areas, std::back_inserter(followed), [](const Area& area) {
    return area.kind != AreaKind::kNavigation;
  });
  const std::string base = base_address(page, url);
  parts.links = find_links(page, followed, left_out_of_areas(page, measures, areas),
                           {.base = base, .max_links = options.max_links});
  return parts;
}

model::ReadableParts read_parts(const dom::Document& page, const PageMeasures& measures,
                                std::span<const Area> areas, std::string_view url) {
  PageBlocks blocks;
  cut_blocks(page, blocks);
  mark_areas(page, measures, areas, blocks);
  return read_parts(page, blocks, measures, areas, url);
}

model::ReadableParts read_parts(const dom::Document& page, std::string_view url) {
  const PageMeasures measures = measure_page(page);
  const std::vector<Area> areas = find_areas(page, measures);
  return read_parts(page, measures, areas, url);
}

}  // namespace curlew::extract
