#include "apps/commands/sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <limits>
#include <utility>

#include "api/json.h"
#include "api/plain_text.h"
#include "api/snapshot.h"
#include "apps/commands/asked_visits.h"
#include "apps/commands/problems.h"
#include "apps/commands/source_address.h"
#include "apps/commands/source_facts.h"
#include "apps/directory_lock.h"
#include "apps/output/table.h"
#include "control/own_origin.h"
#include "model/folder.h"
#include "model/mask.h"
#include "schedule/constraints.h"

namespace curlew::apps {
namespace {

using model::SourceState;
using store::SourceFilter;
using store::WatchedSource;

// One source that a command has dealt with.
struct Done {
  std::string_view word;  // "added"
  model::Source source;
  bool is_asked = false;  // A visit was asked for.
  // Of a source that was to be visited and is not: why, and what to do about it.
  std::string why_not = {};
};

boost::json::object to_object(const Done& done) {
  return {{"id", done.source.id.value},
          {"url", model::masked_address(done.source.url)},
          {"result", done.word}};
}

void print_done(const Context& context, const Done& done, bool json) {
  if (json) {
    fmt::print(context.screen.out, "{}\n", serialize(to_object(done)));
    return;
  }
  const bool is_refused = !done.why_not.empty();
  fmt::print(context.screen.out, "{} #{}  {}\n", is_refused ? "not visited" : done.word,
             done.source.id.value,
             api::plain_text(model::masked_address(done.source.url)));
  if (is_refused) fmt::print(context.screen.out, "    {}\n", done.why_not);
}

void print_visited(const Context& context, const Done& done, const Visited& visited,
                   bool json) {
  if (!json) {
    print_done(context, done, json);
    print_visited(context.screen, visited);
    return;
  }
  boost::json::object line = to_object(done);
  if (visited.now) line["id"] = visited.now->source.id.value;
  const auto problem =
      visited.now && visited.is_over ? api::problem_of(*visited.now) : std::nullopt;
  line["visited"] = visited.is_over;
  line["new"] = visited.new_items;
  line["problem"] = nullptr;
  if (problem) {
    line["problem"] = {{"reason", api::plain_text(problem->reason)},
                       {"cure", api::plain_text(problem->cure)}};
  }
  fmt::print(context.screen.out, "{}\n", serialize(line));
}

// Prints what was done at `now`; while `serve` runs, with what the visits found.
Result<void> report(const Context& context, store::CentralStore& store,
                    const std::vector<Done>& all, Time now, Waiting waiting,
                    bool json) {
  std::vector<model::Source> asked;
  for (const Done& done : all) {
    if (done.is_asked) asked.push_back(done.source);
  }
  const bool is_served =
      !asked.empty() && DirectoryLock::is_taken(context.config.data.dir);
  std::vector<Visited> visited;
  if (is_served && waiting == Waiting::kYes) {
    TRY_ASSIGN(visited, wait_for_visits(context, store, std::move(asked), now));
  }
  auto next = visited.begin();
  for (const Done& done : all) {
    if (done.is_asked && next != visited.end()) {
      print_visited(context, done, *next++, json);
    } else {
      print_done(context, done, json);
    }
  }
  const bool is_waited_for =
      std::ranges::any_of(all, [](const Done& done) { return done.is_asked; });
  if (is_waited_for && !is_served) say_that_nobody_serves();
  return {};
}

// May another visit find something else than the last one did?
bool is_visited_otherwise(const model::Source& before, const model::Source& after) {
  return before.url != after.url || before.kind != after.kind ||
         before.request != after.request || before.rendering != after.rendering ||
         before.rules != after.rules || before.fetch_pages != after.fetch_pages ||
         before.objective != after.objective ||
         before.wishes.interval != after.wishes.interval ||
         before.wishes.longest_gap != after.wishes.longest_gap;
}

// May what ended its visits for good, or stopped it, be over now? It asks for something
// else, or in another way.
bool is_asked_for_otherwise(const model::Source& before, const model::Source& after) {
  return before.url != after.url || before.kind != after.kind ||
         before.request != after.request;
}

bool has_ended(SourceState state) {
  return state == SourceState::kGone || state == SourceState::kStopped;
}

// Its server asked to be left alone (Retry-After): that holds for users, too.
bool is_to_wait(const store::ScheduleRow& row, Time now) {
  return row.last_outcome == model::FetchOutcome::kThrottled && row.last_status != 0 &&
         row.not_before && *row.not_before > now;
}

// Within its user's own hours.
bool is_visitable(const model::Source& source, Time now) {
  return is_visited(source.state) &&
         schedule::out_of_quiet(now, source.wishes.quiet) == now;
}

// A source that `add` is told of: one by its number, or an address.
struct Wanted {
  std::optional<model::SourceId> id;
  std::string url;
  SourceEdit edit;
};

Result<Wanted> to_wanted(const std::string& typed, const SourceEdit& common) {
  Wanted wanted;
  wanted.edit = common;
  wanted.id = parse_source_number(typed);
  if (wanted.id) return wanted;
  if (!common.url.empty()) {
    return Error{
        ErrorKind::kUsage,
        fmt::format("--url {}: gives the source with a number its new address: "
                    "curlew add 28 --url URL",
                    model::masked_address(common.url))};
  }
  TRY(expect_no_file(typed));
  TRY_ASSIGN(SourceAddress address, parse_source_address(typed));
  wanted.url = std::move(address.url);
  TRY(add_login_of_address(address.basic_credentials, wanted.edit.request));
  return wanted;
}

Result<std::optional<WatchedSource>> find_wanted(store::CentralStore& store,
                                                 const Wanted& wanted) {
  if (!wanted.id) return store.find_source(wanted.url);
  TRY_ASSIGN(auto known, store.source_by_id(*wanted.id));
  if (known) return known;
  return Error{ErrorKind::kNotFound,
               fmt::format("{}: no such source", wanted.id->value)};
}

// The typed address may be an old name of a source that is watched elsewhere by now:
// secrets typed for it must not go there.
Result<void> expect_own_secrets(const Wanted& wanted, const model::Source& known) {
  if (wanted.id || control::share_origin(wanted.url, known.url)) return {};
  model::RequestSettings typed;
  apply(wanted.edit.request, typed);
  if (!model::has_secret(typed)) return {};
  return Error{ErrorKind::kUsage,
               fmt::format("{}: is watched as source {} at {}, another server, which "
                           "must not get what is meant for this one; if it is meant "
                           "for that one: curlew add {}",
                           wanted.url, known.id.value, model::masked_address(known.url),
                           known.id.value)};
}

// Secrets were given for the origin of the address that a source had.
model::Source changed(const SourceEdit& edit, const model::Source& before) {
  model::Source after = before;
  const bool stays = edit.url.empty() || control::share_origin(edit.url, before.url);
  if (!stays && model::has_secret(before.request)) {
    after.request = control::settings_towards(edit.url, before.request, before.url);
    fmt::print(stderr,
               "curlew: source {}: its login and headers were given for {} and are "
               "dropped; for {} give new ones with --user, --bearer or --header\n",
               before.id.value, control::origin_of(before.url),
               control::origin_of(edit.url));
  }
  apply(edit, after);
  return after;
}

Result<Done> add_one(store::CentralStore& store, const Wanted& wanted, Time now) {
  TRY_ASSIGN(auto known, find_wanted(store, wanted));
  Done done{"added", changed(wanted.edit, known ? known->source : model::Source())};
  if (!known) {
    done.source.url = wanted.url;
    done.source.added = now;
    TRY_ASSIGN(done.source.id, store.add_source(done.source, now));
    done.is_asked = is_visitable(done.source, now);
  } else if (wanted.edit == SourceEdit{}) {
    done.word = "known";
  } else {
    done.word = "changed";
    TRY(store.change_source(done.source));
    const bool goes_on = has_ended(known->source.state) &&
                         is_asked_for_otherwise(known->source, done.source);
    if (goes_on) {
      done.source.state = SourceState::kActive;
      TRY(store.set_state(done.source.id, done.source.state));
    }
    // A Retry-After is the wish of one server alone.
    const bool waits = is_to_wait(known->schedule, now) &&
                       control::share_origin(known->source.url, done.source.url);
    done.is_asked = is_visited_otherwise(known->source, done.source) &&
                    is_visitable(done.source, now) && !waits;
  }
  const std::array asked{done.source.id};
  if (done.is_asked) TRY(store.ask_visits(asked, now));
  return done;
}

SourceFilter to_filter(std::string_view name) {
  if (name == "due") return SourceFilter::kDue;
  if (name == "late") return SourceFilter::kLate;
  if (name == "failing") return SourceFilter::kProblem;
  if (name == "paused") return SourceFilter::kPaused;
  if (name == "gone") return SourceFilter::kGone;
  if (name == "stopped") return SourceFilter::kStopped;
  return SourceFilter::kAll;
}

Colour colour_of(SourceState state) {
  switch (state) {
    case SourceState::kActive:
      return Colour::kNone;
    case SourceState::kPaused:
      return Colour::kQuiet;
    case SourceState::kFailing:
    case SourceState::kGone:
    case SourceState::kStopped:
      return Colour::kBad;
  }
  return Colour::kNone;
}

// A source that is active, but whose last visit had a problem, says so.
Cell state_cell(const WatchedSource& watched) {
  const SourceState state = watched.source.state;
  const bool is_troubled = state == SourceState::kActive && api::problem_of(watched);
  if (is_troubled) return {"problem", Colour::kBad};
  return {std::string(to_string(state)), colour_of(state)};
}

Table source_table(const std::vector<WatchedSource>& sources, Time now) {
  Table table({{"id", Align::kRight},
               {"state"},
               {"title", Align::kLeft, Shrink::kYes},
               {"address", Align::kLeft, Shrink::kYes},
               {"last visit", Align::kRight},
               {"next", Align::kRight}});
  for (const WatchedSource& watched : sources) {
    const auto& [source, schedule] = watched;
    const bool is_due = schedule.next_due <= now;
    table.add({std::to_string(source.id.value), state_cell(watched), source.title,
               model::masked_address(source.url),
               schedule.last_visit ? relative(*schedule.last_visit, now) : "-",
               !is_visited(source.state) ? "-"
               : is_due                  ? "due"
                                         : relative(schedule.next_due, now)});
  }
  return table;
}

template <typename Action>
Result<void> for_each_target(const Context& context, const TargetOptions& options,
                             Action action) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  const Time now = context.clock.now();
  TRY_ASSIGN(const std::vector<WatchedSource> targets,
             find_targets(*store, options.targets, now));
  std::vector<Done> all;
  std::vector<model::SourceId> asked;
  for (const WatchedSource& target : targets) {
    Done done{"", target.source};
    TRY(action(*store, target, done));
    if (done.is_asked) asked.push_back(done.source.id);
    all.push_back(std::move(done));
  }
  if (!asked.empty()) TRY(store->ask_visits(asked, now));
  return report(context, *store, all, now,
                options.no_wait ? Waiting::kNo : Waiting::kYes, options.json);
}

}  // namespace

