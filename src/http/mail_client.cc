#include "http/mail_client.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <utility>
#include <vector>

#include "http/easy_pool.h"
#include "http/mail_transfer.h"
#include "http/multi_loop.h"

namespace curlew::http {
namespace {

// Messages that end within this time of each other are told together, and none is begun
// meanwhile: whoever notes them waits for a disk each time, and has never more than one
// for each connection that is accepted and not noted.
constexpr Milliseconds kGathering{10};

using MailTransferPtr = std::unique_ptr<MailTransfer>;

class CurlMailClient final : public MailClient {
 public:
  CurlMailClient(MailClientOptions options, const Clock& clock)
      : options_(std::move(options)),
        clock_(clock),
        loop_(options_.max_connections),
        handles_("", options_.ca_file, options_.max_connections) {}

  ~CurlMailClient() override {
    for (const auto& transfer : running_) loop_.remove(transfer->easy());
  }

  void start(MailMessage message, Done done) override {
    ++in_flight_;
    auto transfer = std::make_unique<MailTransfer>(std::move(message), std::move(done));
    const bool may_be_sent = transfer->judge();
    (may_be_sent ? waiting_ : ended_).push_back(std::move(transfer));
  }

  void poll(Milliseconds max_wait) override {
    auto deadline = real_time_.steady() + max_wait;
    bool is_gathering = false;
    begin_waiting();
    while (true) {
      if (!ended_.empty() && !is_gathering) {
        is_gathering = true;
        deadline = std::min(deadline, real_time_.steady() + kGathering);
      }
      if (is_gathering && running_.empty()) break;
      loop_.run(std::max(deadline - real_time_.steady(), Milliseconds(0)));
      collect_ended();
      if (ended_.empty()) begin_waiting();
      if (woken_.exchange(false) || real_time_.steady() >= deadline) break;
    }
    for (auto& transfer : std::exchange(ended_, {})) {
      --in_flight_;
      transfer->deliver();
    }
  }

  std::size_t in_flight() const override { return in_flight_; }

  void wake() override {
    woken_ = true;
    loop_.wake();
  }

 private:
  void begin_waiting() {
    while (!waiting_.empty() && running_.size() < options_.max_connections) {
      auto transfer = std::move(waiting_.front());
      waiting_.pop_front();
      transfer->begin(handles_.take(), options_, clock_.steady());
      transfer->slot = running_.size();
      loop_.add(transfer->easy());
      running_.push_back(std::move(transfer));
    }
  }

  void collect_ended() {
    while (const auto ended = loop_.take_ended()) {
      MailTransfer* transfer = nullptr;
      curl_easy_getinfo(ended->easy, CURLINFO_PRIVATE, &transfer);
      const bool again = transfer->may_begin_again(ended->code);
      if (!again) transfer->end(ended->code, clock_.steady());
      (again ? waiting_ : ended_).push_back(stop(*transfer));
    }
  }

  // Takes a running transfer out of the table and its handle out of the loop.
  MailTransferPtr stop(MailTransfer& transfer) {
    loop_.remove(transfer.easy());
    handles_.give_back(transfer.take_easy(), EasyPool::Use::kPlain);
    const auto slot = transfer.slot;
    running_.back()->slot = slot;
    std::swap(running_[slot], running_.back());
    auto owned = std::move(running_.back());
    running_.pop_back();
    return owned;
  }

  MailClientOptions options_;
  const Clock& clock_;
  // Sockets know no other.
  SystemClock real_time_;
  MultiLoop loop_;
  EasyPool handles_;
  std::atomic<bool> woken_ = false;
  std::size_t in_flight_ = 0;
  std::deque<MailTransferPtr> waiting_;
  std::vector<MailTransferPtr> running_;
  std::deque<MailTransferPtr> ended_;
};

}  // namespace

std::unique_ptr<MailClient> make_mail_client(MailClientOptions options,
                                             const Clock& clock) {
  prepare_libcurl();
  return std::make_unique<CurlMailClient>(std::move(options), clock);
}

}  // namespace curlew::http
