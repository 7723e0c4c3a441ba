#include "publish/notice.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/plain_text.h"
#include "base/web_address.h"
#include "publish/clip_text.h"

namespace curlew::publish {
namespace {

constexpr std::size_t kMostSubject = 300;

}  // namespace

std::string_view to_string(NoticeKind kind) {
  switch (kind) {
    case NoticeKind::kClip:
      return "clip";
    case NoticeKind::kDigest:
      return "digest";
    case NoticeKind::kAlarm:
      return "alarm";
  }
  return "";
}

std::size_t clip_count(const Notice& notice) {
  return std::max(notice.clip_count, notice.clips.size());
}

std::string subject_of(const Notice& notice) {
  if (notice.kind == NoticeKind::kAlarm) return cut_text(notice.subject, kMostSubject);
  if (notice.kind == NoticeKind::kClip && !notice.clips.empty()) {
    return cut_text(fmt::format("{}: {}", plain_text(notice.list_name),
                                title_of(notice.clips.front(), notice.language)),
                    kMostSubject);
  }
  return cut_text(fmt::format("{}: {}", plain_text(notice.list_name),
                              count_of_clips(clip_count(notice), notice.language)),
                  kMostSubject);
}

std::string heading_of(const Notice& notice) {
  return notice.kind == NoticeKind::kClip ? cut_text(notice.list_name, kMostSubject)
                                          : subject_of(notice);
}

std::string link_of(const Notice& notice) {
  if (notice.clips.size() == 1 && clip_count(notice) == 1) {
    if (std::string url = link_url(notice.clips.front().clip.url); !url.empty()) {
      return url;
    }
  }
  return link_url(notice.page_url);
}

}  // namespace curlew::publish
