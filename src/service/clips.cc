#include "service/clips.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "service/find_source.h"
#include "service/typed_values.h"
#include "service/users.h"
#include "service/watchlists.h"

namespace curlew::service {
namespace {

constexpr std::size_t kLongestTag = 100;

// A user and a list of his, by their names.
struct Named {
  std::optional<model::UserId> user;
  std::optional<model::WatchlistId> list;
};

Result<Named> find_named(store::Store& store, const std::string& user,
                         const std::string& list) {
  Named named;
  if (user.empty()) {
    if (list.empty()) return named;
    return Error{ErrorKind::kUsage, "--list: whose? name its --user, too"};
  }
  TRY_ASSIGN(const store::UserRow row, find_user(store, user));
  named.user = row.user.id;
  if (list.empty()) return named;
  TRY_ASSIGN(const store::WatchlistRow found, find_watchlist(store, row.user.id, list));
  named.list = found.list.id;
  return named;
}

// The times of several clips, side by side.
struct Durations {
  std::size_t clips = 0;
  std::vector<Milliseconds> to_found, to_matched, to_delivered, in_all;

  void add(const store::ClipTimes& times) {
    ++clips;
    if (times.published && !times.is_misdated) {
      to_found.push_back(times.found - *times.published);
    }
    to_matched.push_back(times.matched - times.found);
    if (!times.sent) return;
    to_delivered.push_back(*times.sent - times.matched);
    if (times.is_misdated) return;
    in_all.push_back(*times.sent - times.published.value_or(times.found));
  }
};

template <typename Id>
std::vector<ClipTiming> to_timings(std::unordered_map<Id, Durations>& all,
                                   const std::unordered_map<Id, std::string>& names) {
  std::vector<ClipTiming> timings;
  for (auto& [id, durations] : all) {
    const auto name = names.find(id);
    timings.push_back(
        {.name = name == names.end() ? std::to_string(id.value) : name->second,
         .clips = durations.clips,
         .to_found = to_quantiles(std::move(durations.to_found)),
         .to_matched = to_quantiles(std::move(durations.to_matched)),
         .to_delivered = to_quantiles(std::move(durations.to_delivered)),
         .in_all = to_quantiles(std::move(durations.in_all))});
  }
  std::ranges::sort(timings, {}, &ClipTiming::name);
  return timings;
}

// A notice waits for its list's channel as well, which another notice may have found
// broken.
Result<void> tell_what_they_wait_for(store::Store& store,
                                     std::vector<store::DeliveryRow>& rows) {
  std::vector<model::WatchlistId> ids;
  for (const store::DeliveryRow& row : rows) {
    const model::Delivery& each = row.delivery;
    if (each.state == model::DeliveryState::kWaiting && each.list) {
      ids.push_back(*each.list);
    }
  }
  TRY_ASSIGN(const auto lists, store.watchlists().find(ids));
  std::unordered_map<model::WatchlistId, const store::ChannelState*> channels;
  for (const store::WatchlistRow& list : lists) {
    channels[list.list.id] = &list.channel;
  }
  for (store::DeliveryRow& row : rows) {
    model::Delivery& each = row.delivery;
    const auto channel = channels.find(each.list.value_or(model::WatchlistId{}));
    if (each.state != model::DeliveryState::kWaiting || channel == channels.end()) {
      continue;
    }
    if (each.error.empty()) each.error = channel->second->error;
    each.due = std::max(each.due, channel->second->retry_at.value_or(each.due));
  }
  return {};
}

}  // namespace

Result<std::vector<store::ClipRow>> list_clips(store::Store& store,
                                               const ClipQuery& query) {
  TRY_ASSIGN(const Named named, find_named(store, query.user, query.list));
  return store.clips().list({.user = named.user, .list = named.list}, query.limit);
}

Quantiles to_quantiles(std::vector<Milliseconds> values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  const auto at = [&](std::size_t percent) {
    // The nearest rank: the least value that so many percent do not exceed.
    const std::size_t rank = (values.size() * percent + 99) / 100;
    return values[std::max<std::size_t>(rank, 1) - 1];
  };
  return {values.size(), at(50), at(95)};
}

Result<std::vector<ClipTiming>> time_lists(store::Store& store, const std::string& user,
                                           std::span<const store::ClipTimes> clips) {
  std::unordered_map<model::WatchlistId, Durations> by_list;
  for (const store::ClipTimes& each : clips) by_list[each.list].add(each);
  std::unordered_map<model::WatchlistId, std::string> names;
  TRY_ASSIGN(const auto lists, list_watchlists(store, user));
  for (const UsersWatchlist& each : lists) {
    names[each.row.list.id] = each.user + "/" + each.row.list.name;
  }
  return to_timings(by_list, names);
}

Result<ClipTimings> time_clips(store::Store& store, const ClipQuery& query, Time now) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(const Named named, find_named(store, query.user, query.list));
  TRY_ASSIGN(auto rows,
             store.clips().times({.user = named.user, .list = named.list}, kMostTimed));
  // The newest come first.
  const auto older = std::ranges::find_if(
      rows, [&](const auto& row) { return row.matched < now - kTimedTime; });
  rows.erase(older, rows.end());
  ClipTimings timings;
  TRY_ASSIGN(timings.lists, time_lists(store, query.user, rows));
  std::unordered_map<model::SourceId, Durations> by_source;
  for (const store::ClipTimes& row : rows) by_source[row.source].add(row);
  std::vector<model::SourceId> ids;
  for (const auto& [id, durations] : by_source) ids.push_back(id);
  TRY_ASSIGN(const auto sources, store.sources().find(ids));
  std::unordered_map<model::SourceId, std::string> names;
  for (const store::WatchedSource& each : sources) {
    names[each.source.id] = name_of(each.source);
  }
  timings.sources = to_timings(by_source, names);
  return timings;
}

