#include "detect/diff/marked_words.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/fingerprint.h"
#include "base/markup_escape.h"
#include "base/utf8.h"
#include "detect/diff/align.h"
#include "detect/diff/words.h"

namespace curlew::detect {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return lines;
}

std::vector<std::uint64_t> hashes_of(const std::vector<std::string_view>& lines) {
  std::vector<std::uint64_t> hashes;
  for (const std::string_view line : lines) {
    hashes.push_back(short_fingerprint_of(line));
  }
  return hashes;
}

std::string joined(const std::vector<std::string_view>& lines, std::uint32_t begin,
                   std::uint32_t end) {
  std::string text;
  for (std::uint32_t i = begin; i < end; ++i) {
    if (i > begin) text += ' ';
    text += lines[i];
  }
  return text;
}

// Of a long text that stayed, what stands beside a difference.
constexpr std::size_t kNearby = 80;

void append_nearby(std::string& html, std::string_view text, bool is_first,
                   bool is_last) {
  const std::size_t most = is_first || is_last ? kNearby : 2 * kNearby;
  if (text.size() <= most + kNearby / 2) return append_escaped_markup(html, text);
  if (!is_first) {
    const std::string_view head = utf8_prefix(text, kNearby);
    append_escaped_markup(html, head.substr(0, head.rfind(' ')));
    html += " ";
  }
  html += "…";
  if (!is_last) {
    const std::string_view tail = text.substr(text.size() - kNearby);
    // At a blank, and so at the beginning of a character.
    append_escaped_markup(html, tail.substr(std::min(tail.find(' '), tail.size())));
  }
}

struct Side {
  std::string_view sign;
  WordFate fate;
  std::string_view tag;
};

void append_side(std::string& html, const std::vector<WordRun>& runs, Side side) {
  html.append("<p>").append(side.sign);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].fate == WordFate::kSame) {
      append_nearby(html, runs[i].text, i == 0, i + 1 == runs.size());
    } else if (runs[i].fate == side.fate) {
      html.append("<").append(side.tag).append(">");
      append_escaped_markup(html, runs[i].text);
      html.append("</").append(side.tag).append(">");
    }
  }
  html += "</p>\n";
}

}  // namespace

void append_marked_words(std::string& html, std::string_view before,
                         std::string_view after) {
  const std::vector<WordRun> runs = compare_words(before, after);
  if (!before.empty()) append_side(html, runs, {"− ", WordFate::kRemoved, "del"});
  if (!after.empty()) append_side(html, runs, {"+ ", WordFate::kAdded, "ins"});
}

std::string marked_lines(std::string_view before, std::string_view after,
                         std::size_t most) {
  const std::vector<std::string_view> old = lines_of(before);
  const std::vector<std::string_view> now = lines_of(after);
  std::string html;
  for (const Hunk& hunk : align(hashes_of(old), hashes_of(now))) {
    if (most-- == 0) return html + "<p>…</p>\n";
    append_marked_words(html, joined(old, hunk.old_begin, hunk.old_end),
                        joined(now, hunk.now_begin, hunk.now_end));
  }
  return html;
}

}  // namespace curlew::detect
