#include "extract/entries/entries.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "dom/text.h"
#include "extract/areas/readable_parts.h"
#include "extract/blocks/block.h"
#include "extract/entries/card_text.h"
#include "extract/entries/page_links.h"

namespace curlew::extract {
namespace {

using dom::Node;
using dom::NodeId;

// A list of names only: shorter ones are the small links of something else.
constexpr std::size_t kMinNames = 4;
// So many in areas show that links of a look are headlines elsewhere, too.
constexpr std::size_t kMinHeadlinesAlike = 2;
// A card has fewer links before and behind the one that it is of.
constexpr std::size_t kCardLinks = 8;

class EntryFinder {
 public:
  EntryFinder(const dom::Document& page, const PageMeasures& measures,
              std::span<const Area> areas, const dom::NodeSet& left_out,
              const EntrySearch& search)
      : page_(page),
        areas_(areas),
        search_(search),
        cards_(measures, left_out),
        found_(find_page_links(
            page, measures, areas, left_out,
            {.url = search.url,
             .base = search.base,
             .in_areas_only = search.choice != EntryChoice::kWorthFollowing})),
        is_headline_(found_.links.size()) {}

  std::vector<PageEntry> run() {
    for (const PageLink& link : found_.links) {
      if (link.words < LinkWords::kHeadline && !link.is_in_sentence)
        cards_.leave_out_of_teasers(page_.node(link.node));
    }
    choose_headlines();
    if (search_.choice == EntryChoice::kWorthFollowing) choose_names();
    for (std::size_t i = 0; i < is_headline_.size(); ++i)
      if (is_headline_[i]) headlines_.push_back(i);
    std::vector<Chosen> chosen = choose_links();
    std::ranges::sort(chosen, {}, &Chosen::link);
    if (chosen.size() > search_.max_entries) chosen.resize(search_.max_entries);
    std::vector<PageEntry> entries;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const NodeId next =
          i + 1 < chosen.size() ? link(chosen[i + 1]).node : page_.size();
      entries.push_back(to_entry(chosen[i], next));
    }
    return entries;
  }

 private:
  // What stands for one target.
  struct Chosen {
    std::size_t link;  // Index of it.
    NodeId card;       // The largest element that speaks of nothing else.
    std::string title;
  };

  // Of links that are made alike.
  struct Look {
    std::size_t links = 0;      // With words.
    std::size_t headlines = 0;  // With more than a few of them.
    bool is_headlines() const { return 2 * headlines >= links; }
  };

  const PageLink& link(const Chosen& chosen) const { return found_.links[chosen.link]; }

  bool may_be_entry(const PageLink& link) const {
    return found_.targets[link.target].may_be_entry;
  }

  static bool is_word(LinkWords words) { return words >= LinkWords::kShort; }
  static bool is_on_its_own(const PageLink& link) {
    return is_word(link.words) && !link.is_guiding && !link.is_in_sentence;
  }
  bool is_in_area(const PageLink& link) const { return link.area < areas_.size(); }
  AreaKind kind_of(const PageLink& link) const {
    return is_in_area(link) ? areas_[link.area].kind : AreaKind::kHub;
  }
  // A card does not reach beyond.
  Node top_of(const PageLink& link) const {
    return is_in_area(link) ? page_.node(areas_[link.area].node) : page_.body();
  }

  // Links made alike are headlines when half of those with words have enough of them.
  // Outside of areas there are some where the areas have several of that look.
  void choose_headlines() {
    for (const PageLink& link : found_.links) {
      if (link.words == LinkWords::kNone || !is_in_area(link)) continue;
      Look& look = looks_[link.look];
      ++look.links;
      look.headlines += link.words == LinkWords::kHeadline;
    }
    for (std::size_t i = 0; i < found_.links.size(); ++i) {
      const PageLink& link = found_.links[i];
      if (!is_on_its_own(link)) continue;
      const auto look = looks_.find(link.look);
      if (look == looks_.end() || !look->second.is_headlines()) continue;
      if (!is_in_area(link) && look->second.headlines < kMinHeadlinesAlike) continue;
      is_headline_[i] = true;
    }
  }

