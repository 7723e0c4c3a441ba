// Subscribes sources at the hubs that their feeds name (WebSub), renews what runs out,
// ends what is not wanted any more, and has sources visited that a hub told of.
//
// What a hub sends is a hint: the source is visited as ever, so that nothing of it is
// stored that its publisher does not say itself. The database has all of it, and the
// routes of the callbacks (service/websub.h) write there: nothing is lost at a restart.
//
// Belongs to one thread, with a store of its own.

#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "base/clock.h"
#include "base/metrics.h"
#include "base/result.h"
#include "base/sealing.h"
#include "base/time.h"
#include "http/client.h"
#include "store/store.h"

namespace curlew::control {

struct HubClientOptions {
  // Where hubs reach us: "https://curlew.example.org".
  std::string public_url;
  KeyReader key;
  // What we ask for; the hub decides.
  Milliseconds lease = std::chrono::days(10);
  // A hub that was asked asks back within it, or is asked again.
  Milliseconds answer_wait = std::chrono::minutes(10);
  // After a failure; doubled by each, to a day at most.
  Milliseconds retry = std::chrono::minutes(5);
  std::uint32_t tries_to_leave = 3;
  std::size_t at_once = 16;
  // Outlives it; nullptr: nothing is counted.
  Metrics* metrics = nullptr;
};

class HubClient {
 public:
  // Everything passed in outlives it. Whoever calls step() polls `web`.
  HubClient(HubClientOptions options, store::Store& store, http::Client& web,
            const Clock& clock);

  // Does what can be done now.
  Result<void> step();

 private:
  struct Ended {
    model::SourceId source;
    // Empty: the hub has taken it.
    std::string error;
  };
  Result<void> ask_visits();
  Result<void> note_ended();
  Result<void> ask_hubs();
  Result<void> ask(model::SourceId source);
  Milliseconds wait_after(std::uint32_t failures) const;

  const HubClientOptions options_;
  store::Store& store_;
  http::Client& web_;
  const Clock& clock_;
  std::unordered_set<model::SourceId> in_flight_;
  std::vector<Ended> ended_;
};

}  // namespace curlew::control
