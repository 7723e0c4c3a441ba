#include <memory>
#include <string>

#include "apps/cli/commands.h"
#include "apps/cli/flags.h"
#include "apps/commands/clips.h"
#include "apps/commands/search.h"
#include "apps/commands/users.h"
#include "apps/commands/watch.h"

namespace curlew::apps {
namespace {

constexpr const char* kWhose = "Whose";

void add_user_flags(CLI::App& command, UserOptions& options) {
  add_text(command, "--mail", options.mail, "ADDRESS",
           "Where notices go unless a list says otherwise; none takes it away");
  add_choice(
      command, "--role", options.role, {"admin", "user", "read-only"},
      "An admin hears of the troubles of sources that are everybody's, a read-only "
      "user changes neither lists nor marks; the first user is an admin");
  add_text(command, "--time-zone", options.time_zone, "ZONE",
           "Hours of digests are in it: Europe/Athens; without it UTC");
  add_choice(command, "--language", options.language, {"en", "el"},
             "Of notices and pages");
}

CLI::Option& add_user_name(CLI::App& command, UserOptions& options) {
  return *add_text(command, "NAME", options.name, "", "The name of the user")
              .required();
}

CLI::Option& add_password_file(CLI::App& command, UserOptions& options) {
  return add_text(command, "--password-file", options.password_file, "FILE",
                  "Read the password from its first line, - for standard input, "
                  "instead of asking for it");
}

void define_user(CLI::App& app, Invocation& invocation) {
  CLI::App& user = add_command(app, "user", "Add, change, list and remove users",
                               "curlew user add eleni --mail eleni@example.org");
  user.require_subcommand(1);

  auto adding = std::make_shared<UserOptions>();
  CLI::App& add = add_command(
      user, "add", "Add a user",
      "curlew user add eleni --mail eleni@example.org --time-zone Europe/Athens");
  add_user_name(add, *adding);
  add_user_flags(add, *adding);
  CLI::Option& file = add_password_file(add, *adding);
  add_switch(add, "--no-password", adding->no_password,
             "Ask for none: the user cannot log in, and gets notices all the same")
      .excludes(&file);
  add_json(add, adding->json);
  runs(add, invocation, adding, add_user);

  auto editing = std::make_shared<UserOptions>();
  CLI::App& edit = add_command(user, "edit", "Change a user",
                               "curlew user edit eleni --time-zone Europe/London");
  add_user_name(edit, *editing);
  add_user_flags(edit, *editing);
  add_json(edit, editing->json);
  runs(edit, invocation, editing, edit_user);

  auto listing = std::make_shared<UserOptions>();
  CLI::App& list = add_command(user, "list", "List users", "curlew user list --json");
  add_json(list, listing->json);
  runs(list, invocation, listing, list_users);

  auto passing = std::make_shared<UserOptions>();
  CLI::App& passwd = add_command(user, "passwd", "Give a user a new password",
                                 "curlew user passwd eleni");
  add_user_name(passwd, *passing);
  add_password_file(passwd, *passing);
  runs(passwd, invocation, passing, change_password);

  auto removing = std::make_shared<UserOptions>();
  CLI::App& remove = add_command(
      user, "remove", "Remove a user with all lists, clips and subscriptions",
      "curlew user remove eleni");
  add_user_name(remove, *removing);
  add_json(remove, removing->json);
  runs(remove, invocation, removing, remove_user);

  auto paging = std::make_shared<AddressOptions>();
  CLI::App& page = add_command(user, "page", "Print the address of a user's own page",
                               "curlew user page eleni --new");
  add_text(page, "NAME", paging->user, "", "The name of the user").required();
  CLI::Option& fresh =
      add_switch(page, "--new", paging->renew, "Make a new one; the one before ends");
  add_switch(page, "--revoke", paging->revoke, "End it").excludes(&fresh);
  runs(page, invocation, paging, show_page);

  CLI::App& revoke = add_command(
      user, "revoke",
      "End the addresses of all pages and feeds, and all webhooks: for when the key "
      "that seals them is lost",
      "curlew user revoke");
  runs(revoke, invocation, std::make_shared<RevokeOptions>(), revoke_secrets);
}

CLI::Option& add_owner(CLI::App& command, std::string& user) {
  return *add_text(command, "--user", user, "NAME", kWhose).required();
}

void add_list_flags(CLI::App& command, WatchOptions& options) {
  add_choice(command, "--by", options.by, {"feed", "mail", "webhook"},
             "How notices leave; every list has a feed whatever else it has");
  add_text(command, "--digest", options.digest, "off|N|hourly|daily|weekly",
           "One notice a clip, for N clips, or at these times");
  command
      .add_option("--at", options.hour,
                  "The hour of a daily or weekly digest, in the user's time zone")
      ->type_name("HOUR")
      ->check(CLI::Range(0, 23).description(""));
  add_text(command, "--on", options.weekday, "WEEKDAY",
           "The day of a weekly digest: monday");
  add_text(command, "--to", options.to, "ADDRESS|URL",
           "Another mail address than the user's (none: the user's), or where a "
           "webhook posts to; @FILE reads it from there");
  add_text(command, "--form", options.form, "NAME",
           "What a webhook sends: json, or as ntfy, matrix, slack, telegram, discord "
           "take it");
  add_text(command, "--secret-file", options.secret_file, "FILE",
           "The key that a webhook's notices are signed with, or none");
  add_choice(command, "--action", options.action,
             {"notify", "tag", "star", "read", "mute"},
             "What is done with an article that the list finds");
  add_text(command, "--tag", options.tag, "WORD", "The tag of --action tag");
  add_either(command, "synonyms", options.synonyms, "Words match their synonyms, too",
             "Words match their inflections alone");
  add_json(command, options.json);
}

constexpr const char* kQueryHelp =
    "Words, \"phrases\", AND OR NOT ( ), prefix*, =exact, title: author: lang: source: "
    "folder: topic:; several are alternatives";

void define_watch_edits(CLI::App& watch, Invocation& invocation) {
  auto adding = std::make_shared<WatchOptions>();
  CLI::App& add = add_command(
      watch, "add", "Add a keyword list",
      "curlew watch add Floods 'flood* OR πλημμύρα' --user eleni --by mail --digest "
      "daily --at 8");
  add_text(add, "NAME", adding->name, "", "The list's name").required();
  add_words(add, "QUERY", adding->queries, kQueryHelp).required();
  add_owner(add, adding->user);
  add_list_flags(add, *adding);
  runs(add, invocation, adding, add_watchlist);

  auto editing = std::make_shared<WatchOptions>();
  CLI::App& edit = add_command(
      watch, "edit", "Change a list: its queries, or what becomes of what it finds",
      "curlew watch edit Floods --user eleni --by mail --digest weekly --on monday");
  add_text(edit, "NAME", editing->name, "", "The list's name").required();
  add_words(edit, "QUERY", editing->queries,
            std::string("Instead of those that it has. ") + kQueryHelp);
  add_text(edit, "--name", editing->new_name, "NAME", "The list's new name");
  add_owner(edit, editing->user);
  add_list_flags(edit, *editing);
  runs(edit, invocation, editing, edit_watchlist);
}

void define_watch_targets(CLI::App& watch, Invocation& invocation,
                          const std::string& name, const std::string& summary,
                          Result<void> (*function)(const Context&,
                                                   const WatchTargets&)) {
  auto options = std::make_shared<WatchTargets>();
  CLI::App& command = add_command(watch, name, summary,
                                  "curlew watch " + name + " Floods --user eleni");
  add_words(command, "NAME", options->names, "Names of lists").required();
  add_owner(command, options->user);
  add_json(command, options->json);
  runs(command, invocation, options, function);
}

void define_watch_files(CLI::App& watch, Invocation& invocation) {
  auto exporting = std::make_shared<WatchFileOptions>();
  CLI::App& out = add_command(watch, "export", "Write all lists of a user as JSON",
                              "curlew watch export --user eleni -o lists.json");
  add_owner(out, exporting->user);
  add_text(
      out, "-o,--output", exporting->file, "FILE",
      "Instead of stdout; it holds the secrets of webhooks, and only its owner may "
      "read it");
  runs(out, invocation, exporting, export_watchlists);

  auto importing = std::make_shared<WatchFileOptions>();
  CLI::App& in = add_command(watch, "import", "Add or change lists as such a file says",
                             "curlew watch import lists.json --user eleni");
  add_text(in, "FILE", importing->file, "", "- for standard input").required();
  add_owner(in, importing->user);
  runs(in, invocation, importing, import_watchlists);

  auto feeding = std::make_shared<AddressOptions>();
  CLI::App& feed = add_command(watch, "feed", "Print the addresses of a list's feed",
                               "curlew watch feed Floods --user eleni --new");
  add_text(feed, "NAME", feeding->list, "", "The list's name").required();
  add_owner(feed, feeding->user);
  CLI::Option& fresh =
      add_switch(feed, "--new", feeding->renew, "Make new ones; those before end");
  add_switch(feed, "--revoke", feeding->revoke, "End them").excludes(&fresh);
  runs(feed, invocation, feeding, show_feeds);
}

void define_watch_preview(CLI::App& watch, Invocation& invocation) {
  auto previewing = std::make_shared<PreviewOptions>();
  CLI::App& preview = add_command(
      watch, "preview", "Show what a query would have found in the last 30 days",
      "curlew watch preview 'flood* OR πλημμύρα' --user eleni");
  preview
      .add_option("QUERY", previewing->queries,
                  "As for curlew watch add, each by itself")
      ->type_name("")
      ->required();
  add_text(preview, "--user", previewing->user, "NAME", "Among what this user sees");
  add_switch(preview, "--no-synonyms", previewing->no_synonyms,
             "Words match their inflections alone");
  preview.add_option("-n,--number", previewing->limit, "How many are shown")
      ->type_name("N")
      ->check(CLI::Range(0, 1'000).description(""));
  add_json(preview, previewing->json);
  runs(preview, invocation, previewing, preview_query);
}

void define_watch(CLI::App& app, Invocation& invocation) {
  CLI::App& watch =
      add_command(app, "watch", "Add, change, list and remove keyword lists",
                  "curlew watch add Floods 'flood* OR πλημμύρα' --user eleni");
  watch.require_subcommand(1);
  define_watch_edits(watch, invocation);
  define_watch_preview(watch, invocation);
  auto listing = std::make_shared<WatchTargets>();
  CLI::App& list = add_command(watch, "list", "List keyword lists",
                               "curlew watch list --user eleni");
  add_text(list, "--user", listing->user, "NAME", "Only of this user");
  add_json(list, listing->json);
  runs(list, invocation, listing, list_watchlists);
  define_watch_targets(watch, invocation, "remove", "Remove lists with their clips",
                       remove_watchlists);
  define_watch_targets(watch, invocation, "pause", "Look for nothing, keep everything",
                       pause_watchlists);
  define_watch_targets(watch, invocation, "resume", "Look again", resume_watchlists);
  define_watch_targets(watch, invocation, "send",
                       "Send the newest clip of lists now, to see how it arrives",
                       send_watchlists);
  define_watch_files(watch, invocation);
}

template <typename Options>
void add_list_filter(CLI::App& command, Options& options) {
  CLI::Option& user =
      add_text(command, "--user", options.user, "NAME", "Only what is this user's");
  add_text(command, "--list", options.list, "NAME", "Only of this list").needs(&user);
  command.add_option("-n,--number", options.number, "How many")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000).description(""));
  add_json(command, options.json);
}

void define_clips(CLI::App& app, Invocation& invocation) {
  auto showing = std::make_shared<ClipsOptions>();
  CLI::App& clips =
      add_command(app, "clips", "Show what was found for keyword lists, newest first",
                  "curlew clips --user eleni --list Floods");
  add_switch(clips, "--timing", showing->timing,
             "How long those of the last 30 days took instead (the newest 100,000 at "
             "most, whatever -n says), by list and by source: from publication to "
             "discovery, match and delivery");
  add_list_filter(clips, *showing);
  runs(clips, invocation, showing, list_clips);

  auto tracing = std::make_shared<DeliveriesOptions>();
  CLI::App& deliveries = add_command(
      app, "deliveries", "Show the notices that wait, were sent or were given up",
      "curlew deliveries --state dead");
  add_choice(deliveries, "--state", tracing->state, {"waiting", "sent", "dead"},
             "Only those");
  add_list_filter(deliveries, *tracing);
  runs(deliveries, invocation, tracing, list_deliveries);

  auto marking = std::make_shared<MarkOptions>();
  CLI::App& mark = add_command(app, "mark", "Note what a user made of articles",
                               "curlew mark 1234 --user eleni --star --tag later");
  mark.add_option("ID", marking->articles,
                  "Their numbers, as curlew articles lists them")
      ->type_name("")
      ->check(is_article_number())
      ->required();
  add_owner(mark, marking->user);
  add_either(mark, "read", marking->read, "They are read", "They are not read yet");
  add_either(mark, "star", marking->star, "They are kept", "They are not kept");
  add_either(mark, "mute", marking->mute, "They are never shown", "They are shown");
  add_words(mark, "--tag", marking->tags, "Tag them")
      .type_name("WORD")
      ->expected(1)
      ->take_all();
  add_words(mark, "--untag", marking->dropped_tags, "Take a tag away")
      .type_name("WORD")
      ->expected(1)
      ->take_all();
  runs(mark, invocation, marking, mark_articles);
}

}  // namespace

void define_user_commands(CLI::App& app, Invocation& invocation) {
  define_user(app, invocation);
  define_watch(app, invocation);
  define_clips(app, invocation);
}

}  // namespace curlew::apps
