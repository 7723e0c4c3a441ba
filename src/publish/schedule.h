// When a notice is due: digests by the clock of their user, and the next try of a
// channel that fails. Pure.

#pragma once

#include <cstdint>
#include <optional>

#include "base/time.h"
#include "model/user.h"
#include "publish/time_zone.h"

namespace curlew::publish {

// The first moment after `now` at which clips that wait are sent; nullopt for lists
// that go by no clock (every clip, or every so many).
//
// An hour of the day that a clock change leaves out is taken as soon as the change is
// over; one that comes twice is taken once, the first time.
std::optional<Time> next_digest(Time now, const model::Digest& digest,
                                const TimeZone& zone);

// How long to leave a channel alone that has failed so many times in a row: half a
// minute, then twice as long each time, up to six hours. What the channel asked for
// itself (Retry-After) counts when it is longer, up to a day.
Milliseconds retry_wait(std::uint32_t failures,
                        std::optional<Milliseconds> asked = std::nullopt);

}  // namespace curlew::publish
