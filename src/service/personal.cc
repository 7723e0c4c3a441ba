#include "service/personal.h"

#include <utility>
#include <vector>

#include "base/secret_token.h"
#include "publish/language.h"
#include "publish/personal_address.h"
#include "service/channel_off.h"

namespace curlew::service {
namespace {

// Longer ones are not ours: they are not worth a hash.
constexpr std::size_t kLongestToken = 200;
// More clips of a list are not counted for its page.
constexpr std::size_t kMostClipsCounted = 100'000;

Result<std::optional<store::UserRow>> user_of(store::Store& store,
                                              std::string_view page_token) {
  if (page_token.size() > kLongestToken) return std::optional<store::UserRow>();
  return store.users().find_by_page(mark_of_token(page_token));
}

Result<std::optional<store::WatchlistRow>> list_of(store::Store& store,
                                                   std::string_view feed_token) {
  if (feed_token.size() > kLongestToken) return std::optional<store::WatchlistRow>();
  return store.watchlists().find_by_feed(mark_of_token(feed_token));
}

publish::NoticeClip to_notice_clip(store::ClipRow row, std::string stored_url) {
  publish::NoticeClip clip{.clip = std::move(row.clip),
                           .source_title = std::move(row.source_title),
                           .stored_url = std::move(stored_url)};
  for (store::AlsoIn& other : row.also_in) {
    clip.also_in.push_back(
        {.title = std::move(other.source_title), .url = std::move(other.url)});
  }
  return clip;
}

std::string opened_token(const store::SecretAddress& address,
                         std::string_view belongs_to,
                         const PersonalAddresses& addresses) {
  const auto key = addresses.key();
  if (!key.ok()) return {};
  const auto token = key->open(address.sealed, belongs_to);
  return token.ok() ? *token : std::string();
}

}  // namespace

Result<std::optional<publish::PersonalPage>> find_personal_page(
    store::Store& store, std::string_view page_token,
    const PersonalAddresses& addresses) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(const auto user, user_of(store, page_token));
  if (!user) return std::optional<publish::PersonalPage>();
  publish::PersonalPage page{.user = user->user.name,
                             .language = publish::parse_language(user->user.language),
                             .time_zone = user->user.time_zone,
                             .lists = {},
                             .token = std::string(page_token)};
  TRY_ASSIGN(const auto lists, store.watchlists().of_user(user->user.id));
  for (const store::WatchlistRow& row : lists) {
    if (row.list.action != model::ListAction::kNotify) continue;
    publish::PersonalList& list = page.lists.emplace_back();
    list.name = row.list.name;
    list.feed_token = opened_token(row.feed, store::kFeedToken, addresses);
    const store::ClipFilter filter{.user = user->user.id, .list = row.list.id};
    TRY_ASSIGN(auto clips, store.clips().list(filter, publish::kPageClips));
    for (store::ClipRow& clip : clips) {
      list.clips.push_back(to_notice_clip(std::move(clip), ""));
    }
    if (list.clips.size() < publish::kPageClips) continue;
    TRY_ASSIGN(const auto all, store.clips().times(filter, kMostClipsCounted));
    list.clip_count = all.size();
  }
  return std::optional(std::move(page));
}

namespace {

Result<std::optional<PersonalArticle>> article_for(store::Store& store,
                                                   const model::User& user,
                                                   model::ArticleId article, Time now) {
  TRY_ASSIGN(auto detail, find_article(store, article, now, Viewer{user.id}));
  if (!detail) return std::optional<PersonalArticle>();
  return std::optional(PersonalArticle{user, *std::move(detail)});
}

}  // namespace

Result<std::optional<PersonalArticle>> find_personal_article(
    store::Store& store, std::string_view page_token, model::ArticleId article,
    Time now) {
  TRY_ASSIGN(const auto user, user_of(store, page_token));
  if (!user) return std::optional<PersonalArticle>();
  return article_for(store, user->user, article, now);
}

