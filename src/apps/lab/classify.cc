#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "apps/lab/cases.h"
#include "apps/lab/lab.h"
#include "apps/lab/labelled_texts.h"
#include "apps/output/table.h"
#include "base/ascii.h"
#include "base/fingerprint.h"
#include "classify/ready_topics.h"
#include "classify/themes.h"
#include "classify/topic_model.h"
#include "text/language_detector.h"

namespace curlew::apps {
namespace {

using classify::TopicExample;
using classify::TopicMethod;
using classify::TopicModel;

// Of the processor: whatever else the machine does costs no speed.
double seconds_spent() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

Result<TopicMethod> parse_method(const std::string& name) {
  if (name == "linear") return TopicMethod::kLinear;
  if (name == "cosine" || name == "tf-centroid") return TopicMethod::kCentroid;
  if (name == "thesis") return TopicMethod::kThesis;
  return Error{ErrorKind::kUsage,
               name + ": no method; there are linear, cosine (tf-centroid) and thesis"};
}

// "all", or names with commas between, as they were given.
Result<std::vector<std::pair<std::string, TopicMethod>>> parse_methods(
    const std::string& names) {
  std::vector<std::pair<std::string, TopicMethod>> methods;
  std::istringstream rest(names == "all" ? "thesis,tf-centroid,linear" : names);
  for (std::string name; std::getline(rest, name, ',');) {
    TRY_ASSIGN(const TopicMethod method, parse_method(name));
    methods.emplace_back(name, method);
  }
  if (methods.empty()) return parse_method(names).error();
  return methods;
}

Result<classify::Background> parse_background(const std::string& name) {
  if (name == "none") return classify::Background::kExamples;
  if (name == "own") return classify::Background::kOwn;
  return Error{ErrorKind::kUsage, name + ": no background; there are none and own"};
}

Result<std::vector<classify::Theme>> read_themes(const std::string& path) {
  if (path.empty()) return classify::own_themes();
  std::ifstream file(path);
  if (!file) return Error{ErrorKind::kNotFound, path + ": cannot be read"};
  const std::string content(std::istreambuf_iterator<char>(file), {});
  auto themes = classify::parse_themes(content);
  if (!themes) return std::move(themes).error().within(path);
  return themes;
}

struct Halves {
  std::vector<LabelledText> train;
  std::vector<LabelledText> test;
};

std::vector<LabelledText> ready_examples(const std::vector<classify::Theme>& themes) {
  std::vector<LabelledText> texts;
  for (const std::string_view topic : classify::kReadyTopics) {
    for (classify::ReadyText& ready : classify::ready_texts(topic, themes)) {
      texts.push_back({.id = {},
                       .label = std::string(topic),
                       .title = {},
                       .text = std::move(ready.text),
                       .language = ready.language});
    }
  }
  return texts;
}

Result<Halves> read_halves(const LabClassifyOptions& options,
                           const std::vector<classify::Theme>& themes) {
  Halves halves;
  if (options.train == "ready") {
    halves.train = ready_examples(themes);
  } else {
    TRY_ASSIGN(halves.train, read_labelled_texts(options.train, options.label));
  }
  if (options.train != options.test) {
    TRY_ASSIGN(halves.test, read_labelled_texts(options.test, options.label));
  } else {
    const auto is_learned_from = [](const LabelledText& text) {
      return short_fingerprint_of(text.id) % 2 == 0;
    };
    const auto tested = std::stable_partition(halves.train.begin(), halves.train.end(),
                                              is_learned_from);
    halves.test.assign(tested, halves.train.end());
    halves.train.erase(tested, halves.train.end());
  }
  if (halves.test.empty()) {
    return Error{ErrorKind::kMalformed,
                 fmt::format("{}: no text has a \"{}\"", options.test, options.label)};
  }
  return halves;
}

// What most of the examples are written in: single titles are too short to tell.
text::Language language_of(const std::vector<LabelledText>& texts) {
  constexpr std::size_t kSample = 200;
  std::map<text::Language, int> votes;
  const std::size_t step = std::max<std::size_t>(texts.size() / kSample, 1);
  for (std::size_t i = 0; i < texts.size(); i += step) {
    ++votes[text::detect_language(texts[i].title + "\n" + texts[i].text).language];
  }
  votes.erase(text::Language::kUnknown);
  if (votes.empty()) return text::Language::kUnknown;
  return std::ranges::max_element(votes, {},
                                  [](const auto& vote) { return vote.second; })
      ->first;
}

struct TopicCounts {
  double texts = 0;
  double judged = 0;
  double right = 0;
  double accepted = 0;
  double rightly_accepted = 0;

