// Notices for tests.

#pragma once

#include <string>

#include "publish/notice.h"

namespace curlew::publish {

inline NoticeClip english_clip() {
  const std::string summary =
      "The ferry left on time. The strike of the seamen ends at noon. Nobody knows "
      "why.";
  return {.clip = {.id = {4711},
                   .list = {7},
                   .article = {88},
                   .source = {3},
                   .keyword = "strike",
                   .title = "Seamen's strike <b>ends</b>",
                   .summary = summary,
                   .mark_begin = std::uint32_t(summary.find("strike")),
                   .mark_end = std::uint32_t(summary.find("strike") + 6),
                   .url = "https://news.example.org/ferry?a=1&b=2",
                   .published = from_unix_seconds(1'794'920'700),
                   .found = from_unix_seconds(1'794'920'760),
                   .matched = from_unix_seconds(1'794'920'761)},
          .source_title = "Harbour News",
          .stored_url = "https://curlew.example.org/article/88",
          .also_in = {{.title = "Island Post", .url = "https://post.example.org/7"}}};
}

inline NoticeClip greek_clip() {
  const std::string summary =
      "Το πλοίο έφυγε στην ώρα του. Η απεργία των ναυτικών λήγει το μεσημέρι.";
  const std::string keyword = "απεργία";
  return {.clip = {.id = {4712},
                   .list = {8},
                   .article = {89},
                   .source = {4},
                   .keyword = keyword,
                   .title = "Λήγει το μεσημέρι η απεργία των ναυτικών στον Πειραιά",
                   .summary = summary,
                   .mark_begin = std::uint32_t(summary.find(keyword)),
                   .mark_end = std::uint32_t(summary.find(keyword) + keyword.size()),
                   .url = "https://nea.example.gr/1",
                   .found = from_unix_seconds(1'794'920'760),
                   .matched = from_unix_seconds(1'794'920'761)},
          .source_title = "Τα Νέα του Λιμανιού"};
}

inline Notice english_notice() {
  return {.kind = NoticeKind::kClip,
          .delivery = {17},
          .created = from_unix_seconds(1'794'920'761),
          .user = "maria",
          .list = {7},
          .list_name = "Ferries",
          .clips = {english_clip()},
          .page_url = "https://curlew.example.org/mine/abc",
          .unsubscribe_url = "https://curlew.example.org/stop/abc"};
}

inline Notice greek_digest() {
  return {.kind = NoticeKind::kDigest,
          .delivery = {18},
          .created = from_unix_seconds(1'794'920'761),
          .user = "maria",
          .language = Language::kGreek,
          .time_zone = "Europe/Athens",
          .list = {8},
          .list_name = "Ακτοπλοΐα και λιμάνια",
          .clips = {greek_clip(), english_clip()},
          .page_url = "https://curlew.example.org/mine/abc",
          .unsubscribe_url = "https://curlew.example.org/stop/def"};
}

inline Notice alarm() {
  return {.kind = NoticeKind::kAlarm,
          .delivery = {19},
          .created = from_unix_seconds(1'794'920'761),
          .user = "maria",
          .subject = "Harbour News: no answer for three visits in a row",
          .lines = {"https://news.example.org/feed", "The server says: <h1>503</h1>"}};
}

// `count` clips, all alike.
inline Notice digest_of(std::size_t count) {
  Notice notice = english_notice();
  notice.kind = NoticeKind::kDigest;
  notice.clips.assign(count, english_clip());
  return notice;
}

}  // namespace curlew::publish
