#include "api/page_thread.h"

#include <utility>

namespace curlew::api {

PageThread::PageThread(std::size_t most_waiting)
    : most_waiting_(most_waiting), thread_([this] { run(); }) {}

PageThread::~PageThread() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

bool PageThread::add(Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= most_waiting_) return false;
    waiting_.push_back(std::move(task));
  }
  changed_.notify_one();
  return true;
}

void PageThread::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
    if (stopping_) return;
    const Task task = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    task();
    lock.lock();
  }
}

}  // namespace curlew::api
