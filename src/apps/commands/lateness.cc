#include "apps/commands/lateness.h"

#include <fmt/format.h>

#include "apps/output/table.h"

namespace curlew::apps {

void print_lateness(const Screen& screen, const std::vector<api::DayLateness>& days) {
  if (days.empty()) return;
  fmt::print(screen.out, "\n{}\n",
             coloured(screen, "Found after publication", Colour::kBold));
  Table table({{"day"},
               {"articles", Align::kRight},
               {"median", Align::kRight},
               {"90 %", Align::kRight},
               {"99 %", Align::kRight}});
  for (const auto& [day, lateness] : days) {
    table.add({to_iso8601(day).substr(0, 10), std::to_string(lateness.articles),
               to_human(lateness.median), to_human(lateness.p90),
               to_human(lateness.p99)});
  }
  fmt::print(screen.out, "{}", table.render(screen));
}

}  // namespace curlew::apps
