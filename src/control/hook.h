// Runs a program of the operator's for each new clip or article, which it reads as JSON
// from its standard input (docs/hook.md).
//
// The store is the queue: what was told last is noted there, so that nothing is held in
// memory and nothing is lost at a restart. At least once: what was under way when the
// process ended is told again. One that fails is tried again, and then passed over, so
// that it holds up the others for a bounded time.
//
// Belongs to one thread, with a store of its own.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/metrics.h"
#include "base/result.h"
#include "base/time.h"
#include "store/store.h"

namespace curlew::control {

// One thing that is told.
struct HookItem {
  std::int64_t id = 0;
  // JSON.
  std::string text;
};

struct HookOptions {
  // A path and its arguments.
  std::vector<std::string> command;
  // Which number says how far it has come: kHookClip, kHookArticle.
  std::string_view position;
  // The last id that was given.
  std::function<Result<std::int64_t>(store::Store&)> last_id;
  // Those with ids above `after`, in their order.
  std::function<Result<std::vector<HookItem>>(store::Store&, std::int64_t after,
                                              std::size_t limit)>
      read;
  std::size_t at_once = 4;
  Milliseconds timeout{10'000};
  // How often one is tried, with such pauses between, the second twice as long.
  std::uint32_t tries = 3;
  Milliseconds pause{1'000};
  // Children are killed when it is true.
  const std::atomic<bool>* stopping = nullptr;
  // Outlives it; nullptr: nothing is counted.
  Metrics* metrics = nullptr;
};

class Hook {
 public:
  // Everything passed in outlives it.
  Hook(HookOptions options, store::Store& store, const Clock& clock);

  // Tells the next few, and waits for their programs. False: there was nothing new.
  Result<bool> step();

 private:
  Result<std::int64_t> position();
  // False: it is to be told again, as the process ends or has no room for it.
  bool tell_or_say_why(const HookItem& item) const;
  bool tell(const HookItem& item) const;
  // Why it failed; empty: it did not.
  std::string run(const HookItem& item) const;
  bool is_stopping() const;
  void count(std::string_view result) const;

  const HookOptions options_;
  store::Store& store_;
  const Clock& clock_;
};

// No hook of this kind is configured: one that is configured later begins with what is
// new then.
Result<void> forget_hook(store::Store& store, std::string_view position);

}  // namespace curlew::control
