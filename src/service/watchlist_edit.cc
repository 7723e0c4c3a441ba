#include "service/watchlist_edit.h"

#include <fmt/format.h>

#include <unordered_set>
#include <utility>

#include "base/ascii.h"
#include "service/typed_values.h"
#include "service/users.h"

namespace curlew::service {
namespace {

using model::Channel;
using model::DigestKind;
using model::ListAction;
using store::WatchlistRow;

constexpr std::size_t kLongestTag = 100;
constexpr std::size_t kLongestSecret = 500;
constexpr std::uint32_t kMostInDigest = 10'000;

Error wrong_list(std::string_view flag, std::string_view why) {
  return {ErrorKind::kUsage, fmt::format("{}: {}", flag, why)};
}

Result<void> apply_name(const WatchlistEdit& edit, model::Watchlist& list) {
  if (edit.name) list.name = trimmed(*edit.name);
  if (is_plain_line(list.name, kLongestListName)) return {};
  return Error{ErrorKind::kUsage,
               fmt::format("{}: a list's name is a line of at most {} bytes, without "
                           "characters that cannot be seen",
                           shown_word(list.name), kLongestListName)};
}

Result<void> apply_queries(const WatchlistEdit& edit, model::Watchlist& list) {
  if (edit.queries) {
    if (edit.queries->size() > kMostQueries) {
      return Error{ErrorKind::kUsage, fmt::format("{} queries: a list has {} at most",
                                                  edit.queries->size(), kMostQueries)};
    }
    list.queries.clear();
    std::unordered_set<std::string> seen;
    for (const std::string& typed : *edit.queries) {
      TRY(check_query(typed));
      std::string text(trimmed(typed));
      if (seen.insert(text).second) list.queries.push_back({{}, std::move(text)});
    }
  }
  if (!list.queries.empty()) return {};
  return Error{ErrorKind::kUsage,
               "a list needs a query: words, \"phrases\", AND OR NOT"};
}

Result<void> apply_action(const WatchlistEdit& edit, model::Watchlist& list) {
  list.action = edit.action.value_or(list.action);
  list.tag = edit.tag.value_or(list.tag);
  list.is_paused = edit.is_paused.value_or(list.is_paused);
  list.has_synonyms = edit.has_synonyms.value_or(list.has_synonyms);
  const bool is_tagged = list.action == ListAction::kTag;
  if (is_tagged && !is_plain_line(list.tag, kLongestTag)) {
    return wrong_list("--tag", fmt::format("the action tag needs a word for it, a line "
                                           "of at most {} bytes",
                                           kLongestTag));
  }
  if (!is_tagged && edit.tag && !edit.tag->empty()) {
    return wrong_list("--tag", "goes with --action tag");
  }
  if (!is_tagged) list.tag.clear();
  return {};
}

Result<void> apply_digest(const WatchlistEdit& edit, model::Watchlist& list) {
  model::Digest& digest = list.digest;
  digest.kind = edit.digest.value_or(digest.kind);
  digest.count = edit.digest_count.value_or(digest.count);
  digest.hour = edit.hour.value_or(digest.hour);
  digest.weekday = edit.weekday.value_or(digest.weekday);
  if (digest.kind != DigestKind::kCount) digest.count = 0;
  const bool has_count = digest.count >= 2 && digest.count <= kMostInDigest;
  if (digest.kind == DigestKind::kCount && !has_count) {
    return wrong_list("--digest", fmt::format("a digest has 2 to {} clips, or is off, "
                                              "hourly, daily or weekly",
                                              kMostInDigest));
  }
  if (digest.hour > 23) return wrong_list("--at", "an hour from 0 to 23");
  if (digest.weekday < 1 || digest.weekday > 7) {
    return wrong_list("--on", "a weekday from 1, Monday, to 7");
  }
  const bool has_hour =
      digest.kind == DigestKind::kDaily || digest.kind == DigestKind::kWeekly;
  if (edit.hour && !has_hour) {
    return wrong_list("--at", "goes with --digest daily or weekly");
  }
  if (edit.weekday && digest.kind != DigestKind::kWeekly) {
    return wrong_list("--on", "goes with --digest weekly");
  }
  return {};
}

Result<void> apply_webhook(const WatchlistEdit& edit, const KeyReader& key,
                           WatchlistRow& row) {
  model::Watchlist& list = row.list;
  if (edit.form) {
    TRY(check_form("--form", *edit.form));
    list.form = *edit.form;
  }
  if (edit.target) {
    TRY(check_webhook("--to", *edit.target));
    TRY_ASSIGN(const SealingKey sealing, key());
    list.target = sealing.seal(*edit.target, store::kWebhookTarget);
  }
  if (list.target.empty()) {
    return wrong_list("--to", "a webhook needs the address that it posts to");
  }
  if (!edit.secret) return {};
  if (edit.secret->size() > kLongestSecret) {
    return wrong_list("--secret", fmt::format("at most {} bytes", kLongestSecret));
  }
  row.secret.clear();
  if (edit.secret->empty()) return {};
  TRY_ASSIGN(const SealingKey sealing, key());
  row.secret = sealing.seal(*edit.secret, store::kWebhookSecret);
  return {};
}

Result<void> apply_mail(const WatchlistEdit& edit, const model::User& owner,
                        model::Watchlist& list) {
  if (edit.target) {
    list.target.clear();
    if (!edit.target->empty()) {
      TRY_ASSIGN(list.target, to_mail_address("--to", *edit.target));
    }
  }
  if (!list.target.empty() || !owner.mail.empty()) return {};
  return wrong_list("--by mail",
                    fmt::format("{} has no mail address; --to gives the list "
                                "one, curlew user edit {} --mail the user",
                                owner.name, owner.name));
}

Result<void> apply_channel(const WatchlistEdit& edit, const model::User& owner,
                           const KeyReader& key, WatchlistRow& row) {
  model::Watchlist& list = row.list;
  const Channel before = list.channel;
  list.channel = edit.channel.value_or(before);
  if (list.channel != before) {
    list.target.clear(), list.form.clear(), row.secret.clear();
  }
  // It goes with the channel, unless it is asked for.
  if (list.channel == Channel::kFeed && !edit.digest) list.digest = {};
  // What failed was the channel as it was.
  if (list.channel != before || edit.target || edit.form) row.channel = {};
  const bool is_webhook = list.channel == Channel::kWebhook;
  if (!is_webhook && (edit.form || edit.secret)) {
    return wrong_list(edit.form ? "--form" : "--secret", "goes with --by webhook");
  }
  if (is_webhook) return apply_webhook(edit, key, row);
  if (list.channel == Channel::kMail) return apply_mail(edit, owner, list);
  if (edit.target && !edit.target->empty()) {
    return wrong_list("--to", "goes with --by mail or webhook");
  }
  if (list.digest.kind != DigestKind::kOff) {
    return wrong_list("--digest", "goes with --by mail or webhook");
  }
  return {};
}

}  // namespace

Result<WatchlistRow> new_watchlist(const model::User& owner, const WatchlistEdit& edit,
                                   const KeyReader& key, Time now) {
  WatchlistRow row;
  row.list.user = owner.id;
  row.added = now;
  TRY(apply(edit, owner, key, now, row));
  TRY_ASSIGN(const SealingKey sealing, key());
  row.feed = make_secret_address(sealing, store::kFeedToken);
  return row;
}

Result<void> apply(const WatchlistEdit& edit, const model::User& owner,
                   const KeyReader& key, Time now, WatchlistRow& row) {
  const model::Digest before = row.list.digest;
  TRY(apply_name(edit, row.list));
  TRY(apply_queries(edit, row.list));
  TRY(apply_action(edit, row.list));
  TRY(apply_digest(edit, row.list));
  TRY(apply_channel(edit, owner, key, row));
  // One that stays as it was is not put off.
  if (row.list.digest == before && row.next_digest) return {};
  TRY_ASSIGN(row.next_digest, next_digest(row.list, owner.time_zone, now));
  return {};
}

}  // namespace curlew::service