std::string name_of(const model::Source& source) {
  return source.title.empty() ? model::masked_address(source.url) : source.title;
}

Result<void> add_sources(const Context& context, const AddOptions& options) {
  TRY_ASSIGN(const SourceEdit common, to_source_edit(options.source));
  if (!common.url.empty() && options.urls.size() > 1) {
    return Error{ErrorKind::kUsage, "--url: is the address of one source"};
  }
  // A mistyped address among several adds none.
  std::vector<Wanted> sources;
  for (const std::string& typed : options.urls) {
    TRY_ASSIGN(Wanted wanted, to_wanted(typed, common));
    sources.push_back(std::move(wanted));
  }
  TRY_ASSIGN(const auto store, make_store(context.config));
  for (const Wanted& wanted : sources) {
    TRY_ASSIGN(const auto known, find_wanted(*store, wanted));
    if (known) TRY(expect_own_secrets(wanted, known->source));
  }
  const Time now = context.clock.now();
  std::vector<Done> all;
  for (const Wanted& wanted : sources) {
    TRY_ASSIGN(Done done, add_one(*store, wanted, now));
    all.push_back(std::move(done));
  }
  TRY(report(context, *store, all, now, options.no_wait ? Waiting::kNo : Waiting::kYes,
             options.json));
  const auto known =
      std::ranges::count_if(all, [](const Done& done) { return done.word == "known"; });
  if (known == 0) return {};
  return Error{ErrorKind::kExists, fmt::format("{} of {} addresses watched already",
                                               known, sources.size())};
}

