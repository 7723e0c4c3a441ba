#include "service/sources.h"

#include <fmt/format.h>

#include <tuple>
#include <utility>

#include "base/grouped.h"
#include "control/own_origin.h"
#include "model/folder.h"
#include "model/mask.h"
#include "schedule/constraints.h"
#include "service/snapshot.h"
#include "service/source_address.h"
#include "service/subscribe.h"
#include "service/users.h"

namespace curlew::service {
namespace {

using model::SourceState;
using store::WatchedSource;

// May another visit find something else than the last one did?
bool is_visited_otherwise(const model::Source& before, const model::Source& after) {
  return before.url != after.url || before.kind != after.kind ||
         before.request != after.request || before.rendering != after.rendering ||
         before.rules != after.rules || before.fetch_pages != after.fetch_pages ||
         before.watching != after.watching || before.policy != after.policy ||
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
  return has_visits(source.kind) && is_visited(source.state) &&
         schedule::out_of_quiet(now, source.wishes.quiet) == now;
}

Result<WantedSource> to_wanted(const std::string& typed, const SourceEdit& common,
                               const std::string& subscriber) {
  WantedSource wanted;
  wanted.edit = common;
  wanted.subscriber = subscriber;
  wanted.id = parse_source_number(typed);
  if (wanted.id) return wanted;
  if (!common.url.empty()) {
    return Error{
        ErrorKind::kUsage,
        fmt::format("--url {}: gives the source with a number its new address: "
                    "curlew add 28 --url URL",
                    model::masked_address(common.url))};
  }
  TRY_ASSIGN(SourceAddress address, parse_source_address(typed));
  wanted.url = std::move(address.url);
  TRY(add_login_of_address(address.basic_credentials, wanted.edit.request));
  return wanted;
}

Result<std::optional<WatchedSource>> find_wanted(store::Store& store,
                                                 const WantedSource& wanted) {
  if (!wanted.id) return store.sources().find(wanted.url);
  TRY_ASSIGN(auto known, store.sources().find(*wanted.id));
  if (known) return known;
  return Error{ErrorKind::kNotFound,
               fmt::format("{}: no such source", wanted.id->value)};
}

// The typed address may be an old name of a source that is watched elsewhere by now:
// secrets typed for it must not go there.
Result<void> expect_own_secrets(const WantedSource& wanted,
                                const model::Source& known) {
  if (wanted.id || control::share_origin(wanted.url, known.url)) return {};
  if (!model::has_secret(typed_settings(wanted.edit.request))) return {};
  return Error{ErrorKind::kUsage,
               fmt::format("{}: is watched as source {} at {}, another server, which "
                           "must not get what is meant for this one; if it is meant "
                           "for that one: curlew add {}",
                           wanted.url, known.id.value, model::masked_address(known.url),
                           known.id.value)};
}

// What is kept apart for others he must not read by typing its address. By its number
// the operator may have him do that.
Result<void> expect_may_join(store::Store& store, const WantedSource& wanted,
                             const model::Source& known) {
  if (wanted.id || wanted.subscriber.empty()) return {};
  TRY_ASSIGN(const store::UserRow user, find_user(store, wanted.subscriber));
  TRY_ASSIGN(const bool may, may_join(store, known, user.user.id));
  if (may) return {};
  return Error{ErrorKind::kUsage,
               fmt::format("{}: is watched already, by a login or an address that is "
                           "not {}'s; if it may be: curlew add NUMBER --subscriber {}",
                           model::masked_address(wanted.url), wanted.subscriber,
                           wanted.subscriber)};
}

// Where there are subscriptions, they are counted.
Result<void> expect_uncounted_audience(store::Store& store, const SourceEdit& edit,
                                       const model::Source& source) {
  if (!edit.subscribers && !edit.activity_percent) return {};
  TRY_ASSIGN(const auto subscriptions,
             store.subscriptions().of_sources({&source.id, 1}));
  if (subscriptions.empty()) return {};
  return Error{
      ErrorKind::kUsage,
      fmt::format("{}: source {} has {}, counted by itself",
                  edit.subscribers ? "--subscribers" : "--activity", source.id.value,
                  counted(subscriptions.size(), "subscriber"))};
}

// What was learned of another login says nothing of this one.
void note_login(const model::Source& before, Time now, model::Source& after) {
  const auto login = [](const model::SealedSettings& of) {
    return std::tie(of.headers, of.basic_credentials, of.bearer_token);
  };
  if (login(before.request) == login(after.request)) return;
  after.login_given = has_login(after) ? std::optional(now) : std::nullopt;
}

Result<SourceResult> add_new(store::Store& store, const WantedSource& wanted,
                             const KeyReader& key, Time now) {
  SourceResult done{SourceAction::kAdded, {}};
  done.source.url = wanted.url;
  TRY(apply(wanted.edit, key, done.source));
  done.source.added = now;
  note_login(model::Source(), now, done.source);
  TRY_ASSIGN(done.source.id, store.sources().add(done.source, now));
  done.is_visit_asked = is_visitable(done.source, now);
  return done;
}

Result<SourceResult> change_known(store::Store& store, const SourceEdit& edit,
                                  const WatchedSource& known, const KeyReader& key,
                                  Time now) {
  const model::Source& before = known.source;
  SourceResult done{SourceAction::kChanged, before};
  model::Source& after = done.source;
  TRY(expect_uncounted_audience(store, edit, before));
  // Secrets were given for the origin of the address that it had.
  const bool stays = edit.url.empty() || control::share_origin(edit.url, before.url);
  if (!stays && model::has_secret(before.request)) {
    after.request = control::settings_towards(edit.url, before.request, before.url);
    done.dropped_secrets_of = control::origin_of(before.url);
  }
  TRY(apply(edit, key, after));
  note_login(before, now, after);
  TRY(store.sources().change(after));
  if (!edit.folder.empty()) TRY(follow_folder(store, after));
  if (has_ended(before.state) && is_asked_for_otherwise(before, after)) {
    after.state = SourceState::kActive;
    TRY(store.sources().set_state(after.id, after.state));
  }
  // A Retry-After is the wish of one server alone.
  const bool waits =
      is_to_wait(known.schedule, now) && control::share_origin(before.url, after.url);
  done.is_visit_asked =
      is_visited_otherwise(before, after) && is_visitable(after, now) && !waits;
  return done;
}

Result<SourceResult> add_one(store::Store& store, const WantedSource& wanted,
                             const KeyReader& key, Time now) {
  TRY_ASSIGN(const auto known, find_wanted(store, wanted));
  if (!known) return add_new(store, wanted, key, now);
  if (wanted.edit == SourceEdit{})
    return SourceResult{SourceAction::kKnown, known->source};
  return change_known(store, wanted.edit, *known, key, now);
}

// The same for somebody: what he calls it, and where he files it, is his own.
Result<SourceResult> add_for_user(store::Store& store, const WantedSource& wanted,
                                  const KeyReader& key, Time now) {
  TRY_ASSIGN(const store::UserRow user, find_user(store, wanted.subscriber));
  TRY_ASSIGN(const auto known, find_wanted(store, wanted));
  WantedSource plain = wanted;
  plain.edit.title.clear();
  plain.edit.folder.clear();
  if (!known && !plain.edit.is_shared) plain.edit.is_shared = false;
  TRY_ASSIGN(SourceResult done, add_one(store, plain, key, now));
  const model::Subscription own{.user = user.user.id,
                                .source = done.source.id,
                                .added = now,
                                .folder = model::normalised_folder(wanted.edit.folder),
                                .title = wanted.edit.title};
  TRY_ASSIGN(const bool is_new,
             known ? join(store, known->source, own, now) : subscribe(store, own, now));
  if (is_new && done.action == SourceAction::kKnown) {
    done.action = SourceAction::kSubscribed;
  }
  return done;
}

// Writes down that those of them are to be visited which say so.
Result<void> ask_for(store::Store& store, std::span<const SourceResult> all, Time now) {
  std::vector<model::SourceId> asked;
  for (const SourceResult& done : all) {
    if (done.is_visit_asked) asked.push_back(done.source.id);
  }
  if (asked.empty()) return {};
  return store.schedule().ask_visits(asked, now);
}

// What the newest visit of the source that began at `since` or later has brought; not
// those of its articles' pages.
Result<std::uint32_t> new_items_since(store::Store& store, model::SourceId source,
                                      Time since) {
  // Pages of the articles that it brought may have been fetched since.
  constexpr std::size_t kMostVisits = 1000;
  TRY_ASSIGN(const auto visits, store.visits().of(source, kMostVisits));
  for (const store::VisitRow& visit : visits) {
    if (visit.started < since) break;
    if (visit.kind == model::VisitKind::kSource) return visit.new_entries;
  }
  return std::uint32_t{0};
}

}  // namespace

std::string_view result_word(const SourceResult& done) {
  switch (done.action) {
    case SourceAction::kAdded:
      return "added";
    case SourceAction::kChanged:
      return "changed";
    case SourceAction::kKnown:
      return "known";
    case SourceAction::kSubscribed:
      return "subscribed";
    case SourceAction::kUnsubscribed:
      return "unsubscribed";
    case SourceAction::kRemoved:
      return "removed";
    case SourceAction::kPaused:
      return "paused";
    case SourceAction::kResumed:
      return "resumed";
    case SourceAction::kMoved:
      return "moved";
    case SourceAction::kAsked:
      return "asked";
    case SourceAction::kNotVisited:
      if (!has_visits(done.source.kind)) return to_string(done.source.kind);
      return is_visited(done.source.state) ? "waiting" : to_string(done.source.state);
  }
  return "";
}

Result<std::vector<WantedSource>> to_wanted(const AddSources& request) {
  TRY(check(request.edit));
  if (!request.edit.url.empty() && request.words.size() > 1) {
    return Error{ErrorKind::kUsage, "--url: is the address of one source"};
  }
  std::vector<WantedSource> all;
  for (const std::string& typed : request.words) {
    TRY_ASSIGN(WantedSource wanted, to_wanted(typed, request.edit, request.subscriber));
    all.push_back(std::move(wanted));
  }
  return all;
}

Result<std::vector<SourceResult>> add_sources(store::Store& store,
                                              std::span<const WantedSource> wanted,
                                              const KeyReader& key, Time now) {
  // All or none; and no visit of a new source begins before it is asked for, which
  // would bring another one after it.
  TRY_ASSIGN(auto transaction, store.begin());
  for (const WantedSource& each : wanted) {
    TRY_ASSIGN(const auto known, find_wanted(store, each));
    if (!known) continue;
    // First: what keeps it apart is not told either.
    TRY(expect_may_join(store, each, known->source));
    TRY(expect_own_secrets(each, known->source));
  }
  std::vector<SourceResult> all;
  for (const WantedSource& each : wanted) {
    TRY_ASSIGN(SourceResult done, each.subscriber.empty()
                                      ? add_one(store, each, key, now)
                                      : add_for_user(store, each, key, now));
    all.push_back(std::move(done));
  }
  TRY(ask_for(store, all, now));
  TRY(transaction.commit());
  return all;
}

Result<std::vector<SourceResult>> remove_sources(store::Store& store,
                                                 const Targets& targets, Time now,
                                                 store::Sources::Records records) {
  TRY_ASSIGN(const auto sources, find_targets(store, targets, now));
  std::vector<SourceResult> all;
  for (const WatchedSource& each : sources) {
    SourceResult removed{SourceAction::kRemoved, each.source};
    if (records == store::Sources::Records::kStay) {
      TRY_ASSIGN(removed.left_versions, store.versions().count_of(each.source.id));
    }
    TRY(store.sources().remove(each.source.id, records));
    all.push_back(std::move(removed));
  }
  return all;
}

Result<Unsubscribed> unsubscribe(store::Store& store, std::string_view user,
                                 const Targets& targets, Time now) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const store::UserRow who, find_user(store, user));
  TRY_ASSIGN(const auto sources, find_targets(store, targets, now));
  std::vector<model::SourceId> ids;
  for (const WatchedSource& each : sources) ids.push_back(each.source.id);
  Unsubscribed done;
  TRY_ASSIGN(const auto left, unsubscribe(store, who.user.id, ids, now));
  TRY_ASSIGN(done.sources, store.sources().find(left));
  TRY_ASSIGN(const auto unseen, store.subscriptions().unseen(left));
  TRY_ASSIGN(done.unseen, store.sources().find(unseen));
  TRY(transaction.commit());
  return done;
}

