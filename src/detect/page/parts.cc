#include "detect/page/parts.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "base/ascii.h"
#include "base/utf8.h"
#include "detect/diff/words.h"
#include "dom/node_path.h"

namespace curlew::detect {
namespace {

using dom::AttributeName;
using dom::Node;
using dom::Tag;

constexpr std::size_t kMaxHeadingBytes = 80;
// An element with more text, or more of the page's, is no advertisement.
constexpr double kMaxContainerShare = 0.2;
constexpr std::size_t kMaxContainerBytes = 1500;
constexpr std::size_t kMaxMarkedBytes = 500;
// How far up the element is looked for that has a name.
constexpr int kMaxLevelsToMark = 3;

std::string noun_of(Node element, const Block& block) {
  if (block.is_heading) return "heading";
  if (block.is_link) return "link";
  switch (element.tag()) {
    case Tag::kLi:
    case Tag::kDd:
    case Tag::kDt:
      return "list item";
    case Tag::kTd:
    case Tag::kTh:
      return "table cell";
    case Tag::kP:
    case Tag::kBlockquote:
      return "paragraph";
    default:
      return "line";
  }
}

// Digits as "0", so that "ad-17" stays the same element as "ad-18".
void append_name(std::string& out, std::string_view name) {
  for (const char c : utf8_prefix(name, 40))
    if (!is_ascii_digit(c) || !out.ends_with('0')) out += is_ascii_digit(c) ? '0' : c;
}

// "div#news.item"; empty for an element without id and class, or with random ones.
std::string mark_of(Node element) {
  std::string mark;
  const std::string_view id = trimmed(element.attribute(AttributeName::kId));
  if (!id.empty() && !looks_random(id)) {
    mark += '#';
    append_name(mark, id);
  }
  const std::string_view classes = trimmed(element.attribute(AttributeName::kClass));
  const std::string_view first = classes.substr(0, classes.find_first_of(" \t\n"));
  if (!first.empty() && !looks_random(first)) {
    mark += '.';
    append_name(mark, first);
  }
  return mark.empty() ? mark : std::string(element.name().substr(0, 20)) + mark;
}

// One version, with what is asked of it for many parts.
class Side {
 public:
  explicit Side(PageVersion version)
      : version_(version),
        is_changed_(version.blocks.blocks.size()),
        paths_(version.document) {}

  const Block& block(std::uint32_t i) const { return version_.blocks.blocks[i]; }
  Node element(std::uint32_t i) const { return version_.document.node(block(i).node); }
  std::string path(Node element) { return paths_.xpath(element); }
  std::string text(std::uint32_t i) const {
    return std::string(version_.blocks.text_of(block(i)));
  }

  std::string heading(std::uint32_t i) const {
    const std::uint32_t heading = block(i).heading;
    if (heading == i) return {};
    return std::string(
        utf8_prefix(version_.blocks.text_of(block(heading)), kMaxHeadingBytes));
  }

  // Of the nearest element that has one, if it is the only one on the page.
  std::string mark(std::uint32_t i) {
    Node node = element(i);
    for (int level = 0; level < kMaxLevelsToMark && node.parent(); ++level) {
      std::string mark = mark_of(node);
      if (!mark.empty())
        return is_small(node) && times(mark) == 1 ? mark : std::string();
      node = node.parent();
    }
    return {};
  }

  void mark_changed(std::uint32_t i) { is_changed_[i] = true; }

  // Of all blocks that changed.
  std::unordered_set<std::string> containers() {
    std::unordered_set<dom::NodeId> nodes;
    for (std::uint32_t i = 0; i < is_changed_.size(); ++i)
      if (is_changed_[i]) nodes.insert(container_node(i).id());
    std::unordered_set<std::string> paths;
    for (const dom::NodeId node : nodes)
      paths.insert(path_of_container(version_.document.node(node)));
    return paths;
  }

  // The largest small element around the block of which no text stayed: what a program
  // fills anew. Empty when there is none.
  std::string container(std::uint32_t i) {
    return path_of_container(container_node(i));
  }

 private:
  Node container_node(std::uint32_t i) const {
    Node found;
    for (Node node = element(i); node.parent(); node = node.parent()) {
      if (!is_filled_anew(node, i)) break;
      found = node;
    }
    return found;
  }

