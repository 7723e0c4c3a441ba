#include <algorithm>

#include "base/ascii.h"
#include "dom/tag.h"
#include "dom/text.h"
#include "dom/word_gap.h"
#include "extract/blocks/block.h"

namespace curlew::extract {
namespace {

using dom::Flow;
using dom::Node;
using dom::NodeId;
using dom::Tag;

enum class Noscript { kLeftOut, kShown };

bool is_left_out(Node node, Noscript noscript) {
  if (node.kind() == dom::NodeKind::kData) return true;
  if (!node.is_element()) return false;
  switch (node.tag()) {
    case Tag::kNoscript:
      return noscript == Noscript::kLeftOut;
    case Tag::kSelect:
    case Tag::kTextarea:
      return true;
    default:
      return dom::flow_of(node.tag()) == Flow::kHidden;
  }
}

bool is_bold(Tag tag) { return tag == Tag::kB || tag == Tag::kStrong; }

BlockGap gap_at(Tag tag) {
  return dom::flow_of(tag) == Flow::kCell ? BlockGap::kCell : BlockGap::kBlock;
}

// Walks the nodes once, in document order.
class Cutter {
 public:
  Cutter(const dom::Document& page, Noscript noscript, std::span<const NodeId> wanted,
         PageBlocks& out)
      : page_(page), noscript_(noscript), wanted_(wanted), out_(out) {}

  void run(Node top) {
    NodeId id = top.id();
    while (id < top.end() && out_.blocks.size() < kMaxBlocks) id = step(page_.node(id));
    out_.end = id;
    close_before(page_.size());
    end_block(BlockGap::kBlock, 0);
  }

 private:
  // An open element that ends blocks, or makes a link or bold of its text.
  struct Open {
    NodeId id;
    NodeId end;
    Tag tag;
  };

  NodeId step(Node node) {
    close_before(node.id());
    cross_borders(node.id());
    if (is_wanted_ ? dom::is_left_out_of_text(page_.node(wanted_.front()), node)
                   : is_left_out(node, noscript_)) {
      if (node.is_element()) out_.left_out.push_back(node.id());
      return node.end();
    }
    if (node.is_element())
      open(node);
    else
      add(node);
    return node.id() + 1;
  }

  // Of the elements that are wanted.
  void cross_borders(NodeId id) {
    while (!wanted_.empty() && page_.node(wanted_.front()).end() <= id) {
      if (is_wanted_) end_block(BlockGap::kBlock, enclosing_holder());
      is_wanted_ = false;
      wanted_ = wanted_.subspan(1);
    }
    if (is_wanted_ || wanted_.empty() || wanted_.front() > id) return;
    is_wanted_ = true;
    end_block(BlockGap::kBlock, enclosing_holder());
  }

  void open(Node node) {
    const Tag tag = node.tag();
    if (tag == Tag::kBr) return end_block(BlockGap::kLine, block_.holder);
    if (parts_blocks(tag)) {
      end_block(gap_at(tag), node.id());
    } else if (tag == Tag::kA) {
      ++link_depth_;
      link_begins_ = true;
    } else if (is_bold(tag)) {
      ++bold_depth_;
    } else {
      if (dom::flow_of(tag) == Flow::kSpaced) space_ = true;
      return;
    }
    open_.push_back({node.id(), node.end(), tag});
  }

  void close_before(NodeId id) {
    while (!open_.empty() && open_.back().end <= id) {
      const Tag tag = open_.back().tag;
      open_.pop_back();
      if (tag == Tag::kA)
        --link_depth_;
      else if (is_bold(tag))
        --bold_depth_;
      else
        end_block(gap_at(tag), enclosing_holder());
    }
  }

  NodeId enclosing_holder() const {
    for (auto open = open_.rbegin(); open != open_.rend(); ++open)
      if (open->tag != Tag::kA && !is_bold(open->tag)) return open->id;
    return 0;
  }