  double precision() const { return share(right, judged); }
  double recall() const { return share(right, texts); }
  double f1() const { return share(2 * right, judged + texts); }
};

// Verdicts, counted by topic.
class Tally {
 public:
  // `own`: the topic that is right; nullopt: none that was learned.
  void count(std::optional<std::size_t> own, const classify::TopicVerdict& verdict) {
    const bool is_right = own == std::size_t(verdict.topic);
    const std::size_t needed =
        std::max<std::size_t>(verdict.topic, own.value_or(0)) + 1;
    if (topics_.size() < needed) topics_.resize(needed);
    ++texts_;
    if (own) ++topics_[*own].texts;
    TopicCounts& judged = topics_[verdict.topic];
    ++judged.judged;
    judged.right += is_right;
    judged.accepted += verdict.is_accepted;
    judged.rightly_accepted += is_right && verdict.is_accepted;
  }

  TopicCounts of(std::size_t topic) const {
    return topic < topics_.size() ? topics_[topic] : TopicCounts{};
  }
  TopicCounts total() const {
    TopicCounts sum;
    for (const TopicCounts& topic : topics_) {
      sum.judged += topic.judged;
      sum.right += topic.right;
      sum.accepted += topic.accepted;
      sum.rightly_accepted += topic.rightly_accepted;
    }
    sum.texts = texts_;
    return sum;
  }
  double accuracy() const { return total().recall(); }
  // Of the topics that have texts.
  double macro_f1() const {
    double sum = 0;
    double topics = 0;
    for (const TopicCounts& topic : topics_) {
      if (topic.texts == 0) continue;
      sum += topic.f1();
      ++topics;
    }
    return share(sum, topics);
  }

  boost::json::object as_json() const {
    const TopicCounts all = total();
    return {{"accuracy", accuracy()},
            {"macro_f1", macro_f1()},
            {"texts", std::int64_t(all.texts)},
            {"accepted_precision", share(all.rightly_accepted, all.accepted)},
            {"accepted_recall", share(all.rightly_accepted, all.texts)}};
  }

 private:
  double texts_ = 0;
  std::vector<TopicCounts> topics_;
};

// The model on the texts that it did not learn from.
class Trial {
 public:
  explicit Trial(text::Language language) : language_(language) {}

  Result<void> learn(const std::vector<LabelledText>& texts,
                     const classify::TopicOptions& options) {
    std::set<std::string> labels;
    for (const LabelledText& text : texts) labels.insert(text.label);
    for (const std::string& label : labels) {
      numbers_.emplace(label, topics_.size());
      topics_.push_back(label);
    }
    for (const std::string& label : labels) {
      const auto [at, is_new] = in_small_letters_.emplace(to_ascii_lower(label), label);
      if (!is_new) at->second.clear();  // Which of the two is meant, nobody knows.
    }
    const double start = seconds_spent();
    classify::TopicReader reader(analyzer_, stem_rules_of(options.method));
    std::vector<TopicExample> examples(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      examples[i].topic = std::uint32_t(numbers_.at(texts[i].label));
      const bool is_other = texts[i].language != text::Language::kUnknown;
      reader.read(
          {texts[i].title, texts[i].text, is_other ? texts[i].language : language_},
          examples[i].words);
    }
    TRY_ASSIGN(model_, learn_topics(examples, topics_.size(), options));
    training_seconds_ = seconds_spent() - start;
    return {};
  }

