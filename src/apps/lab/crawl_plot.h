// The picture that `lab crawl --plot` draws: figures 5.1 to 5.5 of the paper DYN for
// one order, and how the orders compare.

#pragma once

#include <span>
#include <string>

#include "apps/lab/crawl_rows.h"

namespace curlew::apps {

// The figures are those of the first order of the first contest, which is not empty.
std::string draw_crawls(std::span<const CrawlContest> contests);

}  // namespace curlew::apps
