// What a report says of every visit, whatever was visited.

#pragma once

#include "fetch/fetcher.h"
#include "model/visit.h"
#include "pipeline/visit.h"

namespace curlew::pipeline {

model::VisitReport begin_report(const model::VisitOrder& order,
                                const fetch::FetchResult& result,
                                const VisitOptions& options);

}  // namespace curlew::pipeline
