// Watchlists in a file: docs/formats/watchlists.md.

#include <fmt/format.h>

#include <boost/json.hpp>
#include <map>
#include <string>
#include <utility>

#include "service/channel_off.h"
#include "service/first_clips.h"
#include "service/typed_values.h"
#include "service/users.h"
#include "service/watchlist_edit.h"
#include "service/watchlists.h"

namespace curlew::service {
namespace {

namespace json = boost::json;
using store::WatchlistRow;

constexpr std::string_view kVersion = "curlew_watchlists";
constexpr std::size_t kLongestFile = 256u << 20;

// An optional text, number or truth of an object, by its name in the file.
class Members {
 public:
  explicit Members(const json::object& object) : object_(object) {}

  Result<void> read(std::string_view name, std::optional<std::string>& text) {
    const json::value* value = find(name);
    if (!value) return {};
    if (!value->is_string()) return wrong(name, "is not a text");
    text = std::string(value->get_string());
    return {};
  }
  Result<void> read(std::string_view name, std::optional<bool>& truth) {
    const json::value* value = find(name);
    if (!value) return {};
    if (!value->is_bool()) return wrong(name, "is neither true nor false");
    truth = value->get_bool();
    return {};
  }
  Result<void> read(std::string_view name, std::optional<std::uint32_t>& number) {
    const json::value* value = find(name);
    if (!value) return {};
    const auto* given = value->if_int64();
    if (!given || *given < 0 || *given > 1'000'000)
      return wrong(name, "is not a number");
    number = std::uint32_t(*given);
    return {};
  }
  template <typename Enum>
  Result<void> read(std::string_view name, std::optional<Enum>& value,
                    std::optional<Enum> (*parse)(std::string_view)) {
    std::optional<std::string> word;
    TRY(read(name, word));
    if (!word) return {};
    value = parse(*word);
    if (value) return {};
    return wrong(name, fmt::format("{} is none of them", shown_word(*word)));
  }
  Result<void> read(std::string_view name,
                    std::optional<std::vector<std::string>>& texts) {
    const json::value* value = find(name);
    if (!value) return {};
    if (!value->is_array()) return wrong(name, "is not a list");
    texts.emplace();
    for (const json::value& each : value->get_array()) {
      if (!each.is_string()) return wrong(name, "is not a list of texts");
      texts->emplace_back(each.get_string());
    }
    return {};
  }
  // A name that nobody asked for was mistyped, or is of a newer release.
  Result<void> expect_no_other() const {
    for (const auto& [name, value] : object_) {
      if (!asked_.contains(std::string(name))) return wrong(name, "is not known");
    }
    return {};
  }

 private:
  const json::value* find(std::string_view name) {
    asked_.emplace(name, true);
    return object_.if_contains(name);
  }
  static Error wrong(std::string_view name, std::string_view why) {
    return {ErrorKind::kUsage, fmt::format("\"{}\" {}", shown_word(name), why)};
  }

