// What a watchlist's user is told of an article.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "model/ids.h"

namespace curlew::model {

struct Clip {
  ClipId id;
  WatchlistId list;
  ArticleId article;
  SourceId source;
  // The words of the text that the query wanted.
  std::string keyword;
  std::string title;
  // The sentence with the keyword, one before and one after; plain text.
  std::string summary;
  // Bytes of the summary that are the keyword; equal when it stands only in the title.
  std::uint32_t mark_begin = 0;
  std::uint32_t mark_end = 0;
  // Of the article.
  std::string url;
  std::optional<Time> published;
  Time found;
  Time matched;
  // A clip of the same list whose article tells the same; this one is not sent.
  std::optional<ClipId> same_as;
};

}  // namespace curlew::model
