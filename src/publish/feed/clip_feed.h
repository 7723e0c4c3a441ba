// The clips of a list as a feed, in the three forms that readers know. All say the
// same.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "publish/notice.h"

namespace curlew::publish {

struct ClipFeed {
  // The list's name, and its number, which the feed's id is made of.
  std::string title;
  model::WatchlistId list;
  Language language = Language::kEnglish;
  // Tells the ids of this installation from those of any other.
  std::string installation;
  // Where the feed itself is found, and its hub (WebSub); empty: not told.
  std::string self_url;
  std::string hub_url = {};
  // When the list was made: the time of a feed without clips.
  Time created;
  // Newest first.
  std::vector<NoticeClip> clips;
};

// A feed has the newest so many clips.
inline constexpr std::size_t kFeedClips = 100;

// "urn:uuid:…", the same for the same clip of the same installation for ever.
std::string clip_urn(model::ClipId clip, std::string_view installation);
std::string list_urn(model::WatchlistId list, std::string_view installation);

// When the feed last changed: that of its newest clip.
Time updated(const ClipFeed& feed);

// RFC 4287, RSS 2.0 and JSON Feed 1.1. Nothing in them runs or loads anything; links
// are http and https. Bounded in size.
std::string to_atom(const ClipFeed& feed);
std::string to_rss(const ClipFeed& feed);
std::string to_json_feed(const ClipFeed& feed);

}  // namespace curlew::publish
