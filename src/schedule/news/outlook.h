// Lays the grid on which the look-ahead decides.

#pragma once

#include "schedule/news/exposure.h"
#include "schedule/news/look_ahead.h"

namespace curlew::schedule::news {

Outlook make_outlook(const Rhythm& rhythm, const Rates& rates, UnixSeconds now,
                     double price);

}  // namespace curlew::schedule::news
