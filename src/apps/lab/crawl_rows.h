// What `lab crawl` prints of a crawl: JSON a line, or tables.

#pragma once

#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/lab/crawl_run.h"

namespace curlew::apps {

// All orders on one site.
struct CrawlContest {
  // Of the synthetic web; nullopt for a recorded one.
  std::optional<double> stay;
  std::vector<std::string> topics;
  std::uint32_t pages = 0;
  std::vector<CrawlResult> results;
};

std::string_view name_of(classify::TopicMethod method);

// The row of the order, then those of its topics and phases, then those of the most
// dynamic pages.
void print_crawl_json(const CrawlContest& contest, const CrawlResult& result,
                      std::FILE* out);

// Every order in a row; then topics and phases, and the most dynamic pages, of the
// first.
void print_crawl_tables(std::span<const CrawlContest> contests, std::FILE* out);

// A line a visit: order,stay,phase,topic,place,frontier,priority,url.
std::string queue_as_csv(std::span<const CrawlContest> contests, std::uint32_t phase);

}  // namespace curlew::apps
