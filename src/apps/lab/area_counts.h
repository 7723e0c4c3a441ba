// How many areas of each kind the pages of a folder have: table 1 of the paper CLIP and
// its figure 7, by the algorithm as published and by ours.

#pragma once

#include <cstdio>

#include "apps/lab/lab.h"
#include "base/result.h"
#include "extract/areas/areas.h"

namespace curlew::apps {

// Of every page in `options.batch`. A page that cannot be read is an error.
Result<void> count_areas(const LabAreasOptions& options,
                         const extract::AreaOptions& thresholds, std::FILE* out);

}  // namespace curlew::apps
