// The archives that a command reads: those of its data directory, and, where a broker
// is configured, those of terminals elsewhere, which are asked when they are needed.

#pragma once

#include <memory>
#include <mutex>

#include "apps/commands/context.h"
#include "control/archives.h"
#include "control/records.h"

namespace curlew::apps {

// Thread-safe.
class ReachableArchives {
 public:
  // `context` outlives it.
  explicit ReachableArchives(const Context& context);

  control::Archives& operator*() { return archives_; }
  control::Archives* operator->() { return &archives_; }

 private:
  // Connects when it is asked first: most of what is read lies here.
  class Terminals final : public control::RecordsElsewhere {
   public:
    explicit Terminals(const Context& context) : context_(context) {}
    Result<archive::Content> read(const model::KeptAt& place) override;
    Result<std::string> records(const model::KeptAt& place) override;

   private:
    Result<control::AskedRecords*> connect();

    const Context& context_;
    std::mutex mutex_;
    std::unique_ptr<broker::Broker> broker_;
    std::unique_ptr<control::AskedRecords> asked_;
  };

  Terminals terminals_;
  control::Archives archives_;
};

}  // namespace curlew::apps
