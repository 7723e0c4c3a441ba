// The page of a user's clips, at an address that only he knows: no login, no script.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/time.h"
#include "publish/notice.h"

namespace curlew::publish {

struct PersonalList {
  std::string name;
  // Addresses of its feeds; empty: not told.
  std::string atom_url;
  std::string rss_url;
  std::string json_url;
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
  // Of our own web endpoint, which forbids styles within a page.
  std::string style_url = "/style.css";
};

// A page has so many clips of a list.
inline constexpr std::size_t kPageClips = 100;

// A whole document. Readable without styles, at any width.
std::string to_html(const PersonalPage& page);

}  // namespace curlew::publish
