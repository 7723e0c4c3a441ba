#include "extract/areas/title_hints.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/ascii.h"
#include "dom/text.h"
#include "extract/areas/readable_parts.h"

namespace curlew::extract {
namespace {

using dom::Node;
using dom::Tag;

// Ten words of any language are shorter.
constexpr std::size_t kMaxTitleBytes = 300;

// What designers call titles, and what else is rare and short on a page of news.
constexpr auto kTitleNames = std::to_array<std::string_view>({"title", "headline"});
constexpr auto kOtherNames = std::to_array<std::string_view>(
    {"author", "byline", "date",     "time",     "caption", "credit",     "share",
     "label",  "button", "btn",      "category", "comment", "breadcrumb", "tag",
     "meta",   "logo",   "subtitle", "skip",     "source",  "publish"});
// One word, or a date, names a part of a page but not what a text is about.
constexpr std::size_t kMinLabelWords = 2;

template <std::size_t size>
bool contains_any(std::string_view text,
                  const std::array<std::string_view, size>& parts) {
  const std::string lower = to_ascii_lower(text);
  return std::ranges::any_of(parts, [&lower](std::string_view part) {
    return lower.find(part) != std::string::npos;
  });
}

std::size_t count_words(std::string_view text) {
  std::size_t words = 0;
  bool in_word = false;
  for (const char c : text) {
    if (!in_word && !is_ascii_space(c)) ++words;
    in_word = !is_ascii_space(c);
  }
  return words;
}

bool may_be_title(std::string_view text) {
  return !text.empty() && text.size() <= kMaxTitleBytes &&
         count_words(text) <= kMaxTitleWords;
}

bool may_be_label(std::string_view text) {
  if (!may_be_title(text)) return false;
  std::size_t digits = 0;
  for (const char c : text) digits += is_ascii_digit(c);
  return count_words(text) >= kMinLabelWords && 4 * digits < text.size();
}

// What is there to be clicked on names something else.
bool is_control(Node element, const PageMeasures& measures) {
  return element.tag() == Tag::kLabel || element.tag() == Tag::kButton ||
         measures.in_link[element.id()] ||
         2 * measures.nodes[element.id()].link_text > measures.nodes[element.id()].text;
}

}  // namespace

TitleHints::TitleHints(const dom::Document& page, const PageMeasures& measures,
                       std::uint32_t max_label_uses)
    : measures_(measures), classes_(page), max_label_uses_(max_label_uses) {}

void TitleHints::read_heading(int level, const std::string& text) {
  if (text.empty()) return;
  while (!headings_.empty() && headings_.back().level >= level) headings_.pop_back();
  headings_.push_back({level, may_be_title(text) ? text : std::string()});
  forget_label();  // It belongs to what was before.
}

void TitleHints::read_element(Node element) {
  const Measures& own = measures_.nodes[element.id()];
  if (own.text == 0 || own.text > kMaxTitleBytes || own.lines > 1) return;
  if (is_control(element, measures_)) return;
  const RareClass rare = classes_.rarest(element);
  if (rare.uses == 0 || rare.uses > max_label_uses_) return;
  const bool is_named_title = contains_any(rare.name, kTitleNames);
  if (!is_named_title && contains_any(rare.name, kOtherNames)) return;
  if (label_.uses > 0 &&
      (label_.is_named_title > is_named_title ||
       (label_.is_named_title == is_named_title && label_.uses < rare.uses)))
    return;
  std::string text = dom::text_of(element);
  if (may_be_label(text)) label_ = {std::move(text), rare.uses, is_named_title};
}

const std::string& TitleHints::heading() const {
  static const std::string none;
  for (auto heading = headings_.rbegin(); heading != headings_.rend(); ++heading) {
    if (!heading->text.empty()) return heading->text;
  }
  return none;
}

}  // namespace curlew::extract
