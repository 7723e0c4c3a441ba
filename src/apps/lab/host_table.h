// The hosts of a planned crawl as a table in CSV. Its first line names the columns, in
// any order:
//
//   host             its name
//   docs             how many documents it is asked for
//   mean_download_s  seconds; empty: never seen
//   delay_s          seconds between two requests; empty: 1
//   deviation_s      of the download times; may be absent or empty
//   downloads        how many the mean was taken of; may be absent or empty
//
// Other columns are passed over. Errors name the file, the line and the value.

#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "schedule/estimate/crawl_plan.h"

namespace curlew::apps {

// Each host is an owner of its own.
Result<std::vector<schedule::PlannedHost>> parse_host_table(std::string_view csv,
                                                            std::string_view name);

}  // namespace curlew::apps
