#include "publish/personal_address.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace curlew::publish {
namespace {

constexpr std::string_view kRoot = "/mine/";

std::string stop_message(model::WatchlistId list) {
  return fmt::format("stop {}", list.value);
}

}  // namespace

std::string stop_token(const SealingKey& key, model::WatchlistId list) {
  return fmt::format("{}-{}", list.value, key.sign(stop_message(list)));
}

std::optional<model::WatchlistId> parse_stop_token(const SealingKey& key,
                                                   std::string_view token) {
  model::WatchlistId list;
  const char* const end = token.data() + token.size();
  const auto [rest, error] = std::from_chars(token.data(), end, list.value);
  if (error != std::errc() || rest == end || *rest != '-') return std::nullopt;
  const std::string_view signature(rest + 1, std::size_t(end - rest - 1));
  if (!key.is_signature(signature, stop_message(list))) return std::nullopt;
  return list;
}

std::string relative_path(std::string_view path, std::string_view target) {
  path.remove_prefix(std::min(kRoot.size(), path.size()));
  std::string way;
  for (const char c : path) {
    if (c == '/') way += "../";
  }
  return way.append(target.substr(kRoot.size()));
}

}  // namespace curlew::publish
