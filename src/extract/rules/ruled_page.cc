#include "extract/rules/ruled_page.h"

#include <algorithm>
#include <span>

#include "dom/node_set.h"
#include "dom/text.h"
#include "dom/without.h"
#include "extract/areas/areas.h"
#include "extract/areas/found_links.h"
#include "extract/areas/link.h"
#include "extract/areas/measures.h"
#include "extract/areas/readable_parts.h"
#include "extract/article/article_html.h"
#include "extract/blocks/block.h"

namespace curlew::extract {
namespace {

using dom::AttributeName;
using dom::Node;
using dom::NodeId;

// In document order, none inside another.
void keep_outermost(const dom::Document& page, std::vector<NodeId>& ids) {
  std::ranges::sort(ids);
  NodeId end = 0;
  std::erase_if(ids, [&](NodeId id) {
    if (id < end) return true;
    end = page.node(id).end();
    return false;
  });
}

// What an element states to programs, before what it shows.
std::string text_for(RuleKey key, Node node) {
  if (node.tag() == dom::Tag::kMeta)
    return std::string(node.attribute(AttributeName::kContent));
  if (key == RuleKey::kDate && node.has_attribute(AttributeName::kDatetime))
    return std::string(node.attribute(AttributeName::kDatetime));
  std::string text = dom::text_of(node);
  if (key != RuleKey::kBody) std::ranges::replace(text, '\n', ' ');
  return text;
}

// As AreaOptions::max_areas: further ones are dropped. Each has a path of its own,
// which is as long as the page is deep.
constexpr std::size_t kMaxAreas = 4096;

std::vector<Area> make_areas(std::span<const NodeId> ids, AreaKind kind) {
  std::vector<Area> areas;
  for (const NodeId id : ids.first(std::min(ids.size(), kMaxAreas)))
    areas.push_back({.node = id, .kind = kind});
  return areas;
}

// What a body rule matches is one text: only headings part it.
std::vector<model::Block> joined(std::vector<model::Block> blocks) {
  std::vector<model::Block> all;
  for (model::Block& block : blocks) {
    if (all.empty() || block.heading != all.back().heading)
      all.push_back(std::move(block));
    else
      all.back().text.append("\n").append(block.text);
  }
  return all;
}

bool has_link(Node top) {
  for (const Node node : top.subtree())
    if (is_link(node)) return true;
  return false;
}

// A rule may name what only a script would show. Where such an element is meant, all of
// it is.
void show(const dom::Document& page, const std::vector<NodeId>& ids,
          PageMeasures& measures) {
  for (const NodeId id : ids)
    if (measures.unread[id])
      std::fill(measures.unread.begin() + id,
                measures.unread.begin() + page.node(id).end(), 0);
}

}  // namespace

RuledPage::RuledPage(const dom::Document& page, const Rules& rules)
    : rules_(rules), page_(&page), matches_(rules.size()) {
  if (page.empty()) return;
  match(RuleKey::kDrop);
  drop(page);
  for (std::size_t key = 1; key < kRuleKeys; ++key) match(RuleKey(key));
  read_values();
  // A list without links would end all following of links, unnoticed.
  std::erase_if(found_[std::size_t(RuleKey::kLinks)],
                [&](NodeId id) { return !has_link(page_->node(id)); });
  words_.look_up(*page_);
  measures_ = measure_page(*page_, words_);
  areas_ = find_areas(*page_, measures_);
}

PageSums RuledPage::sums() const {
  return page_->empty() ? PageSums() : sum_page(measures_.nodes.front(), areas_);
}

void RuledPage::match(RuleKey key) {
  std::vector<NodeId>& all = found_[std::size_t(key)];
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    if (rules_[i].key != key) continue;
    const std::vector<NodeId> ids = rules_[i].selector.select(page_->root());
    matches_[i] = ids.size();
    all.insert(all.end(), ids.begin(), ids.end());
  }
  keep_outermost(*page_, all);
}

void RuledPage::drop(const dom::Document& page) {
  if (found(RuleKey::kDrop).empty()) return;
  dom::NodeSet left_out(page);
  for (const NodeId id : found(RuleKey::kDrop)) left_out.insert(page.node(id));
  dom::copy_without(page, left_out, rest_);
  page_ = &rest_;
}

void RuledPage::read_values() {
  for (const RuleKey key :
       {RuleKey::kBody, RuleKey::kTitle, RuleKey::kAuthor, RuleKey::kDate}) {
    std::string& value = values_[std::size_t(key)];
    for (const NodeId id : found(key)) {
      // The body is all of them; of a title the first is enough.
      if (!value.empty() && key != RuleKey::kBody) break;
      const std::string text = text_for(key, page_->node(id));
      if (!value.empty() && !text.empty()) value += '\n';
      value += text;
    }
  }
}

bool RuledPage::falls_back(RuleKey key) const {
  if (std::ranges::find(rules_, key, &Rule::key) == rules_.end()) return false;
  if (key == RuleKey::kDrop || key == RuleKey::kLinks) return found(key).empty();
  return value(key).empty();
}

