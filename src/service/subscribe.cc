#include "service/subscribe.h"

#include <algorithm>

namespace curlew::service {

Result<bool> subscribe(store::Store& store, const model::Subscription& wanted,
                       Time now) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const auto present, store.subscriptions().of_sources({&wanted.source, 1}));
  const auto own = std::ranges::find(present, wanted.user, &model::Subscription::user);
  model::Subscription written = wanted;
  if (own != present.end()) {
    if (written.folder.empty()) written.folder = own->folder;
    if (written.title.empty()) written.title = own->title;
  }
  TRY(store.subscriptions().add({&written, 1}));
  // His folder is part of what his lists ask for: the controller hears of it, too.
  TRY(store.subscriptions().count_audience({&wanted.source, 1}, now));
  TRY(transaction.commit());
  return own == present.end();
}

Result<std::vector<model::SourceId>> unsubscribe(
    store::Store& store, model::UserId user, std::span<const model::SourceId> sources,
    Time now) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(auto left, store.subscriptions().remove(user, sources));
  TRY(store.subscriptions().count_audience(left, now));
  TRY(transaction.commit());
  return left;
}

}  // namespace curlew::service
