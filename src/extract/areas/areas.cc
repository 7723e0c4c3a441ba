#include "extract/areas/areas.h"

#include <algorithm>

#include "extract/areas/link.h"

namespace curlew::extract {
namespace {

using dom::Node;
using dom::NodeId;

// Entries of menus are links and nothing else; teasers have at least a price or a date.
constexpr std::uint32_t kTeaserBytes = 20;

// What an element is, or has below it.
enum Mark : std::uint8_t {
  kNoArea = 0,
  kInformationalMark = 1,
  kHubMark = 2,
  kNavigationMark = 4,
};

Mark mark_of(AreaKind kind) {
  switch (kind) {
    case AreaKind::kInformational:
      return kInformationalMark;
    case AreaKind::kHub:
      return kHubMark;
    case AreaKind::kNavigation:
      return kNavigationMark;
  }
  return kNoArea;
}

// Judges elements by their measures alone.
class Judge {
 public:
  explicit Judge(const AreaOptions& options) : options_(options) {}

  bool is_informational(const Measures& own) const {
    return has_text(own) && has_clean_text(own);
  }

  bool has_text(const Measures& own) const {
    return own.information > options_.min_information;
  }

  bool has_clean_text(const Measures& own) const {
    return own.text_to_link_ratio() >= options_.min_text_to_link_ratio;
  }

  bool is_of_links(const Measures& own) const { return own.hub > options_.min_hub; }

  // The paper's "text of the link very small (one or two words) or even an image".
  AreaKind kind_of_links(const Measures& own, AreaRole role) const {
    const std::uint32_t unspoken = own.textless_targets + own.short_targets;
    if (role != AreaRole::kNone || own.link_text == 0 ||
        own.link_average_ratio() > options_.max_link_average_ratio ||
        4 * unspoken > 3 * own.targets)
      return AreaKind::kNavigation;
    return AreaKind::kHub;
  }

 private:
  const AreaOptions& options_;
};

class AreaFinder {
 public:
  AreaFinder(const dom::Document& page, const PageMeasures& measures,
             const AreaOptions& options)
      : page_(page),
        measures_(measures),
        options_(options),
        judge_(options),
        states_(page.size()) {}

  std::vector<Area> run() {
    for (NodeId id = page_.size(); id-- > 0;) {
      const Node node = page_.node(id);
      if (node.is_element()) mark(node);
    }
    for (NodeId id = 0; id < page_.size() && areas_.size() < options_.max_areas;)
      id = collect(page_.node(id));
    return std::move(areas_);
  }

 private:
  struct State {
    std::uint8_t own = kNoArea;
    std::uint8_t below = kNoArea;    // Of all elements in it.
    std::uint32_t areas = 0;         // How many are below, not counting inner ones.
    std::uint32_t covered_text = 0;  // Of those.
    // IV of its children that are single lines and no links.
    double paragraphs = 0;
    double longest_paragraph = 0;
  };

  // Algorithm 1, at one element; all below it are done.
  void mark(Node node) {
    const NodeId id = node.id();
    if (measures_.unread[id] || measures_.in_link[id] || !node.parent()) return;
    State& state = states_[id];
    state.own = judge(node, state);
    hand_up(node, state);
  }

  std::uint8_t judge(Node node, const State& state) const {
    const Measures& own = measures_.nodes[node.id()];
    const AreaRole role = measures_.roles[node.id()];
    const bool is_of_links = judge_.is_of_links(own);
    if (role == AreaRole::kNavigation)
      return is_of_links || judge_.has_text(own) ? kNavigationMark : kNoArea;
    if (is_of_links && is_list_of_teasers(node)) return kHubMark;
    if (has_paragraphs(node, state)) return kInformationalMark;
    if (is_wrapper(own, state)) return kNoArea;
    if (judge_.is_informational(own))
      return may_become(kInformationalMark, state) ? kInformationalMark : kNoArea;
    if (!is_of_links) return kNoArea;
    const Mark links = mark_of(judge_.kind_of_links(own, role));
    return may_become(links, state) && is_covered(own, state) ? links : kNoArea;
  }

  // Paragraphs beside each other are one text, whatever else is between them. A few
  // short lines around an area that was found are not.
  bool has_paragraphs(Node node, const State& state) const {
    const double weight = information_weight(node.tag());
    if (weight * state.longest_paragraph > options_.min_information) return true;
    return (state.below & kInformationalMark) == 0 &&
           weight * state.paragraphs > options_.min_information;
  }

