#include "extract/entries/page_links.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/ascii.h"
#include "base/utf8.h"
#include "dom/text.h"
#include "extract/areas/link.h"
#include "extract/blocks/block.h"
#include "url/domain.h"
#include "url/url.h"

namespace curlew::extract {
namespace {

using dom::AttributeName;
using dom::Node;
using dom::NodeId;

// A card that is a link as a whole has its teaser in it; nobody reads more.
constexpr std::size_t kMaxTextBytes = 2000;
// The same words to so many addresses say nothing about any of them.
constexpr std::size_t kManyAddresses = 3;
// Elements around a link that tell what it is made like.
constexpr int kLookDepth = 4;

// Where no article is, on any site.
constexpr auto kServicePaths = std::to_array<std::string_view>({"login",
                                                                "signin",
                                                                "sign-in",
                                                                "signup",
                                                                "sign-up",
                                                                "logout",
                                                                "register",
                                                                "registration",
                                                                "subscribe",
                                                                "account",
                                                                "cart",
                                                                "checkout",
                                                                "basket",
                                                                "wishlist",
                                                                "privacy",
                                                                "privacy-policy",
                                                                "terms",
                                                                "terms-of-use",
                                                                "terms-of-service",
                                                                "contact",
                                                                "contact-us",
                                                                "about",
                                                                "about-us",
                                                                "advertise",
                                                                "rss",
                                                                "feed",
                                                                "search",
                                                                "tag",
                                                                "tags",
                                                                "author",
                                                                "authors",
                                                                "category",
                                                                "categories",
                                                                "share",
                                                                "password",
                                                                "sitemap",
                                                                "sponsors"});

bool is_service_path(std::string_view path) {
  path = path.substr(0, path.find('?'));
  while (!path.empty()) {
    path.remove_prefix(path.front() == '/');
    const std::size_t end = std::min(path.find('/'), path.size());
    std::string_view segment = path.substr(0, end);
    segment = segment.substr(0, segment.find('.'));  // "cart.php"
    const auto is_it = [segment](std::string_view word) {
      return equals_ignoring_case(word, segment);
    };
    if (std::ranges::any_of(kServicePaths, is_it)) return true;
    path.remove_prefix(end);
  }
  return false;
}

// rel="tag", rel="author": the page's own word for what a link is not.
bool is_called_minor(Node link) {
  const std::string_view rel = link.attribute(AttributeName::kRel);
  for (const std::string_view word : {"tag", "author", "category", "next", "prev"}) {
    const std::size_t at = rel.find(word);
    if (at == std::string_view::npos) continue;
    const std::size_t end = at + word.size();
    if ((at == 0 || rel[at - 1] == ' ') && (end == rel.size() || rel[end] == ' '))
      return true;
  }
  return false;
}

std::uint64_t mixed(std::uint64_t hash, std::string_view bytes) {
  for (const char c : bytes) hash = (hash ^ std::uint8_t(c)) * 0x100000001b3;
  return hash;
}

// The classes of an element, but for those with numbers: they name single things.
std::uint64_t mixed_classes(std::uint64_t hash, std::string_view classes) {
  while (!classes.empty()) {
    const std::size_t end = std::min(classes.find(' '), classes.size());
    const std::string_view word = classes.substr(0, end);
    if (std::ranges::none_of(word, is_ascii_digit)) hash = mixed(hash, word);
    classes.remove_prefix(std::min(end + 1, classes.size()));
  }
  return hash;
}

// The names of the elements around it, and the classes of the nearest two.
std::uint64_t look_of(Node link) {
  std::uint64_t hash = 0xcbf29ce484222325;
  Node node = link;
  for (int i = 0; i < kLookDepth && node; ++i, node = node.parent()) {
    hash = mixed(hash, node.name());
    if (i < 2) hash = mixed_classes(hash, node.attribute(AttributeName::kClass));
  }
  return hash;
}

LinkWords best_words(std::string_view lines) {
  LinkWords best = LinkWords::kNone;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    best = std::max(best, judge_words(lines.substr(0, end)));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return best;
}

class LinkCollector {
 public:
  LinkCollector(const dom::Document& page, const PageMeasures& measures,
                std::span<const Area> areas, const dom::NodeSet& left_out,
                const LinkScope& scope)
      : page_(page),
        measures_(measures),
        areas_(areas),
        left_out_(left_out),
        scope_(scope),
        room_(scope.max_address_bytes) {
    if (auto base = url::parse_url(scope.base)) base_ = std::move(*base);
    if (const auto own = url::parse_url(scope.url)) {
      own_ = url::canonical_form(*own);
      site_ = url::registrable_domain(own->host());
    }
  }

