#include "apps/run/stop_signal.h"

#include <unistd.h>

#include <csignal>

namespace curlew::apps {
namespace {

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
}

void send_stop_signal() { kill(getpid(), SIGTERM); }

}  // namespace curlew::apps
