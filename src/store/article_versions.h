// How articles were before they were changed: the entry that a feed has edited since,
// and what a page said before a later visit found something else. What is in force now
// is in articles.h and pages.h.

#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "store/database.h"

namespace curlew::store {

struct ArticleVersion {
  // As its page had it; else as its feed did.
  bool is_page = false;
  // When it was first seen so, and when a visit found it changed.
  Time since;
  Time until;
  std::string title;
  // What the feed said: HTML, not made safe.
  std::string summary;
  std::string content;
  // What the page said; paragraphs are lines.
  std::string text;
};

class ArticleVersions {
 public:
  explicit ArticleVersions(Database& db) : db_(db) {}

  // By the controller, in its transaction, before the new one is written. Of each
  // article the newest hundred of either kind are kept: some pages never stand still.
  Result<void> keep_entry(model::ArticleId article, Time replaced);
  Result<void> keep_page(model::ArticleId article, Time replaced);

  // The newest first.
  Result<std::vector<ArticleVersion>> of(model::ArticleId article);

 private:
  Result<void> thin(model::ArticleId article, bool is_page);

  Database& db_;
};

}  // namespace curlew::store
