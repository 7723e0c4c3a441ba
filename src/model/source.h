// What Curlew watches: a feed, a page, a data document, a topic.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "model/ids.h"
#include "model/objective.h"
#include "model/own_wishes.h"
#include "model/request_settings.h"
#include "model/secret_part.h"
#include "model/watching.h"

namespace curlew::model {

enum class SourceKind {
  // Not known yet: the first visit finds out.
  kAuto,
  kFeed,
  // A page: new links on it are followed, or its content is watched, or both.
  kPage,
  // A data document: RDF, CSV, JSON.
  kData,
  // The answer of a SPARQL endpoint to a query, which stands in the address.
  kSparql,
  // A topic (model/topic.h). It has no address to visit: articles are judged by what
  // its examples taught, and its pages are ordered by its crawl.
  kTopic,
};

// Has it an address that the scheduler plans visits of?
inline bool has_visits(SourceKind kind) { return kind != SourceKind::kTopic; }

enum class SourceState {
  kActive,
  // Paused by its user.
  kPaused,
  // Several visits failed in a row; still visited, ever more rarely.
  kFailing,
  // 410: never visited again unless its user resumes it.
  kGone,
  // Stopped by Curlew, until its user resumes it: going on would give away a secret or
  // do harm. The schedule's last error says why.
  kStopped,
};

enum class Rendering {
  // Pages are read as their server sends them.
  kNever,
  // Pages are read as they are in a browser after their scripts have run.
  kAlways,
};

// "feed", "failing": stable names for the command line and JSON.
std::string_view to_string(SourceKind kind);
std::string_view to_string(SourceState state);
std::string_view to_string(Rendering rendering);

// Is a source in this state visited by itself?
inline bool is_visited(SourceState state) {
  return state == SourceState::kActive || state == SourceState::kFailing;
}

// Are the pages of its articles fetched? Even where the source itself is gone.
inline bool are_pages_fetched(SourceState state) {
  return state != SourceState::kPaused && state != SourceState::kStopped;
}

// Is a problem of it shown? A paused one is left alone, by its user too.
inline bool are_problems_shown(SourceState state) {
  return state != SourceState::kPaused;
}

// Who waits for a source's news, as far as it is known.
struct Audience {
  std::uint32_t subscribers = 0;
  // How active they are in the mean, in percent of one who reads everything.
  std::uint32_t activity_percent = 100;

  bool operator==(const Audience&) const = default;
};

struct Source {
  SourceId id;
  SourceKind kind = SourceKind::kAuto;
  SourceState state = SourceState::kActive;
  std::string url;
  // As its feed says, or as its user renamed it.
  std::string title;
  // Its user named it: what its feed calls itself does not count. The store keeps it.
  bool has_own_title = false;
  // The page that the feed belongs to.
  std::string site_url;
  // "News/Greece": as in OPML, levels parted by '/'.
  std::string folder;
  // As stated by the feed; may be empty.
  std::string language;
  SealedSettings request;
  // When that was changed last, where it is known: what visits before were told of a
  // login says nothing of this one.
  std::optional<Time> login_given = {};
  // Fetch the page of each new article?
  bool fetch_pages = true;
  // Of a page, and of its articles' pages.
  Rendering rendering = Rendering::kNever;
  // The text of its rules file (extract/rules); empty: none.
  std::string rules;
  // Of a page and a data document.
  Watching watching;
  Objective objective = Objective::kDelay;
  // That plans its visits; empty: as configured.
  std::string policy;
  OwnWishes wishes;
  Audience audience;
  // Everybody sees what comes from it; else its subscribers do.
  bool is_shared = true;
  Time added;
};

inline Aim aim_of(const Source& source) { return {source.objective, source.policy}; }

// Is it private, and does what is there open by what one user has: a login, a header, a
// way out of his own, an address that is a secret? Nobody joins it by its address.
inline bool is_kept_apart(const Source& source) {
  return !source.is_shared &&
         (has_secret(source.request) || !source.request.proxy.empty() ||
          is_secret_address(source.url));
}

// Is its content kept in versions?
inline bool is_content_watched(const Source& source) {
  switch (source.kind) {
    case SourceKind::kAuto:
    case SourceKind::kFeed:
      return source.watching.archive || source.objective == Objective::kCapture;
    case SourceKind::kPage:
      return source.watching.changes;
    case SourceKind::kData:
    case SourceKind::kSparql:
      return true;
    case SourceKind::kTopic:
      return false;
  }
  return false;
}

}  // namespace curlew::model
