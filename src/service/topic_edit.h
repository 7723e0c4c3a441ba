// What topics.cc and topic_file.cc share.

#pragma once

#include "base/result.h"
#include "model/topic.h"
#include "service/topics.h"

namespace curlew::service {

// All of `edit` but what belongs to the source and the examples. kUsage names the flag.
Result<void> apply(const TopicEdit& edit, model::Topic& topic);

// In the transaction of control::change_topics(), which learns them.
Result<model::SourceId> write_new_topic(store::Store& store, std::string_view name,
                                        const TopicEdit& edit, Time now);
Result<model::SourceId> write_changed_topic(store::Store& store, std::string_view word,
                                            const TopicEdit& edit);
// In the topic's log, when it is learned: what was done, and what came of it.
Result<store::TopicRow> note_learned(store::Store& store, model::SourceId topic,
                                     std::string_view what, Time now);

}  // namespace curlew::service
