// When a publisher wants to see us again, from all that he said about it.

#pragma once

#include <optional>

#include "base/time.h"
#include "fetch/fetcher.h"
#include "model/publisher_wishes.h"
#include "parse/feed.h"

namespace curlew::pipeline {

// The wishes that a feed states when it is read in full.
model::PublisherWishes wishes_of(const parse::Feed& feed);

// How long the answer may be used without asking, by its headers; zero when not said.
Milliseconds cache_lifetime(const fetch::FetchResult& result);

// Not before this time; nullopt when any time is welcome. `wishes` are those in force
// after this visit. Hours and days to
// skip are no matter of one visit: the schedule keeps out of them.
std::optional<Time> next_welcome(const fetch::FetchResult& result,
                                 const model::PublisherWishes& wishes);

}  // namespace curlew::pipeline
