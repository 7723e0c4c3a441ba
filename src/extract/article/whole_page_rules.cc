#include "extract/article/whole_page_rules.h"

#include <algorithm>

#include "dom/hidden.h"

namespace curlew::extract {
namespace {

using dom::Node;
using dom::NodeId;
using dom::Tag;
using F = BlockFeature;

// What a block stands in; 0 for none.
struct Surround {
  NodeId hidden = 0;   // The outermost that hides itself.
  NodeId group = 0;    // The innermost list or table.
  NodeId caption = 0;  // The innermost <figcaption>.
  NodeId quote = 0;    // The outermost <blockquote>.
  NodeId article = 0;  // The outermost <article>.
};

void extend(Surround& around, Node element) {
  const auto keep_outer = [&](NodeId& outer) {
    if (outer == 0) outer = element.id();
  };
  switch (element.tag()) {
    case Tag::kTable:
    case Tag::kUl:
    case Tag::kOl:
    case Tag::kDl:
      around.group = element.id();
      break;
    case Tag::kFigcaption:
      around.caption = element.id();
      break;
    case Tag::kBlockquote:
      keep_outer(around.quote);
      break;
    case Tag::kArticle:
      keep_outer(around.article);
      break;
    default:
      break;
  }
  if (around.hidden == 0 && dom::is_hidden(element)) around.hidden = element.id();
}

// By block.
std::vector<Surround> surrounds_of(const BlockSight& sight) {
  std::vector<Surround> elements(sight.page.size());
  for (NodeId id = 1; id < sight.page.size(); ++id) {
    const Node node = sight.page.node(id);
    if (!node.is_element()) continue;
    elements[id] = elements[node.parent().id()];
    extend(elements[id], node);
  }
  std::vector<Surround> blocks(sight.size());
  for (std::size_t i = 0; i < blocks.size(); ++i)
    blocks[i] = elements[sight.block(i).holder];
  return blocks;
}

// The smallest element that has nearly all of the given words, which are by block.
NodeId smallest_holder(const BlockSight& sight, std::span<const float> words) {
  constexpr float kNearlyAll = 0.9F;
  std::vector<float> below(sight.page.size());
  for (std::size_t i = 0; i < words.size(); ++i)
    below[sight.block(i).holder] += words[i];
  for (NodeId id = sight.page.size() - 1; id > 0; --id)
    if (below[id] > 0) below[sight.page.node(id).parent().id()] += below[id];
  NodeId smallest = sight.page.size() - 1;
  while (smallest > 0 && below[smallest] < kNearlyAll * below[0]) --smallest;
  return smallest;
}

class RuleApplier {
 public:
  explicit RuleApplier(const JudgedBlocks& blocks)
      : blocks_(blocks),
        chances_(blocks.chances.begin(), blocks.chances.end()),
        around_(surrounds_of(blocks.sight)) {}

  std::vector<float> run(const WholePageRules& rules) && {
    if (rules.hidden) find_hidden();
    drop_hidden();
    if (rules.groups) share_in_groups();
    if (rules.captions) doubt_captions();
    if (rules.quotes && is_article()) follow_quotes();
    if (rules.groups && !is_article()) share_among_alike();
    if (rules.others && is_article()) doubt_other_articles();
    if (rules.twins) doubt_twins();
    if (rules.comments) doubt_comments();
    if (rules.behind && is_article()) doubt_behind();
    drop_hidden();  // What was shared in groups gave some of it back.
    return std::move(chances_);
  }

 private:
  // Words, and those of them that are expected to belong.
  struct Mass {
    float good = 0;
    float all = 0;
  };

  float chance_of(PageType type) const { return blocks_.types[std::size_t(type)]; }
  bool is_article() const {
    constexpr float kLikely = 0.5F;
    return chance_of(PageType::kArticle) >= kLikely;
  }
  float words(std::size_t i) const { return at(blocks_.rows[i], F::text_words); }

