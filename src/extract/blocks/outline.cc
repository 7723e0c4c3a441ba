#include "extract/blocks/outline.h"

#include <algorithm>
#include <functional>

namespace curlew::extract {
namespace {

using dom::AttributeName;
using dom::Node;
using dom::NodeId;
using dom::Tag;

constexpr Landmark kNone = Landmark::kCount;

Landmark landmark_of_tag(Tag tag) {
  switch (tag) {
    case Tag::kNav:
      return Landmark::kNavigation;
    case Tag::kHeader:
      return Landmark::kHeader;
    case Tag::kFooter:
      return Landmark::kFooter;
    case Tag::kAside:
      return Landmark::kAside;
    case Tag::kArticle:
      return Landmark::kArticle;
    case Tag::kMain:
      return Landmark::kMain;
    case Tag::kForm:
      return Landmark::kForm;
    case Tag::kFigure:
      return Landmark::kFigure;
    case Tag::kTable:
      return Landmark::kTable;
    case Tag::kUl:
    case Tag::kOl:
    case Tag::kDl:
      return Landmark::kList;
    case Tag::kSection:
      return Landmark::kSection;
    case Tag::kBlockquote:
      return Landmark::kQuote;
    case Tag::kDialog:
      return Landmark::kDialog;
    default:
      return kNone;
  }
}

Landmark landmark_of_role(std::string_view role) {
  if (role == "navigation" || role == "menu" || role == "menubar")
    return Landmark::kNavigation;
  if (role == "banner") return Landmark::kHeader;
  if (role == "contentinfo") return Landmark::kFooter;
  if (role == "complementary") return Landmark::kAside;
  if (role == "article") return Landmark::kArticle;
  if (role == "main") return Landmark::kMain;
  if (role == "search" || role == "form") return Landmark::kForm;
  if (role == "dialog" || role == "alertdialog" || role == "alert")
    return Landmark::kDialog;
  return kNone;
}

bool hides_by_style(std::string_view style) {
  return style.find("display:none") != style.npos ||
         style.find("display: none") != style.npos ||
         style.find("visibility:hidden") != style.npos;
}

// By one look at each attribute: this is asked of every element of a page.
struct Marks {
  bool is_hidden = false;
  std::string_view role;
};

Marks marks_of(Node node) {
  Marks marks;
  for (const dom::Attribute attribute : node.attributes()) {
    switch (attribute.known_name()) {
      case AttributeName::kHidden:
        marks.is_hidden = true;
        break;
      case AttributeName::kAriaHidden:
        marks.is_hidden |= attribute.value() == "true";
        break;
      case AttributeName::kStyle:
        marks.is_hidden |= hides_by_style(attribute.value());
        break;
      case AttributeName::kRole:
        if (marks.role.empty()) marks.role = attribute.value();
        break;
      default:
        break;
    }
  }
  return marks;
}

// Elements made alike have the same names and classes, two levels up: a site's way of
// writing "a teaser's date".
std::uint64_t make_of(Node node) {
  std::uint64_t make = 0;
  for (int level = 0; level < 2 && node; ++level, node = node.parent())
    make = make * 0x9E3779B97F4A7C15u +
           std::hash<std::string_view>()(node.attribute(AttributeName::kClass)) +
           std::uint64_t(node.tag());
  return make;
}

class OutlineMaker {
 public:
  OutlineMaker(const dom::Document& page, const PageBlocks& blocks,
               const MarkupWords& words, Outline& out)
      : page_(page), blocks_(blocks), words_(words), out_(out) {}

  void run() {
    out_.elements.assign(page_.size(), {});
    out_.words = &words_;
    out_.texts.clear();
    out_.prose_bytes = out_.articles = 0;
    scores_.assign(page_.size(), 0);
    for (const Block& block : blocks_.blocks) count(block);
    hand_down();
    add_up();
    group_alike();
    find_twins();
    out_.centre = NodeId(std::ranges::max_element(scores_) - scores_.begin());
  }

 private:
  void count(const Block& block) {
    const TextFacts facts = count_text(blocks_.text_of(block));
    out_.texts.push_back(facts);
    ElementFacts& element = out_.elements[block.element];
    element.bytes += block.size();
    element.link_bytes += block.link_bytes;
    element.blocks += 1;
    if (!is_prose(block, facts)) return;
    element.prose_bytes += block.size();
    out_.prose_bytes += block.size();
    const NodeId parent = page_.node(block.holder).parent().id();
    if (parent == dom::kNoNode) return;
    // As in Readability: a paragraph speaks for its parent and half for the next.
    scores_[parent] += block.size();
    const NodeId above = page_.node(parent).parent().id();
    if (above != dom::kNoNode) scores_[above] += block.size() / 2;
  }

