// Which clips the owners of their lists see: conditions of queries in which `c` is the
// clip, `w` its list and `s` its source.

#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace curlew::store {

// The condition that the owner of list `w` sees source `s`.
inline constexpr std::string_view kSourceSeenByOwner =
    "(s.is_shared = 1 OR EXISTS (SELECT 1 FROM subscriptions seen"
    " WHERE seen.user_id = w.user_id AND seen.source_id = s.id))";

// And has not muted the article of clip `c`.
inline const std::string kSeenByOwner =
    std::string(kSourceSeenByOwner) +
    " AND NOT EXISTS (SELECT 1 FROM article_states muted"
    " WHERE muted.user_id = w.user_id AND muted.article_id = c.article_id"
    " AND muted.is_muted = 1) ";

// The condition that the owner of list `w` sees none that told the story of clip `c`
// before: its lead may be of a source that he sees no more, and a copy speaks for it
// then. One that he muted does not make room for its copies. The lead is looked at by
// itself: it is nearly always seen, and found by its number.
inline const std::string kFirstForOwner = fmt::format(
    "(c.same_as IS NULL OR (NOT EXISTS (SELECT 1 FROM clips before"
    " JOIN sources s ON s.id = before.source_id"
    " WHERE before.id = c.same_as AND {0})"
    " AND NOT EXISTS (SELECT 1 FROM clips before"
    " JOIN sources s ON s.id = before.source_id"
    " WHERE before.same_as = c.same_as AND before.id < c.id AND {0}))) ",
    kSourceSeenByOwner);

}  // namespace curlew::store
