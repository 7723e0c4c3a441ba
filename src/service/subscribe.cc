#include "service/subscribe.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/grouped.h"
#include "model/folder.h"

namespace curlew::service {
namespace {

constexpr std::size_t kMostOtherFolders = 20;

// `present` are the subscriptions that were there before.
Result<void> file_source(store::Store& store, const model::Subscription& written,
                         const std::vector<model::Subscription>& present) {
  TRY_ASSIGN(const auto row, store.sources().find(written.source));
  if (!row || row->source.is_shared || present.size() > 1) return {};
  const bool is_own = present.empty() || present.front().user == written.user;
  if (!is_own) return store.subscriptions().part_folder(written.source);
  model::Source source = row->source;
  if (written.folder.empty() || written.folder == source.folder) return {};
  source.folder = written.folder;
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
  // First: what the others filed it in is theirs, not his.
  TRY(file_source(store, written, present));
  TRY(store.subscriptions().add({&written, 1}));
  // His folder is part of what his lists ask for: the controller hears of it, too.
  TRY(store.subscriptions().count_audience({&wanted.source, 1}, now));
  TRY(transaction.commit());
  return own == present.end();
}

Result<std::optional<model::Subscription>> subscription_of(store::Store& store,
                                                           Viewer viewer,
                                                           model::SourceId source) {
  std::optional<model::Subscription> own;
  if (!viewer) return own;
  TRY_ASSIGN(const auto all, store.subscriptions().of_sources({&source, 1}));
  const auto found = std::ranges::find(all, *viewer, &model::Subscription::user);
  if (found != all.end()) own = *found;
  return own;
}

Result<void> refile(store::Store& store, model::UserId user, model::SourceId source,
                    const Filing& filing, Time now) {
  TRY_ASSIGN(auto transaction, store.begin());
  // The source's would shine through where his is taken away.
  TRY(store.subscriptions().part_folder(source));
  TRY_ASSIGN(const auto own, subscription_of(store, user, source));
  auto filed = own.value_or(model::Subscription{user, source, now, "", ""});
  if (filing.folder) filed.folder = model::normalised_folder(*filing.folder);
  if (filing.title) filed.title = *filing.title;
  TRY(store.subscriptions().add({&filed, 1}));
  TRY(subscribe(store, filed, now));
  return transaction.commit();
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
  TRY_ASSIGN(auto others, store.subscriptions().of_sources({&source.id, 1}));
  std::erase_if(others, [&](const model::Subscription& each) {
    return each.folder.empty() || each.folder == source.folder;
  });
  std::ranges::sort(others, {},
                    [](const model::Subscription& each) { return each.user.value; });
  std::vector<std::string> all;
  for (const model::Subscription& each : others) {
    if (all.size() == kMostOtherFolders) break;
    TRY_ASSIGN(const auto user, store.users().find(each.user));
    if (user) all.push_back(user->user.name + ": " + each.folder);
  }
  if (others.size() > all.size()) {
    all.push_back(fmt::format("and {} more", grouped(others.size() - all.size())));
  }
  return all;
}

Result<bool> may_join(store::Store& store, const model::Source& known,
                      model::UserId user) {
  if (!model::is_kept_apart(known)) return true;
  return store.subscriptions().is_visible(user, known.id);
}

Result<bool> join(store::Store& store, const model::Source& known,
                  const model::Subscription& wanted, Time now) {
  if (known.is_shared) return subscribe(store, wanted, now);
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const auto unseen, store.subscriptions().unseen({&known.id, 1}));
  if (!unseen.empty() && known.state == model::SourceState::kPaused) {
    TRY(store.sources().set_state(known.id, model::SourceState::kActive));
  }
  TRY(store.subscriptions().part_folder(known.id));
  TRY_ASSIGN(const bool is_new, subscribe(store, wanted, now));
  TRY(transaction.commit());
  return is_new;
}

Result<std::vector<model::SourceId>> unsubscribe(
    store::Store& store, model::UserId user, std::span<const model::SourceId> sources,
    Time now) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(auto left, store.subscriptions().remove(user, sources));
  TRY(store.subscriptions().count_audience(left, now));
  TRY(pause_unseen(store, left, now));
  TRY(transaction.commit());
  return left;
}

Result<void> pause_unseen(store::Store& store, std::span<const model::SourceId> sources,
                          Time now) {
  TRY_ASSIGN(const auto ids, store.subscriptions().unseen(sources));
  TRY_ASSIGN(const auto unseen, store.sources().find(ids));
  for (const store::WatchedSource& each : unseen) {
    if (!is_visited(each.source.state)) continue;
    TRY(store.sources().set_state(each.source.id, model::SourceState::kPaused));
    TRY(store.hub_subscriptions().note_no_hub(each.source.id, now));
  }
  return {};
}

}  // namespace curlew::service
