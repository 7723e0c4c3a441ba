#include "schedule/curlew.h"

#include "schedule/news/news_policy.h"

namespace curlew::schedule {

// Where nothing better is there for an objective, short delays serve it, too.
std::unique_ptr<Policy> make_curlew_policy(model::Objective) {
  return news::make_news_policy({});
}

}  // namespace curlew::schedule