Result<void> list_sources(const Context& context, const ListOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  const Time now = context.clock.now();
  TRY_ASSIGN(const std::string folder, find_folder(*store, options.folder));
  TRY_ASSIGN(
      std::vector<WatchedSource> sources,
      store->list_sources(to_filter(options.filter), now, late_after(context.config),
                          std::numeric_limits<std::int32_t>::max()));
  std::erase_if(sources, [&](const WatchedSource& watched) {
    return !model::is_in_folder(watched.source.folder, folder);
  });
  if (options.json) {
    for (const WatchedSource& source : sources) {
      fmt::print(context.screen.out, "{}\n", api::to_json(source, now));
    }
  } else if (sources.empty()) {
    fmt::print(context.screen.out, "no sources\n");
  } else if (options.filter == "failing") {
    print_problems(context.screen, sources, now);
  } else {
    fmt::print(context.screen.out, "{}",
               source_table(sources, now).render(context.screen));
  }
  return {};
}

Result<void> remove_sources(const Context& context, const TargetOptions& options) {
  return for_each_target(
      context, options,
      [](store::CentralStore& store, const WatchedSource&, Done& done) {
        done.word = "removed";
        return store.remove_source(done.source.id);
      });
}

Result<void> pause_sources(const Context& context, const TargetOptions& options) {
  return for_each_target(
      context, options,
      [](store::CentralStore& store, const WatchedSource&, Done& done) {
        done.word = "paused";
        return store.set_state(done.source.id, SourceState::kPaused);
      });
}

