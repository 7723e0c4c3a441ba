#include "parse/html/tree/to_document.h"

#include <unordered_map>

#include "dom/builder.h"

namespace curlew::parse {
namespace {

using dom::NodeKind;
using dom::Tag;

class Copier {
 public:
  Copier(TreeBuilder& built, dom::Document& page) : built_(built), builder_(page) {}

  bool run() {
    const Tree& tree = built_.tree();
    TreeIndex at = built_.root();
    int depth = 0;
    while (true) {
      if (enter(at, depth)) {
        if (const TreeIndex child = tree[at].first_child; child != kNoIndex) {
          at = child;
          ++depth;
          continue;
        }
        builder_.close();
      }
      while (at != built_.root() && tree[at].next == kNoIndex) {
        at = tree[at].parent;
        --depth;
        builder_.close();
      }
      if (at == built_.root()) return is_whole_;
      at = tree[at].next;
    }
  }

 private:
  // True when an element was opened.
  bool enter(TreeIndex at, int depth) {
    const TreeNode& node = built_.tree()[at];
    if (node.kind == NodeKind::kText) builder_.text(node.text);
    if (node.kind == NodeKind::kData) builder_.data(node.text);
    if (node.kind != NodeKind::kElement || node.is_html(Tag::kTemplate)) return false;
    if (depth >= kMaxHtmlDepth) {
      is_whole_ = false;
      return false;
    }
    open(node);
    add_attributes(at, node);
    return true;
  }

  // Copies of formatting elements share theirs: a page can make many thousand copies of
  // an element with a million bytes of attributes.
  void add_attributes(TreeIndex at, const TreeNode& node) {
    if (node.has_copies && node.attributes.count > 0) {
      const auto [first, is_new] =
          shared_.emplace(node.attributes.begin, builder_.last_opened());
      if (!is_new) return builder_.share_attributes(first->second);
    }
    for (const TokenAttribute& attribute : built_.attributes_of(at))
      builder_.attribute(attribute.name, attribute.value);
  }

  void open(const TreeNode& node) {
    if (node.is_html() && node.tag != Tag::kOther) return builder_.open(node.tag);
    const bool is_root = node.tag == Tag::kSvg || node.tag == Tag::kMath;
    builder_.open(is_root ? node.tag : Tag::kOther, node.text, node.name_space);
  }

  TreeBuilder& built_;
  dom::DocumentBuilder builder_;
  std::unordered_map<std::uint32_t, dom::NodeId> shared_;
  bool is_whole_ = true;
};

}  // namespace

bool to_document(TreeBuilder& built, dom::Document& page) {
  return Copier(built, page).run();
}

}  // namespace curlew::parse
