// What users do in reader apps: read and star items, subscribe, rename and file feeds.
// One who may only read gets kUsage for all of it.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/sealing.h"
#include "base/time.h"
#include "model/user.h"
#include "service/reader_items.h"
#include "store/store.h"

namespace curlew::service {

// What is absent stays as it is.
struct ReaderMark {
  std::optional<bool> is_read = {};
  std::optional<bool> is_starred = {};
};
// Items that are not there for him are left out: apps mark what went meanwhile.
Result<void> mark_reader_items(store::Store& store, std::string_view user,
                               std::span<const std::int64_t> numbers,
                               const ReaderMark& mark, Time now);
// All unread items that `query` asks for, however many; its user is `user`. Returns how
// many were marked.
Result<std::int64_t> mark_all_read(store::Store& store, std::string_view user,
                                   ReaderQuery query, Time now);

// A feed that he wants; what he calls it and where he files it may be empty.
struct WantedFeed {
  // As typed.
  std::string url;
  std::string title = {};
  std::string folder = {};
};
// Returns its number. One that is watched already he subscribes to.
Result<std::int64_t> add_reader_feed(store::Store& store, std::string_view user,
                                     const WantedFeed& wanted, const KeyReader& key,
                                     Time now);

// What is absent stays; an empty title or folder is the source's own.
struct ReaderFeedEdit {
  std::optional<std::string> title = {};
  std::optional<std::string> folder = {};
};
// kNotFound when he sees no such feed, kUsage for a watchlist: those are changed
// elsewhere.
Result<void> change_reader_feed(store::Store& store, std::string_view user,
                                std::int64_t feed, const ReaderFeedEdit& edit,
                                Time now);
// Unsubscribes. kUsage, and nothing is done, for what everybody sees.
Result<void> remove_reader_feed(store::Store& store, std::string_view user,
                                std::int64_t feed, Time now);
// Files all that he has in `folder` under `to` instead; "": in none. kNotFound when he
// has nothing there.
Result<void> move_reader_folder(store::Store& store, std::string_view user,
                                std::string_view folder, std::string_view to, Time now);

}  // namespace curlew::service
