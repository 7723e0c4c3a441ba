// What a list that is new finds among the articles which are there already, so that
// nobody has to wait for a new one to see whether the list is right: its first clips.
// They are shown, and nothing is sent for them.

#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "control/watching.h"
#include "model/ids.h"
#include "query/parse_query.h"
#include "store/store.h"

namespace curlew::service {

// Of one list; the newest.
inline constexpr std::size_t kMostFirstClips = 500;

struct FirstFind {
  model::ArticleId article;
  model::SourceId source;
  control::ClipArticle facts;
  control::WantedArticle wanted;
};

// What `list`, which is not in the store yet, wants of the articles that a preview of
// it looks at; the oldest first. It only reads. Nothing for a list that is paused, or
// does something else than to tell.
Result<std::vector<FirstFind>> find_first(store::Store& store,
                                          const model::Watchlist& list,
                                          const query::Dictionary& dictionary,
                                          Time now);
// Within the transaction that has added `list`, and at the time that it was added: this
// is what first clips are known by.
Result<void> write_first_clips(store::Store& store, model::WatchlistId list,
                               std::vector<FirstFind> finds, Time now);

}  // namespace curlew::service
