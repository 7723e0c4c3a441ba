#include "detect/diff/marked_words.h"

#include <cstdint>
#include <vector>

#include "base/fingerprint.h"
#include "base/markup_escape.h"
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

}  // namespace

void append_marked_words(std::string& html, std::string_view before,
                         std::string_view after) {
  for (const WordRun& run : compare_words(before, after)) {
    const char* const tag = run.fate == WordFate::kRemoved ? "del"
                            : run.fate == WordFate::kAdded ? "ins"
                                                           : nullptr;
    if (tag) html.append("<").append(tag).append(">");
    append_escaped_markup(html, run.text);
    if (tag) html.append("</").append(tag).append(">");
  }
}

std::string marked_lines(std::string_view before, std::string_view after,
                         std::size_t most) {
  const std::vector<std::string_view> old = lines_of(before);
  const std::vector<std::string_view> now = lines_of(after);
  std::string html;
  for (const Hunk& hunk : align(hashes_of(old), hashes_of(now))) {
    if (most-- == 0) return html + "<p>…</p>\n";
    html += "<p>";
    append_marked_words(html, joined(old, hunk.old_begin, hunk.old_end),
                        joined(now, hunk.now_begin, hunk.now_end));
    html += "</p>\n";
  }
  return html;
}

}  // namespace curlew::detect
