// The broker that the configuration names, for processes of a cluster.

#pragma once

#include <memory>
#include <string>

#include "apps/config/config.h"
#include "base/clock.h"
#include "base/memory_budget.h"
#include "base/result.h"
#include "broker/broker.h"

namespace curlew::apps {

// `client` is what the server calls us. kUsage when none is configured. `clock` and
// `memory`, which may be nullptr, outlive it.
Result<std::unique_ptr<broker::Broker>> connect_broker(const Config& config,
                                                       const std::string& client,
                                                       MemoryBudget* memory,
                                                       const Clock& clock);

}  // namespace curlew::apps
