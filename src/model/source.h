// What Curlew watches: a feed, a page, a data document.

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

namespace curlew::model {

enum class SourceKind {
  kAuto,  // Not known yet: the first visit finds out.
  kFeed,
  kPage,  // A page without a feed: new links on it are followed.
};

enum class SourceState {
  kActive,
  kPaused,   // By its user.
  kFailing,  // Several visits failed in a row; still visited, ever more rarely.
  kGone,     // 410: never visited again unless its user resumes it.
  kStopped,  // By Curlew, until its user's word (resume): going on would give away a
             // secret or do harm. The schedule's last error says why.
};

enum class Rendering {
  kNever,   // Its pages are read as its server sends them,
  kAlways,  // or as they are in a browser after their scripts have run.
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
  std::string title;  // As its feed says, or as its user renamed it.
  // Its user named it: what its feed calls itself does not count. The store keeps it.
  bool has_own_title = false;
  std::string site_url;  // The page that the feed belongs to.
  std::string folder;    // "News/Greece": as in OPML, levels parted by '/'.
  std::string language;  // As stated by the feed; may be empty.
  SealedSettings request;
  bool fetch_pages = true;                  // Fetch the page of each new article?
  Rendering rendering = Rendering::kNever;  // Of a page, and of its articles' pages.
  std::string rules;  // The text of its rules file (extract/rules); empty: none.
  Objective objective = Objective::kDelay;
  OwnWishes wishes;
  Audience audience;
  Time added;
};

}  // namespace curlew::model
