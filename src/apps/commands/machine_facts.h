// What the store does not know of the machine: its terminals, files and disk.

#pragma once

#include <string>
#include <vector>

#include "apps/config/config.h"
#include "base/time.h"
#include "service/operation.h"

namespace curlew::apps {

// `started`: when the program that serves was; kNever: not told.
service::MachineFacts machine_facts(const Config& config, Time started);

// What terminals of this machine remember of hosts.
std::vector<std::string> terminal_caches(const Config& config);

}  // namespace curlew::apps
