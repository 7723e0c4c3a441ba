// Answers what other processes ask of the archives of this one (records.h): a terminal
// does, and one that hands its archive over.

#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/result.h"
#include "broker/broker.h"
#include "control/archives.h"

namespace curlew::control {

// Thread-safe.
class RecordsAnswers {
 public:
  // Whether it takes over the archives of others.
  enum class Role { kTerminal, kLeaving };

  // Answers for all archives of `archives` that are open to write. `name` is that of
  // this terminal. Everything passed in outlives it.
  static Result<std::unique_ptr<RecordsAnswers>> start(std::string name, Role role,
                                                       Archives& archives,
                                                       broker::Broker& broker);
  ~RecordsAnswers();

 private:
  // Of an archive that is being taken over.
  struct Arrival {
    std::thread thread;
    bool is_finished = false;
    Result<void> outcome;
  };

  RecordsAnswers(std::string name, Role role, Archives& archives,
                 broker::Broker& broker);
  Result<void> answer_for(const std::string& terminal);
  Result<std::string> answer(const std::string& terminal, std::string_view question);
  Result<std::string> file_digest(const std::string& terminal, const std::string& name);
  Result<bool> take_over(const std::string& terminal);
  Result<void> fetch(const std::string& terminal);

  const std::string name_;
  const Role role_;
  Archives& archives_;
  broker::Broker& broker_;
  std::atomic<bool> stopping_ = false;
  std::mutex mutex_;
  std::map<std::string, Arrival> arrivals_;
  std::vector<std::unique_ptr<broker::Answering>> answerings_;
};

}  // namespace curlew::control