  PageLinks run() {
    dom::NodeSet tops(page_);
    for (std::size_t i = 0; i < areas_.size(); ++i) {
      if (areas_[i].kind == AreaKind::kNavigation) continue;
      const Node top = page_.node(areas_[i].node);
      search(top, i, left_out_);
      tops.insert(top);
    }
    if (!scope_.in_areas_only) search_elsewhere(tops);
    std::ranges::sort(found_.links, {}, &PageLink::node);
    silence_repeated_words();
    return std::move(found_);
  }

 private:
  // Between the areas, and in navigation, which lies inside of others, too.
  void search_elsewhere(const dom::NodeSet& tops) {
    if (page_.body()) search(page_.body(), areas_.size(), tops);
    for (const Area& area : areas_) {
      if (area.kind == AreaKind::kNavigation && area.is_nested)
        search(page_.node(area.node), areas_.size(), tops);
    }
  }

  void search(Node top, std::size_t area, const dom::NodeSet& outside) {
    for (NodeId id = top.id(); id < top.end();) {
      const Node node = page_.node(id);
      const bool is_out = node != top && outside.contains(node);
      const bool leads = !is_out && is_link(node);
      if (leads) add(node, area);
      id = is_out || leads ? node.end() : id + 1;
    }
  }

  void add(Node node, std::size_t area) {
    if (found_.links.size() >= scope_.max_links) return;
    const std::optional<std::uint32_t> target = target_of(node);
    if (!target) return;
    PageLink& link = found_.links.emplace_back();
    link.node = node.id();
    link.area = std::uint32_t(area);
    link.target = *target;
    link.text = dom::text_of(node, {.skip = &left_out_});
    cut_utf8(link.text, kMaxTextBytes);
    link.heading = heading_of(node);
    link.words = best_words(link.text);
    link.look = look_of(node);
    link.is_in_sentence = measures_.in_sentence[node.id()];
    link.is_guiding = is_guiding(link) || is_called_minor(node);
  }

  // Classes such as "profile-menu-target" name much that is not a menu: a heading there
  // is one all the same, and areas that somebody chose are not navigation.
  bool is_guiding(const PageLink& link) const {
    const AreaRole role = measures_.roles[link.node];
    return role == AreaRole::kNavigation ||
           (role == AreaRole::kGuiding && link.heading == dom::kNoNode &&
            !scope_.in_areas_only);
  }

  std::optional<std::uint32_t> target_of(Node node) {
    const auto url = url::parse_url(link_address(node), base_ ? &*base_ : nullptr);
    if (!url || !url->is_http() || url->href().size() > room_) return {};
    std::string name = url::canonical_form(*url);
    const bool is_elsewhere = url::registrable_domain(url->host()) != site_ ||
                              url->path_and_query() == "/" || name == own_;
    const auto [known, is_new] =
        targets_.try_emplace(std::move(name), std::uint32_t(found_.targets.size()));
    if (is_new) {
      room_ -= url->href().size();
      found_.targets.push_back(
          {std::string(url->without_fragment()),
           !is_elsewhere && !is_service_path(url->path_and_query())});
    }
    return known->second;
  }

  NodeId heading_of(Node link) const {
    for (Node node = link.parent(); node; node = node.parent()) {
      if (heading_level(node.tag())) return node.id();
      if (dom::flow_of(node.tag()) == dom::Flow::kBlock) break;
    }
    for (const Node node : link.subtree()) {
      if (heading_level(node.tag()) && !left_out_.contains(node)) return node.id();
    }
    return dom::kNoNode;
  }

  // "View details" and "12 comments" in any language: told by leading everywhere.
  void silence_repeated_words() {
    std::unordered_map<std::string, std::unordered_set<std::uint32_t>> addresses;
    std::vector<std::string> words;
    for (const PageLink& link : found_.links) {
      words.push_back(link.heading == dom::kNoNode ? plain_words(link.text)
                                                   : std::string());
      auto& known = addresses[words.back()];
      if (known.size() < kManyAddresses) known.insert(link.target);
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
      PageLink& link = found_.links[i];
      if (!words[i].empty() && addresses[words[i]].size() >= kManyAddresses)
        link.words = std::min(link.words, LinkWords::kAction);
    }
  }

  const dom::Document& page_;
  const PageMeasures& measures_;
  std::span<const Area> areas_;
  const dom::NodeSet& left_out_;
  const LinkScope& scope_;
  std::size_t room_;  // For further addresses, in bytes.
  std::optional<url::Url> base_;
  std::string own_;
  std::string site_;
  PageLinks found_;
  std::unordered_map<std::string, std::uint32_t> targets_;  // By canonical form.
};

}  // namespace

PageLinks find_page_links(const dom::Document& page, const PageMeasures& measures,
                          std::span<const Area> areas, const dom::NodeSet& left_out,
                          const LinkScope& scope) {
  return LinkCollector(page, measures, areas, left_out, scope).run();
}

}  // namespace curlew::extract
