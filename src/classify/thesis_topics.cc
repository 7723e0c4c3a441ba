#include "classify/thesis_topics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace curlew::classify {
namespace {

class ThesisTopics : public TopicModel {
 public:
  ThesisTopics(std::span<const TopicExample> examples, std::size_t topic_count,
               std::size_t terms_of_a_topic)
      : topics_(topic_count) {
    std::vector<TermCounts> tables(topic_count);
    for (const TopicExample& example : examples) {
      count_terms(example.words, tables[example.topic]);
    }
    for (std::size_t topic = 0; topic < topic_count; ++topic) {
      add_terms(tables[topic], terms_of_a_topic, topics_[topic]);
    }
    std::vector<std::vector<double>> similarities(topic_count);
    for (const TopicExample& example : examples) {
      TermCounts page;
      count_terms(example.words, page);
      similarities[example.topic].push_back(cosine(page, topics_[example.topic]));
    }
    for (const auto& of_topic : similarities) {
      thresholds_.push_back(mean_similarity(of_topic));
    }
  }

  StemRules stem_rules() const override { return StemRules::kPorter1980; }

  void score(const TopicWords& words, TopicScratch& /*scratch*/,
             std::span<double> scores) const override {
    TermCounts page;
    count_terms(words, page);
    for (std::size_t topic = 0; topic < topics_.size(); ++topic) {
      scores[topic] = cosine(page, topics_[topic]);
    }
  }

 private:
  std::vector<TopicTerms> topics_;
};

}  // namespace

void count_terms(const TopicWords& words, TermCounts& counts) {
  for (const TopicWords::Word& word : words.words()) {
    const std::string_view stem = words.stem(word);
    const auto at = counts.find(stem);
    if (at == counts.end()) {
      counts.emplace(stem, 1);
    } else {
      ++at->second;
    }
  }
}

std::vector<std::string> most_frequent_terms(const TermCounts& counts, std::size_t n) {
  std::vector<std::pair<std::string, std::uint32_t>> terms(counts.begin(),
                                                           counts.end());
  std::ranges::stable_sort(terms, std::ranges::greater(),
                           [](const auto& term) { return term.second; });
  terms.resize(std::min(n, terms.size()));
  std::vector<std::string> names;
  for (auto& [name, count] : terms) names.push_back(std::move(name));
  return names;
}

double cosine(const TermCounts& page, const TopicTerms& topic) {
  double product = 0;
  double square = 0;
  for (const auto& [term, count] : page) {
    square += double(count) * count;
    if (topic.contains(term)) product += count;
  }
  if (product == 0) return 0;
  return product / std::sqrt(square * double(topic.size()));
}

double similarity_of_page(double page, double anchor_text) {
  return (page + anchor_text) / 2;
}

std::size_t add_terms(const TermCounts& rejected_pages, std::size_t n,
                      TopicTerms& topic) {
  std::size_t added = 0;
  for (std::string& term : most_frequent_terms(rejected_pages, n)) {
    added += std::size_t(topic.insert(std::move(term)).second);
  }
  return added;
}

double mean_similarity(std::span<const double> similarities) {
  if (similarities.empty()) return 0;
  return std::accumulate(similarities.begin(), similarities.end(), 0.) /
         double(similarities.size());
}

std::unique_ptr<TopicModel> learn_thesis_topics(std::span<const TopicExample> examples,
                                                std::size_t topic_count,
                                                std::size_t terms_of_a_topic) {
  return std::make_unique<ThesisTopics>(examples, topic_count, terms_of_a_topic);
}

}  // namespace curlew::classify
