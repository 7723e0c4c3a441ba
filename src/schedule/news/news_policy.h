// `curlew` for news: visits when the time that unseen articles have waited becomes
// worth a visit. See scheduling.md in docs/ for what each part of it gains.

#pragma once

#include <memory>

#include "base/time.h"
#include "schedule/policy.h"

namespace curlew::schedule::news {

struct NewsOptions {
  // First visits of sources that are added together are spread over this time.
  Milliseconds first_visits_within{3'600'000};
};
std::unique_ptr<Policy> make_news_policy(NewsOptions options);

}  // namespace curlew::schedule::news
