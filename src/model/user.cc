#include "model/user.h"

#include <array>
#include <cstddef>

namespace curlew::model {
namespace {

// Each in the order of its enumeration.
constexpr std::array<std::string_view, 3> kRoles{"admin", "user", "read-only"};
constexpr std::array<std::string_view, 5> kActions{"notify", "tag", "star", "read",
                                                   "mute"};
constexpr std::array<std::string_view, 3> kChannels{"feed", "mail", "webhook"};
constexpr std::array<std::string_view, 5> kDigests{"off", "count", "hourly", "daily",
                                                   "weekly"};

template <std::size_t size, typename Enum>
std::string_view name_in(const std::array<std::string_view, size>& names, Enum value) {
  const auto index = static_cast<std::size_t>(value);
  return index < size ? names[index] : "unknown";
}

template <typename Enum, std::size_t size>
std::optional<Enum> value_in(const std::array<std::string_view, size>& names,
                             std::string_view name) {
  for (std::size_t i = 0; i < size; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view to_string(Role role) { return name_in(kRoles, role); }
std::string_view to_string(ListAction action) { return name_in(kActions, action); }
std::string_view to_string(Channel channel) { return name_in(kChannels, channel); }
std::string_view to_string(DigestKind kind) { return name_in(kDigests, kind); }

std::optional<Role> parse_role(std::string_view name) {
  return value_in<Role>(kRoles, name);
}
std::optional<ListAction> parse_list_action(std::string_view name) {
  return value_in<ListAction>(kActions, name);
}
std::optional<Channel> parse_channel(std::string_view name) {
  return value_in<Channel>(kChannels, name);
}
std::optional<DigestKind> parse_digest_kind(std::string_view name) {
  return value_in<DigestKind>(kDigests, name);
}

}  // namespace curlew::model
