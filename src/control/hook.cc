#include "control/hook.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <system_error>
#include <thread>
#include <utility>

#include "base/child_process.h"
#include "base/log.h"
#include "base/plain_text.h"
#include "store/counters.h"

namespace curlew::control {
namespace {

// No hook was configured.
constexpr std::int64_t kNoPosition = -1;
// Of what a program that fails prints, the log has so much.
constexpr Bytes kMostOfComplaint = 1_KiB;
// How late the end of the process is seen in a pause.
constexpr Milliseconds kLookInPause{50};

constexpr Metric kHookRunsMetric{
    "curlew_hook_runs_total",
    Metric::Kind::kCounter,
    "Runs of the hook's program that ended, by result; given-up: the last try failed.",
    {"result"}};

}  // namespace

Hook::Hook(HookOptions options, store::Store& store, const Clock& clock)
    : options_(std::move(options)), store_(store), clock_(clock) {
  if (options_.metrics == nullptr) return;
  for (const char* const each : {"well", "failed", "given-up"}) {
    options_.metrics->add(kHookRunsMetric, 0, {each});
  }
}

Result<std::int64_t> Hook::position() {
  TRY_ASSIGN(std::int64_t position,
             store::read_counter(store_.database(), options_.position));
  if (position != kNoPosition) return position;
  // What was there before is not told.
  TRY_ASSIGN(auto transaction, store_.begin());
  TRY_ASSIGN(position, options_.last_id(store_));
  TRY(store::set_counter(store_.database(), options_.position, position));
  TRY(transaction.commit());
  return position;
}

Result<bool> Hook::step() {
  TRY_ASSIGN(const std::int64_t after, position());
  TRY_ASSIGN(const auto items, options_.read(store_, after, options_.at_once));
  if (items.empty()) return false;
  std::atomic<bool> are_all_told = true;
  std::vector<std::thread> threads;
  threads.reserve(items.size());
  for (const HookItem& item : items) {
    try {
      threads.emplace_back([this, &item, &are_all_told] {
        if (!tell_or_say_why(item)) are_all_told = false;
      });
    } catch (const std::system_error& error) {
      log_error("{} {}: there is no thread for it: {}", options_.position, item.id,
                error.what());
      are_all_told = false;
      break;
    }
  }
  for (std::thread& thread : threads) thread.join();
  if (!are_all_told) return false;
  TRY_ASSIGN(auto transaction, store_.begin());
  TRY(store::set_counter(store_.database(), options_.position, items.back().id));
  TRY(transaction.commit());
  return true;
}

// Nothing may be thrown out of a thread: it would end the process.
bool Hook::tell_or_say_why(const HookItem& item) const {
  try {
    return tell(item);
  } catch (const std::exception& error) {
    log_error("{} {}: {}", options_.position, item.id, error.what());
    return false;
  }
}

bool Hook::tell(const HookItem& item) const {
  Milliseconds pause = options_.pause;
  for (std::uint32_t tries = 1;; ++tries) {
    if (is_stopping()) return false;
    const std::string trouble = run(item);
    if (trouble.empty()) {
      count("well");
      return true;
    }
    if (is_stopping()) return false;
    count("failed");
    const bool is_last = tries >= options_.tries;
    log_about(
        is_last ? LogLevel::kError : LogLevel::kWarning,
        {{"hook", std::string(options_.position)}, {"id", std::to_string(item.id)}},
        "{} {}: {}{}", options_.position, item.id, trouble,
        is_last ? "; it is given up" : "; it is tried again");
    if (is_last) {
      count("given-up");
      return true;
    }
    const SteadyTime end = clock_.steady() + pause;
    while (clock_.steady() < end && !is_stopping()) {
      std::this_thread::sleep_for(std::min(kLookInPause, pause));
    }
    pause *= 2;
  }
}

std::string Hook::run(const HookItem& item) const {
  ChildOptions child;
  child.words = options_.command;
  child.rights = ChildRights::kAll;
  child.time = options_.timeout;
  child.output = kMostOfComplaint;
  child.stopping = options_.stopping;
  const auto end = run_child(child, item.text, clock_);
  if (!end.ok()) return end.error().text;
  if (end->is_well()) return "";
  const std::string how = end->signal != 0
                              ? fmt::format("was ended by signal {}", end->signal)
                              : fmt::format("ended with code {}", end->code);
  const std::string said = plain_text(end->output);
  return fmt::format("{} {}{}{}", options_.command.front(), how,
                     said.empty() ? "" : ": ", said);
}

bool Hook::is_stopping() const {
  return options_.stopping != nullptr && options_.stopping->load();
}

void Hook::count(std::string_view result) const {
  if (options_.metrics != nullptr) options_.metrics->add(kHookRunsMetric, 1, {result});
}

Result<void> forget_hook(store::Store& store, std::string_view position) {
  TRY_ASSIGN(const std::int64_t known, store::read_counter(store.database(), position));
  if (known == kNoPosition) return {};
  TRY_ASSIGN(auto transaction, store.begin());
  TRY(store::set_counter(store.database(), position, kNoPosition));
  return transaction.commit();
}

}  // namespace curlew::control
