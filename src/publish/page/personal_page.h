// The pages below /mine/, at addresses that only their users know: no login, no script.
// They may be all of us that a proxy shows, so that they link to nothing else of ours.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "publish/notice.h"

namespace curlew::publish {

struct PersonalList {
  std::string name;
  // Of its feeds' addresses; empty: not told.
  std::string feed_token;
  // Newest first.
  std::vector<NoticeClip> clips;
  // How many there are in all; less than clips.size() means clips.size().
  std::size_t clip_count = 0;
};

struct PersonalPage {
  std::string user;
  Language language = Language::kEnglish;
  // IANA; times are told in it.
  std::string time_zone = "UTC";
  std::vector<PersonalList> lists;
  // Of the page's own address.
  std::string token;
};

// A page has so many clips of a list.
inline constexpr std::size_t kPageClips = 30;

// What we have of an article.
struct StoredTextPage {
  Language language = Language::kEnglish;
  std::string time_zone = "UTC";
  std::string title;
  std::string source;
  std::string url;
  Time time;
  // Made safe before; empty: there is none.
  std::string body_html;
  // Of the page that it belongs to; empty: whoever reads it does not know that page.
  std::string page_token;
  // Where it is shown.
  std::string path;
};

// The style sheet of these pages; the endpoint forbids styles within a page.
inline constexpr const char* kPersonalStylePath = "/mine/style.css";

// Whole documents. Readable without styles, at any width. `path` is where a page is
// shown, since its links are relative.
std::string to_html(const PersonalPage& page);
std::string to_html(const StoredTextPage& page);
// A page that says one thing.
std::string message_html(Language language, std::string_view path,
                         std::string_view title, std::string_view message);
// Asks whether the notices of a list shall end, and posts the answer to itself.
std::string stop_html(Language language, std::string_view path, std::string_view list);

}  // namespace curlew::publish
