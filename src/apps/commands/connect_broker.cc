#include "apps/commands/connect_broker.h"

#include "apps/commands/context.h"

namespace curlew::apps {

Result<std::unique_ptr<broker::Broker>> connect_broker(const Config& config,
                                                       const std::string& client,
                                                       MemoryBudget* memory,
                                                       const Clock& clock) {
  if (config.broker.url.empty()) {
    return Error{ErrorKind::kUsage,
                 "no broker is configured: set `[broker] url` to a NATS server with "
                 "JetStream (docs/cluster.md); curlew serve needs none"};
  }
  broker::NatsBrokerOptions options;
  options.url = config.broker.url;
  options.installation = config.broker.installation;
  options.client = client;
  options.memory = memory;
  if (!config.broker.password_file.empty()) {
    TRY_ASSIGN(options.password, password_in(config.broker.password_file));
  }
  return broker::make_nats_broker(std::move(options), clock);
}

}  // namespace curlew::apps
