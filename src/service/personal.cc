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
                             .lists = {}};
  TRY_ASSIGN(const auto lists, store.watchlists().of_user(user->user.id));
  for (const store::WatchlistRow& row : lists) {
    if (row.list.action != model::ListAction::kNotify) continue;
    publish::PersonalList& list = page.lists.emplace_back();
    list.name = row.list.name;
    const std::string token = opened_token(row.feed, store::kFeedToken, addresses);
    if (!token.empty()) {
      list.atom_url = addresses.base_url + publish::feed_path(token, "atom");
      list.rss_url = addresses.base_url + publish::feed_path(token, "rss");
      list.json_url = addresses.base_url + publish::feed_path(token, "json");
    }
    TRY_ASSIGN(auto clips,
               store.clips().list({.user = user->user.id, .list = row.list.id},
                                  publish::kPageClips));
    for (store::ClipRow& clip : clips) {
      const std::int64_t article = clip.clip.article.value;
      list.clips.push_back(to_notice_clip(
          std::move(clip),
          addresses.base_url + publish::article_path(page_token, article)));
    }
  }
  return std::optional(std::move(page));
}

Result<std::optional<ArticleDetail>> find_personal_article(store::Store& store,
                                                           std::string_view page_token,
                                                           model::ArticleId article,
                                                           Time now) {
  TRY_ASSIGN(const auto user, user_of(store, page_token));
  if (!user) return std::optional<ArticleDetail>();
  return find_article(store, article, now, Viewer{user->user.id});
}

Result<std::optional<publish::ClipFeed>> find_clip_feed(
    store::Store& store, std::string_view feed_token, std::string_view format,
    const PersonalAddresses& addresses) {
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
                         .page_url = {},
                         .created = row->added,
                         .clips = {}};
  const std::string page = opened_token(user->page, store::kPageToken, addresses);
  if (!addresses.base_url.empty()) {
    feed.self_url = addresses.base_url + publish::feed_path(feed_token, format);
    if (!page.empty()) feed.page_url = addresses.base_url + publish::page_path(page);
  }
  TRY_ASSIGN(auto clips,
             store.clips().list({.user = user->user.id, .list = row->list.id},
                                publish::kFeedClips));
  for (store::ClipRow& clip : clips) {
    const std::int64_t article = clip.clip.article.value;
    std::string stored;
    if (!feed.page_url.empty()) {
      stored = addresses.base_url + publish::article_path(page, article);
    }
    feed.clips.push_back(to_notice_clip(std::move(clip), std::move(stored)));
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

Result<std::optional<std::string>> find_list_name(store::Store& store,
                                                  std::string_view feed_token) {
  TRY_ASSIGN(const auto row, list_of(store, feed_token));
  return row ? std::optional(row->list.name) : std::nullopt;
}

Result<std::optional<std::string>> stop_notices(store::Store& store,
                                                std::string_view feed_token) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(auto row, list_of(store, feed_token));
  if (!row) return std::optional<std::string>();
  if (row->list.channel != model::Channel::kFeed) {
    TRY(switch_channel_off(store, *row));
    TRY(store.watchlists().change(*row));
    TRY(transaction.commit());
  }
  return std::optional(row->list.name);
}

}  // namespace curlew::service
