// Curlew whole in one process, or all of it but the terminals: controller, publisher
// and web endpoint on one data directory. The only place where the parts meet their
// threads; a terminal's process is in terminal_process.h.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "apps/config/config.h"
#include "base/clock.h"
#include "base/result.h"

namespace curlew::apps {

class Engine {
 public:
  // As stop().
  virtual ~Engine() = default;

  // Ends within seconds: visits under way are dropped and made again after the next
  // start, what was reported is committed.
  virtual void stop() = 0;

  // Why it ended by itself: another controller leads its database. It sends the stop
  // signal to its own process then. To be asked after stop().
  virtual Result<void> outcome() const = 0;

  // Of the web endpoint; 0 when there is none.
  virtual std::uint16_t web_port() const = 0;
};

enum class Role {
  // Terminals are threads of this process.
  kAll,
  // Terminals are processes of their own, and speak through the broker that is
  // configured.
  kController
};

// Errors: the directory cannot be used (another Curlew has it, it cannot be written
// to), the database is damaged, the port is taken. `clock` must outlive the engine.
Result<std::unique_ptr<Engine>> start_engine(const Config& config, const Clock& clock,
                                             Role role = Role::kAll);

}  // namespace curlew::apps
