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
  // "https://curlew.example.org"; empty: addresses are told without their host.
  std::string base_url;
  // Tells the ids of this installation from those of any other.
  std::string installation;
  // Opens the addresses of feeds. Where it cannot, they are not told.
  KeyReader key;
};

// nullopt: nobody has that page, or not any more.
Result<std::optional<publish::PersonalPage>> find_personal_page(
    store::Store& store, std::string_view page_token,
    const PersonalAddresses& addresses);

// nullopt also for an article that he may not see.
Result<std::optional<ArticleDetail>> find_personal_article(store::Store& store,
                                                           std::string_view page_token,
                                                           model::ArticleId article,
                                                           Time now);

// `format` is "atom", "rss" or "json". nullopt: no list has that address.
Result<std::optional<publish::ClipFeed>> find_clip_feed(
    store::Store& store, std::string_view feed_token, std::string_view format,
    const PersonalAddresses& addresses);

// Who has this page, or this feed; nullopt: nobody.
Result<std::optional<model::User>> find_page_owner(store::Store& store,
                                                   std::string_view page_token);
Result<std::optional<model::User>> find_feed_owner(store::Store& store,
                                                   std::string_view feed_token);

// The name of the list whose notices stop_notices() would end; nullopt: there is none.
Result<std::optional<std::string>> find_list_name(store::Store& store,
                                                  std::string_view feed_token);
// Nothing is sent any more; the list and its feed stay. Doing it twice is no error.
Result<std::optional<std::string>> stop_notices(store::Store& store,
                                                std::string_view feed_token);

}  // namespace curlew::service
