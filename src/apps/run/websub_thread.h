// WebSub on a thread of its own, with its own connections to the store, to hubs and to
// subscribers.

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>

#include "apps/config/config.h"
#include "base/clock.h"
#include "base/metrics.h"
#include "base/result.h"
#include "control/websub/hub_client.h"
#include "control/websub/own_hub.h"
#include "http/client.h"
#include "service/personal.h"
#include "store/store.h"

namespace curlew::apps {

// May hubs reach us, so that feeds are subscribed to?
bool subscribes_at_hubs(const Config& config);

class WebSubThread {
 public:
  // nullptr: it is off. `metrics` and `clock` outlive it. It ends when a later
  // controller than that of `epoch` has begun.
  static Result<std::unique_ptr<WebSubThread>> start(
      const Config& config, std::int64_t epoch, service::PersonalAddresses addresses,
      Metrics& metrics, const Clock& clock);
  ~WebSubThread();

 private:
  WebSubThread(const Config& config, std::int64_t epoch,
               service::PersonalAddresses addresses,
               std::unique_ptr<store::Store> store, Metrics& metrics,
               const Clock& clock);
  void run();
  Result<void> step();

  const std::int64_t epoch_;
  const bool subscribes_;
  std::atomic<bool> stopping_ = false;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<http::Client> web_;
  control::HubClient hubs_;
  control::OwnHub own_hub_;
  std::thread thread_;
};

}  // namespace curlew::apps
