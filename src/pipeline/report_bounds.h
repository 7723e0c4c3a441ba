// What one report may hold. A report crosses the broker as one message and is stored in
// one transaction: however much a publisher shows, it is bounded here, where it is
// made.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "model/entry.h"
#include "model/visit.h"

namespace curlew::pipeline {

// Of the entries that `order` names, in that order, so many fit into `limit` bytes; at
// least one, which is cut when it is too large by itself.
std::size_t entries_that_fit(std::span<model::Entry> entries,
                             std::span<const std::size_t> order, Bytes limit);

// Leaves out addresses that are too long, and those beyond the first twenty.
void bound_addresses(std::vector<std::string>& addresses);

// Cuts what is not an entry and not a page: error, note, head.
void bound_outer_fields(model::VisitReport& report);

}  // namespace curlew::pipeline
