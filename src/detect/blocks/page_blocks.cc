#include "detect/blocks/page_blocks.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/fingerprint.h"
#include "base/random.h"
#include "detect/blocks/link_address.h"
#include "dom/hidden.h"
#include "dom/text.h"
#include "dom/word_gap.h"

namespace curlew::detect {
namespace {

using dom::AttributeName;
using dom::Document;
using dom::Flow;
using dom::Node;
using dom::NodeId;
using dom::Tag;

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  return scrambled(a ^ (b * 31));
}

bool is_not_shown(Node element) {
  return element.tag() == Tag::kNoscript ||
         dom::flow_of(element.tag()) == Flow::kHidden;
}

bool is_heading(Tag tag) { return tag >= Tag::kH1 && tag <= Tag::kH6; }

// A page may call most of itself "sidebar": that much is its main text all the same.
constexpr double kMaxAroundShare = 0.5;
// What is larger is no banner,
constexpr double kMaxNoiseShare = 0.25;
// unless it is that of a program that asks for consent.
constexpr double kMaxConsentShare = 0.75;
// Where more of a page hides itself, scripts show it: chapters that open at a click.
constexpr double kMaxHiddenShare = 0.3;

// What each element is there for.
class Roles {
 public:
  Roles(const Document& page, const BlockOptions& options)
      : options_(options), text_(page.size()), roles_(page.size()) {
    if (page.empty()) return;
    measure(page);
    if (text_[0] == 0) return;
    for (NodeId id = 1; id < page.size(); ++id) {
      const Node node = page.node(id);
      if (node.is_element() && text_[id] > 0)
        roles_[id] = std::max(roles_[node.parent().id()], own_role(node));
    }
  }

  // Of an element.
  Role of(NodeId id) const { return roles_[id]; }
  bool has_text(NodeId id) const { return text_[id] > 0; }
  bool is_hidden(Node element) const {
    return leaves_hidden_out_ && dom::is_hidden(element);
  }

 private:
  // Bytes below each node, and whether so little hides itself that it is left out.
  void measure(const Document& page) {
    std::size_t hidden = 0;
    NodeId hidden_end = 0;
    for (NodeId id = 0; id < page.size();) {
      const Node node = page.node(id);
      if (node.is_element() && is_not_shown(node)) {
        id = node.end();
        continue;
      }
      if (id >= hidden_end && dom::is_hidden(node)) hidden_end = node.end();
      if (node.is_text()) {
        text_[id] = std::uint32_t(trimmed(node.text()).size());
        if (id < hidden_end) hidden += text_[id];
      }
      ++id;
    }
    for (NodeId id = page.size(); id-- > 1;)
      text_[page.node(id).parent().id()] += text_[id];
    leaves_hidden_out_ = double(hidden) <= kMaxHiddenShare * double(text_[0]);
  }

  Role own_role(Node element) const {
    if (options_.watched) return Role::kMain;
    const double share = double(text_[element.id()]) / double(text_[0]);
    if (share > kMaxNoiseShare && share <= kMaxConsentShare && is_consent_tool(element))
      return Role::kNoise;
    if (share > kMaxAroundShare) return Role::kMain;
    const Role role = role_of(element);
    return role == Role::kNoise && share > kMaxNoiseShare ? Role::kAround : role;
  }

  const BlockOptions& options_;
  // Bytes below.
  std::vector<std::uint32_t> text_;
  std::vector<Role> roles_;
  bool leaves_hidden_out_ = true;
};

// Classes in any order are the same; those made by a machine count for nothing.
std::uint32_t style_of(Node element) {
  std::uint64_t sum = 0;
  std::string_view classes = element.attribute(AttributeName::kClass);
  while (!classes.empty()) {
    const std::size_t end =
        std::min(classes.find_first_of(" \t\n\f\r"), classes.size());
    const std::string_view word = classes.substr(0, end);
    if (!word.empty() && !looks_random(word)) sum += hash_of(word);
    classes.remove_prefix(std::min(end + 1, classes.size()));
  }
  const std::string_view style = element.attribute(AttributeName::kStyle);
  if (!style.empty()) sum = mixed(sum, hash_of(style));
  return std::uint32_t(sum >> 32);
}

std::uint16_t shape_of(Node element) {
  const Tag around = element.parent() ? element.parent().tag() : Tag::kOther;
  return std::uint16_t(std::uint16_t(element.tag()) << 8 | std::uint16_t(around));
}

class BlockReader {
 public:
  BlockReader(const Document& page, const BlockOptions& options)
      : page_(page), options_(options), roles_(page, options) {}

  PageBlocks run() {
    const Node top = page_.body() ? page_.body() : page_.root();
    if (!top) return {};
    read_title();
    for (NodeId id = top.id(); id < top.end();) id = step(page_.node(id));
    close_before(page_.size());
    end_block();
    return std::move(result_);
  }

 private:
  // An open element that separates its text from what follows it.
  struct Open {
    NodeId node;
    NodeId end;
    Flow flow;
  };

  void read_title() {
    for (const Node part : page_.root().children()) {
      if (part.tag() != Tag::kHead) continue;
      for (const Node child : part.children())
        if (child.tag() == Tag::kTitle && result_.title.empty())
          result_.title = dom::text_of(child);
    }
  }

