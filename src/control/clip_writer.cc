#include "control/clip_writer.h"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/fingerprint.h"
#include "base/random.h"
#include "publish/schedule.h"
#include "publish/time_zone.h"

namespace curlew::control {
namespace {

using model::DigestKind;
using model::ListAction;

// Clips of different lists have nothing in common. A text that is too short to be
// compared is known by its address and title.
std::vector<std::int64_t> bands_of(const classify::Sketch& sketch,
                                   const model::Clip& clip) {
  std::vector<std::int64_t> bands;
  const auto add = [&](std::uint64_t band) {
    bands.push_back(
        static_cast<std::int64_t>(band ^ scrambled(std::uint64_t(clip.list.value))));
  };
  if (!clip.url.empty()) {
    add(short_fingerprint_of(fmt::format("{}\n{}", clip.url, clip.title)));
  }
  if (sketch.bytes[0] == 0) return bands;
  for (const std::uint64_t band : sketch.bands) add(band);
  return bands;
}

// 1: the same page under the same title; 0: they do not tell the same.
double sameness(const store::NewClip& row, const store::ClipSketch& other) {
  if (!other.url.empty() && other.url == row.clip.url &&
      other.title == row.clip.title) {
    return 1;
  }
  if (!classify::tell_same(row.sketch, other.sketch)) return 0;
  return classify::likeness(row.sketch, other.sketch);
}

bool is_news(const model::Clip& clip) {
  return !clip.published || clip.found - *clip.published < kOldNews;
}

bool is_timed(DigestKind kind) {
  return kind == DigestKind::kHourly || kind == DigestKind::kDaily ||
         kind == DigestKind::kWeekly;
}

}  // namespace

void ClipWriter::add(model::ArticleId article, model::SourceId source,
                     const ClipArticle& facts, const WantedArticle& wanted) {
  std::unordered_set<model::UserId> muting;
  for (const Wanted& each : wanted.wanted) {
    if (each.action == ListAction::kMute) muting.insert(each.user);
    if (each.action != ListAction::kNotify) add_action(article, each);
  }
  for (const Wanted& each : wanted.wanted) {
    if (each.action != ListAction::kNotify || muting.contains(each.user)) continue;
    Found& found = found_.emplace_back();
    found.wanted = each;
    found.row.clip = *each.clip;
    found.row.clip.list = each.list;
    found.row.clip.article = article;
    found.row.clip.source = source;
    found.row.clip.url = facts.url;
    found.row.clip.published = facts.published;
    found.row.clip.found = facts.found;
    found.row.query = each.query;
    found.row.sketch = std::string(wanted.sketch.view());
    found.row.bands = bands_of(wanted.sketch, found.row.clip);
  }
}

void ClipWriter::add_action(model::ArticleId article, const Wanted& wanted) {
  store::ArticleStateEdit edit{.user = wanted.user, .article = article};
  switch (wanted.action) {
    case ListAction::kNotify:
      return;
    case ListAction::kTag:
      edit.add_tags = {wanted.tag};
      break;
    case ListAction::kStar:
      edit.is_starred = true;
      break;
    case ListAction::kMarkRead:
      edit.is_read = true;
      break;
    case ListAction::kMute:
      edit.is_muted = true;
      break;
  }
  edits_.push_back({wanted.list, std::move(edit)});
}

Result<bool> ClipWriter::write(store::Store& store, Time now) {
  TRY(store.article_states().change_once(edits_));
  if (found_.empty()) return false;
  TRY(keep_fresh(store));
  if (found_.empty()) return false;
  TRY_ASSIGN(model::ClipId id, store.clips().take_ids(found_.size()));
  for (Found& found : found_) {
    found.row.clip.id = id;
    found.row.clip.matched = now;
    ++id.value;
  }
  TRY(find_same(store, now));
  if (telling_ == Telling::kSend) TRY(write_deliveries(store, now));
  std::vector<store::NewClip> rows;
  for (const Found& found : found_) rows.push_back(found.row);
  TRY(store.clips().insert(rows));
  TRY(write_digests(store, now));
  return has_deliveries_;
}

// Without what is known, and without lists that were removed after they were asked. How
// a list's notices leave may have changed since then, too: its row says it.
Result<void> ClipWriter::keep_fresh(store::Store& store) {
  std::vector<store::ClipKey> keys;
  std::vector<model::WatchlistId> lists;
  for (const Found& found : found_) {
    keys.push_back({found.wanted.list, found.row.clip.article});
    lists.push_back(found.wanted.list);
  }
  TRY_ASSIGN(const auto known, store.clips().are_known(keys));
  TRY_ASSIGN(const auto rows, store.watchlists().find(lists));
  std::unordered_map<model::WatchlistId, const model::Watchlist*> there;
  for (const store::WatchlistRow& row : rows) there[row.list.id] = &row.list;
  std::set<std::pair<model::WatchlistId, model::ArticleId>> seen;
  std::vector<Found> fresh;
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const auto list = there.find(keys[i].list);
    if (known[i] || list == there.end()) continue;
    if (!seen.insert({keys[i].list, keys[i].article}).second) continue;
    Found& found = fresh.emplace_back(std::move(found_[i]));
    found.wanted.channel = list->second->channel;
    found.wanted.digest = list->second->digest;
  }
  found_ = std::move(fresh);
  return {};
}

