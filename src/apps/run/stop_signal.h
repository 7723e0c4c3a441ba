// Waits for the operator to end the program: SIGINT (Ctrl-C) or SIGTERM.

#pragma once

namespace curlew::apps {

// Blocks the signals for this thread and those it starts later: call it first.
void hold_stop_signals();

// Returns when one has come.
void wait_for_stop_signal();

// Has one come? Also one that nobody has waited for yet. From any thread.
bool is_stop_asked();

// As if the operator had sent one.
void send_stop_signal();

}  // namespace curlew::apps
