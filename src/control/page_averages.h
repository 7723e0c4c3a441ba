// What pages of a source have been like so far (extract/areas/page_kind.h).

#pragma once

#include "base/result.h"
#include "model/ids.h"
#include "model/page_kind.h"
#include "store/central_store.h"

namespace curlew::control {

// Its own, or, before a page of it was read, those of all sources.
Result<model::PageAverages> averages_of(store::CentralStore& store,
                                        model::SourceId source);

}  // namespace curlew::control
