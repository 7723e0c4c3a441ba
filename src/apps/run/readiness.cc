#include "apps/run/readiness.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/process_facts.h"
#include "base/units.h"

namespace curlew::apps {
namespace {

// A batch of reports may take so much at once, in the database's log and in archives.
constexpr Bytes kLeastRoom = 16_MiB;
// It comes round fifty times a second; learning topics may take seconds of it.
constexpr Milliseconds kLongestRound{60'000};

}  // namespace

api::ReadyCheck check_disk(const std::string& folder) {
  const auto room = disk_room_of(folder);
  if (!room) return {"disk", fmt::format("{} cannot be looked at", folder)};
  // Also says that a file system is read-only, to root as well.
  if (::access(folder.c_str(), W_OK) != 0) {
    return {"disk",
            fmt::format("{} cannot be written to: {}", folder, std::strerror(errno))};
  }
  if (room->free >= kLeastRoom) return {"disk", ""};
  return {"disk", fmt::format("{} bytes are free, {} are needed", room->free,
                              size_to_text(kLeastRoom))};
}

api::ReadyCheck to_check(std::string name, const Result<void>& checked) {
  return {std::move(name), checked.ok() ? "" : checked.error().text};
}

void ControllerReadiness::came_round(std::string trouble, std::size_t terminals) {
  const std::lock_guard lock(mutex_);
  has_come_round_ = true;
  last_ = clock_.steady();
  trouble_ = std::move(trouble);
  terminals_ = terminals;
}

std::vector<api::ReadyCheck> ControllerReadiness::checks() const {
  const std::lock_guard lock(mutex_);
  std::string planner;
  const Milliseconds since = clock_.steady() - last_;
  if (!has_come_round_) {
    planner = "has not run yet";
  } else if (since > kLongestRound) {
    planner = fmt::format("has not run for {}", to_human(since));
  }
  return {{"store", trouble_},
          {"planner", std::move(planner)},
          {"terminals", terminals_ > 0 ? "" : "none was heard of late"}};
}

}  // namespace curlew::apps
