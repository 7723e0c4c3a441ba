#include "apps/run/controller_thread.h"

#include <algorithm>
#include <utility>

#include "apps/run/engine_options.h"
#include "apps/run/stop_signal.h"
#include "base/log.h"
#include "base/random.h"
#include "store/epoch.h"

namespace curlew::apps {
namespace {

// How long it sleeps when nothing happens, and so how late it sees the end.
constexpr Milliseconds kStep{20};
// Between two tries while nothing can be stored.
constexpr Milliseconds kLongestPause{2'000};
// How often the store is asked whether it can be written to, while nothing is.
constexpr Milliseconds kWriteLook{5'000};

}  // namespace

ControllerThread::ControllerThread(const Config& config,
                                   control::ControllerOptions options,
                                   control::MakePolicy make_policy, const Parts& parts)
    : store_(parts.store),
      epoch_(parts.epoch),
      clock_(parts.clock),
      on_deliveries_(options.on_deliveries),
      controller_(std::move(options), std::move(make_policy), store_, parts.broker,
                  clock_, Random::from_system()),
      housekeeping_(housekeeping_options(config), store_, clock_),
      index_keeping_(store_, clock_),
      topic_keeping_(store_),
      alarms_(alarm_options(config), store_, controller_.planners(), clock_),
      readiness_(clock_) {}

void ControllerThread::start() {
  thread_ = std::thread([this] { run(); });
}

void ControllerThread::stop() {
  stopping_ = true;
  // It was never started where something else could not be.
  if (!thread_.joinable()) return;
  thread_.join();
  if (const auto finished = controller_.finish(); !finished.ok()) {
    log_error("{}", finished.error().text);
  }
}

std::string ControllerThread::trouble() const {
  const std::lock_guard lock(trouble_mutex_);
  return trouble_;
}

void ControllerThread::run() {
  Milliseconds pause = kStep;
  // Only this thread writes it.
  while (!stopping_) {
    const auto stepped = step(!trouble_.empty());
    const std::string error = stepped.ok() ? "" : stepped.error().text;
    note_trouble(error);
    readiness_.came_round(error.empty() ? writing_trouble() : error,
                          controller_.terminals());
    if (error.empty()) {
      pause = kStep;
      do_chores();
      continue;
    }
    if (is_deposed()) return send_stop_signal();
    // A server that is away, or refuses, is not asked fifty times a second.
    for (Milliseconds slept{0}; slept < pause && !stopping_; slept += kStep) {
      std::this_thread::sleep_for(kStep);
    }
    pause = std::min(2 * pause, kLongestPause);
  }
}

// Not every step asks the store: after trouble, one that does has to go well.
Result<void> ControllerThread::step(bool is_in_trouble) {
  TRY(controller_.step(kStep));
  if (is_in_trouble) TRY(store_.snapshot());
  return {};
}

// The same trouble is told once, however long it lasts.
void ControllerThread::note_trouble(const std::string& error) {
  if (error == trouble_) return;
  if (error.empty()) {
    log_info("the store works again");
  } else {
    log_error("{}", error);
  }
  const std::lock_guard lock(trouble_mutex_);
  trouble_ = error;
}

// Why the store cannot be written to, though nothing was: a disk or a lock shows only
// then. Not for the log, which tells what could not be done.
std::string ControllerThread::writing_trouble() {
  if (clock_.steady() < write_at_) return writing_trouble_;
  write_at_ = clock_.steady() + kWriteLook;
  const auto began = store_.begin();
  writing_trouble_ = began.ok() ? "" : began.error().text;
  return writing_trouble_;
}

// Has another controller led since we began? What we have in memory is of no use then.
bool ControllerThread::is_deposed() {
  const auto deposed = store::is_deposed(store_, epoch_);
  if (!deposed.ok() || !*deposed) return false;
  outcome_ = Error{ErrorKind::kBusy, "another curlew serve has taken over"};
  return true;
}

void ControllerThread::do_chores() {
  living_.set(controller_.living_terminals());
  if (const auto noted = living_.note_copies(store_); !noted.ok()) {
    log_warning("{}", noted.error().text);
  }
  if (const auto kept = housekeeping_.step(); !kept.ok()) {
    log_warning("{}", kept.error().text);
  }
  if (const auto told = alarms_.step(); !told.ok()) {
    log_warning("alarms: {}", told.error().text);
  } else if (*told && on_deliveries_) {
    on_deliveries_();
  }
  if (const auto kept = index_keeping_.step(); !kept.ok()) {
    log_warning("search index: {}", kept.error().text);
  }
  if (const auto kept = topic_keeping_.step(); !kept.ok()) {
    log_warning("topics: {}", kept.error().text);
  }
}

}  // namespace curlew::apps
