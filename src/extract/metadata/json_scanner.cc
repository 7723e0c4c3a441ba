#include "extract/metadata/json_scanner.h"

#include <cstdint>
#include <vector>

#include "base/ascii.h"
#include "base/utf8.h"

namespace curlew::extract {
namespace {

class Scanner {
 public:
  Scanner(std::string_view json, JsonEvents& events) : json_(json), events_(events) {}

  void run() {
    while (at_ < json_.size() && open_.size() <= kMaxJsonDepth) step();
    for (; !open_.empty(); open_.pop_back())
      if (open_.back().is_object) events_.on_object_end();
  }

 private:
  struct Open {
    bool is_object;
    std::string key;  // The one being read; of an array, the one that holds it.
  };

  void step() {
    switch (const char c = json_[at_++]) {
      case '{':
        events_.on_object_begin(key());
        open_.push_back({true, {}});
        return;
      case '[':
        open_.push_back({false, std::string(key())});
        return;
      case '}':
      case ']':
        close(c == '}');
        return;
      case '"':
        return read_string();
      default:
        return;
    }
  }

  std::string_view key() const {
    return open_.empty() ? std::string_view() : std::string_view(open_.back().key);
  }

  void close(bool is_object) {
    if (open_.empty() || open_.back().is_object != is_object) return;
    if (is_object) events_.on_object_end();
    open_.pop_back();
  }

  void read_string() {
    std::string value = string_value();
    if (open_.empty()) return;
    if (open_.back().is_object && is_key())
      open_.back().key = std::move(value);
    else
      events_.on_string(key(), std::move(value));
  }

  // A string is a key when a colon follows.
  bool is_key() const {
    std::size_t at = at_;
    while (at < json_.size() && is_ascii_space(json_[at])) ++at;
    return at < json_.size() && json_[at] == ':';
  }

  std::string string_value() {
    std::string value;
    while (at_ < json_.size() && json_[at_] != '"') {
      const std::size_t plain = json_.find_first_of("\"\\", at_);
      const std::size_t end = plain == json_.npos ? json_.size() : plain;
      value.append(json_.substr(at_, end - at_));
      at_ = end;
      if (at_ < json_.size() && json_[at_] == '\\') read_escape(value);
    }
    ++at_;
    return value;
  }

  void read_escape(std::string& value) {
    ++at_;
    if (at_ >= json_.size()) return;
    switch (const char c = json_[at_++]) {
      case 'n':
      case 'r':
        value += '\n';
        return;
      case 't':
      case 'b':
      case 'f':
        value += ' ';
        return;
      case 'u':
        return append_utf8(value, read_unit());
      default:
        value += c;
    }
  }

  char32_t read_unit() {
    const char32_t first = read_hex();
    if (first < 0xD800 || first > 0xDFFF) return first;
    if (first < 0xDC00 && json_.substr(at_).starts_with("\\u")) {
      at_ += 2;
      const char32_t second = read_hex();
      if (second >= 0xDC00 && second <= 0xDFFF)
        return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
    }
    return 0xFFFD;  // Half a character.
  }

  char32_t read_hex() {
    char32_t value = 0;
    for (int digit = 0; digit < 4 && at_ < json_.size(); ++digit, ++at_) {
      const char c = to_ascii_lower(json_[at_]);
      if (is_ascii_digit(c))
        value = value * 16 + char32_t(c - '0');
      else if (c >= 'a' && c <= 'f')
        value = value * 16 + char32_t(c - 'a' + 10);
      else
        break;
    }
    return value;
  }

  std::string_view json_;
  JsonEvents& events_;
  std::vector<Open> open_;
  std::size_t at_ = 0;
};

}  // namespace

void scan_json(std::string_view json, JsonEvents& events) {
  Scanner(json, events).run();
}

}  // namespace curlew::extract
