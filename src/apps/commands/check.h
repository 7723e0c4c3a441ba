// `curlew check URL`: what one would get by watching an address, without watching it.
// The address is fetched by the real fetcher, under the same manners and the same guard
// as ever, and read by the real stages. A number looks at the source that has it, as it
// is watched; otherwise no database is opened.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/commands/context.h"
#include "apps/commands/source_flags.h"
#include "base/result.h"
#include "fetch/fetcher.h"
#include "model/problem.h"
#include "model/visit.h"

namespace curlew::apps {

// One address that was looked at.
struct Look {
  model::Source source;  // As it would be watched; with a number if it is.
  model::VisitReport report;
  std::string final_url;     // After redirects.
  std::string content_type;  // As its server says.
  fetch::RobotsWord robots = fetch::RobotsWord::kNotAsked;
  Milliseconds crawl_delay{0};  // As robots.txt asks; 0: it does not.
};

// What was wrong with it; nullopt: it can be watched. A page that names a feed is
// followed there, which is no problem.
std::optional<model::Problem> problem_of(const Look& look);

// Looks at an address as `source` says, and at the feed that it names, if it does.
// Takes as long as politeness and the time-outs want.
Result<std::vector<Look>> look_at(const Config& config, const Clock& clock,
                                  const model::Source& source);

struct CheckOptions {
  std::string url;
  SourceFlags source;
  bool json = false;
};
// kFailed when the address cannot be watched like this.
Result<void> check_address(const Context& context, const CheckOptions& options);

}  // namespace curlew::apps
