#include "extract/areas/readable_parts.h"

#include <algorithm>

#include "dom/text.h"
#include "extract/areas/found_links.h"
#include "extract/areas/node_path.h"
#include "extract/areas/title_hints.h"

namespace curlew::extract {
namespace {

using dom::Node;
using dom::NodeId;

// Walks the page once. The text of an area is taken as a whole and cut where its
// headings are found in it again: each is a line, or lines, of its own there.
class BlockCutter {
 public:
  BlockCutter(const dom::Document& page, const PageMeasures& measures,
              std::span<const Area> areas, const ReadableOptions& options)
      : page_(page),
        measures_(measures),
        areas_(areas),
        options_(options),
        left_out_(left_out_of_areas(page, measures, areas)),
        paths_(page),
        hints_(page, measures, options.max_label_uses) {}

  std::vector<model::Block> run() {
    for (NodeId id = 0; id < page_.size();) {
      if (in_area_ && id >= area_end_) end_area();
      id = visit(page_.node(id));
    }
    if (in_area_) end_area();
    return std::move(blocks_);
  }

 private:
  // Returns the node to go on with.
  NodeId visit(Node node) {
    if (next_area_ < areas_.size() && areas_[next_area_].node == node.id()) {
      const Area& area = areas_[next_area_++];
      if (area.kind != AreaKind::kInformational) return node.end();
      begin_area(node);
    }
    if (measures_.unread[node.id()]) return node.end();
    if (!node.is_element()) return node.id() + 1;
    if (const int level = heading_level(node.tag())) {
      read_heading(node, level);
      return node.end();
    }
    read_label(node);
    return node.id() + 1;
  }

  void begin_area(Node node) {
    in_area_ = true;
    is_at_top_ = true;
    area_end_ = node.end();
    path_ = paths_.xpath(node);
    text_.clear();
    dom::append_text(text_, node, {.skip = &left_out_});
    begin_ = searched_ = 0;
    begin_block();
  }

  void end_area() {
    end_block(text_.size());
    in_area_ = false;
    hints_.forget_label();
  }

  void begin_block() { block_ = {.heading = hints_.heading(), .path = path_}; }

  void end_block(std::size_t end) {
    std::size_t last = end;
    while (last > begin_ && text_[last - 1] == '\n') --last;
    block_.text = text_.substr(begin_, last - begin_);
    begin_ = end;
    if (block_.text.empty()) return;
    block_.label = hints_.label().text;
    block_.label_uses = hints_.label().uses;
    blocks_.push_back(std::move(block_));
  }

  void read_heading(Node node, int level) {
    const std::string text = dom::text_of(node, {.skip = &left_out_});
    if (in_area_ && !text.empty() && blocks_.size() < options_.max_blocks) {
      const std::size_t at = find_line(text);
      // A heading inside <pre> may not be found again. Then the rest is one block.
      searched_ = at == std::string::npos ? text_.size() : behind_line(at);
      if (at != std::string::npos) end_block(at);
    }
    hints_.read_heading(level, text);
    if (in_area_) begin_block();
  }

  // Where `lines` stand in the area's text. Only so much of them is compared that a
  // hostile page cannot make this slow.
  std::size_t find_line(std::string_view lines) const {
    lines = lines.substr(0, kComparedBytes);
    std::size_t at = searched_;
    while (at < text_.size() && text_.compare(at, lines.size(), lines) != 0) {
      at = text_.find('\n', at);
      if (at != std::string::npos) ++at;
    }
    return at < text_.size() ? at : std::string::npos;
  }

  std::size_t behind_line(std::size_t at) const {
    const std::size_t end = text_.find('\n', at);
    return end == std::string::npos ? text_.size() : end + 1;
  }

  // Only what stands before the first paragraph can be the title of a text.
  void read_label(Node node) {
    const Measures& own = measures_.nodes[node.id()];
    if (in_area_ && own.lines <= 1 && own.text > kParagraphBytes) is_at_top_ = false;
    if (!in_area_ || is_at_top_) hints_.read_element(node);
  }

  static constexpr std::uint32_t kParagraphBytes = 120;
  static constexpr std::size_t kComparedBytes = 200;

  const dom::Document& page_;
  const PageMeasures& measures_;
  std::span<const Area> areas_;
  const ReadableOptions& options_;
  dom::NodeSet left_out_;
  NodePaths paths_;
  TitleHints hints_;
  std::vector<model::Block> blocks_;
  std::size_t next_area_ = 0;

  // Of the informational area that is being read.
  bool in_area_ = false;
  bool is_at_top_ = false;
  NodeId area_end_ = 0;
  std::string path_;
  std::string text_;
  std::size_t begin_ = 0;     // Of the block.
  std::size_t searched_ = 0;  // For headings.
  model::Block block_;
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

model::ReadableParts read_parts(const dom::Document& page, const PageMeasures& measures,
                                std::span<const Area> areas, std::string_view url,
                                const ReadableOptions& options) {
  model::ReadableParts parts;
  parts.blocks = BlockCutter(page, measures, areas, options).run();
  std::vector<Area> followed;
  std::ranges::copy_if(areas, std::back_inserter(followed), [](const Area& area) {
    return area.kind != AreaKind::kNavigation;
  });
  const std::string base = base_address(page, url);
  parts.links = find_links(page, followed, left_out_of_areas(page, measures, areas),
                           {.base = base, .max_links = options.max_links});
  return parts;
}

model::ReadableParts read_parts(const dom::Document& page, std::string_view url) {
  const PageMeasures measures = measure_page(page);
  const std::vector<Area> areas = find_areas(page, measures);
  return read_parts(page, measures, areas, url);
}

}  // namespace curlew::extract
