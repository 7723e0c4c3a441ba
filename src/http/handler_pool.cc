#include "http/handler_pool.h"

#include <exception>
#include <utility>

#include "base/check.h"
#include "base/log.h"

namespace curlew::http {

HandlerPool::HandlerPool(HandlerPoolOptions options) : options_(options) {
  CHECK(options_.threads > 0 && options_.most_running_of_lane > 0);
  for (std::size_t i = 0; i < options_.threads; ++i) {
    threads_.emplace_back([this, i] { run(i); });
  }
}

HandlerPool::~HandlerPool() { stop(); }

void HandlerPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (auto& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

bool HandlerPool::add(std::size_t lane, Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (lane >= lanes_.size()) lanes_.resize(lane + 1);
    auto& waiting = lanes_[lane].waiting;
    if (stopping_ || waiting_ >= options_.most_waiting ||
        waiting.size() >= options_.most_waiting_in_lane) {
      return false;
    }
    waiting.push_back(std::move(task));
    ++waiting_;
  }
  changed_.notify_one();
  return true;
}

// The lanes are a few dozen: looking at all of them costs less than an ordered queue.
HandlerPool::Lane* HandlerPool::next_lane() {
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    const std::size_t index = (turn_ + i) % lanes_.size();
    Lane& lane = lanes_[index];
    if (lane.waiting.empty() || lane.running >= options_.most_running_of_lane) continue;
    turn_ = index + 1;
    return &lane;
  }
  return nullptr;
}

void HandlerPool::run(std::size_t thread) {
  std::unique_lock lock(mutex_);
  while (true) {
    Lane* lane = nullptr;
    changed_.wait(lock, [&] { return stopping_ || (lane = next_lane()) != nullptr; });
    if (stopping_) return;
    Task task = std::move(lane->waiting.front());
    lane->waiting.pop_front();
    --waiting_;
    ++lane->running;
    lock.unlock();
    try {
      task(thread);
    } catch (const std::exception& error) {
      log_error("http handler: {}", error.what());
    }
    task = nullptr;  // What it holds may answer when it goes, and must not under lock.
    lock.lock();
    // No need to wake another thread for this lane: this one looks at it next.
    --lane->running;
  }
}

}  // namespace curlew::http
