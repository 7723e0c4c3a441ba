// The few words of our own in notices, feeds and personal pages.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace curlew::publish {

enum class Language { kEnglish, kGreek };

// "el", "el-GR": Greek. All others are English so far.
Language parse_language(std::string_view code);
// "en", "el"
std::string_view to_string(Language language);

struct Words {
  std::string_view also_in;
  std::string_view keyword;
  std::string_view stored_text;
  std::string_view all_clips;
  std::string_view unsubscribe;
  std::string_view untitled;
  std::string_view no_clips;
  std::string_view feed;
  std::string_view clips_of;
  // Of a page without lists, and of a list without clips: what to do, or to wait for.
  std::string_view no_lists;
  std::string_view clips_will_come;
  std::string_view original;
  std::string_view no_text;
  // Of the page that ends the notices of a list.
  std::string_view stop_question;
  std::string_view list_stays;
  std::string_view stop;
  std::string_view stopped;
  // Of an address that leads nowhere.
  std::string_view nothing_here;
  std::string_view may_be_withdrawn;
};
const Words& words(Language language);

// "1 clip", "12,000 clips"
std::string count_of_clips(std::size_t count, Language language);
// "and 99,800 more"
std::string and_more(std::size_t count, Language language);

}  // namespace curlew::publish
