#include "extract/article/second_thoughts.h"

#include <algorithm>

#include "extract/article/holder.h"
#include "extract/hidden.h"

namespace curlew::extract {
namespace {

using dom::Node;
using dom::NodeId;
using dom::Tag;
using F = BlockFeature;

bool is_group(Node node) {
  const Tag tag = node.tag();
  return tag == Tag::kTable || tag == Tag::kUl || tag == Tag::kOl || tag == Tag::kDl;
}

template <Tag kTag>
bool is_tag(Node node) {
  return node.tag() == kTag;
}

class Thinker {
 public:
  explicit Thinker(const JudgedBlocks& blocks)
      : blocks_(blocks), chances_(blocks.chances.begin(), blocks.chances.end()) {}

  std::vector<float> run(const ThoughtRules& rules) && {
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

  // Half of each chance is that of its group; group 0 is none.
  void share(std::span<const std::uint32_t> groups, std::size_t count) {
    std::vector<Mass> masses(count);
    for (std::size_t i = 0; i < groups.size(); ++i) {
      Mass& mass = masses[groups[i]];
      mass.good += chances_[i] * (words(i) + 1);
      mass.all += words(i) + 1;
    }
    for (std::size_t i = 0; i < groups.size(); ++i)
      if (groups[i] > 0)
        chances_[i] =
            (chances_[i] + masses[groups[i]].good / masses[groups[i]].all) / 2;
  }

  // By block: the innermost or the outermost element of a kind around it; 0 for none.
  enum class Which { kInnermost, kOutermost };
  template <typename IsIt>
  std::vector<std::uint32_t> around(Which which, const IsIt& is_it) const {
    const dom::Document& page = blocks_.sight.page;
    std::vector<NodeId> found(page.size(), 0);
    for (NodeId id = 1; id < page.size(); ++id) {
      const Node node = page.node(id);
      const NodeId outer = found[node.parent().id()];
      const bool is_settled = which == Which::kOutermost && outer > 0;
      found[id] = !is_settled && is_it(node) ? id : outer;
    }
    std::vector<std::uint32_t> out(chances_.size());
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = found[blocks_.sight.block(i).holder];
    return out;
  }

  // Unless hardly anything would be left, or far less than is hidden: then a program
  // shows it, as those do that send a page in pieces. A hidden copy is no longer than
  // what is shown.
  void find_hidden() {
    constexpr float kLeastWords = 40;
    constexpr float kFarLess = 3;
    hidden_ = around(Which::kOutermost, is_hidden);
    float shown = 0;
    float hidden = 0;
    for (std::size_t i = 0; i < chances_.size(); ++i)
      (hidden_[i] == 0 ? shown : hidden) += chances_[i] * words(i);
    if (shown < kLeastWords || hidden > kFarLess * shown) hidden_.clear();
  }

  void drop_hidden() {
    for (std::size_t i = 0; i < hidden_.size(); ++i)
      if (hidden_[i] > 0) chances_[i] = 0;
  }

  bool is_dropped(std::size_t i) const { return !hidden_.empty() && hidden_[i] > 0; }

  void share_in_groups() {
    share(around(Which::kInnermost, is_group), blocks_.sight.page.size());
  }

  // Where a page has many parts, those that are made alike belong together.
  void share_among_alike() {
    std::vector<std::uint32_t> groups = blocks_.sight.outline.alike;
    for (std::uint32_t& group : groups) ++group;
    share(groups, blocks_.sight.outline.kinds_of_make + 1);
  }

  void doubt_captions() {
    constexpr float kDoubt = 0.5F;
    const std::vector<std::uint32_t> captions =
        around(Which::kInnermost, is_tag<Tag::kFigcaption>);
    for (std::size_t i = 0; i < chances_.size(); ++i)
      if (captions[i] > 0) chances_[i] *= kDoubt;
  }

  // Posts of social networks stand in quotes whose markup speaks of sharing.
  void follow_quotes() {
    constexpr float kBelongs = 0.5F;
    constexpr float kAtLeast = 0.7F;
    const std::vector<std::uint32_t> quotes =
        around(Which::kOutermost, is_tag<Tag::kBlockquote>);
    for (std::size_t begin = 0, end = 0; begin < quotes.size(); begin = end) {
      end = begin + 1;
      while (end < quotes.size() && quotes[end] == quotes[begin]) ++end;
      if (quotes[begin] == 0) continue;
      const float before = begin > 0 ? chances_[begin - 1] : 0;
      const float after = end < quotes.size() ? chances_[end] : 0;
      if (std::max(before, after) < kBelongs) continue;
      for (std::size_t i = begin; i < end; ++i)
        chances_[i] = std::max(chances_[i], kAtLeast);
    }
  }

  // Where one of several articles has the page's title, the others are further ones.
  void doubt_other_articles() {
    constexpr float kDoubt = 0.5F;
    constexpr float kLeastWords = 30;
    const std::vector<std::uint32_t> articles =
        around(Which::kOutermost, is_tag<Tag::kArticle>);
    const std::uint32_t titled = article_with_title(articles);
    float left = 0;
    for (std::size_t i = 0; i < articles.size(); ++i)
      if (articles[i] == titled) left += chances_[i] * words(i);
    if (titled == 0 || left < kLeastWords) return;
    for (std::size_t i = 0; i < articles.size(); ++i)
      if (articles[i] > 0 && articles[i] != titled) chances_[i] *= kDoubt;
  }

  std::uint32_t article_with_title(std::span<const std::uint32_t> articles) const {
    std::uint32_t found = 0;
    float best = 0.5F;
    for (std::size_t i = 0; i < articles.size(); ++i) {
      const float likeness = at(blocks_.rows[i], F::text_in_title);
      if (articles[i] == 0 || likeness <= best) continue;
      if (heading_level(blocks_.sight.tag(i)) == 0) continue;
      best = likeness;
      found = articles[i];
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
  std::vector<std::uint32_t> hidden_;  // By block; empty: nothing is left out.
};

}  // namespace

std::vector<float> think_again(const JudgedBlocks& blocks, const ThoughtRules& rules) {
  return Thinker(blocks).run(rules);
}

}  // namespace curlew::extract
