// Topics as the sum of their examples' term frequencies, each example of length 1, and
// texts compared with them by cosine. The threshold is the mean similarity of a topic's
// examples, as in the paper DYN. What others are measured against: it is short, needs
// no training and rejects more than half of what belongs to a topic.

#pragma once

#include <memory>
#include <span>

#include "classify/topic_bytes.h"
#include "classify/topic_model.h"

namespace curlew::classify {

std::unique_ptr<TopicModel> learn_centroid_topics(
    std::span<const TopicExample> examples, std::size_t topic_count);
// From what its encode() wrote; to be thrown away when the bytes were not sound.
std::unique_ptr<TopicModel> read_centroid_topics(TopicBytesReader& bytes);

}  // namespace curlew::classify
