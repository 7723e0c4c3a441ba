// All operations of the JSON API, and what their groups are made with.

#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/callers.h"
#include "api/live_events.h"
#include "api/status_site.h"
#include "api/v1/operation.h"
#include "base/clock.h"
#include "service/login_throttle.h"

namespace curlew::api {

// All of it must outlive the operations.
struct ApiContext {
  const StatusSiteOptions& options;
  const Clock& clock;
  Callers& callers;
  LiveEvents& events;
  service::LoginThrottle& throttle;
};

std::vector<Operation> all_operations(const ApiContext& context);

// openapi.json, as it is served.
std::string_view openapi_document();

// The groups, each in the source of its name.
std::vector<Operation> session_operations(const ApiContext& context);
std::vector<Operation> me_operations(const ApiContext& context);
std::vector<Operation> users_operations(const ApiContext& context);
std::vector<Operation> article_operations(const ApiContext& context);
std::vector<Operation> clip_operations(const ApiContext& context);
std::vector<Operation> source_operations(const ApiContext& context);
std::vector<Operation> source_detail_operations(const ApiContext& context);
std::vector<Operation> version_operations(const ApiContext& context);
std::vector<Operation> topic_operations(const ApiContext& context);
std::vector<Operation> health_operations(const ApiContext& context);

}  // namespace curlew::api
