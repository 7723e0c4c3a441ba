// The page of an article: as it came, and what it says.

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
  kArticle,        // One text by somebody about something.
  kListing,        // Leads to articles, events, jobs, people.
  kCollection,     // Leads to goods.
  kForum,          // A question or a thought, and answers.
  kProduct,        // One thing to be bought.
  kDocumentation,  // How something is used.
  kService,        // What an organisation offers.
  kOther,          // Nothing of these: hardly any text.
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
  std::string author;             // Empty when nobody is named.
  std::optional<Time> published;  // As the page states them.
  std::optional<Time> modified;
  std::string canonical_url;  // Of the same site; empty when not stated.
  std::string image;          // The one that stands for the page.
  std::string text;           // Of the article; paragraphs are lines.
  ReadableParts parts;

  bool operator==(const PageContent&) const = default;
};

struct Page {
  std::string url;  // Where it was found in the end, after redirects.
  std::string html;
  std::string content_type;
  std::string language;
  std::string category;                // The one its site gives it.
  std::optional<PageContent> content;  // Nullopt when it could not be read;
  std::string note;                    // then this says why.
};

}  // namespace curlew::model
