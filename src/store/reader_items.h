// Articles and clips as reader apps know them: items, each with a number of its own, in
// feeds, which are sources and watchlists.
//
// Apps ask for what came after the last number that they have. An article's number is
// its id, and a clip's was given when it was found, from the same counter: numbers grow
// with time, whatever they stand for. An article that was clipped is two items, so that
// it is both in its source's feed and in its list's; what its user makes of one he
// makes of the other.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/clip.h"
#include "model/ids.h"
#include "store/database.h"
#include "store/visible_sources.h"

namespace curlew::store {

struct ReaderItem {
  std::int64_t number = 0;
  model::ArticleId article;
  model::SourceId source;
  // Of a clip; 0: it is the article itself.
  model::WatchlistId list;
  model::ClipId clip;
  bool is_read = false;
  bool is_starred = false;
  // Of a clip: when it was matched.
  Time found;
};

// Which items of a user; without a word, all that he sees and has not muted.
struct ReaderFilter {
  model::UserId user;

  enum class Which { kNone, kOne, kFolder, kAll };
  // Of kFolder: those that he has filed exactly there; "": nowhere.
  Which sources = Which::kAll;
  model::SourceId source = {};
  std::string folder = {};
  // There are no folders of lists.
  Which lists = Which::kAll;
  model::WatchlistId list = {};

  // Unread ones are looked for among those that are counted alone (kMostCounted).
  bool is_unread = false;
  bool is_read = false;
  bool is_starred = false;
  // Numbers between these.
  std::int64_t after = 0;
  std::int64_t before = std::numeric_limits<std::int64_t>::max();
  // Found from then to before then.
  Time since = {};
  Time until = kNever;
  enum class Order { kNewestFirst, kOldestFirst };
  Order order = Order::kNewestFirst;
};

// How far back is looked to tell what a user has not read, in numbers: one who has read
// nothing for a year is not helped by a list of a million. Older ones count as read.
inline constexpr std::int64_t kUnreadLookedAt = 100'000;
// So many of those are counted, the newest: articles of the sources that he sees where
// these are few, else of all, and as many clips. What is counted as unread is what is
// listed as unread, however many are asked for. Apps are told of as many numbers at
// most.
inline constexpr std::size_t kMostCounted = 10'000;

// How many items of a source or a list a user sees, of those that are counted.
struct ReaderCount {
  // One of them.
  model::SourceId source;
  model::WatchlistId list;
  std::int64_t items = 0;
  std::int64_t unread = 0;
  // Of the newest unread one.
  std::optional<Time> newest;
};

// A source as its reader calls it.
struct ReaderSource {
  model::SourceId id;
  std::string url;
  std::string title;
  std::string site_url;
  std::string folder;
  Time added;
  std::optional<Time> last_visit;
  std::string last_error;
  bool is_subscribed = false;
};

class ReaderItems {
 public:
  explicit ReaderItems(Database& db) : db_(db) {}

  Result<std::vector<ReaderItem>> list(const ReaderFilter& filter, std::size_t limit);
  // Those of these numbers that he sees, in no order.
  Result<std::vector<ReaderItem>> find(model::UserId user,
                                       std::span<const std::int64_t> numbers);
  // What the clips among listed items say, in no order.
  Result<std::vector<model::Clip>> clips(std::span<const model::ClipId> clips);
  // Of sources and lists that have any.
  Result<std::vector<ReaderCount>> counts(model::UserId user);
  // Those that he subscribes to first.
  Result<std::vector<ReaderSource>> sources(model::UserId user, std::size_t limit);
  // Whether he sees them must be known.
  Result<void> mark_read(model::UserId user, std::vector<model::ArticleId> articles);

 private:
  Result<std::vector<ReaderItem>> list_articles(const ReaderFilter& filter,
                                                std::size_t limit, SeenOnce& seen);
  Result<std::vector<ReaderItem>> list_clips(const ReaderFilter& filter,
                                             std::size_t limit, SeenOnce& seen);
  // Those that the filter may mean; nullopt: they are many.
  Result<std::optional<std::vector<model::SourceId>>> few_sources(
      const ReaderFilter& filter, std::size_t limit);
  // In no order across sources.
  Result<std::vector<ReaderItem>> list_of_each(
      const std::vector<model::SourceId>& sources, const ReaderFilter& filter,
      std::size_t limit, SeenOnce& seen);
  // Numbers behind this one are the newest kUnreadLookedAt.
  Result<std::int64_t> unread_after();
  // Those behind these numbers are counted.
  struct Counted {
    std::int64_t articles = 0;
    std::int64_t clips = 0;
  };
  Result<Counted> counted_after(model::UserId user);

  Database& db_;
};

}  // namespace curlew::store
