// What a user is told, before it has the form of any channel: a mail, a webhook's body
// and an entry of a feed are all made of these values.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "model/clip.h"
#include "model/ids.h"
#include "publish/language.h"

namespace curlew::publish {

// Another source that tells the same.
struct OtherSource {
  std::string title;
  // Of its article.
  std::string url;
};

struct NoticeClip {
  model::Clip clip;
  std::string source_title;
  // Where the article's text is kept by us; empty: nowhere that the user can reach.
  std::string stored_url;
  std::vector<OtherSource> also_in;
};

enum class NoticeKind {
  // One clip.
  kClip,
  // Several, or those of a day.
  kDigest,
  // Something that the user should know about a source or a channel.
  kAlarm,
};

// "clip", "digest", "alarm": as in the column deliveries.kind.
std::string_view to_string(NoticeKind kind);

struct Notice {
  NoticeKind kind = NoticeKind::kClip;
  model::DeliveryId delivery;
  // Of the delivery, however often it is sent.
  Time created;
  std::string user;
  Language language = Language::kEnglish;
  // IANA; times are told in it.
  std::string time_zone = "UTC";
  // 0 and empty for an alarm that belongs to no list.
  model::WatchlistId list;
  std::string list_name;
  // Newest first. A digest needs only the first kMostClips of them.
  std::vector<NoticeClip> clips;
  // How many there are in all; less than clips.size() means clips.size().
  std::size_t clip_count = 0;
  // Of an alarm.
  std::string subject;
  std::vector<std::string> lines;
  // The user's personal page; empty: none. No webhook is told of it.
  std::string page_url;
  // Where the list is unsubscribed from; empty: nowhere.
  std::string unsubscribe_url;
};

// Of a digest so many are shown; of the others it is said that they exist.
inline constexpr std::size_t kMostClips = 200;

std::size_t clip_count(const Notice& notice);

// In one line: the title of the clip, how many clips a digest has, an alarm's subject.
// At most 300 bytes.
std::string subject_of(const Notice& notice);

// What stands above a text that tells the clips themselves: the name of the list for a
// clip, else the subject.
std::string heading_of(const Notice& notice);

// The first address of the notice: its only clip's, else the user's page. May be empty;
// never anything but http and https.
std::string link_of(const Notice& notice);

}  // namespace curlew::publish
