// Tells terminals, and whoever reads versions, which terminals are alive: the
// controller's side of FarCopies::terminals().

#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.h"
#include "broker/broker.h"

namespace curlew::control {

// As the controller's thread last saw them. Thread-safe.
class LivingTerminals {
 public:
  void set(std::vector<std::string> names);
  std::vector<std::string> get() const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> names_;
};

// As long as what it returns lives, which both outlive.
Result<std::unique_ptr<broker::Answering>> answer_terminals(
    const LivingTerminals& living, broker::Broker& broker);

}  // namespace curlew::control
