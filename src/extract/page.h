// What a page says: its article, and what it is. The one entry to this module for
// whoever has a page and wants its contents.
//
//   extract::PageReader reader;  // Kept between pages: its memory is used again.
//   const extract::PageContent content = reader.read(document, {.url = url});

#pragma once

#include <string>
#include <string_view>

#include "base/time_budget.h"
#include "dom/document.h"
#include "extract/article/article_finder.h"
#include "extract/metadata/metadata.h"
#include "extract/page_type/barrier.h"
#include "extract/page_type/page_type.h"

namespace curlew::extract {

struct PageContent {
  std::string title;
  // Paragraphs with "\n" between.
  std::string body;
  // Empty when nobody is named.
  std::string author;
  // As the page writes them: parse/date.h reads them.
  std::string published;
  std::string modified;
  // ISO 639-1, by its text; empty when unknown.
  std::string language;
  // As the page writes it.
  std::string stated_language;
  // The category that its site gives it.
  std::string section;
  // As written; may be relative.
  std::string canonical_url;
  std::string image;
  PageType type = PageType::kArticle;
  // The links of the page matter more than its text, as its type says.
  bool is_hub = false;
  // What stands in the way. Unless kNone there is no body, and the type is kOther.
  Barrier barrier = Barrier::kNone;
  // The body is not of the page's blocks: the page only states it, for programs.
  bool is_body_stated = false;
  // Its time was spent before it was read: there is nothing of it.
  bool is_out_of_time = false;
};

struct ReadOptions {
  // Where the page was found; empty when unknown.
  std::string_view url;
  // Of the article, when somebody else chose it (extract/rules); empty: found here.
  std::string_view body;
  // Of the page, when somebody else has them already; borrowed for the call. Those
  // blocks that are the article are marked.
  const MarkupWords* words = nullptr;
  PageBlocks* blocks = nullptr;
  // Looked at between the stages; null: there is no limit.
  TimeBudget* time = nullptr;
};

// For one thread at a time.
class PageReader {
 public:
  PageContent read(const dom::Document& page, const ReadOptions& options);

 private:
  void read_body(const PageSight& sight, const ReadOptions& options, PageBlocks& blocks,
                 PageContent& content) const;

  // Used unless ReadOptions brings the words of the page.
  MarkupWords words_;
  // Used unless ReadOptions brings the blocks of the page.
  PageBlocks blocks_;
  ArticleFinder finder_;
  std::vector<float> page_features_;
};

}  // namespace curlew::extract
