#include "control/terminals_answers.h"

#include <string_view>
#include <utility>

#include "control/subjects.h"
#include "records.pb.h"

namespace curlew::control {

void LivingTerminals::set(std::vector<std::string> names) {
  const std::lock_guard lock(mutex_);
  names_ = std::move(names);
}

std::vector<std::string> LivingTerminals::get() const {
  const std::lock_guard lock(mutex_);
  return names_;
}

Result<std::unique_ptr<broker::Answering>> answer_terminals(
    const LivingTerminals& living, broker::Broker& broker) {
  return broker.answer(kTerminals, [&living](std::string_view) {
    wire::TerminalsAnswer answer;
    for (const std::string& each : living.get()) answer.add_names(each);
    return Result<std::string>(answer.SerializeAsString());
  });
}

}  // namespace curlew::control
