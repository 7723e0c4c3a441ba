#include "service/own_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "control/own_origin.h"
#include "model/folder.h"
#include "service/source_address.h"
#include "service/subscribe.h"
#include "service/users.h"

namespace curlew::service {
namespace {

using store::WatchedSource;

std::string number_of(model::SourceId id) { return fmt::format("#{}", id.value); }

Error not_his(model::SourceId id) {
  return {ErrorKind::kUsage,
          fmt::format("{}: others see this source, too: an administrator may do that",
                      id.value)};
}

// That an address is taken is told, by which source only to who sees that one.
Result<void> expect_untaken(store::Store& store, const Actor& actor,
                            model::SourceId source, std::string_view url) {
  if (url.empty() || !actor.viewer) return {};
  TRY_ASSIGN(const auto holder, store.sources().find(url));
  if (!holder || holder->source.id == source) return {};
  TRY_ASSIGN(const bool is_seen,
             store.subscriptions().is_visible(*actor.viewer, holder->source.id));
  if (is_seen) return {};
  return Error{ErrorKind::kExists, fmt::format("{} is watched already", url)};
}

// By numbers, which were looked up for the one who asks.
Targets numbers_of(const std::vector<WatchedSource>& sources) {
  Targets targets;
  for (const WatchedSource& each : sources) {
    targets.words.push_back(number_of(each.source.id));
  }
  return targets;
}

Result<std::vector<SourceResult>> move_sources(
    store::Store& store, const Actor& actor, const std::vector<WatchedSource>& sources,
    std::string_view typed, Time now) {
  TRY_ASSIGN(const std::string folder, to_folder(typed));
  std::vector<SourceResult> all;
  for (const WatchedSource& each : sources) {
    TRY_ASSIGN(const auto own, subscription_of(store, actor.viewer, each.source.id));
    model::Source after = each.source;
    after.folder = folder;
    if (own || !actor.is_admin) {
      TRY(refile(store, *actor.viewer, after.id, {.folder = folder}, now));
    } else {
      TRY_ASSIGN(auto stored, store.sources().find(after.id));
      if (stored) {
        stored->source.folder = folder;
        TRY(store.sources().change(stored->source));
        TRY(follow_folder(store, stored->source));
      }
    }
    all.push_back({SourceAction::kMoved, std::move(after)});
  }
  return all;
}

// Of a user who is no administrator.
Result<std::vector<SourceResult>> leave_sources(
    store::Store& store, const Actor& actor, const std::vector<WatchedSource>& sources,
    Time now) {
  TRY_ASSIGN(const Unsubscribed left,
             unsubscribe(store, actor.name, numbers_of(sources), now));
  std::vector<SourceResult> all;
  for (const WatchedSource& each : left.sources) {
    all.push_back({SourceAction::kUnsubscribed, each.source});
  }
  return all;
}

}  // namespace

Result<bool> may_change(store::Store& store, const Actor& actor,
                        model::SourceId source) {
  if (actor.is_admin) return true;
  TRY_ASSIGN(const auto found, store.sources().find(source));
  if (!found || found->source.is_shared) return false;
  TRY_ASSIGN(const auto subscriptions, store.subscriptions().of_sources({&source, 1}));
  return subscriptions.size() == 1 && actor.viewer &&
         subscriptions.front().user == *actor.viewer;
}

Result<std::vector<WatchedSource>> find_seen_targets(store::Store& store,
                                                     const Actor& actor,
                                                     const Targets& targets, Time now) {
  if (actor.is_admin && !actor.viewer) return find_targets(store, targets, now);
  // An administrator acts on what he sees, as it is shown to him.
  std::vector<WatchedSource> sources;
  for (const std::string& word : targets.words) {
    TRY_ASSIGN(auto found, find_source(store, word, actor.viewer));
    sources.push_back(std::move(found));
  }
  TRY_ASSIGN(const std::string folder, to_folder(targets.folder));
  const bool has_filter = !folder.empty() || targets.failing || targets.all;
  if (!has_filter && sources.empty()) {
    return Error{ErrorKind::kUsage, "which sources? name them, or a folder"};
  }
  if (has_filter) {
    const auto filter =
        targets.failing ? store::SourceFilter::kProblem : store::SourceFilter::kAll;
    TRY_ASSIGN(auto listed, list_sources(store, {filter, folder, actor.viewer}, now,
                                         Milliseconds(0)));
    std::move(listed.begin(), listed.end(), std::back_inserter(sources));
  }
  std::unordered_set<model::SourceId> seen;
  std::erase_if(sources, [&](const WatchedSource& each) {
    return !seen.insert(each.source.id).second;
  });
  return sources;
}

Result<model::Source> source_with(store::Store& store, const Actor& actor,
                                  model::SourceId source, const SourceEdit& edit,
                                  const KeyReader& key) {
  TRY_ASSIGN(WatchedSource known, find_source(store, number_of(source), actor.viewer));
  TRY_ASSIGN(const bool is_his, may_change(store, actor, source));
  if (!is_his) return not_his(source);
  TRY(check(edit));
  const bool stays =
      edit.url.empty() || control::share_origin(edit.url, known.source.url);
  if (!stays) {
    known.source.request =
        control::settings_towards(edit.url, known.source.request, known.source.url);
  }
  TRY(apply(edit, key, known.source));
  return std::move(known.source);
}

Result<SourceResult> change_source(store::Store& store, const Actor& actor,
                                   model::SourceId source, const SourceEdit& edit,
                                   const KeyReader& key, Time now) {
  TRY(check(edit));
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const WatchedSource known,
             find_source(store, number_of(source), actor.viewer));
  TRY_ASSIGN(const auto own, subscription_of(store, actor.viewer, source));
  SourceEdit rest = edit;
  const bool names_it = !edit.title.empty() || !edit.folder.empty();
  if (names_it && actor.viewer && (own || !actor.is_admin)) {
    TRY(subscribe(store,
                  {.user = *actor.viewer,
                   .source = source,
                   .added = now,
                   .folder = model::normalised_folder(edit.folder),
                   .title = edit.title},
                  now));
    rest.title.clear();
    rest.folder.clear();
  }
  SourceResult done{SourceAction::kChanged, known.source};
  if (!edit.title.empty()) done.source.title = edit.title;
  if (rest != SourceEdit{}) {
    TRY_ASSIGN(const bool is_his, may_change(store, actor, source));
    const bool shares = edit.is_shared.value_or(false) && !actor.is_admin;
    if (!is_his || shares) return not_his(source);
    TRY(expect_untaken(store, actor, source, rest.url));
    // Of everybody's sources an administrator says who sees them.
    WantedSource wanted;
    wanted.id = source;
    wanted.edit = std::move(rest);
    TRY_ASSIGN(auto all, add_sources(store, {&wanted, 1}, key, now));
    done = std::move(all.front());
  }
  TRY(transaction.commit());
  return done;
}