  // In batches, so that reading and judging are timed apart without a look at the clock
  // for each text.
  void test(const std::vector<LabelledText>& texts) {
    classify::TopicReader reader(analyzer_, model_->stem_rules());
    classify::TopicScratch scratch;
    std::vector<classify::TopicWords> batch(64);
    std::vector<classify::TopicVerdict> verdicts(batch.size());
    for (std::size_t first = 0; first < texts.size(); first += batch.size()) {
      const std::size_t size = std::min(batch.size(), texts.size() - first);
      const double start = seconds_spent();
      for (std::size_t i = 0; i < size; ++i) {
        const LabelledText& text = texts[first + i];
        reader.read({text.title, text.text, language_}, batch[i]);
      }
      const double middle = seconds_spent();
      for (std::size_t i = 0; i < size; ++i) {
        verdicts[i] = judge(*model_, batch[i], scratch);
      }
      judging_seconds_ += seconds_spent() - middle;
      reading_seconds_ += middle - start;
      for (std::size_t i = 0; i < size; ++i) count(texts[first + i], verdicts[i]);
    }
  }

  // Labels of tested texts that no topic was learned for, with the number of texts.
  const std::map<std::string, std::int64_t>& strangers() const { return strangers_; }

  // Of a topic by itself it is asked what it makes of others' texts, too.
  bool says_something() const {
    return known_.total().texts > 0 || topics_.size() == 1;
  }

  // Of the texts whose label is a topic; where others were tested too, of all as well.
  boost::json::object as_json() const {
    boost::json::object row = known_.as_json();
    boost::json::object classes;
    for (std::size_t i = 0; i < topics_.size(); ++i) {
      const TopicCounts topic = all_.of(i);
      classes[topics_[i]] = {
          {"precision", topic.precision()},
          {"recall", topic.recall()},
          {"f1", topic.f1()},
          {"texts", std::int64_t(topic.texts)},
          {"threshold", model_->thresholds()[i]},
          {"accepted_precision", share(topic.rightly_accepted, topic.accepted)},
          {"accepted_recall", share(topic.rightly_accepted, topic.texts)}};
    }
    row["per_class"] = std::move(classes);
    row["docs_per_s"] = docs_per_second();
    row["docs_per_s_from_words"] = docs_per_second_from_words();
    row["train_s"] = training_seconds_;
    if (strangers_.empty()) return row;
    boost::json::object labels;
    for (const auto& [label, texts] : strangers_) labels[label] = texts;
    row["unknown_labels"] = std::move(labels);
    row["all_texts"] = all_.as_json();
    return row;
  }

  std::string as_table(const Screen& screen) const {
    Table table({{.title = "topic", .shrink = Shrink::kYes},
                 {.title = "texts", .align = Align::kRight},
                 {.title = "precision", .align = Align::kRight},
                 {.title = "recall", .align = Align::kRight},
                 {.title = "F1", .align = Align::kRight},
                 {.title = "threshold", .align = Align::kRight},
                 {.title = "accepted: precision", .align = Align::kRight},
                 {.title = "recall", .align = Align::kRight}});
    for (std::size_t i = 0; i < topics_.size(); ++i) {
      add_row(table, topics_[i], all_.of(i), all_.of(i).f1(),
              fmt::format("{:.3f}", model_->thresholds()[i]));
    }
    add_row(table, "all", all_.total(), all_.macro_f1(), "");
    if (!strangers_.empty()) {
      add_row(table, "without unknown labels", known_.total(), known_.macro_f1(), "");
    }
    return table.render(screen) +
           fmt::format(
               "accuracy {:.1f} %, macro F1 {:.1f} %; {:.0f} texts/s, {:.0f} from "
               "their words; learned in {:.1f} s\n",
               100 * known_.accuracy(), 100 * known_.macro_f1(), docs_per_second(),
               docs_per_second_from_words(), training_seconds_);
  }

