#include "control/publisher.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/log.h"
#include "control/alarm_text.h"
#include "control/measures.h"
#include "publish/language.h"
#include "publish/mail/address.h"
#include "publish/personal_address.h"
#include "publish/schedule.h"
#include "publish/webhook/request.h"

namespace curlew::control {
namespace {

using model::DeliveryState;
using publish::DeliveryEnd;

constexpr std::size_t kDigestsAtATime = 100;
// While answers are awaited, the other client is looked at this often.
constexpr Milliseconds kShortWait{2};

publish::NoticeKind to_notice_kind(model::DeliveryKind kind) {
  switch (kind) {
    case model::DeliveryKind::kClip:
    case model::DeliveryKind::kTest:
      return publish::NoticeKind::kClip;
    case model::DeliveryKind::kDigest:
      return publish::NoticeKind::kDigest;
    case model::DeliveryKind::kAlarm:
      break;
  }
  return publish::NoticeKind::kAlarm;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

Publisher::Publisher(PublisherOptions options, store::Store& store,
                     http::MailClient* mail, http::Client& web, const Clock& clock)
    : options_(std::move(options)),
      store_(store),
      mail_(mail),
      web_(web),
      clock_(clock) {}

void Publisher::wake() {
  is_woken_ = true;
  if (mail_) mail_->wake();
  web_.wake();
}

Result<void> Publisher::step(Milliseconds max_wait) {
  TRY(note_ended());
  const bool is_woken = is_woken_.exchange(false);
  if (is_woken || clock_.steady() >= look_at_) {
    look_at_ = clock_.steady() + options_.look;
    TRY(make_digests());
    TRY(send_waiting());
  }
  const bool is_web_busy = web_.in_flight() > 0;
  if (mail_ && mail_->in_flight() > 0) {
    mail_->poll(is_web_busy ? kShortWait : max_wait);
    web_.poll(Milliseconds(0));
  } else {
    web_.poll(max_wait);
  }
  return note_ended();
}

Result<void> Publisher::make_digests() {
  TRY_ASSIGN(const auto due,
             store_.watchlists().due_digests(clock_.now(), kDigestsAtATime));
  for (const store::WatchlistRow& row : due) TRY(make_digest(row));
  return {};
}

Result<void> Publisher::make_digest(const store::WatchlistRow& row) {
  TRY_ASSIGN(auto transaction, store_.begin());
  model::Delivery delivery;
  delivery.user = row.list.user;
  delivery.list = row.list.id;
  delivery.created = delivery.due = clock_.now();
  delivery.kind = model::DeliveryKind::kDigest;
  TRY(store_.watchlists().set_next_digest(row.list.id, std::nullopt));
  TRY_ASSIGN(const auto waiting, store_.clips().waiting({&row.list.id, 1}));
  // Its clips are gone, or it was made another way meanwhile: none is sent empty.
  if (!waiting.empty()) {
    TRY_ASSIGN(const model::DeliveryId id, store_.deliveries().add({&delivery, 1}));
    TRY(store_.clips().claim_waiting(row.list.id, id));
  }
  return transaction.commit();
}

Result<Publisher::Lists> Publisher::lists_of(
    const std::vector<model::Delivery>& deliveries) {
  std::vector<model::WatchlistId> ids;
  for (const model::Delivery& delivery : deliveries) {
    if (delivery.list) ids.push_back(*delivery.list);
  }
  Lists lists;
  if (ids.empty()) return lists;
  TRY_ASSIGN(auto rows, store_.watchlists().find(ids));
  for (store::WatchlistRow& row : rows) lists.emplace(row.list.id, std::move(row));
  return lists;
}

Result<void> Publisher::send_waiting() {
  std::vector<model::Delivery> under_way;
  store::OutboxRoom room{options_.at_once, options_.at_once};
  for (const auto& [id, sending] : in_flight_) {
    under_way.push_back(sending.delivery);
    std::size_t& left = sending.is_webhook ? room.web : room.mail;
    left -= std::min<std::size_t>(left, 1);
  }
  // Refused to a leader that is deposed; and all is read as of one moment.
  TRY_ASSIGN(const auto snapshot, store_.snapshot());
  TRY_ASSIGN(const auto waiting,
             store_.deliveries().next_waiting(clock_.now(), under_way, room));
  TRY_ASSIGN(const Lists lists, lists_of(waiting));
  TRY_ASSIGN(Carried carried, carried_by(waiting));
  std::unordered_map<model::UserId, std::optional<store::UserRow>> users;
  for (const model::Delivery& delivery : waiting) {
    const auto list = delivery.list ? lists.find(*delivery.list) : lists.end();
    auto user = users.find(delivery.user);
    if (user == users.end()) {
      TRY_ASSIGN(auto found, store_.users().find(delivery.user));
      user = users.emplace(delivery.user, std::move(found)).first;
    }
    send(delivery, list == lists.end() ? nullptr : &list->second, user->second,
         std::move(carried[delivery.id]));
  }
  return {};
}

void Publisher::send(const model::Delivery& delivery, const store::WatchlistRow* list,
                     const std::optional<store::UserRow>& user, Clips clips) {
  const bool is_webhook = list && list->list.channel == model::Channel::kWebhook;
  in_flight_[delivery.id] = {delivery, is_webhook};
  if (!user || (delivery.list && !list)) {
    return end(delivery.id, {DeliveryEnd::kDropped, "its user or list is gone"});
  }
  if (list && list->list.channel == model::Channel::kFeed) {
    return end(delivery.id,
               {DeliveryEnd::kDropped, "the notices of its list were stopped"});
  }
  const publish::Notice notice = to_notice(delivery, list, *user, std::move(clips));
  if (notice.kind != publish::NoticeKind::kAlarm && notice.clips.empty()) {
    // He may not see them any more.
    end(delivery.id, {DeliveryEnd::kDropped, "nothing is left to tell"});
  } else if (is_webhook) {
    send_webhook(notice, *list);
  } else {
    const bool has_own = list && !list->list.target.empty();
    send_mail(notice, has_own ? list->list.target : user->user.mail);
  }
}

// Those of one clip each by one question; a digest, which may have many, by its own.
Result<Publisher::Carried> Publisher::carried_by(
    const std::vector<model::Delivery>& deliveries) {
  Carried carried;
  std::vector<model::DeliveryId> of_one_clip;
  for (const model::Delivery& delivery : deliveries) {
    if (delivery.kind == model::DeliveryKind::kClip) of_one_clip.push_back(delivery.id);
    if (delivery.kind == model::DeliveryKind::kTest) {
      const model::ClipId clip{std::atoll(delivery.body.c_str())};
      TRY_ASSIGN(carried[delivery.id].rows, store_.clips().seen({&clip, 1}));
    }
    if (delivery.kind != model::DeliveryKind::kDigest) continue;
    Clips& clips = carried[delivery.id];
    TRY_ASSIGN(clips.rows,
               store_.clips().of_deliveries({&delivery.id, 1}, publish::kMostClips));
    if (clips.rows.size() < publish::kMostClips) continue;
    TRY_ASSIGN(clips.count, store_.clips().count_of(delivery.id));
  }
  if (of_one_clip.empty()) return carried;
  TRY_ASSIGN(auto rows, store_.clips().of_deliveries(of_one_clip, of_one_clip.size()));
  for (store::ClipRow& row : rows) {
    carried[*row.delivery].rows.push_back(std::move(row));
  }
  return carried;
}

publish::Notice Publisher::to_notice(const model::Delivery& delivery,
                                     const store::WatchlistRow* list,
                                     const store::UserRow& user, Clips clips) {
  publish::Notice notice{.kind = to_notice_kind(delivery.kind),
                         .delivery = delivery.id,
                         .created = delivery.created,
                         .user = user.user.name,
                         .language = publish::parse_language(user.user.language),
                         .time_zone = user.user.time_zone};
  notice.subject = delivery.subject;
  if (delivery.kind == model::DeliveryKind::kAlarm) {
    notice.lines = lines_of(delivery.body);
  }
  std::string page_token;
  const auto key = options_.key();
  if (!options_.base_url.empty() && key.ok()) {
    const auto token = key->open(user.page.sealed, store::kPageToken);
    if (token.ok()) page_token = *token;
    if (!page_token.empty()) {
      notice.page_url = options_.base_url + publish::page_path(page_token);
    }
  }
  if (!list) return notice;
  notice.list = list->list.id;
  notice.list_name = list->list.name;
  if (!options_.base_url.empty() && key.ok()) {
    const auto token = key->open(list->feed.sealed, store::kFeedToken);
    if (token.ok()) {
      notice.unsubscribe_url = options_.base_url + publish::stop_path(*token);
    }
  }
  notice.clip_count = std::size_t(std::max<std::int64_t>(clips.count, 0));
  for (store::ClipRow& row : clips.rows) {
    publish::NoticeClip clip{.clip = std::move(row.clip),
                             .source_title = std::move(row.source_title)};
    for (store::AlsoIn& other : row.also_in) {
      clip.also_in.push_back(
          {.title = std::move(other.source_title), .url = std::move(other.url)});
    }
    if (!page_token.empty()) {
      clip.stored_url = options_.base_url +
                        publish::article_path(page_token, clip.clip.article.value);
    }
    notice.clips.push_back(std::move(clip));
  }
  return notice;
}

void Publisher::send_mail(const publish::Notice& notice, const std::string& to) {
  const model::DeliveryId id = notice.delivery;
  if (!mail_) {
    return end(id, {DeliveryEnd::kLater, "no mail server is configured (mail.host)"});
  }
  const auto address = publish::parse_mail_address(to);
  if (!address.ok()) {
    return end(id, {DeliveryEnd::kRefused, to.empty() ? "its user has no mail address"
                                                      : address.error().text});
  }
  mail_->start({.from = options_.sender.from.address(),
                .to = address->address(),
                .content = publish::to_message(notice, *address, options_.sender)},
               [this, id](const http::MailResult& result) {
                 end(id, publish::to_verdict(result));
               });
}

void Publisher::send_webhook(const publish::Notice& notice,
                             const store::WatchlistRow& list) {
  const model::DeliveryId id = notice.delivery;
  const auto key = options_.key();
  if (!key.ok()) return end(id, {DeliveryEnd::kLater, key.error().text});
  const auto url = key->open(list.list.target, store::kWebhookTarget);
  if (!url.ok()) {
    return end(id, {DeliveryEnd::kLater, "its address " + url.error().text});
  }
  std::string secret;
  if (!list.secret.empty()) {
    auto opened = key->open(list.secret, store::kWebhookSecret);
    if (!opened.ok()) {
      return end(id, {DeliveryEnd::kLater, "its secret " + opened.error().text});
    }
    secret = *std::move(opened);
  }
  auto request = publish::to_request(
      notice, {.url = *url, .form = list.list.form, .secret = std::move(secret)},
      options_.sender.installation, clock_.now());
  if (!request.ok()) return end(id, {DeliveryEnd::kRefused, request.error().text});
  web_.start(*std::move(request), [this, id](const http::Response& response) {
    end(id, publish::to_verdict(response, clock_.now()));
  });
}

void Publisher::end(model::DeliveryId id, publish::Verdict verdict) {
  ended_.push_back({id, std::move(verdict)});
}

store::DeliveryOutcome Publisher::outcome_of(const Ended& ended,
                                             const model::Delivery& delivery,
                                             const store::ChannelState& channel) const {
  const Time now = clock_.now();
  store::DeliveryOutcome outcome{
      .id = ended.id, .state = DeliveryState::kSent, .time = now};
  outcome.error = ended.verdict.error;
  if (ended.verdict.end == DeliveryEnd::kDelivered) return outcome;
  // One that fails while others are taken waits for itself.
  const Time retry =
      std::max(channel.retry_at.value_or(now),
               now + publish::retry_wait(delivery.tries + 1, ended.verdict.wait));
  const bool is_over = ended.verdict.end != DeliveryEnd::kLater ||
                       retry - delivery.created > options_.patience;
  outcome.state = is_over ? DeliveryState::kDead : DeliveryState::kWaiting;
  if (!is_over) outcome.time = retry;
  return outcome;
}

// All that ended in one transaction. What cannot be noted now is noted later, and is
// under way until then: nothing is sent twice for want of a disk.
Result<void> Publisher::note_ended() {
  if (ended_.empty()) return {};
  std::vector<model::Delivery> deliveries;
  for (const Ended& ended : ended_) {
    deliveries.push_back(in_flight_.at(ended.id).delivery);
  }
  TRY_ASSIGN(auto transaction, store_.begin());
  TRY_ASSIGN(Lists lists, lists_of(deliveries));
  std::vector<store::DeliveryOutcome> outcomes;
  std::unordered_map<model::WatchlistId, store::ChannelState> channels;
  for (std::size_t i = 0; i < ended_.size(); ++i) {
    const publish::Verdict& verdict = ended_[i].verdict;
    const auto list =
        deliveries[i].list ? lists.find(*deliveries[i].list) : lists.end();
    store::ChannelState state;
    if (list != lists.end()) {
      const auto known = channels.try_emplace(list->first, list->second.channel).first;
      known->second = state = channel_after(verdict, list->first, known->second);
    }
    outcomes.push_back(outcome_of(ended_[i], deliveries[i], state));
    if (verdict.end == DeliveryEnd::kDelivered) continue;
    log_about(LogLevel::kDebug, {{"delivery", std::to_string(ended_[i].id.value)}},
              "delivery {} failed: {}", ended_[i].id.value, verdict.error);
  }
  TRY(store_.deliveries().note(outcomes));
  for (const auto& [id, state] : channels) TRY(note_channel(lists.at(id), state));
  TRY(transaction.commit());
  count_ended();
  for (const Ended& ended : ended_) in_flight_.erase(ended.id);
  ended_.clear();
  // There is room for others.
  is_woken_ = true;
  return {};
}

void Publisher::count_ended() const {
  if (options_.metrics == nullptr) return;
  for (const Ended& ended : ended_) {
    const Sending& sending = in_flight_.at(ended.id);
    count_delivery(*options_.metrics,
                   sending.is_webhook ? NoticeWay::kWebhook : NoticeWay::kMail,
                   ended.verdict.end, clock_.now() - sending.delivery.created);
  }
}

store::ChannelState Publisher::channel_after(const publish::Verdict& verdict,
                                             model::WatchlistId list,
                                             const store::ChannelState& before) {
  const Time now = clock_.now();
  store::ChannelState state = before;
  switch (verdict.end) {
    case DeliveryEnd::kDropped:
      return state;
    case DeliveryEnd::kDelivered: {
      state = {};
      const auto asked = asked_until_.find(list);
      if (asked == asked_until_.end()) return state;
      if (asked->second > now) {
        state.retry_at = asked->second;
      } else {
        asked_until_.erase(asked);
      }
      return state;
    }
    case DeliveryEnd::kRefused:
      // That says nothing of the next notice.
      ++state.refusals;
      break;
    case DeliveryEnd::kLater:
      if (verdict.wait) {
        asked_until_[list] = now + publish::retry_wait(1, verdict.wait);
      }
      // It was under way when another one failed: that is not the second time in a row.
      if (state.retry_at && *state.retry_at > now) return state;
      ++state.failures;
      state.retry_at = now + publish::retry_wait(state.failures, verdict.wait);
      break;
  }
  if (!state.failing_since) state.failing_since = now;
  state.error = verdict.error;
  return state;
}

bool Publisher::is_reported(const store::ChannelState& state) const {
  return state.failures + state.refusals >= options_.reported_after;
}

Result<void> Publisher::note_channel(const store::WatchlistRow& before,
                                     const store::ChannelState& after) {
  if (after == before.channel) return {};
  if (is_reported(before.channel) != is_reported(after)) {
    TRY(report_channel(before, after.error, is_reported(after)));
  }
  TRY(store_.watchlists().save_channel(before.list.id, after));
  // It rested, and works again: what waits for a later try need not wait any longer.
  const bool has_rested =
      before.channel.retry_at && *before.channel.retry_at <= clock_.now();
  if (!has_rested || after != store::ChannelState()) return {};
  return store_.deliveries().hasten(before.list.id, clock_.now());
}

// By mail, if that is not what fails.
Result<void> Publisher::report_channel(const store::WatchlistRow& list,
                                       const std::string& error, bool is_failing) {
  const auto text_in = [&](publish::Language language) {
    return is_failing ? channel_fails(list.list.name, error, language)
                      : channel_works_again(list.list.name, language);
  };
  log(is_failing ? LogLevel::kWarning : LogLevel::kInfo, "{}",
      text_in(publish::Language::kEnglish).line);
  if (list.list.channel != model::Channel::kWebhook) return {};
  TRY_ASSIGN(const auto user, store_.users().find(list.list.user));
  if (!user) return {};
  const auto language = publish::parse_language(user->user.language);
  const AlarmText text = text_in(language);
  model::Delivery alarm;
  alarm.user = list.list.user;
  alarm.created = clock_.now();
  alarm.due = alarm.created + options_.alarms_wait;
  alarm.kind = model::DeliveryKind::kAlarm;
  alarm.subject = text.subject;
  alarm.body = text.line + "\n";
  return store_.deliveries().add_alarm(alarm, several_alarms(language));
}

}  // namespace curlew::control
