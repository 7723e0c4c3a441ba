// Topics as the paper DYN has them (chapters 3.1 and 4.2): the N most frequent stems of
// a topic's example pages, each of weight 1; a page belongs to the topic with which its
// term frequencies have the highest cosine; it is accepted when the mean of its own and
// its anchor text's similarity reaches the topic's threshold, which is the mean
// similarity of the pages accepted so far.

#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "classify/topic_model.h"

namespace curlew::classify {

// The "term table" and the "web page vector" of the paper: terms and how often each
// occurs.
using TermCounts = std::map<std::string, std::uint32_t, std::less<>>;
void count_terms(const TopicWords& words, TermCounts& counts);

// The terms that occur most often, the most frequent first; of equals the first in the
// alphabet, about which the paper says nothing.
std::vector<std::string> most_frequent_terms(const TermCounts& counts, std::size_t n);

// Equation 4.3; every term of the topic weighs 1. 0 when either is empty.
using TopicTerms = std::set<std::string, std::less<>>;
double cosine(const TermCounts& page, const TopicTerms& topic);

// IS, equation 3.3.
double similarity_of_page(double page, double anchor_text);

// Adds the `n` most frequent terms of pages that belong to the topic and fell below its
// threshold. How many of them are new; 0 says that the same terms come back.
std::size_t add_terms(const TermCounts& rejected_pages, std::size_t n,
                      TopicTerms& topic);

// Section 3.1.2: the mean similarity, of the example pages in the first phase and of
// all accepted pages in later ones. 0 without any.
double mean_similarity(std::span<const double> similarities);

std::unique_ptr<TopicModel> learn_thesis_topics(std::span<const TopicExample> examples,
                                                std::size_t topic_count,
                                                std::size_t terms_of_a_topic);

}  // namespace curlew::classify
