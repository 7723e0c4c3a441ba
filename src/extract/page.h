// What a page says: its article, and what it is. The one entry to this module for
// whoever has a page and wants its contents.
//
//   extract::PageReader reader;  // Kept between pages: its memory is used again.
//   const extract::PageContent content = reader.read(document, {.url = url});

#pragma once

#include <string>
#include <string_view>

#include "dom/document.h"
#include "extract/article/article_finder.h"
#include "extract/metadata/metadata.h"
#include "extract/page_type/barrier.h"
#include "extract/page_type/page_type.h"

namespace curlew::extract {

struct PageContent {
  std::string title;
  std::string body;    // Paragraphs with "\n" between.
  std::string author;  // Empty when nobody is named.
  // As the page writes them: parse/date.h reads them.
  std::string published;
  std::string modified;
  std::string language;       // ISO 639-1; empty when unknown.
  std::string canonical_url;  // As written; may be relative.
  std::string image;
  PageType type = PageType::kArticle;
  bool is_hub = false;  // Its links matter more than its text: as its type says.
  Barrier barrier = Barrier::kNone;  // Then there is no body, and the type is kOther.
};

struct ReadOptions {
  std::string_view url;  // Where the page was found; empty when unknown.
  // Of the article, when somebody else chose it (extract/rules); empty: found here.
  std::string_view body;
};

// For one thread at a time.
class PageReader {
 public:
  PageContent read(const dom::Document& page, const ReadOptions& options);

 private:
  void read_body(const PageSight& sight, const ReadOptions& options,
                 PageContent& content) const;

  ArticleFinder finder_;
  std::vector<float> page_features_;
};

}  // namespace curlew::extract