 private:
  void count(const LabelledText& text, const classify::TopicVerdict& verdict) {
    auto found = numbers_.find(text.label);
    if (found == numbers_.end()) {
      const auto small = in_small_letters_.find(to_ascii_lower(text.label));
      if (small != in_small_letters_.end()) found = numbers_.find(small->second);
    }
    if (found == numbers_.end()) {
      ++strangers_[text.label];
      all_.count(std::nullopt, verdict);
      return;
    }
    all_.count(found->second, verdict);
    known_.count(found->second, verdict);
  }

  static void add_row(Table& table, const std::string& name, const TopicCounts& counts,
                      double f1, const std::string& threshold) {
    const auto percent = [](double of_one) {
      return fmt::format("{:.1f} %", 100 * of_one);
    };
    table.add({name, fmt::format("{:.0f}", counts.texts), percent(counts.precision()),
               percent(counts.recall()), percent(f1), threshold,
               percent(share(counts.rightly_accepted, counts.accepted)),
               percent(share(counts.rightly_accepted, counts.texts))});
  }

  double docs_per_second() const {
    return all_.total().texts / std::max(reading_seconds_ + judging_seconds_, 1e-9);
  }
  double docs_per_second_from_words() const {
    return all_.total().texts / std::max(judging_seconds_, 1e-9);
  }

  text::Language language_;
  // Those that were learned, by name.
  std::vector<std::string> topics_;
  std::map<std::string, std::size_t> numbers_;
  std::map<std::string, std::string> in_small_letters_;
  text::Analyzer analyzer_;
  std::unique_ptr<TopicModel> model_;
  std::map<std::string, std::int64_t> strangers_;
  // All tested texts, and those whose label is a topic.
  Tally all_;
  Tally known_;
  double training_seconds_ = 0;
  double reading_seconds_ = 0;
  double judging_seconds_ = 0;
};

// Names are compared as they are, large and small letters aside: nobody knows whether
// "sport" is "sports".
std::string about_strangers(const Trial& trial, const LabClassifyOptions& options,
                            const std::vector<LabelledText>& train) {
  if (trial.strangers().empty()) return "";
  std::int64_t texts = 0;
  std::string labels;
  for (const auto& [label, count] : trial.strangers()) {
    texts += count;
    labels += fmt::format("{}{} ({})", labels.empty() ? "" : ", ", label, count);
  }
  std::set<std::string> topics;
  for (const LabelledText& text : train) topics.insert(text.label);
  return fmt::format(
      "{}: {} texts have a \"{}\" that is no topic of {}, and are left out of accuracy "
      "and macro F1: {}; its topics are {}\n",
      options.test, texts, options.label, options.train, labels,
      fmt::join(topics, ", "));
}

}  // namespace

Result<void> lab_classify(const LabClassifyOptions& options, std::FILE* out) {
  TRY_ASSIGN(const auto methods, parse_methods(options.method));
  TRY_ASSIGN(const auto background, parse_background(options.background));
  TRY_ASSIGN(const auto themes, read_themes(options.themes));
  TRY_ASSIGN(const Halves halves, read_halves(options, themes));
  const bool is_ready = options.train == "ready";
  const text::Language language = language_of(is_ready ? halves.test : halves.train);
  for (const auto& [name, method] : methods) {
    Trial trial(language);
    TRY(trial.learn(halves.train, {.method = method,
                                   .terms_of_a_topic = options.terms,
                                   .passed_over = options.passed_over,
                                   .background = background,
                                   .themes = &themes}));
    trial.test(halves.test);
    if (&name == &methods.front().first) {
      fmt::print(stderr, "{}", about_strangers(trial, options, halves.train));
    }
    if (!trial.says_something()) {
      return Error{ErrorKind::kMalformed,
                   fmt::format("no text of {} has a \"{}\" that is a topic of {}",
                               options.test, options.label, options.train)};
    }
    if (options.json || isatty(fileno(out)) == 0) {
      boost::json::object row{{"method", name}};
      for (auto& member : trial.as_json()) row.insert(member);
      print_row(row, out);
    } else {
      fmt::print(out, "{}{}:\n{}", &name == &methods.front().first ? "" : "\n", name,
                 trial.as_table(screen_of(out)));
    }
  }
  return {};
}

}  // namespace curlew::apps
