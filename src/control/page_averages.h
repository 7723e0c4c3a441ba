// What pages of a source have been like so far (extract/areas/page_kind.h).

#pragma once

#include <unordered_map>

#include "model/ids.h"
#include "model/page_kind.h"

namespace curlew::control {

// Of `known`, as Pages::averages() reads them: its own or, before a page of it was
// read, those of all sources.
model::PageAverages averages_of(
    const std::unordered_map<model::SourceId, model::PageAverages>& known,
    model::SourceId source);

}  // namespace curlew::control