Result<void> resume_sources(const Context& context, const TargetOptions& options) {
  return for_each_target(
      context, options,
      [](store::CentralStore& store, const WatchedSource&, Done& done) {
        done.word = "resumed";
        // Not what is only paused: that goes on where it was.
        done.is_asked = has_ended(done.source.state);
        return store.set_state(done.source.id, SourceState::kActive);
      });
}

namespace {

// Why a source is not visited though its user asks for it; "" when it is.
std::string why_not_visited(const WatchedSource& watched, Time now) {
  const std::int64_t id = watched.source.id.value;
  switch (watched.source.state) {
    case SourceState::kPaused:
      return fmt::format("it is paused; curlew resume {}", id);
    case SourceState::kGone:
      return fmt::format("it is gone for good; to try it again: curlew resume {}", id);
    case SourceState::kStopped:
      return fmt::format(
          "it is stopped; why: curlew status {}; on it goes with curlew "
          "resume {}",
          id, id);
    case SourceState::kActive:
    case SourceState::kFailing:
      break;
  }
  if (!is_to_wait(watched.schedule, now)) return {};
  return fmt::format("its server asked to be left alone; it is visited {}",
                     relative(*watched.schedule.not_before, now));
}

}  // namespace

Result<void> visit_sources(const Context& context, const TargetOptions& options) {
  const Time now = context.clock.now();
  return for_each_target(context, options,
                         [now](store::CentralStore&, const WatchedSource& target,
                               Done& done) -> Result<void> {
                           done.why_not = why_not_visited(target, now);
                           done.is_asked = done.why_not.empty();
                           done.word = done.is_asked ? "asked"
                                       : is_visited(done.source.state)
                                           ? "waiting"
                                           : to_string(done.source.state);
                           return {};
                         });
}

}  // namespace curlew::apps
