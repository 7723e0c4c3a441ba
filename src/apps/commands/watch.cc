#include "apps/commands/watch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <charconv>
#include <utility>

#include "api/user_json.h"
#include "apps/commands/installation_key.h"
#include "apps/commands/query_words.h"
#include "apps/output/table.h"
#include "apps/whole_file.h"
#include "base/ascii.h"
#include "base/grouped.h"
#include "base/plain_text.h"
#include "service/clips.h"
#include "service/topics.h"
#include "service/typed_values.h"
#include "service/users.h"
#include "service/watchlists.h"

namespace curlew::apps {
namespace {

using service::UsersWatchlist;
using service::WatchlistEdit;

constexpr std::array<std::string_view, 7> kWeekdays{
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};

Result<std::uint32_t> parse_weekday(const std::string& typed) {
  const std::string name = to_ascii_lower(typed);
  for (std::uint32_t i = 0; i < kWeekdays.size(); ++i) {
    if (name.size() >= 3 && kWeekdays[i].starts_with(name)) return i + 1;
  }
  return Error{ErrorKind::kUsage, fmt::format("--on {}: is not a weekday, as monday is",
                                              service::shown_word(typed))};
}

// "off", "20", "daily"
Result<void> read_digest(const std::string& typed, WatchlistEdit& edit) {
  if (typed.empty()) return {};
  edit.digest = model::parse_digest_kind(typed);
  if (edit.digest && *edit.digest != model::DigestKind::kCount) return {};
  std::uint32_t count = 0;
  const char* const end = typed.data() + typed.size();
  const auto [rest, error] = std::from_chars(typed.data(), end, count);
  if (error == std::errc() && rest == end) {
    edit.digest = model::DigestKind::kCount;
    edit.digest_count = count;
    return {};
  }
  return Error{ErrorKind::kUsage,
               fmt::format("--digest {}: is none of off, a number of clips, hourly, "
                           "daily, weekly",
                           service::shown_word(typed))};
}

Result<std::string> word_or_file(std::string_view flag, const std::string& typed) {
  if (!typed.starts_with('@')) return typed;
  auto content = read_whole_file(typed.substr(1), 64_KiB);
  if (!content.ok()) {
    return Error{ErrorKind::kUsage, fmt::format("{}: {}", flag, content.error().text)};
  }
  return std::string(trimmed(*content));
}

Result<WatchlistEdit> to_watchlist_edit(const WatchOptions& options) {
  WatchlistEdit edit;
  if (!options.queries.empty()) edit.queries = options.queries;
  if (!options.by.empty()) edit.channel = model::parse_channel(options.by);
  TRY(read_digest(options.digest, edit));
  edit.hour = options.hour;
  if (!options.weekday.empty()) {
    TRY_ASSIGN(edit.weekday, parse_weekday(options.weekday));
  }
  if (options.to == "none") {
    edit.target = "";
  } else if (!options.to.empty()) {
    TRY_ASSIGN(edit.target, word_or_file("--to", options.to));
  }
  if (!options.form.empty()) edit.form = options.form;
  if (options.secret_file == "none") {
    edit.secret = "";
  } else if (!options.secret_file.empty()) {
    TRY_ASSIGN(edit.secret, word_or_file("--secret-file", "@" + options.secret_file));
  }
  if (!options.action.empty()) edit.action = model::parse_list_action(options.action);
  if (!options.tag.empty()) edit.tag = options.tag;
  edit.has_synonyms = options.synonyms;
  return edit;
}

std::string digest_text(const model::Digest& digest) {
  switch (digest.kind) {
    case model::DigestKind::kOff:
      return "each";
    case model::DigestKind::kCount:
      return fmt::format("{} clips", digest.count);
    case model::DigestKind::kHourly:
      return "hourly";
    case model::DigestKind::kDaily:
      return fmt::format("daily at {}", digest.hour);
    case model::DigestKind::kWeekly:
      return fmt::format("{} at {}", kWeekdays[(digest.weekday + 6) % 7], digest.hour);
  }
  return "";
}

// What is told of a list whose channel fails, or that does nothing.
Cell state_of(const store::WatchlistRow& row) {
  if (row.list.is_paused) return {"paused", Colour::kQuiet};
  if (row.channel.failures > 0) return {"failing", Colour::kBad};
  return "active";
}

void print_lists(const Context& context, std::string_view done, const std::string& user,
                 const std::vector<store::WatchlistRow>& rows, bool json) {
  for (const store::WatchlistRow& row : rows) {
    if (json) {
      fmt::print(context.screen.out, "{}\n", api::to_json(UsersWatchlist{user, row}));
    } else {
      fmt::print(context.screen.out, "{} {}\n", done, plain_text(row.list.name));
    }
  }
}

// The list is saved all the same: its notices go once there is a server.
void say_that_mail_waits(const Context& context, const store::WatchlistRow& row) {
  if (row.list.channel != model::Channel::kMail || !context.config.mail.host.empty()) {
    return;
  }
  fmt::print(stderr,
             "curlew: no mail server is configured: notices wait until `[mail] host` "
             "of curlew.toml names one\n");
}

// Likewise: a topic of that name may be added later.
Result<void> say_which_topics_are_unknown(store::Store& store, const std::string& user,
                                          const WatchlistEdit& edit) {
  if (!edit.queries) return {};
  TRY_ASSIGN(const auto viewer, service::viewer_named(store, user));
  TRY_ASSIGN(const auto unknown, service::unknown_topics(store, *edit.queries, viewer));
  for (const std::string& name : unknown) {
    fmt::print(stderr,
               "curlew: topic:{}: there is no such topic; until there is, it finds the "
               "sites' own category of that name alone\n",
               plain_text(name));
  }
  return {};
}

Result<void> pause(const Context& context, const WatchTargets& options,
                   bool is_paused) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  TRY_ASSIGN(const auto rows,
             service::pause_watchlists(*store, options.user, options.names, is_paused));
  print_lists(context, is_paused ? "paused" : "resumed", options.user, rows,
              options.json);
  return {};
}

}  // namespace

