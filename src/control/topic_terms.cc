#include "control/topic_terms.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_map>

#include "classify/thesis_topics.h"
#include "classify/topic_model.h"
#include "control/topic_judge.h"
#include "text/analyzer.h"
#include "text/language_detector.h"

namespace curlew::control {
namespace {

// The most frequent words are asked for their weights; the others tell little.
constexpr std::size_t kMostAsked = 400;
// Examples in which words are looked for, and the beginning of each: common words come
// early.
constexpr std::size_t kMostLookedThrough = 50;
constexpr std::size_t kBytesLookedThrough = 32 << 10;

std::vector<TellingTerm> terms_of_thesis(const model::Topic& topic, std::size_t most) {
  std::vector<TellingTerm> terms;
  const auto known = classify::decode_thesis_topic(topic.learned);
  if (topic.learned.empty() || !known.ok()) return terms;
  for (const std::string& term : known->terms) {
    if (terms.size() == most) break;
    terms.push_back({.stem = term, .weight = 1});
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
    terms.push_back({.stem = std::move(stem), .weight = scores[number]});
  }
  std::ranges::stable_sort(terms, std::ranges::greater{}, &TellingTerm::weight);
  return terms;
}

// Finds for each term the word that people would know it by.
class WordFinder {
 public:
  WordFinder(classify::StemRules rules, std::vector<TellingTerm>& terms)
      : reader_(analyzer_, rules), terms_(terms) {
    for (TellingTerm& term : terms_) counts_[term.stem];
  }

  void look_through(const model::TopicExample& example) {
    const auto guess = text::detect_language(example.title + "\n" + example.text);
    for (const std::string_view part :
         {std::string_view(example.title), std::string_view(example.text)}) {
      const std::string_view seen = part.substr(0, kBytesLookedThrough);
      analyzer_.find_words(seen, ranges_);
      for (const text::ByteRange& range : ranges_) {
        count(range.of(seen), guess.language);
      }
    }
  }

  void name_terms() {
    for (TellingTerm& term : terms_) {
      std::size_t most = 0;
      for (const auto& [word, count] : counts_[term.stem]) {
        // Of words that are as common, small letters stand behind capitals.
        if (count < most || (count == most && word < term.word)) continue;
        most = count;
        term.word = word;
      }
    }
  }

 private:
  void count(std::string_view word, text::Language language) {
    reader_.read({.title = word, .language = language}, found_);
    if (found_.words().size() != 1) return;
    const auto known = counts_.find(std::string(found_.stem(found_.words().front())));
    if (known != counts_.end()) ++known->second[std::string(word)];
  }

  const text::Analyzer analyzer_;
  classify::TopicReader reader_;
  classify::TopicWords found_;
  std::vector<text::ByteRange> ranges_;
  std::vector<TellingTerm>& terms_;
  std::unordered_map<std::string, std::unordered_map<std::string, std::size_t>> counts_;
};

void name_terms(classify::StemRules rules,
                const std::vector<model::TopicExample>& examples,
                std::vector<TellingTerm>& terms) {
  WordFinder finder(rules, terms);
  for (std::size_t i = 0; i < std::min(examples.size(), kMostLookedThrough); ++i) {
    finder.look_through(examples[i]);
  }
  finder.name_terms();
}

}  // namespace

Result<std::vector<TellingTerm>> telling_terms(store::Store& store,
                                               model::SourceId topic,
                                               std::size_t most) {
  std::vector<TellingTerm> terms;
  TRY_ASSIGN(const auto row, store.topics().find(topic));
  if (!row) return terms;
  if (row->topic.method == model::TopicMethod::kThesis) {
    terms = terms_of_thesis(row->topic, most);
    TRY_ASSIGN(const auto examples, store.topics().examples(topic));
    name_terms(classify::StemRules::kPorter1980, examples, terms);
    return terms;
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
    if (terms.size() > most) terms.resize(most);
    name_terms((*model)->stem_rules(), examples, terms);
  }
  return terms;
}

}  // namespace curlew::control
