#include "service/seal_secrets.h"

#include <algorithm>
#include <string>

#include "base/grouped.h"
#include "base/log.h"
#include "control/own_origin.h"
#include "model/request_settings.h"
#include "service/channel_off.h"
#include "service/users.h"

namespace curlew::service {
namespace {

using store::PlainSecrets;

// As they lie in the rows of an older release.
model::RequestSettings as_plain(const model::SealedSettings& kept) {
  model::RequestSettings plain;
  for (const auto& [name, value] : kept.headers) {
    plain.headers.emplace_back(name, value.kept());
  }
  plain.basic_credentials = kept.basic_credentials.kept();
  plain.bearer_token = kept.bearer_token.kept();
  plain.proxy = kept.proxy.kept();
  return plain;
}

Result<std::size_t> seal_rows(store::Store& store, const KeyReader& key) {
  TRY_ASSIGN(auto transaction, store.begin());
  // Another program may have done it while this one waited for its turn.
  TRY_ASSIGN(const PlainSecrets where, store.secrets().plain());
  if (where != PlainSecrets::kInRows) return std::size_t{0};
  std::size_t count = 0;
  TRY_ASSIGN(auto rows, store.secrets().all());
  for (store::Secrets::Row& row : rows) {
    if (model::are_sealed(row.request)) continue;
    TRY_ASSIGN(row.request,
               model::seal(as_plain(row.request), control::origin_of(row.url), key));
    TRY(store.secrets().replace(row));
    ++count;
  }
  // Who had no secrets has no copies of them, either, as far as anybody can tell.
  TRY(store.secrets().set_plain(count > 0 ? PlainSecrets::kInOldCopies
                                          : PlainSecrets::kNowhere));
  TRY(transaction.commit());
  return count;
}

}  // namespace

Result<std::size_t> seal_plain_secrets(store::Store& store, const KeyReader& key) {
  std::size_t sealed = 0;
  TRY_ASSIGN(PlainSecrets where, store.secrets().plain());
  if (where == PlainSecrets::kInRows) {
    TRY_ASSIGN(sealed, seal_rows(store, key));
    if (sealed > 0)
      log_info("the secrets of {} are sealed now", counted(sealed, "source"));
    TRY_ASSIGN(where, store.secrets().plain());
  }
  if (where != PlainSecrets::kInOldCopies) return sealed;
  log_info("the database is written anew, so that no plain secret stays in its files");
  if (const auto wiped = store.secrets().forget_old_copies(); !wiped.ok()) {
    log_warning(
        "plain secrets may still lie in unused parts of the database: {}; the "
        "next start tries again",
        wiped.error().text);
  }
  return sealed;
}

Result<std::vector<model::SourceId>> sources_of_other_keys(store::Store& store,
                                                           std::string_view key_id) {
  TRY_ASSIGN(const auto rows, store.secrets().all());
  std::vector<model::SourceId> sources;
  for (const store::Secrets::Row& row : rows) {
    if (model::needs_other_key(row.request, key_id)) sources.push_back(row.source);
  }
  return sources;
}

Result<std::size_t> user_secrets_of_other_keys(store::Store& store,
                                               std::string_view key_id) {
  TRY_ASSIGN(const auto sealed, store.secrets().of_users());
  return std::size_t(std::ranges::count_if(
      sealed, [&](const std::string& each) { return sealing_key_id(each) != key_id; }));
}

Result<std::size_t> revoke_user_secrets(store::Store& store) {
  TRY_ASSIGN(auto transaction, store.begin());
  std::size_t webhooks = 0;
  TRY_ASSIGN(auto users, store.users().list());
  for (store::UserRow& user : users) {
    user.page = revoked_address();
    TRY(store.users().change(user));
    TRY_ASSIGN(auto lists, store.watchlists().of_user(user.user.id));
    for (store::WatchlistRow& row : lists) {
      row.feed = revoked_address();
      row.secret.clear();
      if (row.list.channel == model::Channel::kWebhook) {
        ++webhooks;
        TRY(switch_channel_off(store, row));
      }
      TRY(store.watchlists().change(row));
    }
  }
  TRY(transaction.commit());
  return webhooks;
}

}  // namespace curlew::service
