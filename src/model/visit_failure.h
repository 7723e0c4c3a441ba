// A visit whose findings could not be kept: too large for a message, damaged on the
// way, of a kind that only a newer release knows, refused by the store. That it was
// made, and why it failed, is stored all the same, so that its source is seen to fail
// and is visited more rarely.
//
// Which kind of visit it was cannot always be read. All of these have `is_lost`, and
// whoever ordered the visit knows its kind: see nothing_found() in model/visit.h.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/visit.h"

namespace curlew::model {

// The same visit without its findings: unreadable, because of `why`.
VisitReport as_failure(const VisitReport& report, std::string why);

// The same visit, whose answer cannot be written to the archive.
VisitReport as_unkept(const VisitReport& report, const Error& why);

// What can be told of a report that cannot be decoded: its outer fields come first in
// the message (proto/visit.proto). Nullopt when not even those can be read.
std::optional<VisitReport> decode_failure(std::string_view bytes, std::string why);

// The report of a terminal that cannot read an order, which is damaged or asks for
// something that only a newer release knows. Without an answer it would be sent again
// whenever its lease ends. Nullopt when its outer fields cannot be read either.
std::optional<VisitReport> refuse_order(std::string_view bytes, std::string terminal,
                                        Time now, std::string why);

// The report of a terminal that cannot open the secrets of an order, because of `why`.
// Nobody was asked: without them its server would refuse, or show strangers' things.
VisitReport unopened(const VisitOrder& order, std::string terminal, Time now,
                     std::string why);

}  // namespace curlew::model
