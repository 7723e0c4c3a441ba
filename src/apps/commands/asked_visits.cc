#include "apps/commands/asked_visits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <thread>
#include <utility>

#include "api/plain_text.h"
#include "api/snapshot.h"
#include "apps/commands/problems.h"
#include "apps/commands/sources.h"
#include "apps/output/progress.h"
#include "base/grouped.h"

namespace curlew::apps {
namespace {

// Robots.txt, the delay of the host, the page and then the feed that it names, with a
// second for each commit: most answers are there after five seconds.
constexpr Milliseconds kPatience{20'000};
// Of many each takes its turn, and those of one host wait for its delay; nobody waits
// for longer than this at a prompt.
constexpr Milliseconds kPatienceForEach{500};
constexpr Milliseconds kMostPatience{120'000};
constexpr Milliseconds kAskPause{200};

// True when nothing more is to be waited for.
Result<bool> look_again(store::CentralStore& store, Visited& visited, Time asked) {
  TRY_ASSIGN(visited.now, store.source_by_id(visited.asked.id));
  if (!visited.now) {
    // It was another source's page: its address means that one now.
    TRY_ASSIGN(visited.now, store.find_source(visited.asked.url));
  }
  visited.is_over = !visited.now || !visited.now->schedule.asked;
  if (!visited.is_over || !visited.now) return visited.is_over;
  TRY_ASSIGN(visited.new_items, new_items_since(store, visited.now->source.id, asked));
  return true;
}

}  // namespace

Result<std::uint32_t> new_items_since(store::CentralStore& store,
                                      model::SourceId source, Time since) {
  // Pages of the articles that it brought may have been fetched since.
  constexpr std::size_t kMostVisits = 1000;
  TRY_ASSIGN(const auto visits, store.visits_of(source, kMostVisits));
  for (const store::VisitRow& visit : visits) {
    if (visit.started < since) break;
    if (visit.kind == model::VisitKind::kSource) return visit.new_entries;
  }
  return std::uint32_t{0};
}

Result<std::vector<Visited>> wait_for_visits(const Context& context,
                                             store::CentralStore& store,
                                             std::vector<model::Source> sources,
                                             Time asked) {
  std::vector<Visited> all;
  for (model::Source& source : sources) all.emplace_back().asked = std::move(source);
  const Milliseconds patience = std::min(
      kPatience +
          kPatienceForEach * static_cast<int>(std::min<std::size_t>(all.size(), 1'000)),
      kMostPatience);
  const SteadyTime deadline = context.clock.steady() + patience;
  Progress progress("visiting", all.size(), context.clock);
  while (true) {
    bool is_over = true;
    for (Visited& visited : all) {
      if (visited.is_over) continue;
      TRY_ASSIGN(const bool is_done, look_again(store, visited, asked));
      is_over &= is_done;
      if (is_done) progress.advance(1);
    }
    progress.advance(0);
    if (is_over || context.clock.steady() >= deadline) return all;
    std::this_thread::sleep_for(kAskPause);
  }
}

void print_visited(const Screen& screen, const Visited& visited) {
  if (!visited.now) return;
  const model::Source& source = visited.now->source;
  if (source.id != visited.asked.id) {
    fmt::print(screen.out, "    known already, as #{} {}\n", source.id.value,
               api::plain_text(name_of(source)));
  } else if (!visited.is_over) {
    fmt::print(screen.out, "    not visited yet; see curlew status {}\n",
               source.id.value);
  } else if (const auto problem = api::problem_of(*visited.now)) {
    print_problem(screen, *problem);
  } else {
    fmt::print(screen.out, "    {} \"{}\": {} new article{}\n", to_string(source.kind),
               api::plain_text(name_of(source)), grouped(visited.new_items),
               visited.new_items == 1 ? "" : "s");
  }
}

void say_that_nobody_serves() {
  fmt::print(stderr,
             "curlew: serve is not running: visits are made when curlew serve is; "
             "curlew check URL tries an address now\n");
}

}  // namespace curlew::apps
