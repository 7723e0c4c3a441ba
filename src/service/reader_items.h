// What reader apps show a user: feeds, which are the sources that he sees and his
// watchlists, and in them items, which are articles and clips (store/reader_items.h).

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "service/snapshot.h"
#include "store/reader_items.h"
#include "store/store.h"

namespace curlew::service {

// The folder that his watchlists are shown in.
inline constexpr std::string_view kClipsFolder = "Clips";
// Apps know a feed by a number of at most 31 bits: a source's id, or this and a list's.
inline constexpr std::int64_t kFirstListFeed = 1'000'000'000;
// More are not listed: no app can show them.
inline constexpr std::size_t kMostReaderFeeds = 10'000;
// Of a list of numbers.
inline constexpr std::size_t kMostReaderNumbers = 10'000;
// Of items with their texts.
inline constexpr std::size_t kMostReaderItems = 1'000;

std::int64_t reader_feed_number(const store::ReaderItem& item);
std::int64_t reader_feed_number(const store::ReaderCount& count);

struct ReaderFeed {
  std::int64_t number = 0;
  // As its user calls it; without secrets.
  std::string title;
  std::string url;
  std::string site_url;
  // Empty: it is in none.
  std::string folder;
  Time added;
  std::optional<Time> last_visit;
  // Of the last visit; empty: it went well.
  std::string error;
  bool is_list = false;
};
// The sources that he subscribes to come first, his lists last.
Result<std::vector<ReaderFeed>> list_reader_feeds(store::Store& store,
                                                  model::UserId user);

// Which items; those that fit all of it.
struct ReaderQuery {
  model::UserId user;
  std::optional<std::int64_t> feed = {};
  // Exactly this one; "": in none. Absent: of any.
  std::optional<std::string> folder = {};
  bool is_unread = false;
  bool is_read = false;
  bool is_starred = false;
  std::int64_t after = 0;
  std::int64_t before = std::numeric_limits<std::int64_t>::max();
  Time since = {};
  Time until = kNever;
  store::ReaderFilter::Order order = store::ReaderFilter::Order::kNewestFirst;
  std::size_t limit = 20;
};
Result<std::vector<store::ReaderItem>> list_reader_items(store::Store& store,
                                                         const ReaderQuery& query);
// In the order of `numbers`; those that he does not see are left out.
Result<std::vector<store::ReaderItem>> find_reader_items(
    store::Store& store, model::UserId user, std::span<const std::int64_t> numbers);

// An item with what it says.
struct ReaderEntry {
  store::ReaderItem item;
  // Absent of a clip whose article was not kept.
  std::optional<ArticleDetail> detail;
  // Of a clip.
  std::optional<model::Clip> clip;
};
// Of items that were listed for their user, in their order.
Result<std::vector<ReaderEntry>> read_reader_entries(
    store::Store& store, std::span<const store::ReaderItem> items, Time now);

// Of feeds that have items.
Result<std::vector<store::ReaderCount>> count_reader_items(store::Store& store,
                                                           model::UserId user);

}  // namespace curlew::service