Result<std::vector<SourceResult>> act_on_sources(store::Store& store,
                                                 const Actor& actor,
                                                 const BulkRequest& request, Time now) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const auto sources, find_seen_targets(store, actor, request.targets, now));
  const bool needs_right =
      request.action == BulkAction::kPause || request.action == BulkAction::kResume;
  for (const WatchedSource& each : sources) {
    if (!needs_right) break;
    TRY_ASSIGN(const bool is_his, may_change(store, actor, each.source.id));
    if (!is_his) return not_his(each.source.id);
  }
  std::vector<SourceResult> done;
  if (!sources.empty()) {
    const Targets targets = numbers_of(sources);
    switch (request.action) {
      case BulkAction::kVisit: {
        TRY_ASSIGN(done, ask_visits(store, targets, now));
        break;
      }
      case BulkAction::kPause: {
        TRY_ASSIGN(done, pause_sources(store, targets, now));
        break;
      }
      case BulkAction::kResume: {
        TRY_ASSIGN(done, resume_sources(store, targets, now));
        break;
      }
      case BulkAction::kRemove: {
        TRY_ASSIGN(done, actor.is_admin
                             ? remove_sources(store, targets, now, request.records)
                             : leave_sources(store, actor, sources, now));
        break;
      }
      case BulkAction::kMove: {
        TRY_ASSIGN(done, move_sources(store, actor, sources, request.to, now));
        break;
      }
    }
  }
  TRY(transaction.commit());
  return done;
}

}  // namespace curlew::service
