#include "api/replay/replay_address.h"

#include <fmt/format.h>

#include <charconv>

#include "archive/timestamps.h"

namespace curlew::api {
namespace {

constexpr char kPageMark = 'p';
constexpr char kPartMark = 'r';

std::int64_t to_unix_seconds(Time time) { return to_unix_ms(time) / 1000; }

char mark_of(const ReplayAddress& address) {
  return address.purpose == ReplayAddress::Purpose::kPage ? kPageMark : kPartMark;
}

std::string message_of(const ReplayAddress& address) {
  return fmt::format("replay {}{} {} {}", mark_of(address),
                     to_unix_seconds(address.expires),
                     archive::to_timestamp(address.time), address.url);
}

}  // namespace

std::string to_path(const ReplayAddress& address, const SealingKey& key) {
  return fmt::format("/{}{}-{}/{}/{}", mark_of(address),
                     to_unix_seconds(address.expires), key.sign(message_of(address)),
                     archive::to_timestamp(address.time), address.url);
}

std::optional<ReplayAddress> parse_replay_address(std::string_view token,
                                                  std::string_view timestamp,
                                                  std::string_view url,
                                                  const SealingKey& key) {
  const auto time = archive::parse_timestamp(timestamp);
  const bool has_mark = token.starts_with(kPageMark) || token.starts_with(kPartMark);
  if (!time || !has_mark) return std::nullopt;
  ReplayAddress address;
  address.purpose = token.front() == kPageMark ? ReplayAddress::Purpose::kPage
                                               : ReplayAddress::Purpose::kPart;
  address.time = *time;
  address.url = url;
  token.remove_prefix(1);
  // Twelve digits are enough for the next 30,000 years, and do not overflow.
  const std::string_view digits = token.substr(0, std::min(token.find('-'), 12ul));
  std::int64_t seconds = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  address.expires = from_unix_seconds(seconds);
  token.remove_prefix(std::min(digits.size() + 1, token.size()));
  if (!key.is_signature(token, message_of(address))) return std::nullopt;
  return address;
}

}  // namespace curlew::api
