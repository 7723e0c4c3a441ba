#include "service/outline.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "detect/page/rules.h"
#include "service/kept_page.h"

namespace curlew::service {
namespace {

constexpr std::size_t kMostOutlineText = 400;
// Pages nest deeper than anybody wants to pick; the nearest are kept.
constexpr std::size_t kMostSteps = 12;
constexpr std::size_t kMostIdBytes = 60;

// As it may stand in a selector without a backslash.
bool is_plain_name(std::string_view name) {
  const auto is_plain = [](char c) {
    return is_ascii_alpha(c) || is_ascii_digit(c) || c == '-' || c == '_';
  };
  return !name.empty() && name.size() <= kMostIdBytes && is_ascii_alpha(name.front()) &&
         std::ranges::all_of(name, is_plain);
}

class Selectors {
 public:
  explicit Selectors(const dom::Document& page) : page_(page), places_(page.size()) {
    for (const dom::Node node : page.root().subtree()) {
      if (!node.is_element()) continue;
      ++ids_[node.attribute(dom::AttributeName::kId)];
    }
  }

  // Those of what is around `element`, below <body>, and its own.
  std::vector<std::string> path_to(dom::Node element) {
    std::vector<dom::Node> steps;
    for (dom::Node node = element; node && node != page_.body(); node = node.parent()) {
      steps.push_back(node);
    }
    std::ranges::reverse(steps);
    std::vector<std::string> path;
    std::string selector = "body";
    for (const dom::Node step : steps) {
      const std::string_view id = step.attribute(dom::AttributeName::kId);
      if (is_plain_name(id) && ids_[id] == 1) {
        selector = fmt::format("#{}", id);
      } else {
        const std::string_view name = is_plain_name(step.name()) ? step.name() : "*";
        selector += fmt::format(" > {}:nth-child({})", name, place_of(step));
      }
      path.push_back(selector);
    }
    if (path.empty()) path.push_back(selector);
    if (path.size() > kMostSteps) path.erase(path.begin(), path.end() - kMostSteps);
    return path;
  }

 private:
  // Among the elements of its parent, from 1; all of them are counted at once.
  std::uint32_t place_of(dom::Node element) {
    std::uint32_t& place = places_[element.id()];
    if (place > 0 || !element.parent()) return place;
    std::uint32_t count = 0;
    for (const dom::Node sibling : element.parent().children()) {
      if (sibling.is_element()) places_[sibling.id()] = ++count;
    }
    return place;
  }

  const dom::Document& page_;
  std::vector<std::uint32_t> places_;
  std::unordered_map<std::string_view, std::size_t> ids_;
};

}  // namespace

Outline make_outline(const dom::Document& page, const detect::PageBlocks& blocks) {
  Outline outline;
  if (page.empty()) return outline;
  Selectors selectors(page);
  for (const detect::Block& block : blocks.blocks) {
    if (outline.blocks.size() == kMostOutlineBlocks) {
      outline.is_cut = true;
      break;
    }
    outline.blocks.push_back(
        {std::string(utf8_prefix(blocks.text_of(block), kMostOutlineText)),
         block.is_heading, selectors.path_to(page.node(block.node))});
  }
  return outline;
}

Result<Outline> outline_page(const archive::Content& content, parse::PdfReader* pdf) {
  TRY_ASSIGN(const detect::Rules all_of_it, detect::make_rules({}));
  ReadPage page;
  TRY(read_page(content, all_of_it, pdf, page));
  return make_outline(page.document, page.blocks);
}

}  // namespace curlew::service
