// Time zones of the IANA database, as the system's ICU knows them. Values; may be used
// from any thread.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"

namespace curlew::publish {

class TimeZone {
 public:
  // "Europe/Athens", "UTC". kUsage for a name that is not known.
  static Result<TimeZone> find(std::string_view name);
  // UTC where the name is not known: a time is told all the same.
  static TimeZone find_or_utc(std::string_view name);

  // What local clocks show: a time whose "UTC" reading is the local one.
  Time to_local(Time time) const;
  // The other way. A local time that a clock change leaves out is read as before the
  // change, so that it falls behind it; of one that comes twice it is the first.
  Time to_utc(Time local) const;
  // "2026-11-17 15:05"
  std::string to_text(Time time) const;

 private:
  struct Zone;
  explicit TimeZone(std::shared_ptr<const Zone> zone) : zone_(std::move(zone)) {}
  std::shared_ptr<const Zone> zone_;
};

}  // namespace curlew::publish
