// What users decide of sources: to watch them, how, to pause, resume or remove them,
// and to have them visited now. Visits that are asked for are made by a controller that
// runs, at once, or when it starts.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/source.h"
#include "service/find_source.h"
#include "service/source_edit.h"
#include "store/store.h"

namespace curlew::service {

enum class SourceAction {
  kAdded,
  kChanged,
  // Was watched already, and nothing was to be changed.
  kKnown,
  // Was watched already; somebody more wants it.
  kSubscribed,
  // Stays, for others.
  kUnsubscribed,
  kRemoved,
  kPaused,
  kResumed,
  // Is filed in another folder.
  kMoved,
  // Is visited as soon as manners allow.
  kAsked,
  // Was to be, and is not: by its state, or since its server wants rest.
  kNotVisited,
};

// What was done to one source.
struct SourceResult {
  SourceAction action = SourceAction::kAdded;
  model::Source source;
  bool is_visit_asked = false;
  // Of one that got an address on another server: the origin that its login and headers
  // were given for, which are dropped. Else empty.
  std::string dropped_secrets_of = {};
  // Of one that is not visited since its server asked to be left alone: until when.
  std::optional<Time> left_alone_until = {};
  // Of one that is removed: how many versions it leaves in the archive.
  std::int64_t left_versions = 0;
};

// "added", "asked", …: the stable name in JSON. A source that is not visited is called
// by its state, or "waiting".
std::string_view result_word(const SourceResult& done);

// An address that is watched already, or the number of a source, is changed in what
// `edit` says, if it says anything.
struct AddSources {
  // Addresses as typed, numbers of sources.
  std::vector<std::string> words;
  SourceEdit edit;
  // The user who wants them; empty: nobody more. Folder and title of `edit` are his
  // own then, and a new source is private to him unless `edit` says otherwise.
  std::string subscriber = {};
};

// One of them, understood.
struct WantedSource {
  // Of a known one, named by its number.
  std::optional<model::SourceId> id;
  // Of one that is named by its address.
  std::string url;
  SourceEdit edit;
  // Empty: nobody.
  std::string subscriber = {};
};

// A mistake in one of them is an error for all. Needs no store, so that there need not
// be one before all is well typed.
Result<std::vector<WantedSource>> to_wanted(const AddSources& request);

// `key` seals what is secret in what they say.
Result<std::vector<SourceResult>> add_sources(store::Store& store,
                                              std::span<const WantedSource> wanted,
                                              const KeyReader& key, Time now);

// With their articles, pages and visits.
Result<std::vector<SourceResult>> remove_sources(
    store::Store& store, const Targets& targets, Time now,
    store::Sources::Records records = store::Sources::Records::kStay);
struct Unsubscribed {
  // Those of the targets that the user was subscribed to.
  std::vector<store::WatchedSource> sources;
  // Those of them that were private and have nobody left: they are paused.
  std::vector<store::WatchedSource> unseen;
};
// They stay, for others; what nobody sees is paused.
Result<Unsubscribed> unsubscribe(store::Store& store, std::string_view user,
                                 const Targets& targets, Time now);
Result<std::vector<SourceResult>> pause_sources(store::Store& store,
                                                const Targets& targets, Time now);
// Sources that were gone or stopped are visited at once; what was only paused goes on
// where it was.
Result<std::vector<SourceResult>> resume_sources(store::Store& store,
                                                 const Targets& targets, Time now);
// Sources are due at once, beside their schedule and the budget; manners stay.
Result<std::vector<SourceResult>> ask_visits(store::Store& store,
                                             const Targets& targets, Time now);

// A visit that was asked for, and what became of it.
struct AskedVisit {
  // As it was then.
  model::Source asked;
  // As it is now. Another one when it turned out to be that; nullopt: removed.
  std::optional<store::WatchedSource> now;
  // The visit was made, or there is nothing to visit.
  bool is_over = false;
  // How many new items the visit brought.
  std::uint32_t new_items = 0;
  // The version that it kept.
  std::optional<model::Version> version = {};
};

// Looks again at one that was asked for at `asked`. Returns whether it is over.
Result<bool> look_again(store::Store& store, AskedVisit& visit, Time asked);

}  // namespace curlew::service
