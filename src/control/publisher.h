// Sends what waits in the outbox: mail, webhooks, digests whose time has come. At least
// once: a notice is noted as sent when its receiver has taken it, and one that was cut
// off is sent again, under the same Message-ID or idempotency key.
//
// A channel that fails is left alone for ever longer, with all of its notices; its user
// is told once, and once more when it works again. A slow receiver holds up few of its
// own notices, and none of others.
//
// Belongs to one thread, with a store of its own that is fenced by its leader's epoch
// (store/epoch.h): once another leads, it sends and notes nothing more.

#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/metrics.h"
#include "base/result.h"
#include "base/sealing.h"
#include "base/time.h"
#include "http/client.h"
#include "http/mail_client.h"
#include "publish/mail/message.h"
#include "publish/notice.h"
#include "publish/verdict.h"
#include "store/store.h"

namespace curlew::control {

struct PublisherOptions {
  publish::MailSender sender;
  // Of our web endpoint, as users reach it: "https://curlew.example.org". Empty:
  // notices have no links to their user's page.
  std::string base_url;
  // Opens the addresses and secrets of channels.
  KeyReader key;
  // So many by mail, and so many to webhooks.
  std::size_t at_once = 64;
  // A channel is reported when it has failed so often in a row.
  std::uint32_t reported_after = 5;
  // So long a report waits for others: lists of one dead receiver are one mail.
  Milliseconds alarms_wait = std::chrono::minutes(1);
  // A notice that could not be sent for so long is given up.
  Milliseconds patience = std::chrono::days(7);
  // What is counted for operators. Outlives the publisher; nullptr: nothing.
  Metrics* metrics = nullptr;
  // How often the outbox is looked at when nobody says that there is news.
  Milliseconds look{1'000};
};

class Publisher {
 public:
  // `mail` is nullptr where no server is configured: notices by mail fail then, and say
  // so. Everything else must outlive it.
  Publisher(PublisherOptions options, store::Store& store, http::MailClient* mail,
            http::Client& web, const Clock& clock);

  // Does what can be done now; waits at most `max_wait` for answers. An error is the
  // store's: nothing is lost, and a later step tries again. When the store is deposed
  // no other may be made: what is under way is the next leader's.
  Result<void> step(Milliseconds max_wait);

  // There is something new in the outbox. From any thread.
  void wake();

  std::size_t in_flight() const { return in_flight_.size(); }

 private:
  // A try that has ended.
  struct Ended {
    model::DeliveryId id;
    publish::Verdict verdict;
  };
  struct Sending {
    model::Delivery delivery;
    bool is_webhook = false;
  };
  using Lists = std::unordered_map<model::WatchlistId, store::WatchlistRow>;
  // What a notice tells: the newest of them, and how many there are where that is not
  // all.
  struct Clips {
    std::vector<store::ClipRow> rows;
    std::int64_t count = 0;
  };
  using Carried = std::unordered_map<model::DeliveryId, Clips>;

  Result<void> make_digests();
  Result<void> make_digest(const store::WatchlistRow& row);
  Result<void> send_waiting();
  Result<Carried> carried_by(const std::vector<model::Delivery>& deliveries);
  void send(const model::Delivery& delivery, const store::WatchlistRow* list,
            const std::optional<store::UserRow>& user, Clips clips);
  publish::Notice to_notice(const model::Delivery& delivery,
                            const store::WatchlistRow* list, const store::UserRow& user,
                            Clips clips);
  void send_mail(const publish::Notice& notice, const std::string& to);
  void send_webhook(const publish::Notice& notice, const store::WatchlistRow& list);
  void end(model::DeliveryId id, publish::Verdict verdict);
  Result<void> note_ended();
  void count_ended() const;
  store::DeliveryOutcome outcome_of(const Ended& ended, const model::Delivery& delivery,
                                    const store::ChannelState& channel) const;
  store::ChannelState channel_after(const publish::Verdict& verdict,
                                    model::WatchlistId list,
                                    const store::ChannelState& before);
  Result<void> note_channel(const store::WatchlistRow& before,
                            const store::ChannelState& after);
  bool is_reported(const store::ChannelState& state) const;
  Result<void> report_channel(const store::WatchlistRow& list, const std::string& error,
                              bool is_failing);
  Result<Lists> lists_of(const std::vector<model::Delivery>& deliveries);

  const PublisherOptions options_;
  store::Store& store_;
  http::MailClient* const mail_;
  http::Client& web_;
  const Clock& clock_;
  std::unordered_map<model::DeliveryId, Sending> in_flight_;
  std::vector<Ended> ended_;
  // Until when receivers asked to be left alone (Retry-After), whatever they take of
  // what is under way.
  std::unordered_map<model::WatchlistId, Time> asked_until_;
  std::atomic<bool> is_woken_ = true;
  SteadyTime look_at_ = SteadyTime::min();
};

}  // namespace curlew::control