  void end_block(BlockGap gap, NodeId next_holder) {
    block_.end = std::uint32_t(out_.text.size());
    if (block_.size() > 0) {
      out_.blocks.push_back(block_);
      block_ = {.begin = block_.end, .gap = gap};
    }
    // The strongest of the gaps between two texts counts.
    block_.gap = block_.size() > 0 ? gap : std::min(block_.gap, gap);
    block_.holder = next_holder;
    space_ = false;
  }

  void add(Node node) {
    const std::size_t before = out_.text.size();
    add_text(node.text());
    const auto added = std::uint32_t(out_.text.size() - before);
    if (added == 0) return;
    join(node, before == block_.begin);
    if (link_depth_ > 0) {
      block_.link_bytes += added;
      block_.links += link_begins_ || block_.links == 0;
      link_begins_ = false;
    }
    if (bold_depth_ > 0) block_.bold_bytes += added;
  }

  void join(Node text, bool is_first) {
    const Node element = text.parent();
    if (is_first) {
      block_.element = element.id();
      block_.first = text.id();
      return;
    }
    Node common = page_.node(block_.element);
    while (!element.is_inside(common)) common = common.parent();
    block_.element = common.id();
  }

  void add_text(std::string_view text) {
    while (!text.empty()) {
      const std::size_t size = dom::size_of_run(text);
      write(text.substr(0, size));
      text.remove_prefix(size);
      if (text.empty()) return;
      const dom::WordGap gap = dom::word_gap_at(text);
      space_ |= gap.is_space;
      text.remove_prefix(gap.size);
    }
  }

  void write(std::string_view word) {
    if (word.empty()) return;
    if (space_ && out_.text.size() > block_.begin) out_.text += ' ';
    space_ = false;
    out_.text += word;
  }

  const dom::Document& page_;
  const Noscript noscript_;
  std::span<const NodeId> wanted_;  // Those that are not behind.
  bool is_wanted_ = false;          // The walk is in the first of them.
  PageBlocks& out_;
  std::vector<Open> open_;
  Block block_;
  int link_depth_ = 0;
  int bold_depth_ = 0;
  bool link_begins_ = false;
  bool space_ = false;  // White space stands before what comes next.
};

// What the page offers to readers without a program.
struct NoscriptText {
  std::size_t bytes = 0;
  bool asks_for_program = false;  // "You need to enable JavaScript to run this app."
};

NoscriptText noscript_text(const dom::Document& page) {
  NoscriptText text;
  for (const Node node : page.root().subtree()) {
    if (!node.is_text() || !node.is_in_noscript()) continue;
    text.bytes += trimmed(node.text()).size();
    const std::string words = to_ascii_lower(node.text());
    text.asks_for_program |= words.find("javascript") != words.npos;
  }
  return text;
}

// A program draws the page: what it offers to readers without one is the page, be it
// much more than what else is there, or all there is.
bool is_for_noscript(std::size_t shown, const NoscriptText& noscript) {
  constexpr std::size_t kNextToNothing = 60;  // "Loading, please wait"
  constexpr std::size_t kRequest = 600;       // In several languages.
  if (noscript.asks_for_program && noscript.bytes < kRequest) return false;
  if (shown < kNextToNothing) return noscript.bytes > shown;
  return noscript.bytes > shown * 2 + 200;
}

void clear(PageBlocks& out) {
  out.text.clear();
  out.blocks.clear();
  out.left_out.clear();
  out.end = 0;
}

void cut(Node body, Noscript noscript, std::span<const NodeId> wanted,
         PageBlocks& out) {
  clear(out);
  Cutter(body.document(), noscript, wanted, out).run(body);
}

}  // namespace

void cut_blocks(const dom::Document& page, PageBlocks& out,
                std::span<const NodeId> wanted) {
  clear(out);
  const Node body = page.body();
  if (!body) return;
  cut(body, Noscript::kLeftOut, wanted, out);
  constexpr std::size_t kLittleText = 2000;
  if (out.text.size() >= kLittleText) return;
  if (is_for_noscript(out.text.size(), noscript_text(page)))
    cut(body, Noscript::kShown, wanted, out);
}

}  // namespace curlew::extract
