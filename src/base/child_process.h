// Runs another program with bounded time and memory, without a shell: what it is given
// on its standard input is a file in memory, what it prints is read back. It is killed,
// with all that it started, when it takes too long or the thread that runs it ends.

#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "base/time_budget.h"

namespace curlew {

enum class ChildRights {
  // It reads and prints: it can write no file, gains no rights, has a clean environment
  // and is alone in "/". What it prints to stderr is nobody's.
  kReads,
  // A program of the operator's: it may what this process may, in its environment.
  // What it prints to stderr is read with the rest.
  kAll,
};

struct ChildOptions {
  // Its path, and then its arguments.
  std::vector<std::string> words;
  ChildRights rights = ChildRights::kReads;
  // By the clock, and for ChildRights::kReads of a processor.
  Milliseconds time{10'000};
  // Its address space; 0: no limit.
  Bytes memory = 0;
  // What it prints beyond it is cut, and ends a child that only reads.
  Bytes output = 4_MiB;
  // It is killed when this is true; nullptr: never.
  const std::atomic<bool>* stopping = nullptr;
};

struct ChildEnd {
  // What it printed.
  std::string output;
  // Of an exit; -1: a signal ended it.
  int code = 0;
  int signal = 0;

  bool is_well() const { return code == 0; }
};

// Waits for it. kLimit: it took too long, or longer than `time` allows. kFailed: it
// could not be started. A program that is not there ends with code 127.
Result<ChildEnd> run_child(const ChildOptions& options, std::string_view input,
                           const Clock& clock, TimeBudget time = {});

}  // namespace curlew