  const json::object& object_;
  std::map<std::string, bool> asked_;
};

Result<WatchlistEdit> edit_of(const json::value& value) {
  if (!value.is_object()) return Error{ErrorKind::kUsage, "is not an object"};
  Members members(value.get_object());
  WatchlistEdit edit;
  TRY(members.read("name", edit.name));
  TRY(members.read("queries", edit.queries));
  TRY(members.read("action", edit.action, model::parse_list_action));
  TRY(members.read("tag", edit.tag));
  TRY(members.read("paused", edit.is_paused));
  TRY(members.read("synonyms", edit.has_synonyms));
  TRY(members.read("by", edit.channel, model::parse_channel));
  TRY(members.read("digest", edit.digest, model::parse_digest_kind));
  TRY(members.read("count", edit.digest_count));
  TRY(members.read("hour", edit.hour));
  TRY(members.read("weekday", edit.weekday));
  TRY(members.read("to", edit.target));
  TRY(members.read("form", edit.form));
  TRY(members.read("secret", edit.secret));
  TRY(members.expect_no_other());
  return edit;
}

Result<json::object> to_object(const WatchlistRow& row, const KeyReader& key) {
  const model::Watchlist& list = row.list;
  json::object object;
  object["name"] = list.name;
  json::array queries;
  for (const model::WatchQuery& query : list.queries) {
    queries.emplace_back(json::string_view(query.text));
  }
  object["queries"] = std::move(queries);
  object["action"] = json::string_view(to_string(list.action));
  if (!list.tag.empty()) object["tag"] = list.tag;
  object["paused"] = list.is_paused;
  object["synonyms"] = list.has_synonyms;
  object["by"] = json::string_view(to_string(list.channel));
  const model::Digest& digest = list.digest;
  object["digest"] = json::string_view(to_string(digest.kind));
  if (digest.kind == model::DigestKind::kCount) object["count"] = digest.count;
  const bool is_weekly = digest.kind == model::DigestKind::kWeekly;
  if (is_weekly || digest.kind == model::DigestKind::kDaily)
    object["hour"] = digest.hour;
  if (is_weekly) object["weekday"] = digest.weekday;
  if (list.channel != model::Channel::kWebhook) {
    if (!list.target.empty()) object["to"] = list.target;
    return object;
  }
  TRY_ASSIGN(const SealingKey sealing, key());
  TRY_ASSIGN(const std::string target,
             sealing.open(list.target, store::kWebhookTarget));
  object["to"] = target;
  if (!list.form.empty()) object["form"] = list.form;
  if (row.secret.empty()) return object;
  TRY_ASSIGN(const std::string secret, sealing.open(row.secret, store::kWebhookSecret));
  object["secret"] = secret;
  return object;
}

Result<json::array> lists_in(std::string_view text) {
  if (text.size() > kLongestFile) {
    return Error{ErrorKind::kLimit,
                 fmt::format("{} bytes are too many for watchlists", text.size())};
  }
  boost::system::error_code error;
  json::value document = json::parse(json::string_view(text), error);
  if (error || !document.is_object()) {
    return Error{ErrorKind::kMalformed,
                 error ? "is not JSON: " + error.message() : "is not a JSON object"};
  }
  const json::value* version = document.get_object().if_contains(kVersion);
  const json::value* lists = document.get_object().if_contains("lists");
  if (!version || !lists || !lists->is_array()) {
    return Error{ErrorKind::kMalformed, "holds no watchlists of curlew watch export"};
  }
  if (!version->is_int64() || version->get_int64() != 1) {
    return Error{ErrorKind::kUnsupported, "was written by a newer release"};
  }
  return lists->get_array();
}

// All that the file holds, checked before anybody has to wait for the store.
Result<std::vector<WatchlistRow>> rows_in(std::string_view file,
                                          const model::User& owner,
                                          const KeyReader& key, Time now) {
  TRY_ASSIGN(const json::array lists, lists_in(file));
  std::vector<WatchlistRow> rows;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const auto where = [&](const Error& error) {
      return Error{ErrorKind::kUsage, fmt::format("list {}: {}", i + 1, error.text)};
    };
    const auto edit = edit_of(lists[i]);
    if (!edit.ok()) return where(edit.error());
    auto row = new_watchlist(owner, *edit, key, now);
    if (!row.ok()) return where(row.error());
    rows.push_back(std::move(*row));
  }
  return rows;
}

using FindsOfLists = std::map<std::string, std::vector<FirstFind>>;

// What those of them that the user does not have yet find, by their names.
Result<FindsOfLists> first_of_new(store::Store& store, model::UserId user,
                                  const std::vector<WatchlistRow>& rows,
                                  const query::Dictionary& dictionary, Time now) {
  FindsOfLists finds;
  for (const WatchlistRow& row : rows) {
    TRY_ASSIGN(const auto known, store.watchlists().find(user, row.list.name));
    if (known) continue;
    TRY_ASSIGN(finds[row.list.name], find_first(store, row.list, dictionary, now));
  }
  return finds;
}

}  // namespace

Result<std::string> export_watchlists(store::Store& store, std::string_view user,
                                      const KeyReader& key) {
  TRY_ASSIGN(const auto all, list_watchlists(store, user));
  // A line a list, so that two files can be compared.
  std::string text = fmt::format("{{\"{}\":1,\"lists\":[", kVersion);
  for (std::size_t i = 0; i < all.size(); ++i) {
    TRY_ASSIGN(const json::object object, to_object(all[i].row, key));
    text.append(i == 0 ? "\n" : ",\n").append(json::serialize(object));
  }
  return text + "\n]}\n";
}

Result<ImportedWatchlists> import_watchlists(store::Store& store, std::string_view user,
                                             std::string_view file,
                                             const KeyReader& key,
                                             const query::Dictionary& dictionary,
                                             Time now) {
  TRY_ASSIGN(const store::UserRow owner, find_user(store, user));
  TRY(expect_writer(owner.user));
  TRY_ASSIGN(std::vector<WatchlistRow> rows, rows_in(file, owner.user, key, now));
  TRY_ASSIGN(auto finds, first_of_new(store, owner.user.id, rows, dictionary, now));
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const auto present, store.watchlists().of_user(owner.user.id));
  std::map<std::string_view, const WatchlistRow*> by_name;
  for (const WatchlistRow& row : present) by_name[row.list.name] = &row;
  ImportedWatchlists done;
  std::vector<WatchlistRow> fresh;
  for (WatchlistRow& row : rows) {
    const auto known = by_name.find(row.list.name);
    if (known == by_name.end()) {
      fresh.push_back(std::move(row));
      continue;
    }
    TRY_ASSIGN(const json::object before, to_object(*known->second, key));
    TRY_ASSIGN(const json::object after, to_object(row, key));
    if (before == after) {
      ++done.known;
      continue;
    }
    ++done.changed;
    // Whoever reads its feed goes on to.
    row.list.id = known->second->list.id;
    row.feed = known->second->feed;
    // A digest that stays as it was is not put off.
    if (row.list.digest == known->second->list.digest && known->second->next_digest) {
      row.next_digest = known->second->next_digest;
    }
    TRY(settle_waiting(store, *known->second, row, now));
    TRY(store.watchlists().change(row));
  }
  done.added = fresh.size();
  TRY_ASSIGN(const auto ids, store.watchlists().add(fresh));
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    TRY(write_first_clips(store, ids[i], std::move(finds[fresh[i].list.name]), now));
  }
  TRY(transaction.commit());
  return done;
}

}  // namespace curlew::service
