// Curlew's own topics: a trained weight for each word, each pair of neighbouring words
// and each part of a word, tf-idf (sublinear).
//
// Parts are the runs of three to five letters in a stem. They carry a word that no
// example had to the topic of its relatives, which is what short texts and languages
// with many forms need. A part counts as often as its words do, so that a known word
// brings the sum of its parts' weights with it, ready made: a text costs one lookup a
// word and one a pair.
//
// Learners and their settings are chosen by cross-validation among the examples
// themselves. The same verdicts on examples that were not learned from say how scores
// become probabilities, and which score a topic asks for.

#pragma once

#include <memory>
#include <span>

#include "classify/topic_bytes.h"
#include "classify/topic_model.h"

namespace curlew::classify {

std::unique_ptr<TopicModel> learn_linear_topics(std::span<const TopicExample> examples,
                                                std::size_t topic_count,
                                                const TopicOptions& options);
// From what its encode() wrote; to be thrown away when the bytes were not sound.
std::unique_ptr<TopicModel> read_linear_topics(TopicBytesReader& bytes);

}  // namespace curlew::classify