  // Around one area and nothing else.
  static bool is_wrapper(const Measures& own, const State& state) {
    return state.areas == 1 && state.covered_text == own.text;
  }

  // An area of links grows only to what is little else.
  static bool is_covered(const Measures& own, const State& state) {
    return state.below == kNoArea || 4 * state.covered_text >= 3 * own.text;
  }

  bool is_list_of_teasers(Node node) const {
    const AreaRole role = measures_.roles[node.id()];
    if (role != AreaRole::kNone) return false;
    const Teasers found = find_teasers(node, measures_, options_.teasers);
    if (found.items == 0) return false;
    return found.clean_text >= kTeaserBytes * found.items ||
           judge_.kind_of_links(measures_.nodes[node.id()], role) == AreaKind::kHub;
  }

  // An area grows to the element around it while that is one of the same kind.
  static bool may_become(Mark mark, const State& state) {
    return (state.below & ~mark) == 0;
  }

  void hand_up(Node node, const State& state) {
    State& above = states_[node.parent().id()];
    const Measures& own = measures_.nodes[node.id()];
    // A paragraph is never an area by itself: those beside it belong to the same text.
    if (own.lines <= 1 && may_be_paragraph(state) && judge_.has_clean_text(own)) {
      above.paragraphs += own.information;
      above.longest_paragraph = std::max(above.longest_paragraph, own.information);
      return;
    }
    above.below |= state.own == kNoArea ? state.below : state.own;
    above.areas += state.own == kNoArea ? state.areas : 1;
    above.covered_text += state.own == kNoArea ? state.covered_text : own.text;
  }

  static bool may_be_paragraph(const State& state) {
    return state.own == kInformationalMark ||
           (state.own == kNoArea && state.below == kNoArea);
  }

  NodeId collect(Node node) {
    const State& state = states_[node.id()];
    if (!node.is_element() || state.own == kNoArea) return node.id() + 1;
    if (state.own != kInformationalMark) {
      add(node, state.own == kHubMark ? AreaKind::kHub : AreaKind::kNavigation);
      return node.end();
    }
    // Further informational areas inside it are parts of it.
    if (node.id() >= informational_end_) {
      add(node, AreaKind::kInformational);
      informational_end_ = node.end();
    }
    return node.id() + 1;
  }

  void add(Node node, AreaKind kind) {
    areas_.push_back({.node = node.id(),
                      .kind = kind,
                      .object = object_kind(node),
                      .measures = measures_.nodes[node.id()],
                      .is_nested = node.id() < informational_end_});
  }

  const dom::Document& page_;
  const PageMeasures& measures_;
  const AreaOptions& options_;
  Judge judge_;
  std::vector<State> states_;
  std::vector<Area> areas_;
  NodeId informational_end_ = 0;
};

}  // namespace

std::string_view to_string(AreaKind kind) {
  switch (kind) {
    case AreaKind::kInformational:
      return "informational";
    case AreaKind::kHub:
      return "hub";
    case AreaKind::kNavigation:
      return "navigation";
  }
  return "";
}

std::string_view to_string(ObjectKind kind) {
  return kind == ObjectKind::kSimple ? "simple" : "complex";
}

ObjectKind object_kind(Node node) {
  for (const Node child : node.children()) {
    if (child.first_child()) return ObjectKind::kComplex;
  }
  return ObjectKind::kSimple;
}

std::vector<Area> find_areas(const dom::Document& page, const PageMeasures& measures,
                             const AreaOptions& options) {
  return AreaFinder(page, measures, options).run();
}

void mark_areas(const dom::Document& page, const PageMeasures& measures,
                std::span<const Area> areas, PageBlocks& blocks) {
  std::vector<const Area*> open;  // Those around a block, the innermost last.
  std::size_t next = 0;
  for (Block& block : blocks.blocks) {
    for (; next < areas.size() && areas[next].node <= block.first; ++next)
      open.push_back(&areas[next]);
    std::erase_if(open, [&](const Area* area) {
      return page.node(area->node).end() <= block.first;
    });
    block.is_unread = measures.unread[block.element] != 0;
    // A block that is only in part in an area is not of it.
    block.area.reset();
    for (const Area* const area : open)
      if (page.node(block.element).is_inside(page.node(area->node)))
        block.area = area->kind;
  }
}

}  // namespace curlew::extract
