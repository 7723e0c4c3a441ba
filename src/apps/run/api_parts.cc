#include "apps/run/api_parts.h"

#include <memory>
#include <utility>

#include "apps/commands/installation_key.h"
#include "apps/commands/machine_facts.h"
#include "apps/config/options.h"
#include "http/address_guard.h"
#include "service/topics.h"

namespace curlew::apps {
namespace {

// So long whoever asks in a browser waits for other servers, whatever they do.
constexpr Milliseconds kMostLooking{30'000};

}  // namespace

api::ApiParts make_api_parts(const Config& config, const Clock& clock,
                             const service::PlanningOptions& planning,
                             const query::Dictionary& dictionary,
                             control::Archives& archives) {
  api::ApiParts parts;
  // Each look is by a fetcher of its own, as that of `curlew check`: the guard and the
  // manners are the same.
  auto how = std::make_shared<service::LookOptions>(look_options(config));
  how->key = key_or_passing_one(config);
  const auto bounded = [how, &clock, is_stopping = parts.is_stopping] {
    service::LookOptions own = *how;
    own.gives_up = [is_stopping, &clock, until = clock.steady() + kMostLooking] {
      return *is_stopping || clock.steady() >= until;
    };
    return own;
  };
  parts.look = [bounded, &clock](const model::Source& source) {
    return service::look_at(bounded(), clock, source);
  };
  parts.fetch_examples = [bounded, &clock](std::span<const std::string> urls) {
    return service::fetch_examples(bounded(), clock, urls);
  };
  auto pictures = std::make_shared<api::Pictures>(
      api::PicturesOptions{
          .client = client_options(config),
          .gives_up = [is_stopping = parts.is_stopping] { return bool(*is_stopping); }},
      clock);
  parts.picture = [pictures](const std::string& url) { return pictures->get(url); };
  parts.archives = &archives;
  parts.pdf = how->visit.pdf.get();
  parts.planning = &planning;
  parts.dictionary = &dictionary;
  parts.machine = [&config, started = clock.now()] {
    return machine_facts(config, started);
  };
  parts.guard = http::AddressGuard(config.fetch.allow_addresses);
  parts.politeness = config.fetch.politeness;
  parts.keeping = configured_keeping(config);
  parts.terminal_caches = terminal_caches(config);
  return parts;
}

}  // namespace curlew::apps
