#include "extract/areas/measures.h"

#include <algorithm>

#include "base/ascii.h"
#include "dom/word_gap.h"
#include "extract/areas/link.h"

namespace curlew::extract {
namespace {

using dom::Flow;
using dom::Node;
using dom::NodeId;
using dom::Tag;

constexpr std::uint32_t kShortLinkWords = 2;

struct TextSize {
  std::uint32_t bytes = 0;
  std::uint32_t words = 0;
};

// No-break spaces part words, too, as in dom/text.h: here is their size, or that of
// other white space; 0 where a word goes on.
std::size_t size_of_space(std::string_view text, std::size_t at) {
  if (!dom::kMayBeWordGap[std::uint8_t(text[at])]) return 0;
  if (is_ascii_space(text[at])) return 1;
  return text.substr(at, 2) == "\u00A0" ? 2 : 0;
}

TextSize size_of(std::string_view text) {
  TextSize size;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t space = size_of_space(text, at)) {
      at += space;
      continue;
    }
    const std::size_t begin = at++;
    while (at < text.size() && size_of_space(text, at) == 0) ++at;
    size.bytes += std::uint32_t(at - begin) + (size.words > 0);
    ++size.words;
  }
  return size;
}

bool begins_line(Node node) {
  const Flow flow = dom::flow_of(node.tag());
  return flow == Flow::kBlock || flow == Flow::kCell;
}

class PageMeter {
 public:
  explicit PageMeter(const dom::Document& page)
      : page_(page), places_(page.size()), lines_(page.size()) {
    out_.nodes.resize(page.size());
    out_.unread.resize(page.size());
    out_.in_link.resize(page.size());
    out_.in_sentence.resize(page.size());
  }

  PageMeasures run() {
    for (NodeId id = 0; id < page_.size(); ++id) go_down(page_.node(id));
    for (const Target& target : targets_) count(target);
    for (NodeId id = page_.size(); id-- > 0;) go_up(page_.node(id));
    return std::move(out_);
  }

 private:
  struct Place {
    NodeId line = 0;             // The nearest block around it, or itself.
    NodeId link = dom::kNoNode;  // The nearest link around it, or itself.
    // Of a link: has it words in that line, and has it any in blocks inside of it?
    bool speaks_in_line = false;
    bool speaks_inside = false;
  };
  // The text of a block that is not in blocks inside it.
  struct Line {
    std::uint32_t text = 0;
    std::uint32_t link_text = 0;
  };
  struct Target {
    NodeId link = 0;  // The first one with text, else the first.
    std::uint32_t words = 0;
    std::uint32_t spoken_words = 0;  // Of a label or of what stands for a picture.
    std::string_view address;
  };

  void go_down(Node node) {
    const NodeId id = node.id();
    Place& place = places_[id];
    if (const Node parent = node.parent()) {
      place = {.line = places_[parent.id()].line, .link = places_[parent.id()].link};
      out_.unread[id] = out_.unread[parent.id()];
      out_.in_link[id] = place.link != dom::kNoNode;
    }
    if (!out_.unread[id]) out_.unread[id] = is_unread(node);
    if (out_.unread[id]) return;
    if (!node.is_element()) return read_text(node);
    if (begins_line(node)) place.line = id;
    if (is_link(node)) open_link(node);
    if (place.link != dom::kNoNode) read_label(node);
  }

  void read_label(Node node) {
    const auto name = node.tag() == Tag::kImg ? dom::AttributeName::kAlt
                                              : dom::AttributeName::kAriaLabel;
    std::uint32_t& words = targets_.back().spoken_words;
    words = std::max(words, size_of(node.attribute(name)).words);
  }

  void open_link(Node node) {
    places_[node.id()].link = node.id();
    const std::string_view address = link_address(node);
    if (targets_.empty() || targets_.back().address != address)
      targets_.push_back({.link = node.id(), .address = address});
    else if (targets_.back().words == 0)
      targets_.back().link = node.id();
  }

  void read_text(Node node) {
    const NodeId id = node.id();
    const TextSize size = size_of(node.text());
    Measures& own = out_.nodes[id];
    own.information = own.text = size.bytes;
    Line& line = lines_[places_[id].line];
    line.text += own.text;
    if (!out_.in_link[id]) return;
    own.link_text = size.bytes;
    line.link_text += size.bytes;
    Place& link = places_[places_[id].link];
    (link.line == places_[id].line ? link.speaks_in_line : link.speaks_inside) |=
        size.words > 0;
    if (targets_.back().link == places_[id].link) targets_.back().words += size.words;
  }

  // A link around a heading says nothing in the line that it stands in, whatever the
  // line says: "<a><h3>Headline</h3></a> 3 minutes ago".
  bool is_in_sentence(NodeId link) const {
    const Place& place = places_[link];
    if (place.speaks_inside && !place.speaks_in_line) return false;
    const Line& line = lines_[place.line];
    return 2 * line.link_text < line.text;
  }

  void count(const Target& target) {
    Measures& link = out_.nodes[target.link];
    link.targets = 1;
    link.textless_targets = target.words == 0;
    link.short_targets = target.words > 0 && target.words <= kShortLinkWords;
    link.headlines = std::max(target.words, target.spoken_words) > kShortLinkWords &&
                     !is_in_sentence(target.link);
  }

  // All below it are complete.
  void go_up(Node node) {
    const NodeId id = node.id();
    Measures& own = out_.nodes[id];
    if (node.is_element()) {
      own.information *= information_weight(node.tag());
      own.lines += places_[id].line == id && lines_[id].text > 0;
      own.hub += places_[id].link == id;
      if (places_[id].link == id) out_.in_sentence[id] = is_in_sentence(id);
    }
    if (const Node parent = node.parent()) add(own, out_.nodes[parent.id()]);
  }

  static void add(const Measures& child, Measures& parent) {
    parent.information += child.information;
    parent.text += child.text;
    parent.link_text += child.link_text;
    parent.links += child.hub;
    parent.hub += child.hub;
    parent.targets += child.targets;
    parent.textless_targets += child.textless_targets;
    parent.short_targets += child.short_targets;
    parent.headlines += child.headlines;
    parent.lines += child.lines;
  }

  const dom::Document& page_;
  PageMeasures out_;
  std::vector<Place> places_;
  std::vector<Line> lines_;
  std::vector<Target> targets_;  // In document order.
};

}  // namespace

double information_weight(Tag tag) {
  switch (tag) {
    case Tag::kTable:
    case Tag::kCaption:
    case Tag::kColgroup:
    case Tag::kThead:
    case Tag::kTbody:
    case Tag::kTfoot:
    case Tag::kTr:
    case Tag::kTh:
    case Tag::kTd:
    case Tag::kUl:
    case Tag::kOl:
    case Tag::kLi:
    case Tag::kDl:
    case Tag::kDt:
    case Tag::kDd:
    case Tag::kMenu:
    case Tag::kDir:
      return 2;
    default:
      return 1;
  }
}

PageMeasures measure_page(const dom::Document& page, const MarkupWords& words) {
  PageMeasures measures = PageMeter(page).run();
  measures.roles = find_roles(page, words);
  return measures;
}

PageMeasures measure_page(const dom::Document& page) {
  return measure_page(page, MarkupWords(page));
}

}  // namespace curlew::extract
