#include <memory>
#include <string>
#include <vector>

#include "apps/cli/commands.h"
#include "apps/cli/flags.h"
#include "apps/commands/access.h"

namespace curlew::apps {
namespace {

void add_holder(CLI::App& command, std::string& user) {
  add_text(command, "--user", user, "NAME", "Whose").required();
}

CLI::Option& add_ids(CLI::App& command, std::vector<std::int64_t>& ids) {
  return *command.add_option("ID", ids, "Their numbers, as list shows them")
              ->type_name("")
              ->check(
                  CLI::Range(std::int64_t(1), std::int64_t(1) << 62).description(""));
}

void add_app(CLI::App& command, bool& app) {
  add_switch(command, "--app", app,
             "Passwords of reader apps (Google Reader, Fever, Miniflux) instead of "
             "tokens of the API");
}

void define_token(CLI::App& app, Invocation& invocation) {
  CLI::App& token = add_command(
      app, "token", "Make, list and revoke tokens of programs and passwords of apps",
      "curlew token add phone --app --user eleni");
  token.require_subcommand(1);

  auto adding = std::make_shared<TokenOptions>();
  CLI::App& add =
      add_command(token, "add", "Make one, which is printed this once",
                  "curlew token add backup-script --scope read --user eleni");
  add_text(add, "NAME", adding->name, "", "What it is called").required();
  add_holder(add, adding->user);
  CLI::Option& scope =
      add_choice(add, "--scope", adding->scope, {"read", "write", "admin"},
                 "What it may do; each may what those before it may");
  add_app(add, adding->app);
  scope.excludes("--app");
  add_json(add, adding->json);
  runs(add, invocation, adding, add_token);

  auto listing = std::make_shared<TokenOptions>();
  CLI::App& list = add_command(token, "list", "List a user's, without their secrets",
                               "curlew token list --user eleni");
  add_holder(list, listing->user);
  add_app(list, listing->app);
  add_json(list, listing->json);
  runs(list, invocation, listing, list_tokens);

  auto removing = std::make_shared<TokenOptions>();
  CLI::App& remove =
      add_command(token, "remove", "Revoke some", "curlew token remove 3 --user eleni");
  add_ids(remove, removing->ids).required();
  add_holder(remove, removing->user);
  add_app(remove, removing->app);
  runs(remove, invocation, removing, remove_tokens);
}

void define_session(CLI::App& app, Invocation& invocation) {
  CLI::App& session =
      add_command(app, "session", "See where a user is logged in, and log out there",
                  "curlew session list --user eleni");
  session.require_subcommand(1);

  auto listing = std::make_shared<SessionOptions>();
  CLI::App& list = add_command(session, "list", "List the browsers of a user",
                               "curlew session list --user eleni");
  add_holder(list, listing->user);
  add_json(list, listing->json);
  runs(list, invocation, listing, list_sessions);

  auto ending = std::make_shared<SessionOptions>();
  CLI::App& end = add_command(session, "end", "Log a user out",
                              "curlew session end --all --user eleni");
  add_ids(end, ending->ids);
  add_holder(end, ending->user);
  add_switch(end, "--all", ending->all, "Everywhere");
  runs(end, invocation, ending, end_sessions);
}

void define_invitation(CLI::App& app, Invocation& invocation) {
  CLI::App& invitation = add_command(app, "invitation", "Invite people to become users",
                                     "curlew invitation add --note 'for Nikos'");
  invitation.require_subcommand(1);

  auto adding = std::make_shared<InvitationOptions>();
  CLI::App& add =
      add_command(invitation, "add", "Print a link that makes one user, for two weeks",
                  "curlew invitation add --note 'for Nikos'");
  add_choice(add, "--role", adding->role, {"admin", "user", "read-only"},
             "What the user will be");
  add_text(add, "--note", adding->note, "TEXT", "Whom it is for");
  add_json(add, adding->json);
  runs(add, invocation, adding, add_invitation);

  auto listing = std::make_shared<InvitationOptions>();
  CLI::App& list =
      add_command(invitation, "list", "List those that wait", "curlew invitation list");
  add_json(list, listing->json);
  runs(list, invocation, listing, list_invitations);

  auto removing = std::make_shared<InvitationOptions>();
  CLI::App& remove =
      add_command(invitation, "remove", "Withdraw some", "curlew invitation remove 3");
  add_ids(remove, removing->ids).required();
  runs(remove, invocation, removing, remove_invitations);
}

}  // namespace

void define_access_commands(CLI::App& app, Invocation& invocation) {
  define_token(app, invocation);
  define_session(app, invocation);
  define_invitation(app, invocation);
}

}  // namespace curlew::apps
