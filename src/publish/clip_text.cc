#include "publish/clip_text.h"

#include <algorithm>

#include "base/plain_text.h"
#include "base/utf8.h"
#include "base/web_address.h"

namespace curlew::publish {
namespace {

constexpr std::string_view kCut = "…";
// So many times what is shown is looked at: white space and what is dropped count for
// little, and a stranger's text may be of any length.
constexpr std::size_t kLongest = 4;
constexpr std::size_t kMostTitle = 250;
constexpr std::size_t kMostSource = 100;
constexpr std::size_t kMostUrl = 2000;
constexpr std::size_t kMostOthers = 10;
constexpr std::size_t kMostLines = 100;
constexpr std::size_t kMostLine = 1000;

// Not within a character.
std::size_t boundary(std::string_view text, std::size_t at) {
  at = std::min(at, text.size());
  while (at > 0 && at < text.size() && (text[at] & 0xC0) == 0x80) --at;
  return at;
}

// On one line, but the space at either end stays.
std::string one_line(std::string_view piece) {
  std::string plain = plain_piece(piece);
  std::ranges::replace(plain, '\n', ' ');
  return plain;
}

}  // namespace

std::string cut_text(std::string_view untrusted, std::size_t bytes) {
  const std::string_view near = utf8_prefix(untrusted, kLongest * (bytes + 1));
  std::string plain = plain_text(near);
  if (near.size() == untrusted.size() && plain.size() <= bytes) return plain;
  cut_utf8(plain, bytes - std::min(bytes, kCut.size()));
  return plain.append(kCut);
}

std::string link_url(std::string_view untrusted) {
  if (untrusted.size() > kMostUrl || !is_web_address(untrusted)) return {};
  const std::string plain = plain_text(untrusted);
  const bool is_clean = plain == untrusted && plain.find(' ') == plain.npos;
  return is_clean ? plain : std::string();
}

std::string title_of(const NoticeClip& clip, Language language) {
  const std::string title = cut_text(clip.clip.title, kMostTitle);
  return title.empty() ? std::string(words(language).untitled) : title;
}

std::string source_of(const NoticeClip& clip) {
  return cut_text(clip.source_title, kMostSource);
}

std::span<const OtherSource> shown_others(const NoticeClip& clip) {
  return std::span(clip.also_in).first(std::min(clip.also_in.size(), kMostOthers));
}

std::vector<std::string> shown_lines(const Notice& notice) {
  std::vector<std::string> lines;
  for (const std::string& line : notice.lines) {
    if (lines.size() == kMostLines) break;
    lines.push_back(cut_text(line, kMostLine));
  }
  return lines;
}

MarkedText marked_summary(const model::Clip& clip, std::size_t bytes) {
  const std::string_view summary = clip.summary;
  const std::size_t begin = boundary(summary, clip.mark_begin);
  const std::size_t end = boundary(summary, clip.mark_end);
  MarkedText marked;
  if (begin >= end) {
    marked.before = cut_text(summary, bytes);
    return marked;
  }
  const std::size_t near = kLongest * bytes;
  const std::size_t from = boundary(summary, begin - std::min(begin, near));
  marked.before = one_line(summary.substr(from, begin - from));
  marked.keyword = one_line(utf8_prefix(summary.substr(begin, end - begin), near));
  marked.after = one_line(utf8_prefix(summary.substr(end), near));
  if (marked.before.size() + marked.keyword.size() + marked.after.size() <= bytes) {
    return marked;
  }
  cut_utf8(marked.keyword, bytes / 2);
  const std::size_t side = (bytes - marked.keyword.size()) / 2;
  if (marked.before.size() > side) {
    std::size_t kept = marked.before.size() - side;
    while (kept < marked.before.size() && (marked.before[kept] & 0xC0) == 0x80) ++kept;
    marked.before = std::string(kCut) + marked.before.substr(kept);
  }
  if (marked.after.size() > side) {
    cut_utf8(marked.after, side);
    marked.after += kCut;
  }
  return marked;
}

}  // namespace curlew::publish
