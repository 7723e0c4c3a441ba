#include "apps/commands/sources.h"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <charconv>
#include <limits>
#include <utility>

#include "api/json.h"
#include "api/plain_text.h"
#include "apps/commands/problems.h"
#include "apps/commands/source_address.h"
#include "apps/commands/source_facts.h"
#include "apps/output/table.h"
#include "model/mask.h"

namespace curlew::apps {
namespace {

using model::SourceState;
using store::SourceFilter;
using store::WatchedSource;

void print_line(const Context& context, bool json, std::string_view word,
                const model::Source& source) {
  const std::string url = model::masked_address(source.url);
  if (json) {
    const boost::json::object line{
        {"id", source.id.value}, {"url", url}, {"result", word}};
    fmt::print(context.screen.out, "{}\n", serialize(line));
  } else {
    fmt::print(context.screen.out, "{} #{}  {}\n", word, source.id.value,
               api::plain_text(url));
  }
}

enum class Added { kNew, kKnown, kChanged };

Result<Added> add_one(const Context& context, store::CentralStore& store,
                      const std::string& url, const SourceEdit& edit, bool json) {
  TRY_ASSIGN(auto known, store.find_source(url));
  model::Source source = known ? std::move(known->source) : model::Source();
  apply(edit, source);
  if (!known) {
    source.url = url;
    source.added = context.clock.now();
    TRY_ASSIGN(source.id, store.add_source(source, source.added));
    print_line(context, json, "added", source);
    return Added::kNew;
  }
  const bool says_something = edit != SourceEdit{};
  if (says_something) TRY(store.change_source(source));
  print_line(context, json, says_something ? "changed" : "known", source);
  return says_something ? Added::kChanged : Added::kKnown;
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

Table source_table(const std::vector<WatchedSource>& sources, Time now) {
  Table table({{"id", Align::kRight},
               {"state"},
               {"title", Align::kLeft, Shrink::kYes},
               {"address", Align::kLeft, Shrink::kYes},
               {"last visit", Align::kRight},
               {"next", Align::kRight}});
  for (const auto& [source, schedule] : sources) {
    const bool is_visited =
        source.state == SourceState::kActive || source.state == SourceState::kFailing;
    const bool is_due = schedule.next_due <= now;
    table.add({std::to_string(source.id.value),
               {std::string(to_string(source.state)), colour_of(source.state)},
               source.title,
               model::masked_address(source.url),
               schedule.last_visit ? relative(*schedule.last_visit, now) : "-",
               !is_visited ? "-"
               : is_due    ? "due"
                           : relative(schedule.next_due, now)});
  }
  return table;
}

// All targets are looked up before the first is touched, so that a mistyped one leaves
// everything as it was.
template <typename Action>
Result<void> for_each_target(const Context& context, const TargetOptions& options,
                             std::string_view done, Action action) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  std::vector<model::Source> sources;
  for (const std::string& target : options.targets) {
    TRY_ASSIGN(WatchedSource found, find_target(*store, target));
    sources.push_back(std::move(found.source));
  }
  for (const model::Source& source : sources) {
    TRY(action(*store, source));
    print_line(context, options.json, done, source);
  }
  return {};
}

}  // namespace

std::string name_of(const model::Source& source) {
  return source.title.empty() ? model::masked_address(source.url) : source.title;
}

Result<void> add_sources(const Context& context, const AddOptions& options) {
  TRY_ASSIGN(const SourceEdit common, to_source_edit(options.source));
  // A mistyped address among several adds none.
  std::vector<std::pair<std::string, SourceEdit>> sources;
  for (const std::string& typed : options.urls) {
    TRY_ASSIGN(SourceAddress address, parse_source_address(typed));
    SourceEdit& edit = sources.emplace_back(std::move(address.url), common).second;
    if (address.basic_credentials.empty()) continue;
    if (!common.request.bearer_token.empty()) {
      return Error{
          ErrorKind::kUsage,
          fmt::format("{}: has a user name, and --bearer is given; only one of "
                      "them can be sent",
                      sources.back().first)};
    }
    edit.request.basic_credentials = std::move(address.basic_credentials);
  }
  TRY_ASSIGN(const auto store, make_store(context.config));
  std::size_t known = 0;
  for (const auto& [url, edit] : sources) {
    TRY_ASSIGN(const Added added, add_one(context, *store, url, edit, options.json));
    if (added == Added::kKnown) ++known;
  }
  if (known == 0) return {};
  return Error{ErrorKind::kExists, fmt::format("{} of {} addresses watched already",
                                               known, sources.size())};
}

Result<void> list_sources(const Context& context, const ListOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  const Time now = context.clock.now();
  TRY_ASSIGN(
      const std::vector<WatchedSource> sources,
      store->list_sources(to_filter(options.filter), now, late_after(context.config),
                          std::numeric_limits<std::int32_t>::max()));
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
  return for_each_target(context, options, "removed",
                         [](store::CentralStore& store, const model::Source& source) {
                           return store.remove_source(source.id);
                         });
}

Result<void> pause_sources(const Context& context, const TargetOptions& options) {
  return for_each_target(context, options, "paused",
                         [](store::CentralStore& store, const model::Source& source) {
                           return store.set_state(source.id, SourceState::kPaused);
                         });
}

Result<void> resume_sources(const Context& context, const TargetOptions& options) {
  return for_each_target(context, options, "resumed",
                         [](store::CentralStore& store, const model::Source& source) {
                           return store.set_state(source.id, SourceState::kActive);
                         });
}

Result<WatchedSource> find_target(store::CentralStore& store, std::string_view target) {
  std::string_view digits = target;
  if (digits.starts_with('#')) digits.remove_prefix(1);
  std::int64_t id = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), id);
  std::optional<WatchedSource> found;
  if (error == std::errc() && end == digits.data() + digits.size()) {
    TRY_ASSIGN(found, store.source_by_id(model::SourceId{id}));
  } else {
    TRY_ASSIGN(const SourceAddress address, parse_source_address(target));
    TRY_ASSIGN(found, store.find_source(address.url));
  }
  if (!found) {
    return Error{ErrorKind::kNotFound,
                 fmt::format("{}: no such source", model::masked_address(target))};
  }
  return *std::move(found);
}

}  // namespace curlew::apps