  void hand_down() {
    for (NodeId id = 0; id < page_.size(); ++id) {
      const Node node = page_.node(id);
      if (!node.is_element()) continue;
      if (id > 0)
        out_.elements[id].landmark = out_.elements[node.parent().id()].landmark;
      mark(node, landmark_of_tag(node.tag()));
      const Marks marks = marks_of(node);
      if (!marks.role.empty()) mark(node, landmark_of_role(marks.role));
      if (marks.is_hidden) mark(node, Landmark::kHidden);
      for (const KnownWord* const word : words_.of(id))
        if (word->landmark) mark(node, *word->landmark);
      out_.articles += node.tag() == Tag::kArticle;
      count_alike(node);
    }
  }

  void mark(Node node, Landmark landmark) {
    if (landmark == kNone) return;
    out_.elements[node.id()].landmark[std::size_t(landmark)] =
        std::uint16_t(node.depth() + 1);
  }

  // Runs of neighbours: a list of teasers is seldom interrupted.
  void count_alike(Node node) {
    Node before = node.previous_sibling();
    while (before && !before.is_element()) before = before.previous_sibling();
    ElementFacts& own = out_.elements[node.id()];
    own.alike_siblings = 1;
    if (!before || before.tag() != node.tag() ||
        before.attribute(AttributeName::kClass) !=
            node.attribute(AttributeName::kClass))
      return;
    const std::uint16_t so_far = out_.elements[before.id()].alike_siblings;
    own.alike_siblings = std::uint16_t(std::min(so_far + 1, 0xFFFF));
    own.is_like_previous = true;
  }

  void add_up() {
    for (NodeId id = page_.size() - 1; id > 0; --id) {
      const Node node = page_.node(id);
      if (!node.is_element()) continue;
      const ElementFacts& own = out_.elements[id];
      ElementFacts& parent = out_.elements[node.parent().id()];
      parent.bytes += own.bytes;
      parent.link_bytes += own.link_bytes;
      parent.prose_bytes += own.prose_bytes;
      parent.blocks += own.blocks;
      give_run_length(node);
    }
  }

  // The last of a run knows how long it is, and tells the others.
  void give_run_length(Node node) {
    const ElementFacts& own = out_.elements[node.id()];
    if (!own.is_like_previous) return;
    Node before = node.previous_sibling();
    while (!before.is_element()) before = before.previous_sibling();
    out_.elements[before.id()].alike_siblings = own.alike_siblings;
  }

  void group_alike() {
    hashes_.clear();
    for (std::uint32_t i = 0; i < blocks_.blocks.size(); ++i)
      hashes_.emplace_back(make_of(page_.node(blocks_.blocks[i].element)), i);
    std::ranges::sort(hashes_);
    out_.alike.resize(hashes_.size());
    out_.kinds_of_make = 0;
    for (std::size_t i = 0; i < hashes_.size(); ++i) {
      if (i > 0 && hashes_[i].first != hashes_[i - 1].first) ++out_.kinds_of_make;
      out_.alike[hashes_[i].second] = out_.kinds_of_make;
    }
    ++out_.kinds_of_make;
  }

  void find_twins() {
    hashes_.clear();
    for (std::uint32_t i = 0; i < blocks_.blocks.size(); ++i)
      hashes_.emplace_back(
          std::hash<std::string_view>()(blocks_.text_of(blocks_.blocks[i])), i);
    std::ranges::sort(hashes_);
    out_.twins.resize(hashes_.size());
    std::uint32_t first = 0;
    for (std::size_t i = 0; i < hashes_.size(); ++i) {
      if (i == 0 || hashes_[i].first != hashes_[i - 1].first) first = hashes_[i].second;
      out_.twins[hashes_[i].second] = first;
    }
  }

  const dom::Document& page_;
  const PageBlocks& blocks_;
  const MarkupWords& words_;
  Outline& out_;
  std::vector<std::uint32_t> scores_;  // By NodeId: prose in its paragraphs.
  // Hashes with their blocks, to be sorted.
  std::vector<std::pair<std::uint64_t, std::uint32_t>> hashes_;
};

}  // namespace

bool is_prose(const Block& block, const TextFacts& facts) {
  return facts.words >= 14 && block.link_bytes * 3 < block.size() &&
         facts.sentence_ends + facts.commas > 0;
}

void make_outline(const dom::Document& page, const PageBlocks& blocks,
                  const MarkupWords& words, Outline& out) {
  OutlineMaker(page, blocks, words, out).run();
}

}  // namespace curlew::extract
