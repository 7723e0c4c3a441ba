// `curlew`, our own policy: for each objective the one that serves it best.

#pragma once

#include <memory>

#include "model/objective.h"
#include "schedule/policy.h"

namespace curlew::schedule {

std::unique_ptr<Policy> make_curlew_policy(model::Objective objective);

}  // namespace curlew::schedule
