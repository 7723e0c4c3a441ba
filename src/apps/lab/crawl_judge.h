// The classifier of a crawl in the lab: what it says of pages and of links' words.
// Every text is read once, however many orders visit it, as long as nothing is learned
// while crawling: topics of the thesis take terms of rejected pages.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "apps/lab/crawl_site.h"
#include "classify/near_duplicate.h"
#include "classify/thesis_topics.h"
#include "classify/topic_model.h"

namespace curlew::apps {

class CrawlJudge {
 public:
  // `site` must outlive it.
  static Result<std::unique_ptr<CrawlJudge>> learn(CrawlSite& site,
                                                   classify::TopicMethod method);

  classify::TopicMethod method() const { return method_; }
  // One for each topic of the site. Of the thesis they are the mean IS of the examples,
  // each found under its title: IS has an anchor text in it.
  std::span<const double> thresholds() const { return thresholds_; }

  // A crawl begins: what another one learned is forgotten.
  void begin();
  // As ThesisTopic has it, which the controller's crawl uses as well; nothing for the
  // other methods. A page of the topic that was not accepted:
  void reject(std::uint32_t topic, CrawlSite::Page page, std::uint32_t version);
  void end_phase(std::uint32_t topic);
  // Of the thesis, as they are now; else none.
  std::span<const classify::ThesisTopic> topics() const { return topics_; }

  struct Verdict {
    // By topic; those of the site, then what is not looked for, where the method knows
    // such.
    std::span<const float> scores;
    // Nullopt: not looked for.
    std::optional<std::uint32_t> topic;
  };
  // Valid until the next call.
  Verdict page(CrawlSite::Page page, std::uint32_t version);
  Verdict anchor(std::uint64_t anchor);

  const classify::Sketch& sketch(CrawlSite::Page page, std::uint32_t version);

 private:
  CrawlJudge(CrawlSite& site, classify::TopicMethod method);

  void use(std::vector<classify::ThesisTopic> topics);
  void set_thresholds(std::span<const CrawlSite::Example> examples);
  std::vector<float>& scores_of(const CrawlSite::Text& text);
  Verdict verdict_of(std::span<const float> scores) const;

  CrawlSite& site_;
  const classify::TopicMethod method_;
  const std::size_t topic_count_;
  text::Analyzer analyzer_;
  classify::TopicReader reader_;
  std::unique_ptr<classify::TopicModel> model_;
  // Of the thesis: before the crawl, and now.
  std::vector<classify::ThesisTopic> learned_;
  std::vector<classify::ThesisTopic> topics_;
  std::vector<double> thresholds_;
  classify::TopicScratch scratch_;
  classify::TopicWords words_;
  std::vector<double> sums_;
  std::vector<float> fresh_;
  // By page and version; by anchor.
  std::unordered_map<std::uint64_t, std::vector<float>> pages_;
  std::unordered_map<std::uint64_t, std::vector<float>> anchors_;
  std::unordered_map<std::uint64_t, classify::Sketch> sketches_;
};

}  // namespace curlew::apps
