#include "apps/run/websub_thread.h"

#include <utility>

#include "api/websub_routes.h"
#include "apps/commands/context.h"
#include "apps/commands/installation_key.h"
#include "apps/config/options.h"
#include "base/log.h"
#include "service/websub.h"
#include "store/epoch.h"

namespace curlew::apps {
namespace {

// How late news are seen.
constexpr Milliseconds kWebSubStep{300};
// For a program that holds up the store.
constexpr Milliseconds kWebSubPatience{1'500};

control::HubClientOptions hub_client_options(const Config& config, Metrics& metrics) {
  control::HubClientOptions options;
  options.public_url = config.web.public_url;
  options.key = key_reader(config);
  options.metrics = &metrics;
  return options;
}

control::OwnHubOptions own_hub_options(const Config& config,
                                       service::PersonalAddresses addresses,
                                       Metrics& metrics) {
  control::OwnHubOptions options;
  options.key = key_reader(config);
  options.metrics = &metrics;
  options.state = [](store::Store& store, const std::string& path) {
    return service::feed_state(store, path);
  };
  options.render = [addresses = std::move(addresses)](store::Store& store,
                                                      const control::FeedTopic& topic)
      -> Result<std::optional<control::FeedDocument>> {
    const std::string_view base =
        std::string_view(topic.url).substr(0, topic.url.size() - topic.path.size());
    TRY_ASSIGN(auto feed, api::make_own_feed(store, topic.path, base,
                                             std::string(base) + "/websub", addresses));
    if (!feed) return std::optional<control::FeedDocument>();
    return std::optional(
        control::FeedDocument{std::move(feed->body), std::string(feed->type)});
  };
  return options;
}

}  // namespace

bool subscribes_at_hubs(const Config& config) {
  return config.web.enabled && config.web.websub && !config.web.public_url.empty();
}

Result<std::unique_ptr<WebSubThread>> WebSubThread::start(
    const Config& config, std::int64_t epoch, service::PersonalAddresses addresses,
    Metrics& metrics, const Clock& clock) {
  if (!config.web.enabled || !config.web.websub) return std::unique_ptr<WebSubThread>();
  TRY_ASSIGN(const auto place, store_place(config));
  TRY_ASSIGN(auto store, store::open_fenced_store(place, epoch, kWebSubPatience));
  return std::unique_ptr<WebSubThread>(new WebSubThread(
      config, epoch, std::move(addresses), std::move(store), metrics, clock));
}

WebSubThread::WebSubThread(const Config& config, std::int64_t epoch,
                           service::PersonalAddresses addresses,
                           std::unique_ptr<store::Store> store, Metrics& metrics,
                           const Clock& clock)
    : epoch_(epoch),
      subscribes_(subscribes_at_hubs(config)),
      store_(std::move(store)),
      web_(http::make_curl_client(client_options(config), clock)),
      hubs_(hub_client_options(config, metrics), *store_, *web_, clock),
      own_hub_(own_hub_options(config, std::move(addresses), metrics), *store_, *web_,
               clock),
      thread_([this] { run(); }) {}

WebSubThread::~WebSubThread() {
  stopping_ = true;
  web_->wake();
  thread_.join();
}

Result<void> WebSubThread::step() {
  if (subscribes_) TRY(hubs_.step());
  return own_hub_.step();
}

void WebSubThread::run() {
  std::string last_error;
  while (!stopping_) {
    const auto stepped = step();
    const std::string error = stepped.ok() ? "" : stepped.error().text;
    // The same trouble once, however long it lasts.
    if (!error.empty() && error != last_error) log_error("websub: {}", error);
    last_error = error;
    if (!error.empty()) {
      const auto deposed = store::is_deposed(*store_, epoch_);
      if (deposed.ok() && *deposed) return;
    }
    web_->poll(kWebSubStep);
  }
}

}  // namespace curlew::apps
