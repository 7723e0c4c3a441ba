// Solutions of a SPARQL query, whose blank nodes have other names in each answer. Only
// for the sources of this folder.

#pragma once

#include <functional>

#include "detect/data/data_change.h"
#include "model/table.h"

namespace curlew::detect {

using CompareRows =
    std::function<DataChange(const model::Table& before, const model::Table& after)>;

// `compare_rows` compares tables whose blank nodes are called by what is said of them,
// so that those which say the same have the same name. Where rows are the same by that,
// their graphs decide, within the work limit of `options`.
DataChange compare_solutions(const model::Table& before, const model::Table& after,
                             const DataCompareOptions& options,
                             const CompareRows& compare_rows);

}  // namespace curlew::detect