Result<void> add_watchlist(const Context& context, const WatchOptions& options) {
  TRY_ASSIGN(WatchlistEdit edit, to_watchlist_edit(options));
  edit.name = options.name;
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  QueryWords words;
  TRY(words.read_synonyms(context.config, options.queries,
                          edit.has_synonyms.value_or(true) ? query::Synonyms::kUsed
                                                           : query::Synonyms::kUnused));
  TRY_ASSIGN(const auto row,
             service::add_watchlist(*store, options.user, edit,
                                    key_maker(context.config, *store),
                                    words.dictionary(), context.clock.now()));
  print_lists(context, "added", options.user, {row}, options.json);
  say_that_mail_waits(context, row);
  return say_which_topics_are_unknown(*store, options.user, edit);
}

Result<void> edit_watchlist(const Context& context, const WatchOptions& options) {
  TRY_ASSIGN(WatchlistEdit edit, to_watchlist_edit(options));
  if (!options.new_name.empty()) edit.name = options.new_name;
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  TRY_ASSIGN(const auto row,
             service::change_watchlist(*store, options.user, options.name, edit,
                                       key_maker(context.config, *store),
                                       context.clock.now()));
  print_lists(context, "changed", options.user, {row}, options.json);
  return say_which_topics_are_unknown(*store, options.user, edit);
}

Result<void> list_watchlists(const Context& context, const WatchTargets& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const auto lists, service::list_watchlists(*store, options.user));
  if (options.json) {
    for (const UsersWatchlist& each : lists) {
      fmt::print(context.screen.out, "{}\n", api::to_json(each));
    }
    return {};
  }
  if (lists.empty()) {
    fmt::print(context.screen.out, "no lists; curlew watch add NAME QUERY --user U\n");
    return {};
  }
  Table table({{"user"},
               {"list", Align::kLeft, Shrink::kYes},
               {"state"},
               {"action"},
               {"by"},
               {"digest"},
               {"queries", Align::kLeft, Shrink::kYes}});
  for (const auto& [user, row] : lists) {
    const model::Watchlist& list = row.list;
    std::vector<std::string_view> queries;
    for (const model::WatchQuery& query : list.queries) queries.push_back(query.text);
    table.add({user, list.name, state_of(row), std::string(to_string(list.action)),
               std::string(to_string(list.channel)),
               list.channel == model::Channel::kFeed ? "-" : digest_text(list.digest),
               fmt::format("{}", fmt::join(queries, " | "))});
  }
  fmt::print(context.screen.out, "{}", table.render(context.screen));
  return {};
}

Result<void> remove_watchlists(const Context& context, const WatchTargets& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  TRY_ASSIGN(const auto rows,
             service::remove_watchlists(*store, options.user, options.names));
  print_lists(context, "removed", options.user, rows, options.json);
  return {};
}

Result<void> pause_watchlists(const Context& context, const WatchTargets& options) {
  return pause(context, options, true);
}

Result<void> resume_watchlists(const Context& context, const WatchTargets& options) {
  return pause(context, options, false);
}

Result<void> send_watchlists(const Context& context, const WatchTargets& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  TRY_ASSIGN(const store::UserRow owner, service::find_user(*store, options.user));
  std::vector<model::WatchlistId> lists;
  for (const std::string& name : options.names) {
    TRY_ASSIGN(const auto row, service::find_watchlist(*store, owner.user.id, name));
    lists.push_back(row.list.id);
  }
  for (const model::WatchlistId list : lists) {
    TRY_ASSIGN(const auto row,
               service::send_now(*store, owner.user, list, context.clock.now()));
    if (options.json) {
      fmt::print(context.screen.out, "{}\n", api::to_json(row));
    } else {
      fmt::print(
          context.screen.out,
          "{}: notice {} leaves now, while serve runs; curlew deliveries tells\n",
          plain_text(row.list_name), row.delivery.id.value);
    }
  }
  return {};
}

Result<void> export_watchlists(const Context& context,
                               const WatchFileOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(
      const std::string text,
      service::export_watchlists(*store, options.user, key_reader(context.config)));
  if (options.file.empty() || options.file == "-") {
    fmt::print(context.screen.out, "{}", text);
    return {};
  }
  return write_whole_file(options.file, text, Overwrite::kYes, Readers::kOwner);
}

Result<void> import_watchlists(const Context& context,
                               const WatchFileOptions& options) {
  TRY_ASSIGN(const std::string text, read_whole_file(options.file));
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  QueryWords words;
  TRY(words.read_synonyms(context.config));
  auto done = service::import_watchlists(*store, options.user, text,
                                         key_maker(context.config, *store),
                                         words.dictionary(), context.clock.now());
  if (!done.ok()) return std::move(done).error().within(options.file);
  fmt::print(context.screen.out, "{} added, {} changed, {} known\n",
             grouped(done->added), grouped(done->changed), grouped(done->known));
  return {};
}

}  // namespace curlew::apps
