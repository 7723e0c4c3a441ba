// How users get in, and what programs may do for them.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/ids.h"

namespace curlew::model {

using SessionId = Id<struct SessionKindTag>;
using AccessKeyId = Id<struct AccessKeyKindTag>;
using EntryLinkId = Id<struct EntryLinkKindTag>;

// What a token may do; each may what those before it may. What its user may not, it
// may not either.
enum class Scope : std::uint8_t { kRead, kWrite, kAdmin };

enum class KeyKind : std::uint8_t {
  // Of a program that speaks our API: "Authorization: Bearer".
  kToken,
  // Of a reader app, which asks for a name and a password, or for Fever's key.
  kApp,
};

// What a link that works once is for.
enum class LinkKind : std::uint8_t {
  // Makes the administrator of a new installation.
  kClaim,
  // Makes a user.
  kInvitation,
};

// "read", "token", "claim": stable names for the command line, the database and JSON.
std::string_view to_string(Scope scope);
std::string_view to_string(KeyKind kind);
std::string_view to_string(LinkKind kind);
std::optional<Scope> parse_scope(std::string_view name);
std::optional<KeyKind> parse_key_kind(std::string_view name);
std::optional<LinkKind> parse_link_kind(std::string_view name);

}  // namespace curlew::model
