// Lays the grid on which the look-ahead decides: fine steps as far as the next visit
// may be, coarser ones behind, where only their cost matters. What falls into a step is
// integrated exactly, so that a coarse step does not miss the hour at which a source
// publishes.

#pragma once

#include "schedule/news/exposure.h"
#include "schedule/news/look_ahead.h"

namespace curlew::schedule::news {

Outlook make_outlook(const Rhythm& rhythm, const Rates& rates, UnixSeconds now,
                     double price);

}  // namespace curlew::schedule::news
