#include "service/channel_off.h"

namespace curlew::service {

Result<void> switch_channel_off(store::Store& store, store::WatchlistRow& row) {
  row.list.channel = model::Channel::kFeed;
  row.list.digest = {};
  row.list.target.clear(), row.list.form.clear(), row.secret.clear();
  row.next_digest.reset();
  row.channel = {};
  TRY(store.clips().release_waiting(row.list.id));
  return store.deliveries().give_up(row.list.id,
                                    "the notices of its list were stopped");
}

Result<void> settle_waiting(store::Store& store, const store::WatchlistRow& before,
                            store::WatchlistRow& row, Time now) {
  if (row.list.channel == model::Channel::kFeed) return switch_channel_off(store, row);
  if (before.channel.retry_at && !row.channel.retry_at) {
    TRY(store.deliveries().hasten(row.list.id, now));
  }
  const bool fills_up = row.list.digest.kind == model::DigestKind::kCount &&
                        row.list.digest == before.list.digest;
  if (row.next_digest || fills_up) return {};
  TRY_ASSIGN(const auto waiting, store.clips().waiting({&row.list.id, 1}));
  if (!waiting.empty()) row.next_digest = now;
  return {};
}

}  // namespace curlew::service
