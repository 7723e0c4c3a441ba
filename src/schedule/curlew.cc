#include "schedule/curlew.h"

#include "schedule/documents/document_policy.h"
#include "schedule/news/news_policy.h"

namespace curlew::schedule {

std::unique_ptr<Policy> make_curlew_policy(model::Objective objective) {
  switch (objective) {
    case model::Objective::kDelay:
      return news::make_news_policy();
    case model::Objective::kCapture:
    case model::Objective::kFreshness:
      return documents::make_document_policy(objective);
  }
  return news::make_news_policy();
}

}  // namespace curlew::schedule
