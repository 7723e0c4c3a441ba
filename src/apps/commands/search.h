// The command that finds articles by what they say.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "apps/commands/context.h"
#include "base/result.h"

namespace curlew::apps {

struct SearchOptions {
  // Joined by spaces.
  std::vector<std::string> words;
  // Only what this user sees; empty: everything.
  std::string user;
  bool no_synonyms = false;
  bool ranked = false;
  std::size_t limit = 20;
  // Only articles with lower numbers; 0: all.
  std::int64_t before = 0;
  bool json = false;
};
struct PreviewOptions {
  std::vector<std::string> queries;
  std::string user;
  bool no_synonyms = false;
  std::size_t limit = 10;
  bool json = false;
};
// What a keyword list would have found, before it is saved.
Result<void> preview_query(const Context& context, const PreviewOptions& options);

Result<void> search_articles(const Context& context, const SearchOptions& options);

}  // namespace curlew::apps
