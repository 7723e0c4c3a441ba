#include "parse/html/tree/to_document.h"

#include <span>
#include <string_view>

#include "base/ascii.h"
#include "dom/builder.h"

namespace curlew::parse {
namespace {

using dom::NodeKind;
using dom::Tag;

// Real elements have at most 6,000 bytes of them.
constexpr std::size_t kMaxClassBytes = 8192;

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

  // A page can make many thousand copies of a formatting element with a million bytes
  // of attributes. Once copies have had as much as the largest page holds, further ones
  // have none, so that whoever reads all attributes of a page reads no more than twice
  // its size.
  void add_attributes(TreeIndex at, const TreeNode& node) {
    const auto attributes = built_.attributes_of(at);
    if (node.has_copies && !pay_for_copy(attributes)) return;
    for (const auto& [name, value] : attributes)
      builder_.attribute(name, name == "class" ? first_words(value) : value);
  }

  bool pay_for_copy(std::span<const TokenAttribute> attributes) {
    std::size_t bytes = 0;
    for (const auto& [name, value] : attributes)
      bytes += name.size() + value.size() + sizeof(dom::AttributeRecord);
    if (bytes > left_for_copies_) return false;
    left_for_copies_ -= bytes;
    return true;
  }

  // Classes are looked at for every element inside as well.
  static std::string_view first_words(std::string_view classes) {
    if (classes.size() <= kMaxClassBytes) return classes;
    classes = classes.substr(0, kMaxClassBytes);
    while (!classes.empty() && !is_ascii_space(classes.back()))
      classes.remove_suffix(1);
    return classes;
  }

  void open(const TreeNode& node) {
    if (node.is_html() && node.tag != Tag::kOther) return builder_.open(node.tag);
    const bool is_root = node.tag == Tag::kSvg || node.tag == Tag::kMath;
    builder_.open(is_root ? node.tag : Tag::kOther, node.text, node.name_space);
  }

  TreeBuilder& built_;
  dom::DocumentBuilder builder_;
  std::size_t left_for_copies_ = kMaxHtmlSize;
  bool is_whole_ = true;
};

}  // namespace

bool to_document(TreeBuilder& built, dom::Document& page) {
  return Copier(built, page).run();
}

}  // namespace curlew::parse
