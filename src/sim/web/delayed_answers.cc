#include "sim/web/delayed_answers.h"

namespace curlew::sim {
namespace {

// The clock may be one that a test moves by hand, so that its time cannot be waited
// for: it is looked at this often, and only while an answer waits.
constexpr Milliseconds kLook{10};

}  // namespace

DelayedAnswers::DelayedAnswers(const Clock& clock)
    : clock_(clock), thread_([this] { run(); }) {}

DelayedAnswers::~DelayedAnswers() { stop(); }

void DelayedAnswers::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
  const std::lock_guard lock(mutex_);
  waiting_.clear();
}

void DelayedAnswers::answer_after(Milliseconds delay, http::ServerResponse response,
                                  http::Responder responder) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    waiting_.emplace(clock_.steady() + delay,
                     Waiting{std::move(response), std::move(responder)});
  }
  changed_.notify_all();
}

void DelayedAnswers::run() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (waiting_.empty()) {
      changed_.wait(lock);
      continue;
    }
    if (waiting_.begin()->first > clock_.steady()) {
      changed_.wait_for(lock, kLook);
      continue;
    }
    Waiting due = std::move(waiting_.extract(waiting_.begin()).mapped());
    lock.unlock();
    due.responder(std::move(due.response));
    lock.lock();
  }
}

}  // namespace curlew::sim
