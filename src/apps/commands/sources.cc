#include "apps/commands/sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

#include "api/json.h"
#include "apps/commands/installation_key.h"
#include "apps/commands/source_facts.h"
#include "apps/commands/topics.h"
#include "apps/directory_lock.h"
#include "apps/output/progress.h"
#include "apps/output/table.h"
#include "base/grouped.h"
#include "base/plain_text.h"
#include "control/own_origin.h"
#include "model/mask.h"
#include "pipeline/stages.h"
#include "service/snapshot.h"
#include "service/source_address.h"
#include "service/sources.h"
#include "service/users.h"

namespace curlew::apps {
namespace {

using model::SourceState;
using service::AskedVisit;
using service::SourceAction;
using service::SourceResult;
using store::SourceFilter;
using store::WatchedSource;

// Should a command wait for the visits that it asks for? Only while `serve` runs.
enum class Waiting { kNo, kYes };

Waiting waiting(bool no_wait) { return no_wait ? Waiting::kNo : Waiting::kYes; }

// Robots.txt, the delay of the host, the page and then the feed that it names, with a
// second for each commit: most answers are there after five seconds.
constexpr Milliseconds kPatience{20'000};
// Of many each takes its turn, and those of one host wait for its delay; nobody waits
// for longer than this at a prompt.
constexpr Milliseconds kPatienceForEach{500};
constexpr Milliseconds kMostPatience{120'000};
constexpr Milliseconds kAskPause{200};

// Waits until all of them, asked for at `asked`, were visited, with a bar for many.
Result<std::vector<AskedVisit>> wait_for_visits(const Context& context,
                                                store::Store& store,
                                                std::vector<AskedVisit> all,
                                                Time asked) {
  const auto many = static_cast<int>(std::min<std::size_t>(all.size(), 1'000));
  const SteadyTime deadline =
      context.clock.steady() +
      std::min(kPatience + kPatienceForEach * many, kMostPatience);
  Progress progress("visiting", all.size(), context.clock);
  while (true) {
    bool is_over = true;
    for (AskedVisit& visit : all) {
      if (visit.is_over) continue;
      TRY_ASSIGN(const bool is_done, service::look_again(store, visit, asked));
      is_over &= is_done;
      if (is_done) progress.advance(1);
    }
    progress.advance(0);
    if (is_over || context.clock.steady() >= deadline) return all;
    std::this_thread::sleep_for(kAskPause);
  }
}

// Why a source is not visited though its user asks for it, and what to do about it.
std::string why_not_visited(const SourceResult& done, Time now) {
  const std::int64_t id = done.source.id.value;
  if (!model::has_visits(done.source.kind)) {
    return fmt::format("a topic has pages, not visits; how they are: curlew status {}",
                       id);
  }
  switch (done.source.state) {
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
  return fmt::format("its server asked to be left alone; it is visited {}",
                     relative(done.left_alone_until.value_or(now), now));
}

void print_done(const Screen& screen, const SourceResult& done, Time now) {
  const bool is_refused = done.action == SourceAction::kNotVisited;
  fmt::print(screen.out, "{} #{}  {}\n",
             is_refused ? "not visited" : service::result_word(done),
             done.source.id.value, plain_text(model::masked_address(done.source.url)));
  if (is_refused) fmt::print(screen.out, "    {}\n", why_not_visited(done, now));
  if (done.left_versions == 0) return;
  fmt::print(screen.out,
             "    {} in the archive (curlew archive list --url URL); with "
             "--forget-versions they would have gone, too\n",
             done.left_versions == 1
                 ? std::string("its version stays")
                 : fmt::format("its {} versions stay", grouped(done.left_versions)));
}

std::string articles_text(std::uint32_t count) {
  return fmt::format("{} new article{}", grouped(count), count == 1 ? "" : "s");
}

// "12 new articles"; of a watched document "the first version is kept", "a version is
// kept: 1 paragraph rewritten", or that it has not changed.
std::string found_by(const AskedVisit& visit) {
  const model::Source& source = visit.now->source;
  if (!model::is_content_watched(source)) return articles_text(visit.new_items);
  const bool is_cut =
      visit.now->schedule.last_note.find(pipeline::kCutWatched) != std::string::npos;
  std::string text =
      is_cut ? "not compared, as it ends too early" : std::string("not changed");
  std::uint32_t articles = visit.new_items;
  if (const auto& version = visit.version) {
    text = version->summary == "the first version"
               ? "the first version is kept"
               : "a version is kept: " + plain_text(version->summary);
    // A change that is told is an article, too.
    if (!(version->kinds & source.watching.kinds).empty()) articles -= articles > 0;
  }
  if (articles > 0) text += "; " + articles_text(articles);
  return text;
}

// Its content is watched, though there is something wrong with its links.
bool is_partly_well(const WatchedSource& watched) {
  return model::is_content_watched(watched.source) &&
         !model::is_failure(watched.schedule.last_outcome);
}

// "a feed, 12 new articles", or the problem with its cure.
void print_visit(const Screen& screen, const AskedVisit& visit) {
  if (!visit.now) return;
  const model::Source& source = visit.now->source;
  if (source.id != visit.asked.id) {
    fmt::print(screen.out, "    known already, as #{} {}\n", source.id.value,
               plain_text(service::name_of(source)));
  } else if (!visit.is_over) {
    fmt::print(screen.out, "    not visited yet; see curlew status {}\n",
               source.id.value);
  } else if (const auto problem = service::problem_of(*visit.now);
             problem && !is_partly_well(*visit.now)) {
    print_problem(screen, *problem);
  } else {
    fmt::print(screen.out, "    {} \"{}\": {}\n", to_string(source.kind),
               plain_text(service::name_of(source)), found_by(visit));
    if (problem) print_problem(screen, *problem);
  }
}

// Prints what was done at `now`; while `serve` runs, with what the visits found.
Result<void> report(const Context& context, store::Store& store,
                    const std::vector<SourceResult>& all, Time now, Waiting waiting,
                    bool json) {
  std::vector<AskedVisit> visits;
  for (const SourceResult& done : all) {
    if (done.is_visit_asked) visits.emplace_back().asked = done.source;
  }
  const bool is_asked = !visits.empty();
  const bool is_served = is_asked && DirectoryLock::is_taken(context.config.data.dir);
  const bool is_waited_for = is_served && waiting == Waiting::kYes;
  if (is_waited_for) {
    TRY_ASSIGN(visits, wait_for_visits(context, store, std::move(visits), now));
  }
  auto next = visits.begin();
  for (const SourceResult& done : all) {
    const AskedVisit* visit = is_waited_for && done.is_visit_asked ? &*next++ : nullptr;
    if (json) {
      fmt::print(context.screen.out, "{}\n", api::to_json(done, visit));
    } else {
      print_done(context.screen, done, now);
      if (visit) print_visit(context.screen, *visit);
    }
  }
  if (is_asked && !is_served) {
    fmt::print(stderr,
               "curlew: serve is not running: visits are made when curlew serve is; "
               "curlew check URL tries an address now\n");
  }
  return {};
}

void say_which_secrets_are_dropped(const SourceResult& done) {
  if (done.dropped_secrets_of.empty()) return;
  fmt::print(stderr,
             "curlew: source {}: its login and headers were given for {} and are "
             "dropped; for {} give new ones with --user, --bearer or --header\n",
             done.source.id.value, done.dropped_secrets_of,
             control::origin_of(done.source.url));
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
  const bool is_troubled =
      state == SourceState::kActive && service::problem_of(watched);
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
    const auto next = service::next_visit(watched);
    table.add({std::to_string(source.id.value), state_cell(watched), source.title,
               model::masked_address(source.url),
               schedule.last_visit ? relative(*schedule.last_visit, now) : "-",
               !next          ? "-"
               : *next <= now ? "due"
                              : relative(*next, now)});
  }
  return table;
}

using Use = std::function<Result<std::vector<SourceResult>>(
    store::Store&, const service::Targets&, Time)>;

Result<void> use_targets(const Context& context, const TargetOptions& options,
                         const Use& use) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  const Time now = context.clock.now();
  TRY_ASSIGN(const auto all, use(*store, options.targets, now));
  return report(context, *store, all, now, waiting(options.no_wait), options.json);
}

// The pages are examples of it, and its crawl begins there; `curlew topic add` tells
// the two apart.
Result<void> add_pages_as_topic(const Context& context, const AddOptions& options) {
  if (options.source.title.empty()) {
    return Error{ErrorKind::kUsage, "--kind topic: a topic needs a name: --title NAME"};
  }
  TopicOptions topic;
  topic.name = options.source.title;
  for (const std::string& typed : options.urls) {
    TRY_ASSIGN(const auto address, service::parse_source_address(typed));
    topic.examples.push_back(address.url);
  }
  topic.seeds = topic.examples;
  topic.folder = options.source.folder;
  topic.user = options.subscriber;
  topic.json = options.json;
  return add_topic(context, topic);
}

}  // namespace

Result<void> add_sources(const Context& context, const AddOptions& options) {
  if (options.source.kind == "topic") return add_pages_as_topic(context, options);
  service::AddSources request{{}, {}, options.subscriber};
  TRY_ASSIGN(request.edit, to_source_edit(options.source));
  for (const std::string& typed : options.urls) {
    if (!service::parse_source_number(typed)) TRY(expect_no_file(typed));
    TRY_ASSIGN(std::string address, to_address(options.source, typed));
    request.words.push_back(std::move(address));
  }
  TRY_ASSIGN(const auto wanted, service::to_wanted(request));
  TRY_ASSIGN(const auto store, make_store(context.config));
  const Time now = context.clock.now();
  TRY_ASSIGN(
      const auto all,
      service::add_sources(*store, wanted, key_maker(context.config, *store), now));
  for (const SourceResult& done : all) say_which_secrets_are_dropped(done);
  TRY(report(context, *store, all, now, waiting(options.no_wait), options.json));
  const auto known = std::count_if(
      all.begin(), all.end(),
      [](const SourceResult& done) { return done.action == SourceAction::kKnown; });
  if (known == 0) return {};
  return Error{ErrorKind::kExists,
               fmt::format("{} of {} addresses watched already", known, all.size())};
}

Result<void> list_sources(const Context& context, const ListOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  const Time now = context.clock.now();
  service::SourceQuery query{to_filter(options.filter), options.folder};
  TRY_ASSIGN(query.viewer, service::viewer_named(*store, options.user));
  TRY_ASSIGN(const auto sources,
             service::list_sources(*store, query, now, late_after(context.config)));
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

namespace {

Result<void> unsubscribe_sources(const Context& context, const TargetOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  TRY_ASSIGN(const auto done,
             service::unsubscribe(*store, options.subscriber, options.targets,
                                  context.clock.now()));
  for (const WatchedSource& each : done.sources) {
    const SourceResult left{SourceAction::kUnsubscribed, each.source};
    if (options.json) {
      fmt::print(context.screen.out, "{}\n", api::to_json(left, nullptr));
    } else {
      print_done(context.screen, left, context.clock.now());
    }
  }
  say_who_is_unseen(done.unseen);
  if (!done.sources.empty()) return {};
  return Error{ErrorKind::kNotFound,
               fmt::format("{} subscribes to none of them", options.subscriber)};
}

}  // namespace

Result<void> remove_sources(const Context& context, const TargetOptions& options) {
  if (!options.subscriber.empty()) return unsubscribe_sources(context, options);
  using Records = store::Sources::Records;
  const Records records = options.forget_versions ? Records::kGo : Records::kStay;
  return use_targets(
      context, options,
      [&](store::Store& store, const service::Targets& targets, Time now) {
        return service::remove_sources(store, targets, now, records);
      });
}

Result<void> pause_sources(const Context& context, const TargetOptions& options) {
  return use_targets(context, options, service::pause_sources);
}

Result<void> resume_sources(const Context& context, const TargetOptions& options) {
  return use_targets(context, options, service::resume_sources);
}

Result<void> visit_sources(const Context& context, const TargetOptions& options) {
  return use_targets(context, options, service::ask_visits);
}

}  // namespace curlew::apps
