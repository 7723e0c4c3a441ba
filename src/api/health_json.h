// How it goes, as JSON: delays and what more visits would buy, the machine, how hosts
// were treated, what is kept, what is wrong. The same fields on the command line and
// over HTTP.

#pragma once

#include <boost/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "service/health.h"
#include "service/operation.h"
#include "service/source_table.h"

namespace curlew::api {

// `budget` is null where nothing is planned by a model.
boost::json::object to_object(const service::DelayPicture& picture,
                              const std::optional<service::BudgetPicture>& budget);
boost::json::object to_object(const service::OperationPicture& picture,
                              const std::vector<service::Planning>& planning);
boost::json::object to_object(const service::HostCourtesy& host);
boost::json::object to_object(const service::RetentionPicture& picture);

std::string to_json(const service::DelayPicture& picture,
                    const std::optional<service::BudgetPicture>& budget);
std::string to_json(const service::OperationPicture& picture,
                    const std::vector<service::Planning>& planning);
std::string to_json(const service::HostCourtesy& host);
std::string to_json(const service::RetentionPicture& picture);
// In English.
std::string to_json(const service::ProblemGroup& group);

}  // namespace curlew::api
