// How the difficult sites behave, hour by hour of virtual time.

#pragma once

#include <optional>
#include <string_view>

#include "http/server.h"
#include "sim/web/feed_writer.h"
#include "sim/web/tempo.h"

namespace curlew::sim {

// What a difficult site answers instead of the document at `path`; nullopt when it
// behaves. `feed` is what it would answer for its feed.
std::optional<http::ServerResponse> misbehaviour(const Site& site,
                                                 std::string_view path,
                                                 const Tempo& tempo, Time now,
                                                 const FeedDocument* feed);

}  // namespace curlew::sim
