// What a batch of reports found for watchlists: clips, the notices that carry them, and
// what lists do to articles (star, tag, mark read, mute). Collected while the reports
// are decided, written together at their end.

#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "control/watching.h"
#include "model/delivery.h"
#include "store/store.h"

namespace curlew::control {

// Of what was found among older articles nothing is sent: it is shown.
enum class Telling { kSend, kShow };

class ClipWriter {
 public:
  explicit ClipWriter(Telling telling = Telling::kSend) : telling_(telling) {}

  void add(model::ArticleId article, model::SourceId source, const ClipArticle& facts,
           const WantedArticle& wanted);

  // Within the batch's transaction. What a list has a clip of already is passed over.
  // Returns whether there are notices to be sent now.
  Result<bool> write(store::Store& store, Time now);
  // How many clips were written.
  std::size_t size() const { return found_.size(); }

 private:
  void add_action(model::ArticleId article, const Wanted& wanted);
  Result<void> keep_fresh(store::Store& store);
  Result<void> find_same(store::Store& store, Time now);
  Result<void> write_deliveries(store::Store& store, Time now);
  Result<void> write_digests(store::Store& store, Time now);
  Result<void> make_digest(store::Store& store, const Wanted& wanted, Time now);
  Result<void> start_clock(store::Store& store, const Wanted& wanted, Time now);

  struct Found {
    store::NewClip row;
    Wanted wanted;
  };
  const Telling telling_;
  std::vector<Found> found_;
  std::vector<store::ListEdit> edits_;
  bool has_deliveries_ = false;
};

// An article that was published so long before it was found is not news: its clip is
// shown, and not sent.
inline constexpr Milliseconds kOldNews = std::chrono::days(7);
// Copies of a story come within days.
inline constexpr Milliseconds kStoryTime = std::chrono::days(7);

}  // namespace curlew::control
