#include "extract/areas/found_links.h"

#include <optional>
#include <unordered_map>

#include "base/ascii.h"
#include "base/utf8.h"
#include "dom/text.h"
#include "extract/areas/link.h"
#include "url/url.h"

namespace curlew::extract {
namespace {

using dom::AttributeName;
using dom::Node;
using dom::Tag;

// Nobody reads more; a hostile page could make one link of all its text.
constexpr std::size_t kMaxLinkTextBytes = 500;

// Of all addresses together: 2,048 links have 200 KB of them. A long <base> makes a
// long address of each.
constexpr std::size_t kMaxAddressBytes = 1 << 20;

std::string_view label_below(Node link) {
  if (const auto label = link.attribute(AttributeName::kAriaLabel); !label.empty())
    return label;
  for (const Node node : link.subtree()) {
    const std::string_view alt = node.attribute(AttributeName::kAlt);
    if (node.tag() == Tag::kImg && !alt.empty()) return alt;
  }
  return {};
}

std::string text_of_link(Node link, const dom::NodeSet& left_out) {
  const std::string text = dom::text_of(link, {.skip = &left_out});
  return std::string(
      utf8_prefix(text.empty() ? trimmed(label_below(link)) : text, kMaxLinkTextBytes));
}

class LinkFinder {
 public:
  LinkFinder(const dom::Document& page, const dom::NodeSet& left_out,
             const LinkSearch& search)
      : page_(page), left_out_(left_out), search_(search) {
    if (auto base = url::parse_url(search.base)) base_ = std::move(*base);
  }

  void search(const Area& area) {
    const Node top = page_.node(area.node);
    for (dom::NodeId id = top.id(); id < top.end();) {
      const Node node = page_.node(id);
      const bool is_out = node != top && left_out_.contains(node);
      const bool leads = !is_out && is_link(node);
      if (leads) add(node, area.kind);
      id = is_out || leads ? node.end() : id + 1;
    }
  }

  std::vector<model::FoundLink> finish() { return std::move(links_); }

 private:
  void add(Node link, AreaKind kind) {
    if (links_.size() >= search_.max_links) return;
    std::optional<std::string> url = absolute(link_address(link));
    if (!url || url->size() > room_) return;
    const auto [known, is_new] = places_.try_emplace(*url, links_.size());
    if (is_new) {
      room_ -= url->size();
      links_.push_back({std::move(*url), text_of_link(link, left_out_),
                        kind == AreaKind::kInformational
                            ? model::LinkPlace::kInformational
                            : model::LinkPlace::kHub});
    } else if (links_[known->second].text.empty()) {
      links_[known->second].text = text_of_link(link, left_out_);
    }
  }

  std::optional<std::string> absolute(std::string_view address) const {
    if (search_.base.empty()) return std::string(address);
    const auto url = url::parse_url(address, base_ ? &*base_ : nullptr);
    if (!url || !url->is_http()) return {};
    return std::string(url->without_fragment());
  }

  const dom::Document& page_;
  const dom::NodeSet& left_out_;
  const LinkSearch& search_;
  std::optional<url::Url> base_;
  std::size_t room_ = kMaxAddressBytes;
  std::vector<model::FoundLink> links_;
  std::unordered_map<std::string, std::size_t> places_;  // By address.
};

}  // namespace

std::string base_address(const dom::Document& page, std::string_view url) {
  for (const Node node : page.root().subtree()) {
    if (node.tag() == Tag::kBody) break;
    const std::string_view href = node.attribute(AttributeName::kHref);
    if (node.tag() != Tag::kBase || href.empty()) continue;
    return url::resolve(href, url).value_or(std::string(url));
  }
  return std::string(url);
}

std::vector<model::FoundLink> find_links(const dom::Document& page,
                                         std::span<const Area> areas,
                                         const dom::NodeSet& left_out,
                                         const LinkSearch& search) {
  LinkFinder finder(page, left_out, search);
  for (const Area& area : areas) finder.search(area);
  return finder.finish();
}

}  // namespace curlew::extract
