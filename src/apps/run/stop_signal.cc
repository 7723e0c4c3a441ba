#include "apps/run/stop_signal.h"

#include <unistd.h>

#include <atomic>
#include <csignal>

namespace curlew::apps {
namespace {

std::atomic<bool> has_come = false;

sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

}  // namespace

void hold_stop_signals() {
  const sigset_t signals = stop_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  // A peer that closes its end is an error of that transfer, not of the program.
  std::signal(SIGPIPE, SIG_IGN);
}

void wait_for_stop_signal() {
  const sigset_t signals = stop_signals();
  int received = 0;
  while (sigwait(&signals, &received) != 0) {
  }
  has_come = true;
}

bool is_stop_asked() {
  if (has_come) return true;
  sigset_t pending;
  sigemptyset(&pending);
  if (sigpending(&pending) != 0) return false;
  return sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1;
}

void send_stop_signal() { kill(getpid(), SIGTERM); }

}  // namespace curlew::apps