Result<std::vector<SourceResult>> pause_sources(store::Store& store,
                                                const Targets& targets, Time now) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const auto sources, find_targets(store, targets, now));
  std::vector<SourceResult> all;
  for (const WatchedSource& each : sources) {
    TRY(store.sources().set_state(each.source.id, SourceState::kPaused));
    all.push_back({SourceAction::kPaused, each.source});
  }
  TRY(transaction.commit());
  return all;
}

Result<std::vector<SourceResult>> resume_sources(store::Store& store,
                                                 const Targets& targets, Time now) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const auto sources, find_targets(store, targets, now));
  std::vector<SourceResult> all;
  for (const WatchedSource& each : sources) {
    TRY(store.sources().set_state(each.source.id, SourceState::kActive));
    all.push_back({SourceAction::kResumed, each.source,
                   has_ended(each.source.state) && has_visits(each.source.kind)});
  }
  TRY(ask_for(store, all, now));
  TRY(transaction.commit());
  return all;
}

Result<std::vector<SourceResult>> ask_visits(store::Store& store,
                                             const Targets& targets, Time now) {
  TRY_ASSIGN(const auto sources, find_targets(store, targets, now));
  std::vector<SourceResult> all;
  for (const auto& [source, schedule] : sources) {
    SourceResult& done = all.emplace_back(SourceResult{SourceAction::kAsked, source});
    if (is_visited(source.state) && is_to_wait(schedule, now)) {
      done.left_alone_until = schedule.not_before;
    }
    done.is_visit_asked =
        has_visits(source.kind) && is_visited(source.state) && !done.left_alone_until;
    if (!done.is_visit_asked) done.action = SourceAction::kNotVisited;
  }
  TRY(ask_for(store, all, now));
  return all;
}

Result<bool> look_again(store::Store& store, AskedVisit& visit, Time asked) {
  TRY_ASSIGN(visit.now, store.sources().find(visit.asked.id));
  if (!visit.now) {
    // It was another source's page: its address means that one now.
    TRY_ASSIGN(visit.now, store.sources().find(visit.asked.url));
  }
  visit.is_over = !visit.now || !visit.now->schedule.asked;
  if (!visit.is_over || !visit.now) return visit.is_over;
  const model::SourceId source = visit.now->source.id;
  TRY_ASSIGN(visit.new_items, new_items_since(store, source, asked));
  TRY_ASSIGN(auto newest, store.versions().of_source(source, kNever, 1));
  if (!newest.empty() && newest[0].seen >= asked) visit.version = std::move(newest[0]);
  return true;
}

}  // namespace curlew::service