  // Half of each chance is that of its group, of `count`; group 0 is none.
  template <typename GroupOf>
  void share(std::size_t count, GroupOf group_of) {
    std::vector<Mass> masses(count);
    for (std::size_t i = 0; i < chances_.size(); ++i) {
      Mass& mass = masses[group_of(i)];
      mass.good += chances_[i] * (words(i) + 1);
      mass.all += words(i) + 1;
    }
    for (std::size_t i = 0; i < chances_.size(); ++i)
      if (const Mass& mass = masses[group_of(i)]; group_of(i) > 0)
        chances_[i] = (chances_[i] + mass.good / mass.all) / 2;
  }

  // Unless hardly anything would be left, or far less than is hidden: then a program
  // shows it, as those do that send a page in pieces. A hidden copy is no longer than
  // what is shown.
  void find_hidden() {
    constexpr float kLeastWords = 40;
    constexpr float kFarLess = 3;
    float shown = 0;
    float hidden = 0;
    for (std::size_t i = 0; i < chances_.size(); ++i)
      (around_[i].hidden == 0 ? shown : hidden) += chances_[i] * words(i);
    drops_hidden_ = shown >= kLeastWords && hidden <= kFarLess * shown;
  }

  void drop_hidden() {
    for (std::size_t i = 0; i < chances_.size(); ++i)
      if (is_dropped(i)) chances_[i] = 0;
  }

  bool is_dropped(std::size_t i) const {
    return drops_hidden_ && around_[i].hidden > 0;
  }

  void share_in_groups() {
    share(blocks_.sight.page.size(), [&](std::size_t i) { return around_[i].group; });
  }

  // Where a page has many parts, those that are made alike belong together.
  void share_among_alike() {
    const Outline& outline = blocks_.sight.outline;
    share(outline.kinds_of_make + 1,
          [&](std::size_t i) { return outline.alike[i] + 1; });
  }

  void doubt_captions() {
    constexpr float kDoubt = 0.5F;
    for (std::size_t i = 0; i < chances_.size(); ++i)
      if (around_[i].caption > 0) chances_[i] *= kDoubt;
  }

  // Posts of social networks stand in quotes whose markup speaks of sharing.
  void follow_quotes() {
    constexpr float kBelongs = 0.5F;
    constexpr float kAtLeast = 0.7F;
    const std::size_t count = chances_.size();
    for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
      const NodeId quote = around_[begin].quote;
      end = begin + 1;
      while (end < count && around_[end].quote == quote) ++end;
      if (quote == 0) continue;
      const float before = begin > 0 ? chances_[begin - 1] : 0;
      const float after = end < count ? chances_[end] : 0;
      if (std::max(before, after) < kBelongs) continue;
      for (std::size_t i = begin; i < end; ++i)
        chances_[i] = std::max(chances_[i], kAtLeast);
    }
  }

  // Where one of several articles has the page's title, the others are further ones.
  void doubt_other_articles() {
    constexpr float kDoubt = 0.5F;
    constexpr float kLeastWords = 30;
    const NodeId titled = article_with_title();
    float left = 0;
    for (std::size_t i = 0; i < chances_.size(); ++i)
      if (around_[i].article == titled) left += chances_[i] * words(i);
    if (titled == 0 || left < kLeastWords) return;
    for (std::size_t i = 0; i < chances_.size(); ++i)
      if (around_[i].article > 0 && around_[i].article != titled) chances_[i] *= kDoubt;
  }

  NodeId article_with_title() const {
    NodeId found = 0;
    float best = 0.5F;
    for (std::size_t i = 0; i < chances_.size(); ++i) {
      const float likeness = at(blocks_.rows[i], F::text_in_title);
      if (around_[i].article == 0 || likeness <= best) continue;
      if (heading_level(blocks_.sight.tag(i)) == 0) continue;
      best = likeness;
      found = around_[i].article;
    }
    return found;
  }

