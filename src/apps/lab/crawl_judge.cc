#include "apps/lab/crawl_judge.h"

#include <algorithm>
#include <utility>
namespace curlew::apps {
namespace {

std::uint64_t key_of_version(CrawlSite::Page page, std::uint32_t version) {
  return std::uint64_t(page) << 32 | version;
}

}  // namespace

CrawlJudge::CrawlJudge(CrawlSite& site, classify::TopicMethod method)
    : site_(site),
      method_(method),
      topic_count_(site.topics().size()),
      reader_(analyzer_, classify::stem_rules_of(method)) {}

Result<std::unique_ptr<CrawlJudge>> CrawlJudge::learn(CrawlSite& site,
                                                      classify::TopicMethod method) {
  std::unique_ptr<CrawlJudge> judge(new CrawlJudge(site, method));
  // The thesis knows its topics alone: its threshold tells what is of none.
  const bool knows_others = method != classify::TopicMethod::kThesis;
  std::size_t count = judge->topic_count_;
  std::vector<classify::TopicExample> examples;
  const std::vector<CrawlSite::Example> texts = site.examples();
  for (const CrawlSite::Example& example : texts) {
    const bool is_other = example.topic == judge->topic_count_;
    if (is_other && !knows_others) continue;
    if (is_other) count = judge->topic_count_ + 1;
    classify::TopicExample& learned = examples.emplace_back();
    learned.topic = example.topic;
    judge->reader_.read({example.text.title, example.text.text, example.text.language},
                        learned.words);
  }
  if (method == classify::TopicMethod::kThesis) {
    judge->learned_ = classify::learn_thesis_terms(
        examples, count, classify::TopicOptions().terms_of_a_topic);
    judge->use(judge->learned_);
  } else {
    TRY_ASSIGN(judge->model_,
               classify::learn_topics(examples, count, {.method = method}));
  }
  judge->sums_.resize(judge->model_->topic_count());
  judge->set_thresholds(texts);
  return judge;
}

void CrawlJudge::use(std::vector<classify::ThesisTopic> topics) {
  topics_ = std::move(topics);
  model_ = classify::make_thesis_model(topics_);
  pages_.clear();
  anchors_.clear();
}

void CrawlJudge::begin() {
  if (topics_ != learned_) use(learned_);
}

void CrawlJudge::reject(std::uint32_t topic, CrawlSite::Page page,
                        std::uint32_t version) {
  if (topics_.empty()) return;
  const CrawlSite::Text text = site_.text(page, version);
  reader_.read({text.title, text.text, text.language}, words_);
  classify::TermCounts terms;
  classify::count_terms(words_, terms);
  topics_[topic].reject(terms);
}

void CrawlJudge::end_phase(std::uint32_t topic) {
  if (!topics_.empty() && topics_[topic].end_phase() > 0) use(std::move(topics_));
}

void CrawlJudge::set_thresholds(std::span<const CrawlSite::Example> examples) {
  const auto learned = model_->thresholds().first(topic_count_);
  thresholds_.assign(learned.begin(), learned.end());
  if (method_ != classify::TopicMethod::kThesis) return;
  std::vector<std::vector<double>> similarities(topic_count_);
  for (const CrawlSite::Example& example : examples) {
    if (example.topic >= topic_count_) continue;
    const double page = scores_of(example.text)[example.topic];
    const double title =
        scores_of({"", example.text.title, example.text.language})[example.topic];
    similarities[example.topic].push_back(classify::similarity_of_page(page, title));
  }
  for (std::size_t i = 0; i < topic_count_; ++i)
    thresholds_[i] = classify::mean_similarity(similarities[i]);
}

std::vector<float>& CrawlJudge::scores_of(const CrawlSite::Text& text) {
  reader_.read({text.title, text.text, text.language}, words_);
  model_->score(words_, scratch_, sums_);
  fresh_.assign(sums_.begin(), sums_.end());
  return fresh_;
}

CrawlJudge::Verdict CrawlJudge::verdict_of(std::span<const float> scores) const {
  Verdict verdict{.scores = scores};
  const auto best = std::size_t(std::ranges::max_element(scores) - scores.begin());
  if (best < topic_count_ && scores[best] > 0) verdict.topic = std::uint32_t(best);
  return verdict;
}

CrawlJudge::Verdict CrawlJudge::page(CrawlSite::Page page, std::uint32_t version) {
  const std::uint64_t key = key_of_version(page, version);
  auto found = pages_.find(key);
  if (found == pages_.end())
    found = pages_.emplace(key, scores_of(site_.text(page, version))).first;
  return verdict_of(found->second);
}

CrawlJudge::Verdict CrawlJudge::anchor(std::uint64_t anchor) {
  auto found = anchors_.find(anchor);
  if (found == anchors_.end()) {
    const CrawlSite::Text text{"", site_.anchor_text(anchor), text::Language::kEnglish};
    found = anchors_.emplace(anchor, scores_of(text)).first;
  }
  return verdict_of(found->second);
}

const classify::Sketch& CrawlJudge::sketch(CrawlSite::Page page,
                                           std::uint32_t version) {
  const std::uint64_t key = key_of_version(page, version);
  const auto found = sketches_.find(key);
  if (found != sketches_.end()) return found->second;
  const CrawlSite::Text text = site_.text(page, version);
  std::vector<std::uint64_t> title, all;
  reader_.read({text.title, text.text, text.language}, words_);
  for (const classify::TopicWords::Word& word : words_.words()) {
    all.push_back(word.key);
    if (word.place == classify::Place::kTitle) title.push_back(word.key);
  }
  return sketches_.emplace(key, classify::make_sketch(all, title)).first->second;
}

}  // namespace curlew::apps