// A clip of another source's article that tells the same is the lead of this one, if
// its user is told of it.
Result<void> ClipWriter::find_same(store::Store& store, Time now) {
  std::vector<std::int64_t> bands;
  for (const Found& found : found_) {
    bands.insert(bands.end(), found.row.bands.begin(), found.row.bands.end());
  }
  std::unordered_map<model::WatchlistId, std::vector<store::ClipSketch>> by_list;
  if (!bands.empty()) {
    TRY_ASSIGN(auto stored, store.clips().find_by_bands(bands, now - kStoryTime));
    for (store::ClipSketch& each : stored) {
      by_list[each.list].push_back(std::move(each));
    }
  }
  for (Found& found : found_) {
    model::Clip& clip = found.row.clip;
    if (found.row.bands.empty()) continue;
    std::vector<store::ClipSketch>& others = by_list[clip.list];
    double best = 0;
    for (const store::ClipSketch& other : others) {
      if (other.source == clip.source) continue;
      const double like = sameness(found.row, other);
      if (like <= 0 || like < best) continue;
      best = like;
      clip.same_as = other.same_as.value_or(other.id);
    }
    const bool is_told = clip.same_as || telling_ == Telling::kShow ||
                         found.wanted.channel == model::Channel::kFeed || is_news(clip);
    if (!is_told) continue;
    others.push_back({.id = clip.id,
                      .list = clip.list,
                      .article = clip.article,
                      .source = clip.source,
                      .matched = now,
                      .same_as = clip.same_as,
                      .url = clip.url,
                      .title = clip.title,
                      .sketch = found.row.sketch});
  }
  return {};
}

Result<void> ClipWriter::write_deliveries(store::Store& store, Time now) {
  std::vector<model::Delivery> deliveries;
  std::vector<Found*> carried;
  for (Found& found : found_) {
    const model::Clip& clip = found.row.clip;
    if (clip.same_as || found.wanted.channel == model::Channel::kFeed ||
        !is_news(clip)) {
      continue;
    }
    if (found.wanted.digest.kind != DigestKind::kOff) {
      found.row.delivery = store::kWaitsForDigest;
      continue;
    }
    carried.push_back(&found);
    model::Delivery& delivery = deliveries.emplace_back();
    delivery.user = found.wanted.user;
    delivery.list = found.wanted.list;
    delivery.created = delivery.due = now;
    delivery.kind = model::DeliveryKind::kClip;
  }
  if (deliveries.empty()) return {};
  TRY_ASSIGN(model::DeliveryId id, store.deliveries().add(deliveries));
  for (Found* const found : carried) {
    found->row.delivery = id;
    ++id.value;
  }
  has_deliveries_ = true;
  return {};
}

// Digests by number leave when they are full; those by the clock get their time with
// the first clip that waits, so that none is empty.
Result<void> ClipWriter::write_digests(store::Store& store, Time now) {
  std::unordered_map<model::WatchlistId, const Wanted*> lists;
  std::vector<model::WatchlistId> ids;
  for (const Found& found : found_) {
    if (found.row.delivery != store::kWaitsForDigest) continue;
    if (lists.emplace(found.wanted.list, &found.wanted).second) {
      ids.push_back(found.wanted.list);
    }
  }
  if (ids.empty()) return {};
  TRY_ASSIGN(const auto waiting, store.clips().waiting(ids));
  TRY_ASSIGN(const auto rows, store.watchlists().find(ids));
  for (const store::WatchlistRow& row : rows) {
    const Wanted& wanted = *lists.at(row.list.id);
    if (is_timed(wanted.digest.kind)) {
      if (!row.next_digest) TRY(start_clock(store, wanted, now));
      continue;
    }
    const auto count = waiting.find(row.list.id);
    if (count == waiting.end() || wanted.digest.count == 0) continue;
    // Each carries its number; the rest waits for the next.
    for (auto left = count->second / wanted.digest.count; left > 0; --left) {
      TRY(make_digest(store, wanted, now));
    }
  }
  return {};
}

Result<void> ClipWriter::make_digest(store::Store& store, const Wanted& wanted,
                                     Time now) {
  model::Delivery delivery;
  delivery.user = wanted.user;
  delivery.list = wanted.list;
  delivery.created = delivery.due = now;
  delivery.kind = model::DeliveryKind::kDigest;
  TRY_ASSIGN(const model::DeliveryId id, store.deliveries().add({&delivery, 1}));
  TRY(store.clips().claim_waiting(wanted.list, id, wanted.digest.count));
  has_deliveries_ = true;
  return {};
}

Result<void> ClipWriter::start_clock(store::Store& store, const Wanted& wanted,
                                     Time now) {
  TRY_ASSIGN(const auto user, store.users().find(wanted.user));
  if (!user) return {};
  const auto next = publish::next_digest(
      now, wanted.digest, publish::TimeZone::find_or_utc(user->user.time_zone));
  return store.watchlists().set_next_digest(wanted.list, next);
}

}  // namespace curlew::control
