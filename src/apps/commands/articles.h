// The commands that show articles: a list of them, and one to be read.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "apps/commands/context.h"
#include "base/result.h"

namespace curlew::apps {

struct ArticlesOptions {
  // Empty: of any.
  std::string source;
  // Likewise.
  std::string topic;
  // With those below it; empty: of any.
  std::string folder;
  // "2h", "2026-11-15", "2026-11-15T10:00Z"; empty: ever.
  std::string since;
  std::size_t number = 20;
  // What this one sees; empty: all.
  std::string user;
  // Of what the user made of them.
  bool unread = false;
  bool starred = false;
  // What he muted instead.
  bool muted = false;
  std::string tag;
  bool json = false;
};
Result<void> list_articles(const Context& context, const ArticlesOptions& options);

struct ReadOptions {
  std::int64_t id = 0;
  std::string user;
  bool json = false;
};
Result<void> read_article(const Context& context, const ReadOptions& options);

}  // namespace curlew::apps