  std::string path_of_container(Node found) {
    return found ? path(found) : std::string();
  }

  std::uint32_t times(const std::string& mark) {
    if (marks_.empty())
      for (const Node node : version_.document.root().subtree())
        if (node.is_element())
          if (const std::string each = mark_of(node); !each.empty())
            ++marks_[hash_of(each)];
    return marks_[hash_of(mark)];
  }

  // Blocks of an element are next to each other.
  bool is_filled_anew(Node element, std::uint32_t block) const {
    const std::vector<Block>& blocks = version_.blocks.blocks;
    const auto is_inside = [&](std::uint32_t i) {
      return blocks[i].node >= element.id() && blocks[i].node < element.end();
    };
    std::size_t bytes = 0;
    const auto is_changed_and_small = [&](std::uint32_t i) {
      bytes += blocks[i].size;
      return is_changed_[i] && bytes <= kMaxContainerBytes;
    };
    for (std::uint32_t i = block; i < blocks.size() && is_inside(i); ++i)
      if (!is_changed_and_small(i)) return false;
    for (std::uint32_t i = block; i > 0 && is_inside(i - 1); --i)
      if (!is_changed_and_small(i - 1)) return false;
    return double(bytes) <= kMaxContainerShare * double(version_.blocks.text.size());
  }

  bool is_small(Node element) const {
    std::size_t bytes = 0;
    for (const Block& each : version_.blocks.blocks)
      if (each.node >= element.id() && each.node < element.end()) bytes += each.size;
    return bytes <= kMaxMarkedBytes;
  }

  const PageVersion version_;
  std::vector<bool> is_changed_;
  dom::NodePaths paths_;
  std::unordered_map<std::uint64_t, std::uint32_t> marks_;
};

class PartMaker {
 public:
  PartMaker(PageVersion old, PageVersion now, std::span<const BlockPair> changed)
      : old_(old), now_(now) {
    for (const BlockPair& pair : changed) {
      if (pair.old != kNoBlock) old_.mark_changed(pair.old);
      if (pair.now != kNoBlock) now_.mark_changed(pair.now);
    }
  }

  Part make(const BlockPair& pair) {
    Part part;
    part.fate = pair.fate;
    const bool has_old = pair.old != kNoBlock;
    const bool has_now = pair.now != kNoBlock;
    Side& side = has_now ? now_ : old_;
    const std::uint32_t i = has_now ? pair.now : pair.old;
    part.is_main = side.block(i).role == Role::kMain;
    if (side.block(i).role == Role::kNoise) part.noise = Noise::kFurniture;
    part.path = side.path(side.element(i));
    if (has_old && has_now) part.old_path = old_.path(old_.element(pair.old));
    part.mark = side.mark(i);
    part.container = side.container(i);
    part.heading = side.heading(i);
    part.noun = noun_of(side.element(i), side.block(i));
    if (has_old) part.before = old_.text(pair.old);
    if (has_now) part.after = now_.text(pair.now);
    part.is_figures =
        pair.fate == BlockFate::kRewritten && masked(part.before) == masked(part.after);
    return part;
  }

  // An element that one version alone has says nothing of its place: what comes next
  // may stand there, too.
  void drop_containers_of_one_version(std::vector<Part>& parts) {
    const auto old = old_.containers();
    const auto now = now_.containers();
    for (Part& part : parts)
      if (!old.contains(part.container) || !now.contains(part.container))
        part.container.clear();
  }

 private:
  Side old_;
  Side now_;
};

}  // namespace

std::vector<Part> make_parts(PageVersion old, PageVersion now,
                             const std::vector<BlockPair>& pairs, std::size_t limit) {
  std::vector<BlockPair> changed;
  for (const BlockPair& pair : pairs)
    if (pair.fate != BlockFate::kSame && changed.size() < limit)
      changed.push_back(pair);
  PartMaker maker(old, now, changed);
  std::vector<Part> parts;
  for (const BlockPair& pair : changed) parts.push_back(maker.make(pair));
  maker.drop_containers_of_one_version(parts);
  return parts;
}

}  // namespace curlew::detect
