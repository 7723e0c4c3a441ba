#include "control/reading_pool.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

#include "base/bytes.h"
#include "base/log.h"
#include "model/visit_failure.h"
#include "model/visit_wire.h"
#include "pipeline/version_shelf.h"

namespace curlew::control {
namespace {

constexpr Bytes kLargeBody = 4_MiB;
// How long a reading that kept something waits for others. A sync takes as long.
constexpr Milliseconds kGathering{5};

// Encoding may run out of memory.
std::string encoded(model::VisitReport report) {
  const model::VisitReport failure =
      model::as_failure(report, "there is no memory to report what was read");
  try {
    return model::encode(std::move(report));
  } catch (const std::exception&) {
    return model::encode(failure);
  }
}

void fail_unkept(Reading& reading, const Error& why) {
  reading.new_memory.reset();
  reading.message = encoded(model::as_unkept(reading.without_it, why));
}

}  // namespace

std::size_t reading_threads_for(std::size_t terminals) {
  const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t share =
      (processors + terminals - 1) / std::max<std::size_t>(terminals, 1);
  // A mark holds so many.
  return std::min<std::size_t>(share + 1, 16);
}

// Nobody waits for a page when the program ends: its time is over.
ReadingOptions ReadingPool::ended_by(const std::atomic<bool>& is_stopping,
                                     ReadingOptions options) {
  CpuClock& clock = options.visit.cpu_clock;
  if (!clock) return options;
  clock = [&is_stopping, real = std::move(clock)] {
    constexpr std::chrono::hours kTooLate(24 * 365);
    return is_stopping ? real() + kTooLate : real();
  };
  return options;
}

ReadingPool::ReadingPool(ReadingOptions options)
    : options_(ended_by(is_stopping_, std::move(options))) {
  for (std::size_t i = 0; i < options_.threads; ++i) {
    threads_.emplace_back([this] { work(); });
  }
  if (options_.threads > 0 && options_.visit.shelf != nullptr) {
    threads_.emplace_back([this] { commit_readings(); });
  }
}

ReadingPool::~ReadingPool() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  changed_.notify_all();
  has_kept_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ReadingPool::begin(Reading reading) {
  // Without a body there is nothing to read: not worth a thread. Unless the archive
  // keeps that it stayed the same: a disk may take its time.
  const model::DocumentWatch* const watch = model::watch_of(reading.order.task);
  const bool is_nothing = reading.result.body.empty() && !(watch && watch->keeps_all);
  if (options_.threads == 0 || is_nothing) {
    read(reading);
    if (reading.kept_in) commit({&reading, 1});
    const std::lock_guard lock(mutex_);
    finished_.push_back(std::move(reading));
    return;
  }
  const bool is_suspect =
      options_.mark != nullptr && options_.mark->find(reading.order).has_value();
  const Line line = line_of(reading);
  {
    const std::lock_guard lock(mutex_);
    waiting_[line].push_back({std::move(reading), line, is_suspect});
  }
  changed_.notify_one();
}

std::vector<Reading> ReadingPool::take_finished() {
  const std::lock_guard lock(mutex_);
  return std::exchange(finished_, {});
}

ReadingPool::Line ReadingPool::line_of(const Reading& reading) {
  if (reading.result.body.size() >= kLargeBody) return kLarge;
  if (pipeline::read_as(reading.order, reading.result) == pipeline::ReadAs::kFeed) {
    return kFeeds;
  }
  return model::kind_of(reading.order.task) == model::VisitKind::kSource
             ? kFollowedPages
             : kArticlePages;
}

void ReadingPool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    std::optional<Waiting> taken;
    changed_.wait(lock, [&] { return is_stopping_ || (taken = next()).has_value(); });
    if (is_stopping_) return;
    std::size_t& count = reading_[taken->line];
    ++count;
    is_reading_suspect_ = taken->is_suspect;
    // Who has begun wakes the next who can: the end of one may let several begin.
    if (find_ready() != nullptr) changed_.notify_one();
    lock.unlock();
    read(taken->reading);
    lock.lock();
    --count;
    if (taken->is_suspect) is_reading_suspect_ = false;
    if (taken->reading.kept_in) {
      uncommitted_.push_back(std::move(taken->reading));
      has_kept_.notify_one();
      continue;
    }
    // Who gathers may have waited for this one.
    if (!uncommitted_.empty() && !is_anything_read()) has_kept_.notify_one();
    finish({&taken->reading, 1}, lock);
  }
}

