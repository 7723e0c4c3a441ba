// The parts of a clip as they may be shown anywhere: cleaned, cut to a bound, the
// keyword told apart from what stands around it.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/clip.h"
#include "publish/notice.h"

namespace curlew::publish {

// On one line, at most `bytes` long, with … where something was cut off.
std::string cut_text(std::string_view untrusted, std::size_t bytes);

// An address as a link may have it: http or https, no white space, at most 2,000 bytes.
// Empty for any other.
std::string link_url(std::string_view untrusted);

std::string title_of(const NoticeClip& clip, Language language);
std::string source_of(const NoticeClip& clip);

// The first ten of them.
std::span<const OtherSource> shown_others(const NoticeClip& clip);

// The lines of an alarm, on one line each, at most a hundred of 1,000 bytes: we write
// them, but they quote others.
std::vector<std::string> shown_lines(const Notice& notice);

struct MarkedText {
  std::string before;
  std::string keyword;
  std::string after;
};

// The summary around its keyword; all of it is in `before` when the keyword stands only
// in the title. Plain text on one line. Of a long one, what is near the keyword is
// kept.
MarkedText marked_summary(const model::Clip& clip, std::size_t bytes = 2000);

}  // namespace curlew::publish
