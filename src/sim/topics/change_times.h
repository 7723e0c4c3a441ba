// When pages of a synthetic web change: as documents of a recorded trace did, or, where
// there is none, as a seeded mixture of steady and restless pages.

#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "base/time.h"
#include "sim/replay/trace.h"

namespace curlew::sim {

// Seconds after the web began, ascending. A page changes at most once an hour: what
// comes and goes faster nobody sees.
using ChangeTimes = std::vector<std::uint32_t>;

// `host` pages that stand beside each other, one list a page. Taken from a trace they
// are documents that stand beside each other there, all moved by the same span, so that
// what was changed together is.
std::vector<ChangeTimes> traced_changes(const Trace& trace, std::size_t pages,
                                        Seconds length, Random& random);

// Half of the pages change steadily, half in spells; mean gaps from two days to four
// years.
std::vector<ChangeTimes> mixed_changes(std::size_t pages, Seconds length,
                                       Random& random);

}  // namespace curlew::sim
