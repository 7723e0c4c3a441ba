#include "service/subscribe.h"

#include <algorithm>

namespace curlew::service {
namespace {

// `present` are the subscriptions that were there before.
Result<void> file_source(store::Store& store, const model::Subscription& written,
                         const std::vector<model::Subscription>& present) {
  TRY_ASSIGN(const auto row, store.sources().find(written.source));
  if (!row || row->source.is_shared || present.size() > 1) return {};
  model::Source source = row->source;
  if (present.empty() || present.front().user == written.user) {
    if (written.folder.empty() || written.folder == source.folder) return {};
    source.folder = written.folder;
  } else {
    if (source.folder.empty()) return {};
    model::Subscription first = present.front();
    if (first.folder.empty()) first.folder = source.folder;
    TRY(store.subscriptions().add({&first, 1}));
    source.folder.clear();
  }
  return store.sources().change(source);
}

}  // namespace

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
  TRY(file_source(store, written, present));
  // His folder is part of what his lists ask for: the controller hears of it, too.
  TRY(store.subscriptions().count_audience({&wanted.source, 1}, now));
  TRY(transaction.commit());
  return own == present.end();
}

Result<void> follow_folder(store::Store& store, const model::Source& source) {
  if (source.is_shared) return {};
  TRY_ASSIGN(auto present, store.subscriptions().of_sources({&source.id, 1}));
  if (present.size() != 1 || present.front().folder == source.folder) return {};
  present.front().folder = source.folder;
  return store.subscriptions().add(present);
}

Result<std::vector<std::string>> other_folders(store::Store& store,
                                               const model::Source& source) {
  TRY_ASSIGN(const auto present, store.subscriptions().of_sources({&source.id, 1}));
  std::vector<std::string> all;
  for (const model::Subscription& each : present) {
    if (each.folder.empty() || each.folder == source.folder) continue;
    TRY_ASSIGN(const auto user, store.users().find(each.user));
    if (user) all.push_back(user->user.name + ": " + each.folder);
  }
  return all;
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