Result<std::optional<PersonalArticle>> find_feed_article(store::Store& store,
                                                         std::string_view feed_token,
                                                         model::ArticleId article,
                                                         Time now) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(const auto list, list_of(store, feed_token));
  if (!list) return std::optional<PersonalArticle>();
  const store::ClipKey clip{list->list.id, article};
  TRY_ASSIGN(const auto is_clipped, store.clips().are_known({&clip, 1}));
  TRY_ASSIGN(const auto user, store.users().find(list->list.user));
  if (!user || !is_clipped.front()) return std::optional<PersonalArticle>();
  return article_for(store, user->user, article, now);
}

Result<std::optional<publish::ClipFeed>> find_clip_feed(
    store::Store& store, std::string_view feed_token, std::string_view format,
    std::string_view base_url, const PersonalAddresses& addresses) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(const auto row, list_of(store, feed_token));
  if (!row) return std::optional<publish::ClipFeed>();
  TRY_ASSIGN(const auto user, store.users().find(row->list.user));
  if (!user) return std::optional<publish::ClipFeed>();
  publish::ClipFeed feed{.title = row->list.name,
                         .list = row->list.id,
                         .language = publish::parse_language(user->user.language),
                         .installation = addresses.installation,
                         .self_url = {},
                         .created = row->added,
                         .clips = {}};
  feed.self_url = std::string(base_url) + publish::feed_path(feed_token, format);
  TRY_ASSIGN(auto clips,
             store.clips().list({.user = user->user.id, .list = row->list.id},
                                publish::kFeedClips));
  for (store::ClipRow& clip : clips) {
    const std::int64_t article = clip.clip.article.value;
    feed.clips.push_back(to_notice_clip(
        std::move(clip),
        std::string(base_url) + publish::feed_article_path(feed_token, article)));
  }
  return std::optional(std::move(feed));
}

Result<std::optional<model::User>> find_page_owner(store::Store& store,
                                                   std::string_view page_token) {
  TRY_ASSIGN(const auto row, user_of(store, page_token));
  return row ? std::optional(row->user) : std::nullopt;
}

Result<std::optional<model::User>> find_feed_owner(store::Store& store,
                                                   std::string_view feed_token) {
  TRY_ASSIGN(const auto list, list_of(store, feed_token));
  if (!list) return std::optional<model::User>();
  TRY_ASSIGN(const auto row, store.users().find(list->list.user));
  return row ? std::optional(row->user) : std::nullopt;
}

std::optional<model::WatchlistId> list_to_stop(std::string_view stop_token,
                                               const PersonalAddresses& addresses) {
  if (stop_token.size() > kLongestToken) return std::nullopt;
  const auto key = addresses.key();
  if (!key.ok()) return std::nullopt;
  return publish::parse_stop_token(*key, stop_token);
}

namespace {

struct FoundList {
  store::WatchlistRow row;
  model::User user;
};

Result<std::optional<FoundList>> find_list(store::Store& store,
                                           model::WatchlistId list) {
  TRY_ASSIGN(auto row, store.watchlists().find(list));
  if (!row) return std::optional<FoundList>();
  TRY_ASSIGN(auto user, store.users().find(row->list.user));
  if (!user) return std::optional<FoundList>();
  return std::optional(FoundList{*std::move(row), std::move(user->user)});
}

}  // namespace

Result<std::optional<StoppedList>> find_list_to_stop(store::Store& store,
                                                     model::WatchlistId list) {
  TRY_ASSIGN(auto found, find_list(store, list));
  if (!found) return std::optional<StoppedList>();
  return std::optional(
      StoppedList{std::move(found->row.list.name), std::move(found->user)});
}

Result<std::optional<StoppedList>> stop_notices(store::Store& store,
                                                model::WatchlistId list) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(auto found, find_list(store, list));
  if (!found) return std::optional<StoppedList>();
  auto& [row, user] = *found;
  if (row.list.channel != model::Channel::kFeed) {
    TRY(switch_channel_off(store, row));
    TRY(store.watchlists().change(row));
    TRY(transaction.commit());
  }
  return std::optional(StoppedList{std::move(row.list.name), std::move(user)});
}

}  // namespace curlew::service
