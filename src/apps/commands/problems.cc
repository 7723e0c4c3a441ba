#include "apps/commands/problems.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "api/plain_text.h"
#include "api/snapshot.h"
#include "apps/commands/source_facts.h"
#include "apps/commands/sources.h"
#include "model/mask.h"

namespace curlew::apps {
namespace {

std::string_view word_for(const store::WatchedSource& watched) {
  const model::SourceState state = watched.source.state;
  if (state != model::SourceState::kActive) return to_string(state);
  if (!is_success(watched.schedule.last_outcome)) return "failed";
  return watched.schedule.last_remark == model::Remark::kCutFeed ? "cut short"
                                                                 : "useless";
}

// "failed 2 min ago, 3 times in a row; next try in 9 min"
std::string when_of(const store::WatchedSource& watched, Time now) {
  const store::ScheduleRow& row = watched.schedule;
  std::string text =
      fmt::format("{} {}", word_for(watched), relative(*row.last_visit, now));
  if (row.failures > 1) text += fmt::format(", {} times in a row", row.failures);
  if (!is_visited(watched.source.state)) return text;
  const bool is_due = row.next_due <= now;
  return text + (is_due ? "; to be tried again now"
                        : "; next try " + relative(row.next_due, now));
}

}  // namespace

void print_problem(const Screen& screen, const model::Problem& problem) {
  fmt::print(screen.out, "    {}\n    {}\n",
             coloured(screen, api::plain_text(problem.reason), Colour::kBad),
             api::plain_text(problem.cure));
}

void print_problems(const Screen& screen,
                    const std::vector<store::WatchedSource>& sources, Time now) {
  for (const store::WatchedSource& watched : sources) {
    const auto problem = api::problem_of(watched);
    if (!problem) continue;
    const model::Source& source = watched.source;
    const std::string address = api::plain_text(model::masked_address(source.url));
    const std::string title = api::plain_text(source.title);
    fmt::print(screen.out, "#{}  {}{}{}\n", source.id.value,
               coloured(screen, title, Colour::kBold), title.empty() ? "" : "  ",
               address);
    print_problem(screen, *problem);
    fmt::print(screen.out, "    {}\n",
               coloured(screen, when_of(watched, now), Colour::kQuiet));
  }
}

}  // namespace curlew::apps
