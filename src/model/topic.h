// A topic: what articles can be about, learned from examples; and, where it has seeds,
// how pages about it are looked for. It is a source of kind kTopic as well, so that
// subscribers, folders, pausing, watchlists and feeds hold for it as for any other.
// docs/topics.md is for people.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "model/ids.h"

namespace curlew::model {

// How a topic is learned and texts are judged (classify/topic_model.h).
enum class TopicMethod {
  // Ours.
  kLinear,
  kCentroid,
  // As the paper DYN has it.
  kThesis,
};

// In which order the pages of a topic are fetched (frontier).
enum class CrawlOrder {
  // By the expected gain of a fetch.
  kCurlew,
  // As the paper DYN has it: the dynamic frontier first, then the static one.
  kThesis,
};

// "linear", "tf-centroid", "thesis"; "curlew", "thesis": stable names for the command
// line, JSON and the database.
std::string_view to_string(TopicMethod method);
std::string_view to_string(CrawlOrder order);
std::optional<TopicMethod> parse_topic_method(std::string_view name);
std::optional<CrawlOrder> parse_crawl_order(std::string_view name);

struct CrawlCaps {
  // A phase ends after so many.
  std::uint32_t pages_a_phase = 1000;
  // Of one registrable domain, in all phases together.
  std::uint32_t pages_a_site = 2000;
  // Links from a seed; 0: the seeds alone.
  std::uint32_t depth = 8;

  bool operator==(const CrawlCaps&) const = default;
};

struct CrawlRules {
  // Registrable domains or hosts that the crawl may enter beside those of its seeds;
  // "*": all.
  std::vector<std::string> also_domains;
  // Addresses that it leaves alone: patterns with '*' over the whole address.
  std::vector<std::string> excludes;

  bool operator==(const CrawlRules&) const = default;
};

struct Topic {
  // Its source, whose title is its name.
  SourceId source;
  std::string name;
  TopicMethod method = TopicMethod::kLinear;
  CrawlOrder order = CrawlOrder::kCurlew;
  // N of the thesis: the most frequent stems of its examples.
  std::uint32_t terms = 50;
  // Of the linear model: this share of its examples would not be accepted.
  double passed_over = .05;
  CrawlCaps caps;
  CrawlRules rules;
  // Where its crawl begins; none: it does not crawl.
  std::vector<std::string> seeds;
  // In place of the threshold that is learned; it stays whatever is learned anew.
  std::optional<double> own_threshold = {};

  // What its crawl has come to; nothing that users decide.

  // The one under way, from 1; 0: none has begun.
  std::uint32_t phase = 0;
  // The least score with which a text is accepted.
  double threshold = 0;
  // What the crawl taught beside the examples (further terms of the thesis); opaque.
  std::string learned;

  bool operator==(const Topic&) const = default;
};

struct TopicExample {
  // The address or the file that it came from.
  std::string origin;
  std::string title;
  std::string text;

  bool operator==(const TopicExample&) const = default;
};

// That an article belongs to a topic.
struct TopicScore {
  SourceId topic;
  // From 0 to 1, as of the topic's method.
  double score = 0;

  bool operator==(const TopicScore&) const = default;
};

// What a phase of a crawl brought.
struct TopicPhase {
  // From 1.
  std::uint32_t number = 0;
  Time began;
  // nullopt: it is under way.
  std::optional<Time> ended;
  std::uint64_t downloaded = 0;
  std::uint64_t relevant = 0;
  // Near-duplicates of other pages of the crawl; not counted as relevant.
  std::uint64_t duplicates = 0;
  // Revisits that found such a change.
  std::uint64_t structural = 0;
  std::uint64_t textual = 0;
  // Pages whose topic changed, and those that left all topics.
  std::uint64_t moved = 0;
  std::uint64_t dropped = 0;
  // Of the frontiers at its end, or now.
  std::uint64_t dynamic_size = 0;
  std::uint64_t static_size = 0;
  double threshold = 0;

  bool operator==(const TopicPhase&) const = default;
};

// Relevant pages of those downloaded; 0 before the first.
inline double harvest_ratio(const TopicPhase& phase) {
  return phase.downloaded == 0 ? 0 : double(phase.relevant) / double(phase.downloaded);
}

}  // namespace curlew::model
