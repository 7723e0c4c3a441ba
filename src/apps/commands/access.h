// The commands on how users and their programs get in.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/commands/context.h"
#include "base/result.h"

namespace curlew::apps {

struct TokenOptions {
  // What the token is called.
  std::string name;
  std::string user;
  std::string scope = "read";
  // A password for a reader app instead.
  bool app = false;
  // Numbers of those that end.
  std::vector<std::int64_t> ids;
  bool json = false;
};
Result<void> add_token(const Context& context, const TokenOptions& options);
Result<void> list_tokens(const Context& context, const TokenOptions& options);
Result<void> remove_tokens(const Context& context, const TokenOptions& options);

struct SessionOptions {
  std::string user;
  std::vector<std::int64_t> ids;
  bool all = false;
  bool json = false;
};
Result<void> list_sessions(const Context& context, const SessionOptions& options);
Result<void> end_sessions(const Context& context, const SessionOptions& options);

struct InvitationOptions {
  std::string role = "user";
  std::string note;
  std::vector<std::int64_t> ids;
  bool json = false;
};
Result<void> add_invitation(const Context& context, const InvitationOptions& options);
Result<void> list_invitations(const Context& context, const InvitationOptions& options);
Result<void> remove_invitations(const Context& context,
                                const InvitationOptions& options);

}  // namespace curlew::apps
