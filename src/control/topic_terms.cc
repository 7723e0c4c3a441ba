#include "control/topic_terms.h"

#include <algorithm>

#include "classify/thesis_topics.h"
#include "classify/topic_model.h"
#include "control/topic_judge.h"
#include "text/analyzer.h"
#include "text/language_detector.h"

namespace curlew::control {
namespace {

// The most frequent words are asked for their weights; the others tell little.
constexpr std::size_t kMostAsked = 400;

std::vector<TellingTerm> terms_of_thesis(const model::Topic& topic, std::size_t most) {
  std::vector<TellingTerm> terms;
  const auto known = classify::decode_thesis_topic(topic.learned);
  if (topic.learned.empty() || !known.ok()) return terms;
  for (const std::string& term : known->terms) {
    if (terms.size() == most) break;
    terms.push_back({term, 1});
  }
  return terms;
}

std::vector<TellingTerm> weighed(const classify::TopicModel& model, std::size_t number,
                                 const std::vector<model::TopicExample>& examples) {
  const text::Analyzer analyzer;
  classify::TopicReader reader(analyzer, model.stem_rules());
  classify::TopicWords words;
  classify::TermCounts counts;
  for (const model::TopicExample& example : examples) {
    const auto guess = text::detect_language(example.title + "\n" + example.text);
    reader.read({example.title, example.text, guess.language}, words);
    classify::count_terms(words, counts);
  }
  classify::TopicScratch scratch;
  std::vector<double> scores(model.topic_count());
  std::vector<TellingTerm> terms;
  for (std::string& stem : classify::most_frequent_terms(counts, kMostAsked)) {
    words.clear();
    words.add(stem, classify::Place::kText);
    model.score(words, scratch, scores);
    terms.push_back({std::move(stem), scores[number]});
  }
  std::ranges::stable_sort(terms, std::ranges::greater{}, &TellingTerm::weight);
  return terms;
}

}  // namespace

Result<std::vector<TellingTerm>> telling_terms(store::Store& store,
                                               model::SourceId topic,
                                               std::size_t most) {
  std::vector<TellingTerm> terms;
  TRY_ASSIGN(const auto row, store.topics().find(topic));
  if (!row) return terms;
  if (row->topic.method == model::TopicMethod::kThesis) {
    return terms_of_thesis(row->topic, most);
  }
  TRY_ASSIGN(const auto models, store.topics().models());
  for (const store::TopicModelRow& each : models) {
    const auto found = std::ranges::find(each.classes, topic);
    if (each.method != row->topic.method || found == each.classes.end()) continue;
    const auto model = classify::decode_topic_model(each.model);
    const auto number = static_cast<std::size_t>(found - each.classes.begin());
    if (!model.ok() || number >= (*model)->topic_count()) continue;
    TRY_ASSIGN(const auto examples, store.topics().examples(topic));
    terms = weighed(**model, number, examples);
  }
  if (terms.size() > most) terms.resize(most);
  return terms;
}

}  // namespace curlew::control
