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

}  // namespace curlew::api