  // Where a hub area has no headlines, its names are: a list of places, a register. So
  // are short titles in headings, unless headlines follow them: those are the titles of
  // sections.
  void choose_names() {
    std::vector<std::size_t> names(areas_.size());
    std::vector<bool> has_headline(areas_.size());
    std::unordered_map<std::uint64_t, Look> titles;  // `headlines`: followed by them.
    for (std::size_t i = 0; i < found_.links.size(); ++i) {
      const PageLink& link = found_.links[i];
      if (!is_in_area(link)) continue;
      has_headline[link.area] = has_headline[link.area] || is_headline_[i];
      names[link.area] += is_name(i);
      if (!is_name(i) || link.heading == dom::kNoNode) continue;
      Look& look = titles[link.look];
      ++look.links;
      look.headlines += is_followed_by_headline(i);
    }
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < found_.links.size(); ++i) {
      const PageLink& link = found_.links[i];
      if (!is_in_area(link) || !is_name(i) || link.heading == dom::kNoNode) continue;
      if (titles[link.look].is_headlines()) continue;
      chosen.push_back(i);
      has_headline[link.area] = true;
    }
    for (std::size_t i = 0; i < found_.links.size(); ++i) {
      const PageLink& link = found_.links[i];
      if (is_in_area(link) && is_name(i) && kind_of(link) == AreaKind::kHub &&
          !has_headline[link.area] && names[link.area] >= kMinNames)
        chosen.push_back(i);
    }
    for (const std::size_t i : chosen) is_headline_[i] = true;
  }

  bool is_name(std::size_t index) const {
    return is_on_its_own(found_.links[index]) && !is_headline_[index];
  }

  // Before the next link that looks like this one.
  bool is_followed_by_headline(std::size_t index) const {
    const PageLink& own = found_.links[index];
    for (std::size_t i = index + 1; i < found_.links.size(); ++i) {
      if (found_.links[i].target == own.target) continue;
      if (is_headline_[i]) return true;
      if (found_.links[i].look == own.look) return false;
    }
    return false;
  }

  // Where the nearest links before and behind one are that lead elsewhere: its card
  // lies between.
  struct Bounds {
    NodeId before = 0;
    NodeId behind = 0;
  };

  Bounds bounds_of(std::size_t index, const std::vector<std::size_t>& others) const {
    const PageLink& own = found_.links[index];
    const auto leads_elsewhere = [&](std::size_t other) {
      return found_.links[other].target != own.target;
    };
    const auto at = std::ranges::lower_bound(others, index);
    Bounds bounds{0, page_.size()};
    for (auto it = at; it != others.begin();) {
      if (!leads_elsewhere(*--it)) continue;
      bounds.before = found_.links[*it].node + 1;
      break;
    }
    const auto behind = std::find_if(at, others.end(), leads_elsewhere);
    if (behind != others.end()) bounds.behind = found_.links[*behind].node;
    return bounds;
  }

  // Cards of headlines hold no other; those of other links may, and all of them
  // together must not hold the page more than a few times.
  void keep_near(std::size_t index, Bounds& bounds) const {
    const auto& links = found_.links;
    if (index >= kCardLinks)
      bounds.before = std::max(bounds.before, links[index - kCardLinks].node + 1);
    if (index + kCardLinks < links.size())
      bounds.behind = std::min(bounds.behind, links[index + kCardLinks].node);
  }

  // The largest element around the link, within its area, that holds no headline of
  // another address, and none of `others`.
  NodeId card_of(std::size_t index, const std::vector<std::size_t>& others) const {
    const PageLink& own = found_.links[index];
    Bounds bounds = bounds_of(index, headlines_);
    const Bounds alike = bounds_of(index, others);
    bounds = {std::max(bounds.before, alike.before),
              std::min(bounds.behind, alike.behind)};
    if (!is_headline_[index]) keep_near(index, bounds);
    const NodeId top = top_of(own).id();
    Node card = page_.node(own.node);
    while (card.id() != top && card.parent()) {
      const Node around = card.parent();
      if (around.id() < bounds.before || around.end() > bounds.behind) break;
      card = around;
    }
    return card.id();
  }

  std::vector<Chosen> choose_links() {
    std::vector<std::optional<Chosen>> by_target(found_.targets.size());
    std::vector<bool> has_headline(areas_.size());
    for (const std::size_t i : headlines_) {
      const PageLink& own = found_.links[i];
      const NodeId card = card_of(i, {});
      // The text that a headline is above need not be in an area with it.
      for (auto area = first_area_in(card); area != areas_.end(); ++area) {
        if (area->node >= page_.node(card).end()) break;
        has_headline[std::size_t(area - areas_.begin())] = true;
      }
      if (is_in_area(own)) has_headline[own.area] = true;
      std::optional<Chosen>& known = by_target[own.target];
      const bool is_better = !known || (link(*known).heading == dom::kNoNode &&
                                        own.heading != dom::kNoNode);
      if (may_be_entry(own) && is_better) known = Chosen{i, card, headline_of(own)};
    }
    choose_unspoken(by_target, has_headline);
    std::vector<Chosen> chosen;
    for (std::optional<Chosen>& one : by_target)
      if (one && !one->title.empty()) chosen.push_back(std::move(*one));
    return chosen;
  }

  std::span<const Area>::iterator first_area_in(NodeId card) const {
    return std::ranges::lower_bound(areas_, card, {}, &Area::node);
  }

