// A notice as text and as HTML, for mail and for chats.

#pragma once

#include <cstddef>
#include <string>

#include "publish/notice.h"

namespace curlew::publish {

enum class Footer {
  kNone,
  // Where the user's clips are, and how to end the notices.
  kLinks,
};

struct NoticeTextOptions {
  // The clips that fit whole are told, and how many others there are. Of a single one
  // that does not fit the beginning is told.
  std::size_t most_bytes = 256 * 1024;
  std::size_t most_clips = kMostClips;
  Footer footer = Footer::kLinks;
};

// Plain text, lines ended by "\n", the keyword between asterisks.
std::string to_text(const Notice& notice, const NoticeTextOptions& options = {});

// Of few elements, which chats understand as well: b, i, a. No document around it.
// most_bytes counts what stands in the text, escapes included.
std::string to_simple_html(const Notice& notice, const NoticeTextOptions& options = {});

// For mail: a whole document, the keyword in a <mark>. Shows the clips that to_text()
// shows.
std::string to_html_document(const Notice& notice,
                             const NoticeTextOptions& options = {});

}  // namespace curlew::publish
