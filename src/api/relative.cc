#include "api/relative.h"

namespace curlew::api {

std::string relative(Time moment, Time now) {
  if (moment == kNever) return "never";
  constexpr Milliseconds kNow{10'000};
  const Milliseconds distance = moment > now ? moment - now : now - moment;
  if (distance < kNow) return moment > now ? "now" : "just now";
  if (distance > std::chrono::days(7)) return to_iso8601(moment).substr(0, 10);
  return moment > now ? "in " + to_human(moment - now)
                      : to_human(now - moment) + " ago";
}

std::string relative_due(Time due, Time now) {
  if (due > now) return relative(due, now);
  if (now - due < Milliseconds(10'000)) return "due now";
  if (now - due > std::chrono::days(7)) return "due since " + relative(due, now);
  return "due for " + to_human(now - due);
}

}  // namespace curlew::api
