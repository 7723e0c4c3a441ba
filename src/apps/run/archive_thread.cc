#include "apps/run/archive_thread.h"

#include <algorithm>
#include <utility>

#include "apps/commands/context.h"
#include "base/log.h"
#include "store/epoch.h"

namespace curlew::apps {
namespace {

// Between two steps: whoever waits for the archive gets it.
constexpr Milliseconds kPause{5};
// When there is nothing to do, and so how late it sees the end.
constexpr Milliseconds kIdle{100};
constexpr Milliseconds kAfterTrouble{2'000};
// For a program that holds up the store.
constexpr Milliseconds kArchivePatience{1'500};

}  // namespace

Result<std::unique_ptr<ArchiveThread>> ArchiveThread::start(const Config& config,
                                                            std::int64_t epoch,
                                                            control::Archives& archives,
                                                            const Clock& clock) {
  control::ArchiveKeepingOptions options;
  TRY_ASSIGN(options.keep, archive::parse_retention(config.archive.keep));
  // A schedule in a hurry fills its archives in a hurry.
  options.every = std::min<Milliseconds>(options.every, 5 * config.schedule.tick);
  TRY_ASSIGN(const auto place, store_place(config));
  TRY_ASSIGN(auto store, store::open_fenced_store(place, epoch, kArchivePatience));
  return std::unique_ptr<ArchiveThread>(
      new ArchiveThread(std::move(options), epoch, std::move(store), archives, clock));
}

ArchiveThread::ArchiveThread(control::ArchiveKeepingOptions options, std::int64_t epoch,
                             std::unique_ptr<store::Store> store,
                             control::Archives& archives, const Clock& clock)
    : epoch_(epoch),
      store_(std::move(store)),
      keeping_(std::move(options), archives, *store_, clock),
      thread_([this] { run(); }) {}

ArchiveThread::~ArchiveThread() {
  stopping_ = true;
  thread_.join();
}

void ArchiveThread::run() {
  std::string last_error;
  while (!stopping_) {
    const auto stepped = keeping_.step();
    const std::string error = stepped.ok() ? "" : stepped.error().text;
    // The same trouble once, however long it lasts.
    if (!error.empty() && error != last_error) log_warning("{}", error);
    last_error = error;
    Milliseconds pause = stepped.ok() && *stepped ? kPause : kIdle;
    if (!error.empty()) {
      const auto deposed = store::is_deposed(*store_, epoch_);
      if (deposed.ok() && *deposed) return;
      pause = kAfterTrouble;
    }
    for (; pause > Milliseconds(0) && !stopping_; pause -= kIdle) {
      std::this_thread::sleep_for(std::min(pause, kIdle));
    }
  }
}

}  // namespace curlew::apps
