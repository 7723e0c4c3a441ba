#include "store/backup/tar_header.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>

#include "base/check.h"

namespace curlew::store {
namespace {

// Where each field is.
struct Field {
  std::size_t at, length;
};
constexpr Field kName{0, 100}, kMode{100, 8}, kUser{108, 8}, kGroup{116, 8},
    kSize{124, 12}, kModified{136, 12}, kSum{148, 8}, kType{156, 1}, kLink{157, 100},
    kMagic{257, 8}, kPrefix{345, 155};
constexpr std::string_view kUstar("ustar\00000", 8);
constexpr Bytes kFirstBinary = 8_GiB;  // Eleven octal digits end here.
constexpr char kBinaryMark = '\x80';

void put(std::string& block, Field field, std::string_view text) {
  block.replace(field.at, text.size(), text);
}

void put_octal(std::string& block, Field field, std::uint64_t value) {
  put(block, field, fmt::format("{:0{}o}", value, field.length - 1));
}

void put_size(std::string& block, Bytes size) {
  if (size < kFirstBinary) return put_octal(block, kSize, size);
  block[kSize.at] = kBinaryMark;
  for (std::size_t i = 0; i < sizeof size; ++i) {
    block[kSize.at + kSize.length - 1 - i] = static_cast<char>(size >> (8 * i));
  }
}

std::string_view field_of(std::string_view block, Field field) {
  return block.substr(field.at, field.length);
}

// Up to the first NUL.
std::string_view text_of(std::string_view block, Field field) {
  const std::string_view text = field_of(block, field);
  return text.substr(0, text.find('\0'));
}

std::optional<std::uint64_t> octal_of(std::string_view block, Field field) {
  std::string_view digits = text_of(block, field);
  while (digits.starts_with(' ')) digits.remove_prefix(1);
  while (digits.ends_with(' ')) digits.remove_suffix(1);
  if (digits.empty()) return std::nullopt;
  std::uint64_t value = 0;
  for (const char digit : digits) {
    if (digit < '0' || digit > '7') return std::nullopt;
    value = value * 8 + std::uint64_t(digit - '0');
  }
  return value;
}

std::optional<Bytes> size_of(std::string_view block) {
  const std::string_view field = field_of(block, kSize);
  if (field[0] != kBinaryMark) return octal_of(block, kSize);
  Bytes size = 0;
  for (std::size_t i = 1; i < field.size(); ++i) {
    if (size >> 55 != 0) return std::nullopt;
    size = size << 8 | static_cast<unsigned char>(field[i]);
  }
  return size;
}

// The field of the sum itself counts as spaces.
std::uint64_t sum_of(std::string_view block) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < block.size(); ++i) {
    const bool is_sum = i >= kSum.at && i < kSum.at + kSum.length;
    sum += is_sum ? ' ' : static_cast<unsigned char>(block[i]);
  }
  return sum;
}

Error malformed(std::string why) { return {ErrorKind::kMalformed, std::move(why)}; }

}  // namespace

std::string write_tar_header(const TarHeader& header, Time modified) {
  CHECK(header.name.size() < kName.length);
  std::string block(kTarBlock, '\0');
  put(block, kName, header.name);
  put_octal(block, kMode, 0600);
  put_octal(block, kUser, 0);
  put_octal(block, kGroup, 0);
  put_size(block, header.size);
  put_octal(block, kModified, std::uint64_t(to_unix_ms(modified) / 1000));
  put(block, kType, "0");
  put(block, kMagic, kUstar);
  put(block, kSum, fmt::format("{:06o}", sum_of(block)) + std::string("\0 ", 2));
  return block;
}

Result<TarHeader> parse_tar_header(std::string_view block) {
  if (block.size() != kTarBlock || field_of(block, kMagic) != kUstar) {
    return malformed("no ustar header");
  }
  if (octal_of(block, kSum) != sum_of(block)) return malformed("a damaged header");
  TarHeader header{std::string(text_of(block, kName)), 0};
  const char type = block[kType.at];
  const bool is_plain =
      type == '0' && text_of(block, kLink).empty() && text_of(block, kPrefix).empty();
  if (!is_plain) {
    return malformed(fmt::format("'{:.60}' is no plain file", header.name));
  }
  const auto size = size_of(block);
  if (!size) return malformed(fmt::format("'{:.60}' has no size", header.name));
  header.size = *size;
  return header;
}

}  // namespace curlew::store
