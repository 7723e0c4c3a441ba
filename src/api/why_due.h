// Why a source is due when it is, for people.

#pragma once

#include <string_view>

#include "model/due_reason.h"

namespace curlew::api {

std::string_view why_due(model::DueReason reason);

}  // namespace curlew::api
