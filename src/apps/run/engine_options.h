// What the configuration says, as the options of what runs in the engine.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "apps/config/config.h"
#include "base/memory_budget.h"
#include "control/controller.h"
#include "control/housekeeping.h"
#include "control/source_alarms.h"
#include "service/explain.h"

namespace curlew::apps {

// `memory` outlives what is made of them.
control::ControllerOptions controller_options(const Config& config,
                                              const service::PlanningOptions& planning,
                                              MemoryBudget& memory);
control::HousekeepingOptions housekeeping_options(const Config& config);
control::SourceAlarmsOptions alarm_options(const Config& config);

// Of the terminals that are threads of this process.
std::vector<std::string> terminal_names(const Config& config);

// A fingerprint of all that decides whether a source can be fetched, never 0.
std::int64_t fetch_settings_of(const Config& config, std::string_view key_id);

}  // namespace curlew::apps
