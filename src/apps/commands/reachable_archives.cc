#include "apps/commands/reachable_archives.h"

#include "apps/commands/connect_broker.h"

namespace curlew::apps {

ReachableArchives::ReachableArchives(const Context& context)
    : terminals_(context),
      archives_(
          archive_folder(context.config),
          {.elsewhere = context.config.broker.url.empty() ? nullptr : &terminals_}) {}

Result<control::AskedRecords*> ReachableArchives::Terminals::connect() {
  const std::lock_guard lock(mutex_);
  if (!asked_) {
    TRY_ASSIGN(broker_, connect_broker(context_.config, "curlew command", nullptr,
                                       context_.clock));
    asked_ = std::make_unique<control::AskedRecords>(*broker_);
  }
  return asked_.get();
}

Result<archive::Content> ReachableArchives::Terminals::read(
    const model::KeptAt& place) {
  TRY_ASSIGN(control::AskedRecords* const asked, connect());
  return asked->read(place);
}

Result<std::string> ReachableArchives::Terminals::records(const model::KeptAt& place) {
  TRY_ASSIGN(control::AskedRecords* const asked, connect());
  return asked->records(place);
}

}  // namespace curlew::apps
