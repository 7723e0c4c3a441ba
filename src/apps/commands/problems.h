// Sources whose last visit failed or found nothing of use, for people: what is wrong,
// and what to type against it.

#pragma once

#include <vector>

#include "apps/output/screen.h"
#include "base/time.h"
#include "model/problem.h"
#include "store/central_store.h"

namespace curlew::apps {

// The reason, and below it the cure. What the Web said in them is made safe.
void print_problem(const Screen& screen, const model::Problem& problem);

// Some lines for each source. Those in trouble for good are called "failing" or "gone",
// those whose last visit alone went wrong "failed".
void print_problems(const Screen& screen,
                    const std::vector<store::WatchedSource>& sources, Time now);

}  // namespace curlew::apps
