#include "api/replay/replay_css.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/bytes.h"

namespace curlew::api {
namespace {

constexpr Bytes kLongestSheet = 16_MiB;

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

bool is_name_character(char c) {
  return is_ascii_digit(c) || (to_ascii_lower(c) >= 'a' && to_ascii_lower(c) <= 'z') ||
         c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// Reads the tokens that matter (CSS Syntax 3, section 4): comments, strings and url().
class SheetRewriter {
 public:
  SheetRewriter(std::string_view css, const url::Url& base,
                const ReplayTargets& targets)
      : left_(css), base_(base), targets_(targets) {}

  std::string rewrite() {
    while (!left_.empty() && out_.size() < kLongestSheet) step();
    return std::move(out_);
  }

 private:
  void step() {
    if (left_.starts_with("/*")) return copy(comment_end());
    const char c = left_.front();
    if (c == '"' || c == '\'') return copy(string_end(left_));
    if (is_name_character(c) || c == '@') return take_word();
    copy(c == '\\' ? 2 : 1);
  }

  void take_word() {
    std::size_t end = 1;
    while (end < left_.size() && is_name_character(left_[end])) ++end;
    const std::string_view word = left_.substr(0, end);
    if (equals_ignoring_case(word, "@import")) return take_import();
    if (equals_ignoring_case(word, "url") && left_.substr(end).starts_with('(')) {
      left_.remove_prefix(end + 1);
      return take_url();
    }
    copy(end);
  }

  // Its url() is one like all others; its string is an address, too.
  void take_import() {
    copy(std::string_view("@import").size());
    while (!left_.empty() && (is_space(left_.front()) || left_.starts_with("/*"))) {
      left_.remove_prefix(std::min(
          left_.starts_with("/*") ? comment_end() : std::size_t(1), left_.size()));
    }
    out_ += ' ';
    if (left_.starts_with('"') || left_.starts_with('\'')) write_url(take_string());
  }

  // What follows "url(".
  void take_url() {
    skip_space();
    std::string_view address;
    if (left_.starts_with('"') || left_.starts_with('\'')) {
      address = take_string();
      left_.remove_prefix(std::min(left_.find(')'), left_.size()));
    } else {
      address = left_.substr(0, left_.find(')'));
      left_.remove_prefix(address.size());
      address = trimmed(address);
    }
    if (left_.starts_with(')')) left_.remove_prefix(1);
    write_url(address);
  }

  // An address with escapes is not worth the code that reads them.
  void write_url(std::string_view address) {
    const bool is_plain = address.find('\\') == address.npos;
    const std::string target =
        is_plain ? replay_part(address, base_, targets_) : std::string();
    out_ += "url(\"";
    for (const char c : target) {
      if (c == '"' || c == '\\') out_ += '\\';
      if (c != '\n' && c != '\r' && c != '\f') out_ += c;
    }
    out_ += "\")";
  }

  std::string_view take_string() {
    const std::size_t end = string_end(left_);
    const bool is_closed = end > 1 && left_[end - 1] == left_.front();
    const std::string_view content = left_.substr(1, end - (is_closed ? 2 : 1));
    left_.remove_prefix(end);
    return content;
  }

  // Where the string that `text` begins with ends: behind its quote, or at the end of
  // its line.
  static std::size_t string_end(std::string_view text) {
    std::size_t i = 1;
    for (; i < text.size(); ++i) {
      if (text[i] == '\\') {
        ++i;
      } else if (text[i] == text.front()) {
        return i + 1;
      } else if (text[i] == '\n') {
        return i;
      }
    }
    return text.size();
  }

  std::size_t comment_end() const {
    const std::size_t end = left_.find("*/", 2);
    return end == left_.npos ? left_.size() : end + 2;
  }

  void skip_space() {
    while (!left_.empty() && is_space(left_.front())) left_.remove_prefix(1);
  }

  void copy(std::size_t size) {
    size = std::min(size, left_.size());
    out_ += left_.substr(0, size);
    left_.remove_prefix(size);
  }

  std::string_view left_;
  const url::Url& base_;
  const ReplayTargets& targets_;
  std::string out_;
};

}  // namespace

std::string replay_part(std::string_view address, const url::Url& base,
                        const ReplayTargets& targets) {
  address = trimmed(address);
  if (starts_with_ignoring_case(address, "data:")) return std::string(address);
  if (address.empty() || address.starts_with('#')) return {};
  const auto url = url::parse_url(address, &base);
  if (!url.ok() || !url->is_http()) return {};
  return targets.part(url->without_fragment());
}

std::string replay_css(std::string_view css, const url::Url& base,
                       const ReplayTargets& targets) {
  return SheetRewriter(css, base, targets).rewrite();
}

}  // namespace curlew::api