  // Links that say nothing themselves, below a heading that does; links in the text of
  // an informational area that has no headlines; and all others if a person wants them.
  void choose_unspoken(std::vector<std::optional<Chosen>>& by_target,
                       const std::vector<bool>& has_headline) {
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> alike;
    std::vector<std::unordered_set<std::uint32_t>> targets(areas_.size());
    std::vector<bool> is_spoken(found_.targets.size());
    for (std::size_t i = 0; i < found_.links.size(); ++i) {
      const PageLink& link = found_.links[i];
      alike[link.look].push_back(i);
      // Of a section or a person whose name was passed over, "More" is no better.
      if (is_on_its_own(link)) is_spoken[link.target] = true;
      if (is_in_area(link) && may_be_entry(link))
        targets[link.area].insert(link.target);
    }
    for (std::size_t i = 0; i < found_.links.size(); ++i) {
      const PageLink& link = found_.links[i];
      std::optional<Chosen>& known = by_target[link.target];
      if (known || !may_be_entry(link) || !is_in_area(link)) continue;
      Text text = Text::kNone;
      if (kind_of(link) == AreaKind::kInformational && !has_headline[link.area] &&
          search_.choice == EntryChoice::kWorthFollowing)
        text = targets[link.area].size() == 1 ? Text::kWithOneLink : Text::kWithLinks;
      if (is_spoken[link.target] && text == Text::kNone &&
          search_.choice != EntryChoice::kAllLinks)
        continue;
      const NodeId card = card_of(i, alike[link.look]);
      std::string title = unspoken_title(link, card, text);
      if (!title.empty()) known = Chosen{i, card, std::move(title)};
    }
  }

  // What a link stands in that leads to more of the same.
  enum class Text { kNone, kWithLinks, kWithOneLink };

  std::string unspoken_title(const PageLink& link, NodeId card, Text text) const {
    if (search_.choice == EntryChoice::kAllLinks) return any_title(link, card);
    if (!is_word(link.words)) {
      std::string title = cards_.heading_in(page_.node(card));
      if (title.empty()) title = cards_.heading_before(page_.node(card));
      if (!title.empty()) return title;
    }
    if (text == Text::kNone || link.is_guiding) return {};
    if (link.words == LinkWords::kHeadline || is_on_its_own(link))
      return one_line(link.text);
    if (text == Text::kWithOneLink || link.words == LinkWords::kShort)
      return cards_.first_sentence(page_.node(card));
    return {};
  }

  std::string any_title(const PageLink& link, NodeId card) const {
    std::string title = headline_of(link);
    if (title.empty()) title = cards_.heading_in(page_.node(card));
    return title.empty() ? cards_.label_below(page_.node(link.node)) : title;
  }

  // Of a link with words.
  std::string headline_of(const PageLink& link) const {
    if (link.heading != dom::kNoNode) {
      const Node heading = page_.node(link.heading);
      // Around it: the heading may have more than this link.
      if (heading.id() < link.node) return one_line(link.text);
      return one_line(cards_.text_of(heading));
    }
    return cards_.best_line(page_.node(link.node), link.text);
  }

  static std::string one_line(std::string_view text) {
    std::string line(text);
    std::ranges::replace(line, '\n', ' ');
    return line;
  }

  PageEntry to_entry(const Chosen& chosen, NodeId next) const {
    const PageLink& own = link(chosen);
    PageEntry entry;
    entry.url = found_.targets[own.target].url;
    entry.title = utf8_prefix(chosen.title, search_.max_title_bytes);
    entry.summary = cards_.summary_of(page_.node(chosen.card),
                                      {.title = chosen.title,
                                       .end = top_of(own).end(),
                                       .next = next,
                                       .max_bytes = search_.max_summary_bytes});
    entry.place = kind_of(own) == AreaKind::kInformational
                      ? model::LinkPlace::kInformational
                      : model::LinkPlace::kHub;
    return entry;
  }

  const dom::Document& page_;
  std::span<const Area> areas_;
  const EntrySearch& search_;
  CardText cards_;
  PageLinks found_;
  std::unordered_map<std::uint64_t, Look> looks_;  // Of links in areas.
  std::vector<bool> is_headline_;                  // By link; also to other sites.
  std::vector<std::size_t> headlines_;             // Their indices, in order.
};

}  // namespace

std::vector<PageEntry> find_entries(const dom::Document& page,
                                    const PageMeasures& measures,
                                    std::span<const Area> areas,
                                    const EntrySearch& search) {
  const dom::NodeSet left_out = left_out_of_areas(page, measures, areas);
  return EntryFinder(page, measures, areas, left_out, search).run();
}

}  // namespace curlew::extract
