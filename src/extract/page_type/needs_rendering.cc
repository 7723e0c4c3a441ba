#include "extract/page_type/needs_rendering.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/ascii.h"

namespace curlew::extract {
namespace {

// Characters of the text, also of one in <noscript>, where some forums have it all. The
// shortest real pages with scripts have some 400; shells say "Loading…" and who made
// them.
constexpr std::size_t kFewOfProse = 300;  // Outside of links.
constexpr std::size_t kFewInAll = 1000;
// Of the place where scripts put the page: "Please wait".
constexpr std::size_t kFewOfPlaceholder = 60;
constexpr double kMostlyScripts = 0.5;  // Of the bytes.

// Where the common frameworks put a page, as their templates call it.
constexpr std::array<std::string_view, 12> kMountIds{
    "root",       "app",  "__next", "__nuxt",      "___gatsby", "app-root",
    "react-root", "main", "svelte", "application", "q-app",     "ember-app"};
constexpr std::array<std::string_view, 3> kMountElements{"app-root", "my-app",
                                                         "ion-app"};

template <typename Names>
bool is_one_of(std::string_view name, const Names& names) {
  return std::ranges::find(names, name) != names.end();
}

// Code points that are not white space.
std::size_t characters(std::string_view text) {
  return std::size_t(std::ranges::count_if(text, [](char c) {
    return !is_ascii_space(c) && (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

struct Shown {
  std::size_t prose = 0;
  std::size_t links = 0;
  bool noscript_asks = false;  // "You need to enable JavaScript to run this app."
};

// Enough for readers without scripts.
bool is_enough(const Shown& shown) {
  return shown.prose >= kFewOfProse || shown.prose + shown.links >= kFewInAll;
}

// Counts no further than to enough: nearly every page has that near its beginning.
Shown shown_below(dom::Node top) {
  Shown shown;
  dom::NodeId link_end = 0;
  for (const dom::Node node : top.subtree()) {
    if (is_enough(shown)) break;
    if (node.tag() == dom::Tag::kA) link_end = std::max(link_end, node.end());
    if (!node.is_text()) continue;
    if (node.is_in_noscript()) {
      const std::string words = to_ascii_lower(node.text());
      shown.noscript_asks |= words.find("javascript") != words.npos;
    }
    (node.id() < link_end ? shown.links : shown.prose) += characters(node.text());
  }
  return shown;
}

bool is_empty_mount(dom::Node node) {
  if (!node.is_element()) return false;
  if (!is_one_of(node.attribute(dom::AttributeName::kId), kMountIds) &&
      !is_one_of(node.name(), kMountElements)) {
    return false;
  }
  const Shown shown = shown_below(node);
  return shown.prose + shown.links <= kFewOfPlaceholder;
}

// Nested ones would make this quadratic: the first few are enough.
bool has_empty_mount(dom::Node body) {
  int tries = 8;
  for (const dom::Node node : body.subtree()) {
    if (is_empty_mount(node)) return true;
    if (node.is_element() &&
        is_one_of(node.attribute(dom::AttributeName::kId), kMountIds) && --tries == 0) {
      return false;
    }
  }
  return false;
}

std::size_t find_ignoring_case(std::string_view text, std::string_view tag,
                               std::size_t from) {
  for (auto at = text.find('<', from); at != text.npos; at = text.find('<', at + 1)) {
    if (starts_with_ignoring_case(text.substr(at), tag)) return at;
  }
  return text.npos;
}

// Their bytes; 0 when there are none.
std::size_t script_bytes(std::string_view html) {
  std::size_t bytes = 0;
  auto begin = find_ignoring_case(html, "<script", 0);
  while (begin != html.npos) {
    const auto end = std::min(find_ignoring_case(html, "</script", begin), html.size());
    bytes += end - begin;
    begin = find_ignoring_case(html, "<script", end);
  }
  return bytes;
}

}  // namespace

bool needs_rendering(const dom::Document& page, std::string_view html) {
  const dom::Node body = page.body();
  if (!body) return false;
  const Shown shown = shown_below(body);
  if (is_enough(shown)) return false;
  const std::size_t scripts = script_bytes(html);
  if (scripts == 0) return false;
  return shown.noscript_asks || has_empty_mount(body) ||
         double(scripts) >= kMostlyScripts * double(html.size());
}

}  // namespace curlew::extract
