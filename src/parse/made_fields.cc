#include "parse/made_fields.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "parse/markup.h"

namespace curlew::parse {
namespace {

// So much of a text is looked at: tags may stand before its first words.
constexpr std::size_t kLookedAt = 4'096;
// So much of it is a title: two lines of a list.
constexpr std::size_t kLongestTitle = 200;

std::string beginning_of(const std::string& html) {
  const std::string text = text_of_markup(utf8_prefix(html, kLookedAt));
  std::string title;
  for (const char c : trimmed(text)) {
    const bool is_space = is_ascii_space(c);
    if (!is_space || !title.ends_with(' ')) title += is_space ? ' ' : c;
    if (title.size() > kLongestTitle) break;
  }
  if (title.size() <= kLongestTitle) return title;
  cut_utf8(title, kLongestTitle);
  // Whole words, where there are any.
  if (const std::size_t space = title.rfind(' '); space != title.npos && space > 0) {
    title.resize(space);
  }
  return title + "…";
}

}  // namespace

void make_missing_fields(model::Entry& entry, Allowance& allowance) {
  if (entry.link.empty() && !entry.enclosures.empty() &&
      allowance.take(entry.enclosures.front().url.size())) {
    entry.link = entry.enclosures.front().url;
  }
  if (!entry.title.empty()) return;
  std::string title = beginning_of(entry.summary);
  if (title.empty()) title = beginning_of(entry.content);
  if (title.empty()) title = entry.link;
  if (allowance.take(title.size())) entry.title = std::move(title);
}

}  // namespace curlew::parse
