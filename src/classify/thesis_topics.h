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

#include "classify/topic_bytes.h"
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

// Terms that a phase adds: as many as in the paper's example.
inline constexpr std::size_t kTermsOfAPhase = 10;

// A topic over the phases of a crawl, and what is kept of it from one run to the next.
struct ThesisTopic {
  TopicTerms terms;
  // Similarities of the pages accepted so far, without the examples.
  double accepted_sum = 0;
  std::uint64_t accepted_count = 0;
  // What is asked for in this phase, in the first the mean of the examples.
  double threshold = 0;
  // Terms of pages that belong to the topic and fell below the threshold in this phase.
  TermCounts rejected;
  // Section 3.1.1: no more terms are added once a phase brought none that is new.
  bool is_complete = false;

  // A page whose topic this is, with its IS. Returns whether it is accepted.
  bool judge(double similarity, const TermCounts& page);
  // A page whose topic this is, and that somebody else did not accept.
  void reject(const TermCounts& page);
  // Adds the `n` most frequent rejected terms, takes the mean of all accepted pages as
  // threshold (the old one when none was) and begins the next phase. How many terms
  // are new.
  std::size_t end_phase(std::size_t n = kTermsOfAPhase);

  bool operator==(const ThesisTopic&) const = default;
};

// Topics as they are before the first phase. Examples of kNoTopic do not count.
std::vector<ThesisTopic> learn_thesis_terms(std::span<const TopicExample> examples,
                                            std::size_t topic_count,
                                            std::size_t terms_of_a_topic);

// Bounded: a topic keeps at most so many rejected terms and terms.
inline constexpr std::size_t kMostThesisTerms = 20'000;
std::string encode_thesis_topic(const ThesisTopic& topic);
Result<ThesisTopic> decode_thesis_topic(std::string_view bytes);

// Judges by the terms and thresholds that the topics have now. An encoded model has
// nothing else of them: what the crawl counts is in the topics.
std::unique_ptr<TopicModel> make_thesis_model(std::span<const ThesisTopic> topics);

std::unique_ptr<TopicModel> read_thesis_topics(TopicBytesReader& bytes);

std::unique_ptr<TopicModel> learn_thesis_topics(std::span<const TopicExample> examples,
                                                std::size_t topic_count,
                                                std::size_t terms_of_a_topic);

}  // namespace curlew::classify
