// Clips: what was found for watchlists. Each has one for an article, and those of a
// list that tell the same have one lead (model::Clip::same_as).

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/clip.h"
#include "model/ids.h"
#include "store/database.h"

namespace curlew::store {

// All that wait for a digest.
inline constexpr std::size_t kAllWaiting = 1'000'000'000;

// Waits for the next digest of its list.
inline constexpr model::DeliveryId kWaitsForDigest{0};

struct NewClip {
  // With an id of take_ids().
  model::Clip clip;
  model::QueryId query;
  // nullopt: not sent. kWaitsForDigest, or the delivery that carries it.
  std::optional<model::DeliveryId> delivery;
  // What tells near-duplicates (src/classify), and the parts of it that such clips
  // have in common.
  std::string sketch;
  std::vector<std::int64_t> bands;
};

struct ClipKey {
  model::WatchlistId list;
  model::ArticleId article;
};

// One that may tell the same.
struct ClipSketch {
  model::ClipId id;
  model::WatchlistId list;
  model::ArticleId article;
  model::SourceId source;
  Time matched;
  std::optional<model::ClipId> same_as;
  std::string url;
  std::string title;
  std::string sketch;
};

// Another source that tells the same.
struct AlsoIn {
  model::ClipId clip;
  model::ArticleId article;
  model::SourceId source;
  std::string source_title;
  std::string url;
};

struct ClipRow {
  model::Clip clip;
  model::UserId user;
  std::string list_name;
  std::string source_title;
  std::optional<model::DeliveryId> delivery;
  // When the delivery that carries it was accepted.
  std::optional<Time> sent;
  // The oldest first.
  std::vector<AlsoIn> also_in;
};

// The times of a clip's way.
struct ClipTimes {
  model::WatchlistId list;
  model::SourceId source;
  std::optional<Time> published;
  Time found;
  Time matched;
  std::optional<Time> sent;
  // It was published before its source was watched, or later than it was found: its
  // way says nothing of our delay.
  bool is_misdated = false;
};

struct ClipFilter {
  // Of his lists; and only what he may see now, and has not muted.
  std::optional<model::UserId> user = {};
  std::optional<model::WatchlistId> list = {};
  // Older than this one; 0: from the newest on.
  model::ClipId before = {};
};

class Clips {
 public:
  explicit Clips(Database& db) : db_(db) {}

  // By the controller, in its transaction.

  // For each: is there a clip of it?
  Result<std::vector<bool>> are_known(std::span<const ClipKey> keys);
  // The first of `count` ids that nobody else gets.
  Result<model::ClipId> take_ids(std::size_t count);
  Result<void> insert(std::span<const NewClip> clips);
  // Those that have one of the bands and matched since then, in the order of their ids,
  // as far as the owners of their lists see their sources and were told of them, by a
  // notice that was not given up or by a list's feed: what nobody was told does not
  // hide a copy. Put what must not be mixed (lists) into the band's number.
  Result<std::vector<ClipSketch>> find_by_bands(std::span<const std::int64_t> bands,
                                                Time since);
  // Of the `limit` oldest clips that have bands, those that matched before `before`
  // lose them: find_by_bands() does not ask for them any more. Returns how many bands.
  Result<std::int64_t> prune_bands(Time before, std::size_t limit);
  // How many wait for a digest, of those lists that have any.
  Result<std::unordered_map<model::WatchlistId, std::int64_t>> waiting(
      std::span<const model::WatchlistId> lists);
  // The oldest of a list that wait go with this delivery. Returns how many.
  Result<std::int64_t> claim_waiting(model::WatchlistId list,
                                     model::DeliveryId delivery,
                                     std::size_t limit = kAllWaiting);
  // Those of a list that wait are shown, and not sent.
  Result<void> release_waiting(model::WatchlistId list);
  // What these deliveries carry, newest first, as far as their users may still see it.
  Result<std::vector<ClipRow>> of_deliveries(
      std::span<const model::DeliveryId> deliveries, std::size_t limit);
  Result<std::int64_t> count_of(model::DeliveryId delivery);

  // The last id that was given.
  Result<model::ClipId> last_id();
  // Those above it, in order.
  Result<std::vector<model::ClipId>> ids_above(model::ClipId clip, std::size_t limit);
  // For clip_slice.h: those of them that their owners see, newest first, without what
  // says the same (read_also_in()).
  Result<std::vector<ClipRow>> seen(std::span<const model::ClipId> clips);
  struct Marks {
    bool is_unread = false;
    bool is_starred = false;
    // Muted by their owner, who sees none of these else.
    bool is_muted = false;
  };
  // The first `limit` of them that are not copies of what their owner sees, too, and
  // have these marks.
  Result<std::vector<ClipRow>> shown(std::span<const model::ClipId> clips, Marks marks,
                                     std::size_t limit);
  Result<void> read_also_in(std::vector<ClipRow>& rows);

  // Newest first, without those that only say what another one says that is listed.
  Result<std::vector<ClipRow>> list(const ClipFilter& filter, std::size_t limit);
  // The oldest with ids above this one that their owners may see, without those that
  // only say what another one says, and those that were found when their list was made.
  Result<std::vector<ClipRow>> after(model::ClipId after, std::size_t limit);
  // Without those that were found when their list was made.
  Result<std::vector<ClipTimes>> times(const ClipFilter& filter, std::size_t limit);

 private:
  Database& db_;
};

}  // namespace curlew::store
