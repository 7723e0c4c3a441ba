// A store with users, lists and clips that have little to say.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/query.h"
#include "store/store_fixture.h"

namespace curlew::store {

class UserStoreTest : public StoreTest {
 protected:
  model::UserId add_user(const std::string& name) {
    UserRow row;
    row.user.name = name;
    row.user.mail = name + "@example.org";
    row.user.time_zone = "Europe/Athens";
    row.user.added = kNow;
    row.page = {"sealed", "page of " + name};
    return must(store_->users().add(row));
  }
  WatchlistRow list_named(model::UserId user, const std::string& name,
                          std::vector<std::string> queries = {"fog"}) {
    WatchlistRow row;
    row.list.user = user;
    row.list.name = name;
    row.added = kNow;
    row.feed = {"sealed", "feed of " + std::to_string(user.value) + " " + name};
    for (std::string& query : queries)
      row.list.queries.push_back({{}, std::move(query)});
    return row;
  }
  model::WatchlistId add_list(model::UserId user, const std::string& name) {
    return must(store_->watchlists().add(std::vector{list_named(user, name)})).at(0);
  }
  model::ClipId add_clip(model::WatchlistId list, model::ArticleId article,
                         model::SourceId source,
                         std::optional<model::DeliveryId> delivery = {},
                         std::optional<model::ClipId> same_as = {}) {
    NewClip clip;
    clip.clip.id = must(store_->clips().take_ids(1));
    clip.clip.list = list;
    clip.clip.article = article;
    clip.clip.source = source;
    clip.clip.title = "A title";
    clip.clip.found = kNow;
    clip.clip.matched = kNow + Milliseconds(5);
    clip.clip.same_as = same_as;
    clip.delivery = delivery;
    clip.sketch = std::string("\0\xff", 2);
    clip.bands = {list.value * 1000 + article.value};
    must(store_->clips().insert(std::vector{clip}));
    return clip.clip.id;
  }
  std::int64_t rows_of(std::string_view table) {
    Query query(store_->database(), "SELECT count(*) FROM " + std::string(table));
    must(query.next());
    std::int64_t count = 0;
    must(query.read(count));
    return count;
  }
};

}  // namespace curlew::store
