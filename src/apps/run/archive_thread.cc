#include "apps/run/archive_thread.h"

#include <algorithm>
#include <utility>

#include "apps/commands/context.h"
#include "base/log.h"
#include "control/copy_keeping.h"
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

// A holder of a copy that was not heard for so many times broker.silence is not waited
// for any longer.
constexpr int kSilencesForGood = 5;

// A schedule in a hurry fills its archives in a hurry.
Milliseconds round_of(const Config& config, Milliseconds usual) {
  return std::min<Milliseconds>(usual, 5 * config.schedule.tick);
}

// What the keeping beside a controller works on.
struct StoreKeeping {
  StoreKeeping(control::ArchiveKeepingOptions options,
               std::unique_ptr<store::Store> own_store, control::Archives& archives,
               const Clock& clock)
      : store(std::move(own_store)),
        keeping(std::move(options), archives, *store, clock) {}

  const std::unique_ptr<store::Store> store;
  control::ArchiveKeeping keeping;
};

}  // namespace

Result<std::unique_ptr<ArchiveThread>> ArchiveThread::start(const Config& config,
                                                            Controller controller,
                                                            control::Archives& archives,
                                                            const Clock& clock) {
  control::ArchiveKeepingOptions options;
  TRY_ASSIGN(options.keep, archive::parse_retention(config.archive.keep));
  options.every = round_of(config, options.every);
  options.is_referred_elsewhere = std::move(controller.is_referred_elsewhere);
  const std::int64_t epoch = controller.epoch;
  TRY_ASSIGN(const auto place, store_place(config));
  TRY_ASSIGN(auto store, store::open_fenced_store(place, epoch, kArchivePatience));
  const auto kept = std::make_shared<StoreKeeping>(std::move(options), std::move(store),
                                                   archives, clock);
  const auto is_over = [kept, epoch] {
    const auto deposed = store::is_deposed(*kept->store, epoch);
    return deposed.ok() && *deposed;
  };
  return std::unique_ptr<ArchiveThread>(
      new ArchiveThread([kept] { return kept->keeping.step(); }, is_over));
}

std::unique_ptr<ArchiveThread> ArchiveThread::start_at_terminal(
    const Config& config, control::Archives& archives, control::DroppedRecords& dropped,
    const Clock& clock) {
  control::TerminalKeepingOptions options;
  options.every = round_of(config, options.every);
  const auto keeping =
      std::make_shared<control::TerminalKeeping>(options, archives, dropped, clock);
  return std::unique_ptr<ArchiveThread>(
      new ArchiveThread([keeping] { return keeping->step(); }, [] { return false; }));
}

std::unique_ptr<ArchiveThread> ArchiveThread::start_for_copies(
    const Config& config, const std::string& terminal, control::Archives& archives,
    const control::FarCopies& copies, control::AskedRecords& asked,
    const Clock& clock) {
  control::CopyKeepingOptions options;
  options.terminal = terminal;
  options.gone_for_good = kSilencesForGood * config.broker.silence;
  const auto left = std::make_shared<control::LeftCopies>(
      archive_folder(config), terminal, options.gone_for_good, asked, clock);
  const auto keeping =
      std::make_shared<control::CopyKeeping>(options, archives, copies, *left, clock);
  return std::unique_ptr<ArchiveThread>(new ArchiveThread(
      [left, keeping] { return keeping->step(); }, [] { return false; }));
}

ArchiveThread::ArchiveThread(std::function<Result<bool>()> step,
                             std::function<bool()> is_over)
    : step_(std::move(step)),
      is_over_(std::move(is_over)),
      thread_([this] { run(); }) {}

ArchiveThread::~ArchiveThread() {
  stopping_ = true;
  thread_.join();
}

void ArchiveThread::run() {
  std::string last_error;
  while (!stopping_) {
    const auto stepped = step_();
    const std::string error = stepped.ok() ? "" : stepped.error().text;
    // The same trouble once, however long it lasts.
    if (!error.empty() && error != last_error) log_warning("{}", error);
    last_error = error;
    Milliseconds pause = stepped.ok() && *stepped ? kPause : kIdle;
    if (!error.empty()) {
      if (is_over_()) return;
      pause = kAfterTrouble;
    }
    for (; pause > Milliseconds(0) && !stopping_; pause -= kIdle) {
      std::this_thread::sleep_for(std::min(pause, kIdle));
    }
  }
}

}  // namespace curlew::apps
