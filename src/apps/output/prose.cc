#include "apps/output/prose.h"

#include <algorithm>

#include "base/plain_text.h"

namespace curlew::apps {
namespace {

constexpr std::size_t kWidest = 80;

// Words longer than a line stay whole: an address that is cut in two leads nowhere.
void append_paragraph(std::string& out, std::string_view words, std::size_t width) {
  std::size_t used = 0;
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(word.size() + 1, words.size()));
    const std::size_t columns = display_width(word);
    if (used > 0 && used + 1 + columns > width) {
      out += '\n';
      used = 0;
    }
    if (used > 0) out += ' ';
    used += columns + (used > 0 ? 1 : 0);
    out += word;
  }
  out += '\n';
}

}  // namespace

std::string prose(const Screen& screen, std::string_view lines) {
  const std::size_t width = std::min(screen.width, kWidest);
  std::string out;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string paragraph = plain_text(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (paragraph.empty()) continue;
    if (!out.empty()) out += '\n';
    append_paragraph(out, paragraph, width);
  }
  return out;
}

}  // namespace curlew::apps
