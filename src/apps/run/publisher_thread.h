// The publisher on a thread of its own, with its own connections to the store, to the
// mail server and to webhooks.

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>

#include "apps/config/config.h"
#include "base/clock.h"
#include "base/result.h"
#include "control/publisher.h"
#include "http/client.h"
#include "http/mail_client.h"
#include "store/store.h"

namespace curlew::apps {

struct PublisherThreadOptions {
  // Tells what this installation sends from what any other does.
  std::string installation;
  // Where users reach their pages.
  std::string base_url;
  // Of the controller that it sends for. It ends when a later one has begun.
  std::int64_t epoch = 0;
  // Outlives it; nullptr: nothing is counted.
  Metrics* metrics = nullptr;
};

class PublisherThread {
 public:
  // `clock` must outlive it.
  static Result<std::unique_ptr<PublisherThread>> start(
      const Config& config, const PublisherThreadOptions& options, const Clock& clock);

  ~PublisherThread();

  // There is something new in the outbox. From any thread.
  void wake() { publisher_.wake(); }

 private:
  PublisherThread(control::PublisherOptions options, const Config& config,
                  std::int64_t epoch, std::unique_ptr<store::Store> store,
                  std::unique_ptr<http::MailClient> mail, const Clock& clock);
  void run();

  const std::int64_t epoch_;
  std::atomic<bool> stopping_ = false;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<http::MailClient> mail_;
  std::unique_ptr<http::Client> web_;
  control::Publisher publisher_;
  std::thread thread_;
};

}  // namespace curlew::apps
