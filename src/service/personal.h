// What a user reaches without logging in, at addresses that only he knows: his page,
// the feeds of his lists, the end of a list's notices.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/sealing.h"
#include "publish/feed/clip_feed.h"
#include "publish/page/personal_page.h"
#include "service/snapshot.h"
#include "store/store.h"

namespace curlew::service {

struct PersonalAddresses {
  // "https://curlew.example.org"; empty: users reach us as they name us.
  std::string public_url;
  // Tells the ids of this installation from those of any other.
  std::string installation;
  // Opens the addresses of feeds. Where it cannot, they are not told.
  KeyReader key;
};

// nullopt: nobody has that page, or not any more.
Result<std::optional<publish::PersonalPage>> find_personal_page(
    store::Store& store, std::string_view page_token,
    const PersonalAddresses& addresses);

// An article, and whom it is shown to.
struct PersonalArticle {
  model::User user;
  ArticleDetail detail;
};
// nullopt also for an article that he may not see, or has muted.
Result<std::optional<PersonalArticle>> find_personal_article(
    store::Store& store, std::string_view page_token, model::ArticleId article,
    Time now);
// By the token of a feed: only of articles that have a clip in its list.
Result<std::optional<PersonalArticle>> find_feed_article(store::Store& store,
                                                         std::string_view feed_token,
                                                         model::ArticleId article,
                                                         Time now);

// `format` is "atom", "rss" or "json"; `base_url` is where its reader reaches us.
// nullopt: no list has that address.
Result<std::optional<publish::ClipFeed>> find_clip_feed(
    store::Store& store, std::string_view feed_token, std::string_view format,
    std::string_view base_url, const PersonalAddresses& addresses);

// Who has this page, or this feed; nullopt: nobody.
Result<std::optional<model::User>> find_page_owner(store::Store& store,
                                                   std::string_view page_token);
Result<std::optional<model::User>> find_feed_owner(store::Store& store,
                                                   std::string_view feed_token);

// The list that a stop token is for; nullopt: it is none of ours. Asks no store, so
// that whoever guesses costs little.
std::optional<model::WatchlistId> list_to_stop(std::string_view stop_token,
                                               const PersonalAddresses& addresses);
// A list whose notices end, and whose it is.
struct StoppedList {
  std::string name;
  model::User user;
};
// nullopt: it is gone.
Result<std::optional<StoppedList>> find_list_to_stop(store::Store& store,
                                                     model::WatchlistId list);
// Nothing is sent any more; the list and its feed stay. Doing it twice is no error.
Result<std::optional<StoppedList>> stop_notices(store::Store& store,
                                                model::WatchlistId list);

}  // namespace curlew::service
