#include "url/ip_address.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"

namespace curlew::url {
namespace {

int digit_value(char c) {
  if (is_ascii_digit(c)) return c - '0';
  const char lower = to_ascii_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
}

// The standard's IPv4 number parser. Too large for 32 bits: some value beyond them.
std::optional<std::uint64_t> parse_ipv4_number(std::string_view text) {
  if (text.empty()) return std::nullopt;
  int radix = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    radix = 16;
    text.remove_prefix(2);
  } else if (text.size() > 1 && text[0] == '0') {
    radix = 8;
    text.remove_prefix(1);
  }
  std::uint64_t value = 0;
  for (const char c : text) {
    if (digit_value(c) >= radix) return std::nullopt;
    value = std::min<std::uint64_t>(value * radix + digit_value(c), 1ULL << 40);
  }
  return value;
}

// Reads the parts of an IPv6 address from left to right.
class Ipv6Reader {
 public:
  explicit Ipv6Reader(std::string_view text) : text_(text) {}

  std::optional<Ipv6Pieces> read() {
    if (text_.starts_with("::")) {
      at_ = 2;
      compress();
    }
    while (at_ < text_.size()) {
      if (!read_part()) return std::nullopt;
    }
    return spread();
  }

 private:
  bool at_end() const { return at_ == text_.size(); }

  // "::" stands for at least one piece of zero.
  void compress() { compressed_at_ = ++count_; }

  // A piece with its separator, a second ":" that compresses, or the IPv4 tail.
  bool read_part() {
    if (count_ == 8) return false;
    if (text_[at_] == ':') {
      if (compressed_at_ || count_ == 0) return false;
      ++at_;
      compress();
      return true;
    }
    const std::size_t begin = at_;
    std::uint16_t value = 0;
    while (!at_end() && at_ - begin < 4 && digit_value(text_[at_]) < 16) {
      value = static_cast<std::uint16_t>(value * 16 + digit_value(text_[at_++]));
    }
    if (!at_end() && text_[at_] == '.') {
      at_ = begin;
      return read_ipv4();
    }
    if (at_ == begin) return false;
    pieces_[count_++] = value;
    return at_end() || read_separator();
  }

  // A ":" that something follows.
  bool read_separator() {
    if (text_[at_] != ':') return false;
    ++at_;
    return !at_end();
  }

  // Four decimal bytes without leading zeros, at the very end.
  bool read_ipv4() {
    if (count_ > 6) return false;
    std::uint32_t address = 0;
    for (int i = 0; i < 4; ++i) {
      if (i > 0 && (at_end() || text_[at_++] != '.')) return false;
      const auto byte = read_decimal_byte();
      if (!byte) return false;
      address = address << 8 | *byte;
    }
    pieces_[count_++] = static_cast<std::uint16_t>(address >> 16);
    pieces_[count_++] = static_cast<std::uint16_t>(address);
    return at_end();
  }

  std::optional<std::uint32_t> read_decimal_byte() {
    const std::size_t begin = at_;
    std::uint32_t value = 0;
    while (!at_end() && is_ascii_digit(text_[at_])) {
      if (at_ > begin && value == 0) return std::nullopt;
      value = value * 10 + static_cast<std::uint32_t>(text_[at_++] - '0');
      if (value > 255) return std::nullopt;
    }
    return at_ == begin ? std::nullopt : std::optional(value);
  }

  // Moves what follows "::" to the end.
  std::optional<Ipv6Pieces> spread() {
    if (!compressed_at_) return count_ == 8 ? std::optional(pieces_) : std::nullopt;
    const auto tail = pieces_.begin() + static_cast<std::ptrdiff_t>(*compressed_at_);
    std::rotate(tail, pieces_.begin() + static_cast<std::ptrdiff_t>(count_),
                pieces_.end());
    return pieces_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Ipv6Pieces pieces_{};
  std::size_t count_ = 0;
  std::optional<std::size_t> compressed_at_;
};

struct Run {
  std::size_t begin = 8;
  std::size_t length = 0;
};

// The first longest run of at least two zero pieces.
Run longest_zero_run(const Ipv6Pieces& pieces) {
  Run best{8, 1};
  for (std::size_t i = 0; i < 8; ++i) {
    Run run{i, 0};
    while (i < 8 && pieces[i] == 0) ++run.length, ++i;
    if (run.length > best.length) best = run;
  }
  return best;
}

}  // namespace

bool ends_in_a_number(std::string_view domain) {
  if (domain.ends_with('.')) domain.remove_suffix(1);
  const std::string_view last = domain.substr(domain.rfind('.') + 1);
  if (last.empty() || !is_ascii_digit(last[0])) return false;
  return std::all_of(last.begin(), last.end(),
                     [](char c) { return is_ascii_digit(c); }) ||
         parse_ipv4_number(last).has_value();
}

std::optional<std::uint32_t> parse_ipv4(std::string_view domain) {
  if (domain.ends_with('.')) domain.remove_suffix(1);
  std::uint64_t address = 0;
  for (int part = 0; part < 4; ++part) {
    const std::size_t dot = domain.find('.');
    const auto number = parse_ipv4_number(domain.substr(0, dot));
    if (!number) return std::nullopt;
    if (dot == domain.npos) {
      // The last number fills all the bytes that are left.
      if (*number >> (8 * (4 - part)) != 0) return std::nullopt;
      return static_cast<std::uint32_t>(address << (8 * (4 - part)) | *number);
    }
    if (*number > 255) return std::nullopt;
    address = address << 8 | *number;
    domain.remove_prefix(dot + 1);
  }
  return std::nullopt;
}

std::string ipv4_to_string(std::uint32_t address) {
  return fmt::format("{}.{}.{}.{}", address >> 24, address >> 16 & 255,
                     address >> 8 & 255, address & 255);
}

std::optional<Ipv6Pieces> parse_ipv6(std::string_view text) {
  return Ipv6Reader(text).read();
}

std::string to_string(const Ipv6Pieces& pieces) {
  const Run zeros = longest_zero_run(pieces);
  std::string out;
  for (std::size_t i = 0; i < 8;) {
    if (i == zeros.begin) {
      out += i == 0 ? "::" : ":";
      i += zeros.length;
      continue;
    }
    out += fmt::format("{:x}", pieces[i]);
    if (++i < 8) out += ':';
  }
  return out;
}

}  // namespace curlew::url
