#include "apps/commands/users.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "api/user_json.h"
#include "apps/commands/installation_key.h"
#include "apps/commands/password.h"
#include "apps/commands/source_facts.h"
#include "apps/config/options.h"
#include "apps/output/table.h"
#include "base/grouped.h"
#include "publish/personal_address.h"
#include "service/seal_secrets.h"
#include "service/users.h"
#include "service/watchlists.h"

namespace curlew::apps {
namespace {

service::UserEdit to_user_edit(const UserOptions& options) {
  service::UserEdit edit;
  if (!options.mail.empty()) edit.mail = options.mail == "none" ? "" : options.mail;
  if (!options.role.empty()) edit.role = model::parse_role(options.role);
  if (!options.time_zone.empty()) edit.time_zone = options.time_zone;
  if (!options.language.empty()) edit.language = options.language;
  return edit;
}

void print_user(const Context& context, std::string_view done, const model::User& user,
                bool json) {
  if (json) {
    fmt::print(context.screen.out, "{}\n", api::to_json(user));
    return;
  }
  fmt::print(context.screen.out, "{} {} ({})\n", done, user.name, to_string(user.role));
}

}  // namespace

Result<void> add_user(const Context& context, const UserOptions& options) {
  service::UserEdit edit = to_user_edit(options);
  if (!options.no_password) {
    TRY_ASSIGN(edit.password,
               read_password(options.password_file, PasswordFrom::kTerminal));
  }
  TRY_ASSIGN(const auto store, make_store(context.config));
  TRY_ASSIGN(const model::User user,
             service::add_user(*store, options.name, edit,
                               key_maker(context.config, *store), context.clock.now()));
  print_user(context, "added", user, options.json);
  return {};
}

Result<void> edit_user(const Context& context, const UserOptions& options) {
  const service::UserEdit edit = to_user_edit(options);
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  TRY_ASSIGN(const model::User user,
             service::change_user(*store, options.name, edit, context.clock.now()));
  print_user(context, "changed", user, options.json);
  return {};
}

Result<void> change_password(const Context& context, const UserOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  // Nobody types a password twice to hear that there is no such user.
  TRY(service::find_user(*store, options.name));
  service::UserEdit edit;
  TRY_ASSIGN(edit.password,
             read_password(options.password_file, PasswordFrom::kTerminalOrInput));
  TRY(service::change_user(*store, options.name, edit, context.clock.now()));
  fmt::print(context.screen.out, "changed the password of {}\n", options.name);
  return {};
}

Result<void> remove_user(const Context& context, const UserOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  TRY_ASSIGN(const service::RemovedUser removed,
             service::remove_user(*store, options.name, context.clock.now()));
  print_user(context, "removed", removed.user, options.json);
  say_who_is_unseen(removed.unseen);
  return {};
}

Result<void> list_users(const Context& context, const UserOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const auto users, store->users().list());
  if (options.json) {
    for (const store::UserRow& row : users) {
      fmt::print(context.screen.out, "{}\n", api::to_json(row.user));
    }
    return {};
  }
  if (users.empty()) {
    fmt::print(context.screen.out, "no users; curlew user add NAME\n");
    return {};
  }
  const Time now = context.clock.now();
  Table table({{"name"},
               {"role"},
               {"mail", Align::kLeft, Shrink::kYes},
               {"time zone"},
               {"login"},
               {"active", Align::kRight}});
  for (const auto& [user, password, page] : users) {
    table.add({user.name, std::string(to_string(user.role)), user.mail, user.time_zone,
               password.empty() ? "no" : "yes",
               user.last_active ? relative(*user.last_active, now) : "never"});
  }
  fmt::print(context.screen.out, "{}", table.render(context.screen));
  return {};
}

Result<void> revoke_secrets(const Context& context, const RevokeOptions&) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  TRY_ASSIGN(const std::size_t webhooks, service::revoke_user_secrets(*store));
  fmt::print(context.screen.out,
             "the addresses of all pages and feeds have ended; {} lost {} webhook\n",
             counted(webhooks, "list"), webhooks == 1 ? "its" : "their");
  return {};
}

Result<void> show_page(const Context& context, const AddressOptions& options) {
  const auto mode = options.renew || options.revoke ? store::OpenMode::kReadWrite
                                                    : store::OpenMode::kReadOnly;
  TRY_ASSIGN(const auto store, open_store(context.config, mode));
  if (options.revoke) {
    TRY(service::revoke_page(*store, options.user));
    fmt::print(context.screen.out, "revoked the page of {}\n", options.user);
    return {};
  }
  TRY_ASSIGN(
      const std::string token,
      options.renew
          ? service::renew_page(*store, options.user, key_maker(context.config, *store))
          : service::page_token(*store, options.user, key_reader(context.config)));
  fmt::print(context.screen.out, "{}{}\n",
             personal_base_url(context.config, context.config.web.port),
             publish::page_path(token));
  return {};
}

Result<void> show_feeds(const Context& context, const AddressOptions& options) {
  const auto mode = options.renew || options.revoke ? store::OpenMode::kReadWrite
                                                    : store::OpenMode::kReadOnly;
  TRY_ASSIGN(const auto store, open_store(context.config, mode));
  if (options.revoke) {
    TRY(service::revoke_feed(*store, options.user, options.list));
    fmt::print(context.screen.out, "revoked the feed of {}\n", options.list);
    return {};
  }
  TRY_ASSIGN(const std::string token,
             options.renew ? service::renew_feed(*store, options.user, options.list,
                                                 key_maker(context.config, *store))
                           : service::feed_token(*store, options.user, options.list,
                                                 key_reader(context.config)));
  for (const std::string_view format : {"atom", "rss", "json"}) {
    fmt::print(context.screen.out, "{}{}\n",
               personal_base_url(context.config, context.config.web.port),
               publish::feed_path(token, format));
  }
  return {};
}

}  // namespace curlew::apps
