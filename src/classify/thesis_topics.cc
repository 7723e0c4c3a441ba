#include "classify/thesis_topics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace curlew::classify {
namespace {

constexpr std::string_view kThesisTopicMark = "curlew thesis topic 1\n";

void write_terms(TopicBytesWriter& writer, const TopicTerms& terms) {
  writer.number(std::uint32_t(terms.size()));
  for (const std::string& term : terms) writer.text(term);
}

TopicTerms read_terms(TopicBytesReader& reader) {
  // Of a term: its length and a letter.
  const std::size_t count = reader.count(kMostThesisTerms, sizeof(std::uint16_t) + 1);
  TopicTerms terms;
  for (std::size_t i = 0; i < count; ++i) terms.emplace(reader.text());
  if (terms.size() != count || terms.contains("")) reader.refuse();
  return terms;
}

class ThesisTopics : public TopicModel {
 public:
  explicit ThesisTopics(std::span<const ThesisTopic> topics) {
    for (const ThesisTopic& topic : topics) {
      topics_.push_back(topic.terms);
      thresholds_.push_back(topic.threshold);
    }
  }

  // From what encode() wrote. The reader says whether it is sound.
  explicit ThesisTopics(TopicBytesReader& bytes) {
    thresholds_ = read_thresholds(bytes);
    for (std::size_t i = 0; i < thresholds_.size(); ++i) {
      topics_.push_back(read_terms(bytes));
    }
  }

  TopicMethod method() const override { return TopicMethod::kThesis; }

  void encode(std::string& bytes) const override {
    TopicBytesWriter writer(bytes);
    for (const TopicTerms& terms : topics_) write_terms(writer, terms);
  }

  double score(const TopicWords& words, TopicScratch& /*scratch*/,
               std::span<double> scores) const override {
    TermCounts page;
    count_terms(words, page);
    for (std::size_t topic = 0; topic < topics_.size(); ++topic) {
      scores[topic] = cosine(page, topics_[topic]);
    }
    return 0;
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

bool ThesisTopic::judge(double similarity, const TermCounts& page) {
  if (similarity >= threshold) {
    accepted_sum += similarity;
    ++accepted_count;
    return true;
  }
  reject(page);
  return false;
}

void ThesisTopic::reject(const TermCounts& page) {
  if (is_complete) return;
  for (const auto& [term, count] : page) {
    const auto at = rejected.find(term);
    if (at != rejected.end()) {
      at->second += count;
    } else if (rejected.size() < kMostThesisTerms) {
      rejected.emplace(term, count);
    }
  }
}

std::size_t ThesisTopic::end_phase(std::size_t n) {
  const std::size_t room = kMostThesisTerms - std::min(kMostThesisTerms, terms.size());
  const std::size_t added = add_terms(rejected, std::min(n, room), terms);
  if (!rejected.empty() && added == 0) is_complete = true;
  rejected.clear();
  if (accepted_count > 0) threshold = accepted_sum / double(accepted_count);
  return added;
}

std::vector<ThesisTopic> learn_thesis_terms(std::span<const TopicExample> examples,
                                            std::size_t topic_count,
                                            std::size_t terms_of_a_topic) {
  std::vector<TermCounts> tables(topic_count);
  for (const TopicExample& example : examples) {
    if (example.topic < topic_count) count_terms(example.words, tables[example.topic]);
  }
  std::vector<ThesisTopic> topics(topic_count);
  for (std::size_t topic = 0; topic < topic_count; ++topic) {
    add_terms(tables[topic], std::min(terms_of_a_topic, kMostThesisTerms),
              topics[topic].terms);
  }
  std::vector<std::vector<double>> similarities(topic_count);
  for (const TopicExample& example : examples) {
    if (example.topic >= topic_count) continue;
    TermCounts page;
    count_terms(example.words, page);
    similarities[example.topic].push_back(cosine(page, topics[example.topic].terms));
  }
  for (std::size_t topic = 0; topic < topic_count; ++topic) {
    topics[topic].threshold = mean_similarity(similarities[topic]);
  }
  return topics;
}

std::string encode_thesis_topic(const ThesisTopic& topic) {
  std::string bytes(kThesisTopicMark);
  TopicBytesWriter writer(bytes);
  writer.number(topic.threshold);
  writer.number(topic.accepted_sum);
  writer.number(topic.accepted_count);
  writer.number(std::uint8_t(topic.is_complete));
  write_terms(writer, topic.terms);
  writer.number(std::uint32_t(topic.rejected.size()));
  for (const auto& [term, count] : topic.rejected) {
    writer.text(term);
    writer.number(count);
  }
  return bytes;
}

Result<ThesisTopic> decode_thesis_topic(std::string_view bytes) {
  if (!bytes.starts_with(kThesisTopicMark)) {
    return Error{ErrorKind::kUnsupported, "thesis topic: not one of this release"};
  }
  TopicBytesReader reader(bytes.substr(kThesisTopicMark.size()));
  ThesisTopic topic;
  topic.threshold = reader.real();
  topic.accepted_sum = reader.real();
  topic.accepted_count = reader.number<std::uint64_t>();
  const auto is_complete = reader.number<std::uint8_t>();
  if (is_complete > 1) reader.refuse();
  topic.is_complete = is_complete == 1;
  topic.terms = read_terms(reader);
  const std::size_t count =
      reader.count(kMostThesisTerms, sizeof(std::uint16_t) + 1 + sizeof(std::uint32_t));
  for (std::size_t i = 0; i < count; ++i) {
    std::string term(reader.text());
    topic.rejected.emplace(std::move(term), reader.number<std::uint32_t>());
  }
  if (!reader.is_at_end() || topic.rejected.size() != count) {
    return Error{ErrorKind::kCorrupt, "thesis topic: damaged"};
  }
  return topic;
}

std::unique_ptr<TopicModel> make_thesis_model(std::span<const ThesisTopic> topics) {
  return std::make_unique<ThesisTopics>(topics);
}

std::unique_ptr<TopicModel> read_thesis_topics(TopicBytesReader& bytes) {
  return std::make_unique<ThesisTopics>(bytes);
}

std::unique_ptr<TopicModel> learn_thesis_topics(std::span<const TopicExample> examples,
                                                std::size_t topic_count,
                                                std::size_t terms_of_a_topic) {
  return make_thesis_model(learn_thesis_terms(examples, topic_count, terms_of_a_topic));
}

}  // namespace curlew::classify
