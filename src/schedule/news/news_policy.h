// `curlew` for news: visits when the time that unseen articles have waited becomes
// worth a visit.
//
//   evidence     what a visit really shows (times that cannot be true taken out)
//   rate_model   how much a source publishes, at two time scales
//   rhythm       when in the week, shrunk to the kinds of sources it may be
//   population   those kinds, and the mean rate
//   outlook      what to expect from now on, on a grid
//   look_ahead   the first visit of the best plan on that grid
//   truncation   what a short list loses
//
// Mean delay in hours on the development traces, geometric mean of 15, 5 and 2 % of the
// sources an hour on two traces, three windows each of 460 sources: 4.36 with a budget
// a day, 5.46 with one for each tick (posting-rate 6.71). A rank is what has waited.

#pragma once

#include <memory>

#include "schedule/policy.h"

namespace curlew::schedule::news {

std::unique_ptr<Policy> make_news_policy();

}  // namespace curlew::schedule::news