void ReadingPool::finish(std::span<Reading> readings,
                         std::unique_lock<std::mutex>& lock) {
  const bool is_first = finished_.empty();
  std::ranges::move(readings, std::back_inserter(finished_));
  if (!is_first) return;
  lock.unlock();
  options_.on_finished();
  lock.lock();
}

// The mutex is held.
bool ReadingPool::is_anything_read() const {
  return std::ranges::any_of(reading_, [](std::size_t count) { return count > 0; }) ||
         std::ranges::any_of(waiting_, [](const auto& line) { return !line.empty(); });
}

void ReadingPool::commit_readings() {
  std::unique_lock lock(mutex_);
  while (true) {
    has_kept_.wait(lock, [&] { return is_stopping_ || !uncommitted_.empty(); });
    has_kept_.wait_for(lock, kGathering,
                       [&] { return is_stopping_ || !is_anything_read(); });
    if (is_stopping_) return;
    std::vector<Reading> readings = std::exchange(uncommitted_, {});
    lock.unlock();
    commit(readings);
    lock.lock();
    finish(readings, lock);
  }
}

void ReadingPool::commit(std::span<Reading> readings) const {
  const auto committed = options_.visit.shelf->commit();
  for (Reading& reading : readings) {
    if (!committed.ok()) {
      fail_unkept(reading, committed.error());
    } else if (*committed != *reading.kept_in) {
      fail_unkept(reading, {ErrorKind::kFailed, "its archive had to be opened again"});
    }
  }
}

// The mutex is held.
std::optional<ReadingPool::Waiting> ReadingPool::next() {
  std::deque<Waiting>* line = find_ready();
  if (line == nullptr) return std::nullopt;
  std::optional<Waiting> first = std::move(line->front());
  line->pop_front();
  return first;
}

std::deque<ReadingPool::Waiting>* ReadingPool::find_ready() {
  for (std::deque<Waiting>& line : waiting_) {
    if (line.empty()) continue;
    if (may_begin(line.front())) return &line;
    if (line.front().is_suspect) break;  // Nobody begins before it.
  }
  return nullptr;
}

bool ReadingPool::may_begin(const Waiting& waiting) const {
  if (is_reading_suspect_) return false;
  const std::size_t pages =
      reading_[kFollowedPages] + reading_[kArticlePages] + reading_[kLarge];
  if (waiting.is_suspect) return reading_[kFeeds] + pages == 0;
  if (waiting.line == kFeeds) return true;
  if (waiting.line == kLarge && reading_[kLarge] > 0) return false;
  return options_.threads == 1 || pages + 1 < options_.threads;
}

void ReadingPool::read(Reading& reading) const {
  const model::VisitOrder& order = reading.order;
  // What arrived counts until what was made of it does: in between, the network would
  // take the room for free.
  const auto arrived = reading.result.room;
  const bool is_marked = options_.mark != nullptr && !reading.result.body.empty();
  if (is_marked) options_.mark->begin(order, reading.result.started);
  pipeline::VisitEnd end =
      pipeline::conclude_visit(order, reading.memory.get(), std::move(reading.result),
                               options_.visit, reading.contexts);
  reading.result = {};
  reading.needed_contexts.clear();
  if (end.needs) {
    reading.needed_contexts = std::move(end.needs->urls);
    reading.result = std::move(end.needs->result);
    if (is_marked) options_.mark->end(order.id);
    return;
  }
  const model::VisitReport& report = end.report;
  const model::Listing* const listing = model::listing_of(report.findings);
  log_debug("terminal {}: {} of source {}: {}, HTTP {}, {} bytes in {} ms, {} new{}{}",
            options_.visit.terminal, to_string(model::kind_of(report.findings)),
            order.source.value, to_string(report.outcome), report.http_status,
            report.wire_bytes, report.took.count(),
            listing == nullptr ? 0 : listing->new_entries.size(),
            report.error.empty() ? "" : ": ", report.error);
  reading.new_memory = std::move(end.memory);
  reading.kept_in = end.kept_in;
  if (end.kept_in) reading.without_it = model::as_failure(end.report, "");
  reading.message = encoded(std::move(end.report));
  reading.room = std::make_shared<const MemoryBudget::Share>(
      options_.memory, MemoryBudget::Use::kUnstored, reading.message.size());
  if (is_marked) options_.mark->end(order.id);
}

}  // namespace curlew::control
