// The commands on users.

#pragma once

#include <string>

#include "apps/commands/context.h"
#include "base/result.h"

namespace curlew::apps {

// What is empty was not typed.
struct UserOptions {
  std::string name;
  // "none" takes it away.
  std::string mail;
  std::string role;
  std::string time_zone;
  std::string language;
  std::string password_file;
  bool no_password = false;
  bool json = false;
};
Result<void> add_user(const Context& context, const UserOptions& options);
Result<void> edit_user(const Context& context, const UserOptions& options);
Result<void> change_password(const Context& context, const UserOptions& options);
Result<void> remove_user(const Context& context, const UserOptions& options);
Result<void> list_users(const Context& context, const UserOptions& options);

struct RevokeOptions {};
// Ends what of users is sealed, by a key that is lost.
Result<void> revoke_secrets(const Context& context, const RevokeOptions& options);

struct AddressOptions {
  std::string user;
  // Of a feed.
  std::string list;
  bool renew = false;
  bool revoke = false;
};
// Prints where a user's page is.
Result<void> show_page(const Context& context, const AddressOptions& options);
// Prints where the feeds of a list are.
Result<void> show_feeds(const Context& context, const AddressOptions& options);

}  // namespace curlew::apps
