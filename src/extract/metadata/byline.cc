#include "extract/metadata/byline.h"

#include "base/ascii.h"

namespace curlew::extract {
namespace {

// The item that speaks of the page itself: an article before anything else.
const JsonLdItem* main_item(const Metadata& facts) {
  for (const JsonLdItem& item : facts.items)
    if (!item.headline.empty() && !item.published.empty()) return &item;
  for (const JsonLdItem& item : facts.items)
    if (!item.published.empty()) return &item;
  return nullptr;
}

bool is_address(std::string_view text) {
  return starts_with_ignoring_case(text, "http") || text.find('@') != text.npos;
}

std::string without_by(std::string_view author) {
  if (starts_with_ignoring_case(author, "by ")) author.remove_prefix(3);
  return std::string(trimmed(author));
}

}  // namespace

Byline read_byline(const Metadata& facts) {
  Byline out;
  if (const JsonLdItem* const item = main_item(facts)) {
    if (!is_address(item->author)) out.author = item->author;
    out.published = item->published;
    out.modified = item->modified;
  }
  if (out.author.empty() && !is_address(facts.author))
    out.author = without_by(facts.author);
  if (out.published.empty()) out.published = facts.published;
  if (out.published.empty()) out.published = facts.first_time;
  if (out.modified.empty()) out.modified = facts.modified;
  return out;
}

}  // namespace curlew::extract
