#include "base/sha1.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace curlew {

void Sha1::add(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t filled = length_ % 64;
    if (filled == 0 && bytes.size() >= 64) {
      add_block(reinterpret_cast<const unsigned char*>(bytes.data()));
      bytes.remove_prefix(64);
      length_ += 64;
      continue;
    }
    const std::size_t taken = std::min(bytes.size(), 64 - filled);
    std::memcpy(pending_.data() + filled, bytes.data(), taken);
    bytes.remove_prefix(taken);
    length_ += taken;
    if (length_ % 64 == 0) add_block(pending_.data());
  }
}

std::string Sha1::digest() {
  const std::uint64_t bits = length_ * 8;
  std::string padding(1, '\x80');
  padding.append((119 - length_ % 64) % 64, '\0');
  for (int shift = 56; shift >= 0; shift -= 8) padding += char(bits >> shift);
  add(padding);
  std::string bytes;
  for (const std::uint32_t word : state_) {
    for (int shift = 24; shift >= 0; shift -= 8) bytes += char(word >> shift);
  }
  return bytes;
}

void Sha1::add_block(const unsigned char* block) {
  std::array<std::uint32_t, 80> w;
  for (int i = 0; i < 16; ++i) {
    w[i] = std::uint32_t{block[4 * i]} << 24 | std::uint32_t{block[4 * i + 1]} << 16 |
           std::uint32_t{block[4 * i + 2]} << 8 | block[4 * i + 3];
  }
  for (int i = 16; i < 80; ++i) {
    w[i] = std::rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
  }
  std::uint32_t a = state_[0], b = state_[1], c = state_[2], d = state_[3],
                e = state_[4];
  const auto round = [&](std::uint32_t f, std::uint32_t k, std::uint32_t word) {
    const std::uint32_t next = std::rotl(a, 5) + f + e + k + word;
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  };
  for (int i = 0; i < 20; ++i) round((b & c) | (~b & d), 0x5a827999, w[i]);
  for (int i = 20; i < 40; ++i) round(b ^ c ^ d, 0x6ed9eba1, w[i]);
  for (int i = 40; i < 60; ++i) {
    round((b & c) | (b & d) | (c & d), 0x8f1bbcdc, w[i]);
  }
  for (int i = 60; i < 80; ++i) round(b ^ c ^ d, 0xca62c1d6, w[i]);
  state_[0] += a;
  state_[1] += b;
  state_[2] += c;
  state_[3] += d;
  state_[4] += e;
}

std::string to_base32(std::string_view bytes) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string text;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char byte : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(byte);
    for (count += 8; count >= 5; count -= 5) text += kLetters[bits >> (count - 5) & 31];
  }
  if (count > 0) text += kLetters[bits << (5 - count) & 31];
  text.append((8 - text.size() % 8) % 8, '=');
  return text;
}

}  // namespace curlew
