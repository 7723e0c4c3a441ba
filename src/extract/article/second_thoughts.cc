#include "extract/article/second_thoughts.h"

#include <algorithm>

#include "extract/article/holder.h"

namespace curlew::extract {
namespace {

using dom::Node;
using dom::NodeId;
using dom::Tag;
using F = BlockFeature;

bool is_group(Tag tag) {
  return tag == Tag::kTable || tag == Tag::kUl || tag == Tag::kOl || tag == Tag::kDl;
}

class Thinker {
 public:
  explicit Thinker(const JudgedBlocks& blocks)
      : blocks_(blocks), chances_(blocks.chances.begin(), blocks.chances.end()) {}

  std::vector<float> run(const ThoughtRules& rules) && {
    if (rules.groups) share_in_groups();
    if (rules.captions) doubt_captions();
    if (rules.quotes && is_article()) follow_quotes();
    if (rules.groups && !is_article()) share_among_alike();
    if (rules.others && is_article()) doubt_other_articles();
    if (rules.twins) doubt_twins();
    if (rules.comments) doubt_comments();
    if (rules.behind && is_article()) doubt_behind();
    return std::move(chances_);
  }

 private:
  float chance_of(PageType type) const { return blocks_.types[std::size_t(type)]; }
  bool is_article() const {
    constexpr float kLikely = 0.5F;
    return chance_of(PageType::kArticle) >= kLikely;
  }
  float words(std::size_t i) const { return at(blocks_.rows[i], F::text_words); }

  // Half of each chance is that of its group; group 0 is none.
  void share(std::span<const std::uint32_t> groups, std::size_t count) {
    struct Mass {
      float good = 0;
      float all = 0;
    };
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
      found[id] = !is_settled && is_it(node.tag()) ? id : outer;
    }
    std::vector<std::uint32_t> out(chances_.size());
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = found[blocks_.sight.block(i).holder];
    return out;
  }

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
        around(Which::kInnermost, [](Tag tag) { return tag == Tag::kFigcaption; });
    for (std::size_t i = 0; i < chances_.size(); ++i)
      if (captions[i] > 0) chances_[i] *= kDoubt;
  }

  // Posts of social networks stand in quotes whose markup speaks of sharing.
  void follow_quotes() {
    constexpr float kBelongs = 0.5F;
    constexpr float kAtLeast = 0.7F;
    const std::vector<std::uint32_t> quotes =
        around(Which::kOutermost, [](Tag tag) { return tag == Tag::kBlockquote; });
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
        around(Which::kOutermost, [](Tag tag) { return tag == Tag::kArticle; });
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
          sight.holder(i).parent() != sight.holder(twin).parent())
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
    const NodeId end = sight.page.node(smallest_holder(sight, sure)).end();
    for (std::size_t i = 0; i < sure.size(); ++i)
      if (sight.block(i).holder >= end) chances_[i] *= kDoubt;
  }

  const JudgedBlocks& blocks_;
  std::vector<float> chances_;
};

}  // namespace

std::vector<float> think_again(const JudgedBlocks& blocks, const ThoughtRules& rules) {
  return Thinker(blocks).run(rules);
}

}  // namespace curlew::extract
