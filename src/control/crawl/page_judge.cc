#include "control/crawl/page_judge.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "text/language.h"
#include "text/language_detector.h"

namespace curlew::control {
namespace {

// Methods without a background have a topic's threshold alone to tell what is of none.
// A page that wavers stays: it must have lost half of what is asked of new ones.
constexpr double kFar = .5;

// As a link to it would say: its title, or the first words of its first line.
std::string_view title_of(const model::TopicExample& example) {
  constexpr int kMostWords = 10;
  if (!example.title.empty()) return example.title;
  const std::string_view text = example.text;
  const std::string_view line = text.substr(0, text.find('\n'));
  std::size_t end = 0;
  for (int words = 0; words < kMostWords && end < line.size(); ++words) {
    end = std::min(line.find(' ', end + 1), line.size());
  }
  return line.substr(0, end);
}

}  // namespace

std::string crawled_text(const model::PageContent& content) {
  if (!content.text.empty()) return content.text;
  std::string text;
  for (const model::Block& block : content.parts.blocks) {
    text.append(block.text).append("\n");
  }
  for (const model::FoundLink& link : content.parts.links) {
    text.append(link.text).append("\n");
  }
  return text;
}

PageJudge::PageJudge(const text::Analyzer& analyzer, store::Store& store)
    : analyzer_(analyzer),
      store_(store),
      sketch_reader_(analyzer, classify::StemRules::kByLanguage) {}

Result<void> PageJudge::load() {
  TRY_ASSIGN(auto rows, store_.topics().models());
  models_.clear();
  for (store::TopicModelRow& row : rows) {
    auto decoded = classify::decode_topic_model(row.model);
    if (!decoded.ok()) {
      log_warning("crawl: the model of method {} cannot be read: {}",
                  to_string(row.method), decoded.error().text);
      continue;
    }
    Model& model = models_.emplace_back();
    model.method = row.method;
    model.classes = std::move(row.classes);
    model.model = *std::move(decoded);
    // A class behind the last is the background.
    model.classes.resize(model.model->topic_count());
    model.reader =
        std::make_unique<classify::TopicReader>(analyzer_, model.model->stem_rules());
  }
  return {};
}

PageJudge::Model* PageJudge::find(model::TopicMethod method) {
  const auto at = std::ranges::find(models_, method, &Model::method);
  return at == models_.end() ? nullptr : &*at;
}

const PageJudge::Model* PageJudge::find(model::TopicMethod method) const {
  const auto at = std::ranges::find(models_, method, &Model::method);
  return at == models_.end() ? nullptr : &*at;
}

const std::vector<model::SourceId>& PageJudge::classes(
    model::TopicMethod method) const {
  static const std::vector<model::SourceId> none;
  const Model* const model = find(method);
  return model == nullptr ? none : model->classes;
}

bool PageJudge::knows(const model::Topic& topic) const {
  return std::ranges::find(classes(topic.method), topic.source) !=
         classes(topic.method).end();
}

double PageJudge::threshold_of(model::TopicMethod method, model::SourceId topic) const {
  const Model* const model = find(method);
  if (model == nullptr) return 1;
  const auto at = std::ranges::find(model->classes, topic);
  if (at == model->classes.end()) return 1;
  return model->model->thresholds()[std::size_t(at - model->classes.begin())];
}

double PageJudge::first_threshold(const model::Topic& topic,
                                  std::span<const model::TopicExample> examples) {
  Model* const model = find(topic.method);
  if (model == nullptr) return threshold_of(topic);
  const auto at = std::ranges::find(model->classes, topic.source);
  if (at == model->classes.end() || examples.empty()) return threshold_of(topic);
  std::vector<double> scores(model->model->topic_count());
  const auto score_of = [&](std::string_view title, std::string_view text,
                            text::Language language) {
    model->reader->read({.title = title, .text = text, .language = language}, words_);
    model->model->score(words_, model->scratch, scores);
    return scores[std::size_t(at - model->classes.begin())];
  };
  std::vector<double> similarities;
  for (const model::TopicExample& example : examples) {
    const text::Language language =
        text::detect_language(example.title + "\n" + example.text).language;
    const double page = score_of(example.title, example.text, language);
    const double link = score_of({}, title_of(example), language);
    similarities.push_back(classify::similarity_of_page(page, link));
  }
  return classify::mean_similarity(similarities);
}

PageVerdict PageJudge::judge(model::TopicMethod method, const model::Page& page) {
  Model* const model = find(method);
  PageVerdict verdict;
  if (model == nullptr || !page.content) return verdict;
  const std::string text = crawled_text(*page.content);
  model->reader->read({.title = page.content->title,
                       .text = text,
                       .language = text::to_language(page.language)},
                      words_);
  const classify::TopicVerdict judged =
      classify::judge(*model->model, words_, model->scratch);
  verdict.scores.resize(model->model->topic_count());
  model->model->score(words_, model->scratch, verdict.scores);
  if (judged.topic < model->classes.size()) {
    verdict.topic = model->classes[judged.topic];
  }
  verdict.score = judged.score;
  const bool is_far =
      model->classes.size() == 1 && judged.score < kFar * model->model->thresholds()[0];
  verdict.is_of_none = judged.is_background || is_far;
  if (method == model::TopicMethod::kThesis) {
    classify::count_terms(words_, verdict.terms);
  } else {
    verdict.is_accepted = judged.is_accepted;
  }
  return verdict;
}

const std::vector<double>& PageJudge::judge_link(model::TopicMethod method,
                                                 std::string_view text,
                                                 std::string_view language,
                                                 const PageVerdict& found_on) {
  Model* const model = find(method);
  link_scores_.clear();
  if (model == nullptr) return link_scores_;
  model->reader->read(
      {.title = {}, .text = text, .language = text::to_language(language)}, words_);
  link_scores_.resize(model->model->topic_count());
  const bool is_same_model = found_on.scores.size() == link_scores_.size();
  classify::score_link(*model->model, words_,
                       is_same_model ? std::span<const double>(found_on.scores)
                                     : std::span<const double>(),
                       model->scratch, link_scores_);
  return link_scores_;
}

classify::Sketch PageJudge::sketch_of(const model::Page& page) {
  if (!page.content) return {};
  sketch_reader_.read({.title = page.content->title,
                       .text = page.content->text,
                       .language = text::to_language(page.language)},
                      words_);
  std::vector<std::uint64_t> words;
  std::vector<std::uint64_t> title;
  for (const classify::TopicWords::Word& word : words_.words()) {
    words.push_back(word.key);
    if (word.place == classify::Place::kTitle) title.push_back(word.key);
  }
  return classify::make_sketch(words, title);
}

}  // namespace curlew::control
