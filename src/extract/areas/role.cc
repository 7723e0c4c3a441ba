#include "extract/areas/role.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/ascii.h"

namespace curlew::extract {
namespace {

using dom::AttributeName;
using dom::Node;
using dom::Tag;

constexpr auto kNavigationRoles = std::to_array<std::string_view>(
    {"navigation", "contentinfo", "menu", "menubar", "toolbar", "search", "dialog",
     "alertdialog", "tablist"});

template <std::size_t size>
bool contains(const std::array<std::string_view, size>& words, std::string_view word) {
  return std::ranges::any_of(words, [word](std::string_view known) {
    return equals_ignoring_case(known, word);
  });
}

// A menu has fewer nodes.
constexpr dom::NodeId kMenuNodes = 500;

// Not the page or most of it: those classes name what is somewhere in it.
bool is_named_for_navigation(Node node, const MarkupWords& words) {
  const dom::NodeId nodes = node.end() - node.id();
  const bool is_page = node.tag() == Tag::kBody || node.tag() == Tag::kHtml;
  if (is_page || nodes > std::max(kMenuNodes, node.document().size() / 2)) return false;
  return std::ranges::any_of(words.of(node.id()),
                             [](const KnownWord* word) { return word->is_navigation; });
}

class RoleFinder {
 public:
  RoleFinder(const dom::Document& page, const MarkupWords& words)
      : page_(page), words_(words), roles_(page.size()), in_article_(page.size()) {}

  std::vector<AreaRole> run() {
    for (dom::NodeId id = 0; id < page_.size(); ++id) visit(page_.node(id));
    return std::move(roles_);
  }

 private:
  void visit(Node node) {
    const dom::NodeId id = node.id();
    if (const Node parent = node.parent()) {
      roles_[id] = roles_[parent.id()];
      in_article_[id] = in_article_[parent.id()];
    }
    if (!node.is_element()) return;
    roles_[id] = std::max(roles_[id], own_role(node));
    if (node.tag() == Tag::kArticle || node.tag() == Tag::kMain) in_article_[id] = true;
  }

  AreaRole own_role(Node node) const {
    // Articles have headers and footers of their own, with text that belongs to them.
    const bool is_of_page = !in_article_[node.id()];
    if (node.tag() == Tag::kNav) return AreaRole::kNavigation;
    if (node.tag() == Tag::kFooter && is_of_page) return AreaRole::kNavigation;
    if (node.tag() == Tag::kHeader && is_of_page) return AreaRole::kGuiding;
    const std::string_view role = node.attribute(AttributeName::kRole);
    if (!role.empty()) {
      if (contains(kNavigationRoles, role)) return AreaRole::kNavigation;
      if (equals_ignoring_case(role, "banner")) return AreaRole::kGuiding;
    }
    return is_named_for_navigation(node, words_) ? AreaRole::kGuiding : AreaRole::kNone;
  }

  const dom::Document& page_;
  const MarkupWords& words_;
  std::vector<AreaRole> roles_;
  std::vector<bool> in_article_;
};

}  // namespace

std::vector<AreaRole> find_roles(const dom::Document& page, const MarkupWords& words) {
  return RoleFinder(page, words).run();
}

}  // namespace curlew::extract