Result<std::vector<store::DeliveryRow>> list_deliveries(store::Store& store,
                                                        const DeliveryQuery& query) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(const Named named, find_named(store, query.user, query.list));
  TRY_ASSIGN(auto rows, store.deliveries().list({.user = named.user,
                                                 .list = named.list,
                                                 .state = query.state,
                                                 .before = query.before},
                                                query.limit));
  TRY(tell_what_they_wait_for(store, rows));
  return rows;
}

Result<store::DeliveryRow> send_now(store::Store& store, const model::User& user,
                                    model::WatchlistId list, Time now) {
  TRY(expect_writer(user));
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const auto row, store.watchlists().find(list));
  if (!row || row->list.user != user.id) {
    return Error{ErrorKind::kNotFound, fmt::format("{}: no such list", list.value)};
  }
  if (row->list.channel == model::Channel::kFeed) {
    return Error{ErrorKind::kExists,
                 fmt::format("{}: its clips are in its feed, and are sent nowhere",
                             row->list.name)};
  }
  TRY_ASSIGN(const auto clips, store.clips().list({.user = user.id, .list = list}, 1));
  if (clips.empty()) {
    return Error{
        ErrorKind::kExists,
        fmt::format("{}: has found nothing yet that could be sent", row->list.name)};
  }
  model::Delivery delivery;
  delivery.user = user.id;
  delivery.list = list;
  delivery.created = delivery.due = now;
  delivery.kind = model::DeliveryKind::kTest;
  delivery.body = std::to_string(clips.front().clip.id.value);
  TRY_ASSIGN(delivery.id, store.deliveries().add({&delivery, 1}));
  TRY(transaction.commit());
  return store::DeliveryRow{std::move(delivery), user.name, row->list.name, 1};
}

Result<void> mark_articles(store::Store& store, std::string_view user,
                           const std::vector<model::ArticleId>& articles,
                           const ArticleMark& mark, Time now) {
  for (const std::string& tag : mark.add_tags) {
    if (is_plain_line(tag, kLongestTag)) continue;
    return Error{ErrorKind::kUsage,
                 fmt::format("--tag {}: a tag is a line of at most {} bytes",
                             shown_word(tag), kLongestTag)};
  }
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const store::UserRow row, find_user(store, user));
  TRY(expect_writer(row.user));
  std::vector<store::ArticleStateEdit> edits;
  for (const model::ArticleId id : articles) {
    TRY_ASSIGN(const auto article, store.articles().find(id));
    bool is_seen = false;
    if (article) {
      TRY_ASSIGN(is_seen,
                 store.subscriptions().is_visible(row.user.id, article->source));
    }
    if (!is_seen) {
      return Error{ErrorKind::kNotFound, fmt::format("{}: no such article", id.value)};
    }
    edits.push_back({.user = row.user.id,
                     .article = id,
                     .is_read = mark.is_read,
                     .is_starred = mark.is_starred,
                     .is_muted = mark.is_muted,
                     .add_tags = mark.add_tags,
                     .remove_tags = mark.remove_tags});
  }
  TRY(store.article_states().change(edits));
  TRY(note_active(store, row.user, now));
  return transaction.commit();
}

}  // namespace curlew::service
