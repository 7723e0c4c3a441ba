// Tells terminals, and whoever reads versions, which terminals are alive, and hears of
// the copies of their archives: the controller's side of FarCopies::terminals().

#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.h"
#include "broker/broker.h"
#include "store/archive_copies.h"
#include "store/store.h"

namespace curlew::control {

// Thread-safe.
class LivingTerminals {
 public:
  // As the controller's thread sees them.
  void set(std::vector<std::string> names);
  std::vector<std::string> get() const;

  // Of one that is alive.
  void tell(const std::string& terminal, std::vector<store::ArchiveCopy> copies);
  // Writes down what was told, where it is something new. By the controller's thread.
  Result<void> note_copies(store::Store& store);

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> names_;
  // By terminal: what was told and is not written yet, and what is.
  std::map<std::string, std::vector<store::ArchiveCopy>> told_;
  std::map<std::string, std::vector<store::ArchiveCopy>> noted_;
};

// As long as what it returns lives, which both outlive.
Result<std::unique_ptr<broker::Answering>> answer_terminals(LivingTerminals& living,
                                                            broker::Broker& broker);

}  // namespace curlew::control