PageContent RuledPage::read(PageReader& reader, const ReadOptions& options) {
  ReadOptions chosen = options;
  chosen.body = value(RuleKey::kBody);
  if (!page_->empty()) chosen.words = &words_;
  cut_blocks(*page_, blocks_, found(RuleKey::kBody));
  mark_areas(*page_, measures_, areas_, blocks_);
  chosen.blocks = &blocks_;
  PageContent content = reader.read(*page_, chosen);
  stated_ = content.is_body_stated ? content.body : std::string();
  const auto prefer = [&](RuleKey key, std::string& automatic) {
    if (!value(key).empty()) automatic = value(key);
  };
  prefer(RuleKey::kTitle, content.title);
  prefer(RuleKey::kAuthor, content.author);
  prefer(RuleKey::kDate, content.published);
  if (!chosen.body.empty() && content.is_hub) {
    // Whoever names its text wants it read.
    content.is_hub = false;
    content.type = PageType::kArticle;
  }
  return content;
}

std::vector<Area> RuledPage::body_and_areas_beside(
    const std::vector<Area>& areas) const {
  const std::vector<NodeId>& body = found(RuleKey::kBody);
  std::vector<Area> kept = make_areas(body, AreaKind::kInformational);
  // Both are in document order and neither has overlaps of its own, so one pass finds
  // what overlaps the body.
  std::size_t next = 0;
  for (Area area : areas) {
    const Node node = page_->node(area.node);
    while (next < body.size() && page_->node(body[next]).end() <= node.id()) ++next;
    const bool overlaps = next < body.size() && body[next] < node.end();
    if (area.kind == AreaKind::kInformational || overlaps) continue;
    area.is_nested = false;
    kept.push_back(area);
  }
  std::ranges::sort(kept, {}, &Area::node);
  return kept;
}

model::ReadableParts RuledPage::parts(std::string_view url) const {
  if (page_->empty()) return {};
  const std::vector<NodeId>& lists = found(RuleKey::kLinks);
  const bool has_body = !value(RuleKey::kBody).empty();
  const bool is_read = !blocks_.blocks.empty();
  if (!has_body && lists.empty()) {
    auto parts = is_read ? read_parts(*page_, blocks_, measures_, areas_, url)
                         : read_parts(*page_, measures_, areas_, url);
    if (!stated_.empty()) parts.blocks.push_back({.text = stated_, .path = "/html"});
    return parts;
  }
  PageMeasures measures = measures_;
  PageBlocks blocks = blocks_;
  if (!is_read) {
    cut_blocks(*page_, blocks, found(RuleKey::kBody));
    mark_areas(*page_, measures, areas_, blocks);
  }
  std::vector<Area> areas = areas_;
  if (has_body) {
    show(*page_, found(RuleKey::kBody), measures);
    areas = body_and_areas_beside(areas);
    mark_areas(*page_, measures, areas, blocks);
  }
  model::ReadableParts parts = read_parts(*page_, blocks, measures, areas, url);
  if (has_body) parts.blocks = joined(std::move(parts.blocks));
  if (lists.empty()) return parts;
  show(*page_, lists, measures);
  const std::string base = base_address(*page_, url);
  parts.links = find_links(*page_, make_areas(lists, AreaKind::kHub),
                           left_out_of_areas(*page_, measures, {}), {.base = base});
  return parts;
}

std::string RuledPage::article_html(std::string_view url, Bytes most) const {
  const std::string base = base_address(*page_, url);
  const ArticleHtmlOptions options{.base = base, .most = most};
  if (value(RuleKey::kBody).empty()) {
    return extract::article_html(*page_, blocks_, options);
  }
  PageBlocks blocks = blocks_;
  auto block = blocks.blocks.begin();
  for (const NodeId id : found(RuleKey::kBody)) {
    const Node body = page_->node(id);
    while (block != blocks.blocks.end() && block->first < id) ++block;
    const auto first = block;
    for (; block != blocks.blocks.end() && block->first < body.end(); ++block)
      block->is_in_article = true;
    // It has text in an attribute, say, or behind the last of too many blocks.
    const bool is_whole = body.end() <= blocks.end || blocks.blocks.size() < kMaxBlocks;
    if (!is_whole || (block == first && !text_for(RuleKey::kBody, body).empty()))
      return {};
  }
  return extract::article_html(*page_, blocks, options);
}

std::vector<PageEntry> RuledPage::entries(std::string_view url) const {
  if (page_->empty()) return {};
  const std::vector<NodeId>& lists = found(RuleKey::kLinks);
  const std::string base = base_address(*page_, url);
  EntrySearch search{.url = url, .base = base};
  if (lists.empty()) return find_entries(*page_, measures_, areas_, search);
  PageMeasures measures = measures_;
  show(*page_, lists, measures);
  search.choice = EntryChoice::kAllLinks;
  return find_entries(*page_, measures, make_areas(lists, AreaKind::kHub), search);
}

std::vector<PageEntry> RuledPage::headlines(std::string_view url) const {
  if (page_->empty() || !page_->body()) return {};
  const std::string base = base_address(*page_, url);
  const Area body{.node = page_->body().id(), .kind = AreaKind::kHub};
  return find_entries(*page_, measures_, {&body, 1},
                      {.url = url, .base = base, .choice = EntryChoice::kHeadlines});
}

}  // namespace curlew::extract
