#include "apps/commands/access.h"

#include <fmt/format.h>

#include "api/v1/access_json.h"
#include "apps/commands/source_facts.h"
#include "apps/config/options.h"
#include "apps/output/table.h"
#include "base/plain_text.h"
#include "service/access_keys.h"
#include "service/entry.h"
#include "service/sessions.h"
#include "service/users.h"

namespace curlew::apps {
namespace {

model::KeyKind key_kind_of(const TokenOptions& options) {
  return options.app ? model::KeyKind::kApp : model::KeyKind::kToken;
}

void print_access(const Context& context, const boost::json::value& value) {
  fmt::print(context.screen.out, "{}\n", serialize(value));
}

std::string ago(const std::optional<Time>& time, Time now) {
  return time ? relative(*time, now) : "never";
}

}  // namespace

Result<void> add_token(const Context& context, const TokenOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  TRY_ASSIGN(const store::UserRow row, service::find_user(*store, options.user));
  const Time now = context.clock.now();
  const auto scope = model::parse_scope(options.scope).value_or(model::Scope::kRead);
  TRY_ASSIGN(const service::NewAccessKey made,
             options.app
                 ? service::add_app_password(*store, row.user, options.name, now)
                 : service::add_token(*store, row.user, options.name, scope, now));
  if (!options.json) {
    fmt::print(context.screen.out, "{}\n", made.secret);
    return {};
  }
  boost::json::object object = api::key_object(made.row);
  object[options.app ? "password" : "token"] = made.secret;
  print_access(context, object);
  return {};
}

Result<void> list_tokens(const Context& context, const TokenOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const store::UserRow row, service::find_user(*store, options.user));
  TRY_ASSIGN(const auto keys,
             service::list_access_keys(*store, row.user.id, key_kind_of(options)));
  const Time now = context.clock.now();
  Table table({{"id", Align::kRight},
               {"name", Align::kLeft, Shrink::kYes},
               {"scope"},
               {"added", Align::kRight},
               {"used", Align::kRight}});
  for (const store::AccessKeyRow& key : keys) {
    if (options.json) {
      print_access(context, api::key_object(key));
      continue;
    }
    table.add({std::to_string(key.id.value), plain_text(key.name),
               std::string(to_string(key.scope)), relative(key.added, now),
               ago(key.last_used, now)});
  }
  if (options.json) return {};
  if (keys.empty()) {
    fmt::print(context.screen.out, "{} has none\n", row.user.name);
  } else {
    fmt::print(context.screen.out, "{}", table.render(context.screen));
  }
  return {};
}

Result<void> remove_tokens(const Context& context, const TokenOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  TRY_ASSIGN(const store::UserRow row, service::find_user(*store, options.user));
  TRY_ASSIGN(auto transaction, store->begin());
  for (const std::int64_t id : options.ids) {
    TRY(service::remove_access_key(*store, row.user.id, key_kind_of(options), {id}));
  }
  TRY(transaction.commit());
  for (const std::int64_t id : options.ids) {
    fmt::print(context.screen.out, "removed {}\n", id);
  }
  return {};
}

Result<void> list_sessions(const Context& context, const SessionOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const store::UserRow row, service::find_user(*store, options.user));
  const Time now = context.clock.now();
  TRY_ASSIGN(const auto sessions, service::list_sessions(*store, row.user.id, now));
  Table table({{"id", Align::kRight},
               {"from"},
               {"browser", Align::kLeft, Shrink::kYes},
               {"added", Align::kRight},
               {"used", Align::kRight}});
  for (const store::SessionRow& session : sessions) {
    if (options.json) {
      print_access(context, api::session_value(session, {}));
      continue;
    }
    table.add({std::to_string(session.id.value), session.address,
               plain_text(session.agent), relative(session.added, now),
               relative(session.last_seen, now)});
  }
  if (options.json) return {};
  if (sessions.empty()) {
    fmt::print(context.screen.out, "{} is logged in nowhere\n", row.user.name);
  } else {
    fmt::print(context.screen.out, "{}", table.render(context.screen));
  }
  return {};
}

Result<void> end_sessions(const Context& context, const SessionOptions& options) {
  if (options.ids.empty() != options.all) {
    return Error{ErrorKind::kUsage, "name sessions by their numbers, or --all"};
  }
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  TRY_ASSIGN(const store::UserRow row, service::find_user(*store, options.user));
  TRY_ASSIGN(auto transaction, store->begin());
  for (const std::int64_t id : options.ids) {
    TRY(service::end_session(*store, row.user.id, {id}));
  }
  if (options.all) TRY(service::end_other_sessions(*store, row.user.id, {}));
  TRY(transaction.commit());
  fmt::print(context.screen.out, "{} is logged out there\n", row.user.name);
  return {};
}

Result<void> add_invitation(const Context& context, const InvitationOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  const auto role = model::parse_role(options.role).value_or(model::Role::kUser);
  TRY_ASSIGN(const service::NewInvitation made,
             service::invite(*store, {}, role, options.note, context.clock.now()));
  const std::string link = personal_base_url(context.config, context.config.web.port) +
                           service::invitation_path(made.token);
  if (options.json) {
    print_access(context, api::invitation_value(made.row, link));
  } else {
    fmt::print(context.screen.out, "{}\n", link);
  }
  return {};
}

Result<void> list_invitations(const Context& context,
                              const InvitationOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  const Time now = context.clock.now();
  TRY_ASSIGN(const auto rows, service::list_invitations(*store, now));
  Table table({{"id", Align::kRight},
               {"role"},
               {"note", Align::kLeft, Shrink::kYes},
               {"expires", Align::kRight}});
  for (const store::EntryLinkRow& row : rows) {
    if (options.json) {
      print_access(context, api::invitation_value(row, ""));
      continue;
    }
    table.add({std::to_string(row.id.value), std::string(to_string(row.role)),
               plain_text(row.note), relative(row.expires, now)});
  }
  if (options.json) return {};
  if (rows.empty()) {
    fmt::print(context.screen.out, "nobody is invited\n");
  } else {
    fmt::print(context.screen.out, "{}", table.render(context.screen));
  }
  return {};
}

Result<void> remove_invitations(const Context& context,
                                const InvitationOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  TRY_ASSIGN(auto transaction, store->begin());
  for (const std::int64_t id : options.ids) {
    TRY(service::withdraw_invitation(*store, {id}));
  }
  TRY(transaction.commit());
  for (const std::int64_t id : options.ids) {
    fmt::print(context.screen.out, "withdrew {}\n", id);
  }
  return {};
}

}  // namespace curlew::apps