  // What an article says again itself, side by side, it means to.
  void doubt_twins() {
    constexpr float kParagraph = 8;  // Words: shorter texts may well come again.
    constexpr float kWasTaken = 0.3F;
    const BlockSight& sight = blocks_.sight;
    for (std::size_t i = 0; i < chances_.size(); ++i) {
      const std::uint32_t twin = sight.outline.twins[i];
      if (twin < i && words(i) >= kParagraph && blocks_.chances[twin] >= kWasTaken &&
          !is_dropped(twin) && sight.holder(i).parent() != sight.holder(twin).parent())
        chances_[i] = 0;
    }
  }

  bool is_comment(std::size_t i) const {
    return at(blocks_.rows[i], F::mark_comments) >= 0;
  }

  // Unless hardly anything would be left: then the comments are what the page is for.
  void doubt_comments() {
    constexpr float kDoubt = 0.2F;
    constexpr float kLeastWords = 40;
    constexpr float kMayBeForum = 0.3F;
    if (chance_of(PageType::kForum) > kMayBeForum) return;
    float left = 0;
    for (std::size_t i = 0; i < chances_.size(); ++i)
      if (!is_comment(i)) left += chances_[i] * words(i);
    if (left < kLeastWords) return;
    for (std::size_t i = 0; i < chances_.size(); ++i)
      if (is_comment(i)) chances_[i] *= kDoubt;
  }

  // Further articles, teasers and the talk of others; pages of other kinds have several
  // parts that belong.
  void doubt_behind() {
    constexpr float kDoubt = 0.4F;
    constexpr float kSure = 0.8F;
    constexpr float kLeastWords = 50;
    std::vector<float> sure(chances_.size());
    float all = 0;
    for (std::size_t i = 0; i < sure.size(); ++i) {
      if (chances_[i] < kSure || is_comment(i)) continue;
      sure[i] = words(i);
      all += words(i);
    }
    if (all < kLeastWords) return;
    const BlockSight& sight = blocks_.sight;
    const NodeId end = end_of_sections(sight.page.node(smallest_holder(sight, sure)));
    for (std::size_t i = 0; i < sure.size(); ++i)
      if (sight.block(i).holder >= end) chances_[i] *= kDoubt;
  }

  // An article may be made of sections side by side, of which the first, or the
  // longest, holds nearly all that is sure. Those made alike that are likely belong to
  // it, too.
  NodeId end_of_sections(Node first) const {
    constexpr float kLikely = 0.5F;
    constexpr float kLeastWords = 20;
    const std::vector<Mass> masses = masses_below();
    NodeId end = first.end();
    for (Node next = first.next_sibling(); next; next = next.next_sibling()) {
      const Mass& mass = masses[next.id()];
      if (next.tag() == first.tag() && class_of(next) == class_of(first) &&
          mass.all >= kLeastWords && mass.good >= kLikely * mass.all)
        end = next.end();
    }
    return end;
  }

  static std::string_view class_of(Node node) {
    return node.attribute(dom::AttributeName::kClass);
  }

  // By element: of the words below it.
  std::vector<Mass> masses_below() const {
    const BlockSight& sight = blocks_.sight;
    std::vector<Mass> masses(sight.page.size());
    for (std::size_t i = 0; i < chances_.size(); ++i) {
      Mass& mass = masses[sight.block(i).holder];
      mass.good += chances_[i] * words(i);
      mass.all += words(i);
    }
    for (NodeId id = sight.page.size() - 1; id > 0; --id) {
      Mass& parent = masses[sight.page.node(id).parent().id()];
      parent.good += masses[id].good;
      parent.all += masses[id].all;
    }
    return masses;
  }

  const JudgedBlocks& blocks_;
  std::vector<float> chances_;
  std::vector<Surround> around_;  // By block.
  bool drops_hidden_ = false;
};

}  // namespace

std::vector<float> apply_whole_page_rules(const JudgedBlocks& blocks,
                                          const WholePageRules& rules) {
  return RuleApplier(blocks).run(rules);
}

}  // namespace curlew::extract