  // Returns the node to go on with.
  NodeId step(Node node) {
    close_before(node.id());
    if (node.kind() == dom::NodeKind::kData) return node.end();
    if (node.is_text()) {
      if (is_watched(node.id())) add_text(node);
      return node.id() + 1;
    }
    if (is_not_shown(node) || roles_.is_hidden(node)) return node.end();
    if (options_.ignored && options_.ignored->contains(node)) return node.end();
    open(node);
    return node.id() + 1;
  }

  bool is_watched(NodeId id) const { return !options_.watched || id < watched_end_; }

  void open(Node node) {
    if (options_.watched && options_.watched->contains(node))
      watched_end_ = std::max(watched_end_, node.end());
    const Flow flow = dom::flow_of(node.tag());
    if (flow == Flow::kBlock || flow == Flow::kCell) end_block();
    if (flow == Flow::kSpaced) has_gap_ = true;
    if (flow != Flow::kInline) open_.push_back({node.id(), node.end(), flow});
    if (is_heading(node.tag())) heading_end_ = node.end();
    if (node.tag() == Tag::kPre) pre_end_ = std::max(pre_end_, node.end());
    if (node.tag() == Tag::kA) link_end_ = std::max(link_end_, node.end());
    if (!is_watched(node.id())) return;
    const Role role = roles_.of(node.id());
    if (role == Role::kNoise) return;
    add_to_structure(node);
    if (role != Role::kMain) return;
    if (node.tag() == Tag::kA) add_link(node);
    if (!roles_.has_text(node.id())) return;
    result_.styles.push_back(style_of(node));
    result_.styled.push_back(node.id());
  }

  void add_to_structure(Node node) {
    // They are where scripts put them.
    if (node.tag() == Tag::kLink || node.tag() == Tag::kMeta) return;
    const std::uint64_t name =
        node.tag() == Tag::kOther ? hash_of(node.name()) : std::uint64_t(node.tag());
    result_.structure = mixed(result_.structure, name * 1024 + node.depth());
  }

  void add_link(Node node) {
    const std::string_view address = node.attribute(AttributeName::kHref);
    if (const std::uint64_t hash = hash_of_link(address); hash != 0)
      result_.links.push_back({hash, node.id()});
  }

  void close_before(NodeId id) {
    for (; !open_.empty() && open_.back().end <= id; open_.pop_back()) {
      if (open_.back().flow == Flow::kSpaced)
        has_gap_ = true;
      else
        end_block();
    }
  }

  void add_text(Node node) {
    std::string_view text = node.text();
    const bool is_in_link = node.id() < link_end_;
    while (!text.empty()) {
      const std::size_t word = dom::size_of_word(text);
      if (word > 0) {
        add_word(text.substr(0, word), node);
        is_all_link_ &= is_in_link;
      }
      text.remove_prefix(word);
      if (text.empty()) return;
      const dom::WordGap gap = dom::word_gap_at(text);
      has_gap_ |= gap.is_space;
      if (text.front() == '\n' && node.id() < pre_end_) end_block();
      text.remove_prefix(gap.size);
    }
  }

  void add_word(std::string_view word, Node text) {
    if (!is_open_) begin_block(text);
    if (has_gap_ && result_.text.size() > block_.begin) result_.text += ' ';
    has_gap_ = false;
    result_.text += word;
  }

  void begin_block(Node text) {
    is_open_ = true;
    is_all_link_ = true;
    block_ = {};
    block_.begin = std::uint32_t(result_.text.size());
    block_.node = place_of_block();
    block_.shape = shape_of(page_.node(block_.node));
    block_.role = roles_.of(text.parent().id());
    block_.is_heading = text.id() < heading_end_;
  }

  // A <br> is closed before its line begins, so that the innermost open one is right.
  NodeId place_of_block() const {
    for (std::size_t i = open_.size(); i-- > 0;)
      if (open_[i].flow != Flow::kSpaced) return open_[i].node;
    return 0;
  }

  void end_block() {
    has_gap_ = false;
    if (!is_open_) return;
    is_open_ = false;
    block_.size = std::uint32_t(result_.text.size()) - block_.begin;
    block_.hash = hash_of(result_.text_of(block_));
    block_.is_link = is_all_link_;
    const auto own = std::uint32_t(result_.blocks.size());
    if (block_.is_heading && block_.role == Role::kMain) last_heading_ = own;
    block_.heading = last_heading_ == kNoHeading ? own : last_heading_;
    result_.blocks.push_back(block_);
  }

  static constexpr std::uint32_t kNoHeading = UINT32_MAX;

  const Document& page_;
  const BlockOptions& options_;
  const Roles roles_;
  PageBlocks result_;
  std::vector<Open> open_;
  Block block_;
  bool is_open_ = false;
  bool has_gap_ = false;
  bool is_all_link_ = false;
  NodeId heading_end_ = 0;
  NodeId link_end_ = 0;
  NodeId pre_end_ = 0;
  NodeId watched_end_ = 0;
  std::uint32_t last_heading_ = kNoHeading;
};

}  // namespace

PageBlocks read_blocks(const Document& page, const BlockOptions& options) {
  return BlockReader(page, options).run();
}

std::uint64_t hash_of(std::string_view text) {
  const Fingerprint fingerprint = fingerprint_of(text);
  std::uint64_t hash = 0;
  for (int i = 0; i < 8; ++i) hash = hash << 8 | fingerprint.bytes[std::size_t(i)];
  return hash;
}

}  // namespace curlew::detect
