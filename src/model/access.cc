#include "model/access.h"

namespace curlew::model {

std::string_view to_string(Scope scope) {
  switch (scope) {
    case Scope::kRead:
      return "read";
    case Scope::kWrite:
      return "write";
    case Scope::kAdmin:
      return "admin";
  }
  return "unknown";
}

std::string_view to_string(KeyKind kind) {
  return kind == KeyKind::kToken ? "token" : "app";
}

std::string_view to_string(LinkKind kind) {
  return kind == LinkKind::kClaim ? "claim" : "invitation";
}

std::optional<Scope> parse_scope(std::string_view name) {
  for (const Scope each : {Scope::kRead, Scope::kWrite, Scope::kAdmin}) {
    if (to_string(each) == name) return each;
  }
  return std::nullopt;
}

std::optional<KeyKind> parse_key_kind(std::string_view name) {
  for (const KeyKind each : {KeyKind::kToken, KeyKind::kApp}) {
    if (to_string(each) == name) return each;
  }
  return std::nullopt;
}

std::optional<LinkKind> parse_link_kind(std::string_view name) {
  for (const LinkKind each : {LinkKind::kClaim, LinkKind::kInvitation}) {
    if (to_string(each) == name) return each;
  }
  return std::nullopt;
}

}  // namespace curlew::model
