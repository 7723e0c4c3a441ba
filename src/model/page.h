// The page of an article: where it was found, and what it says. As it came, it lies in
// an archive (model/version.h).

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "model/block.h"
#include "model/page_kind.h"

namespace curlew::model {

// What a page is for.
enum class PageType : std::uint8_t {
  // One text by somebody about something.
  kArticle,
  // Leads to articles, events, jobs, people.
  kListing,
  // Leads to goods.
  kCollection,
  // A question or a thought, and answers.
  kForum,
  // One thing to be bought.
  kProduct,
  // How something is used.
  kDocumentation,
  // What an organisation offers.
  kService,
  // Nothing of these: hardly any text.
  kOther,
};

// "article": stable names for the wire, the database and JSON.
std::string_view to_string(PageType type);
std::optional<PageType> parse_page_type(std::string_view name);

// Is it there to be followed rather than read?
inline constexpr bool is_hub(PageType type) {
  return type == PageType::kListing || type == PageType::kCollection;
}

// What a terminal has read in a page. Text is UTF-8; addresses are absolute.
struct PageContent {
  PageType type = PageType::kArticle;
  // Against the averages of its source; nullopt when an earlier release read it.
  std::optional<PageKind> kind;
  std::string title;
  // Empty when nobody is named.
  std::string author;
  // As the page states them.
  std::optional<Time> published;
  std::optional<Time> modified;
  // Within the same site; empty when the page does not state one.
  std::string canonical_url;
  // The one that stands for the page.
  std::string image;
  // The text of the article; paragraphs are lines.
  std::string text;
  ReadableParts parts;

  bool operator==(const PageContent&) const = default;
};

struct Page {
  // Where it was found in the end, after redirects.
  std::string url;
  std::string content_type;
  std::string language;
  // The one its site gives it.
  std::string category;
  // What the page says; nullopt when it could not be read.
  std::optional<PageContent> content;
  // Why `content` is missing, or what is remarkable about the page.
  std::string note;
};

}  // namespace curlew::model
