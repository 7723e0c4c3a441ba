// What topics.cc and topic_file.cc share.

#pragma once

#include "base/result.h"
#include "model/topic.h"
#include "service/topics.h"

namespace curlew::service {

// All of `edit` but what belongs to the source and the examples. kUsage names the flag.
Result<void> apply(const TopicEdit& edit, model::Topic& topic);

}  // namespace curlew::service
