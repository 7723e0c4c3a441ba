#include "apps/lab/crawl_run.h"

#include <algorithm>
#include <ctime>
#include <limits>
#include <unordered_set>

#include "apps/lab/crawl_importance.h"
#include "apps/lab/crawl_oracle.h"
#include "control/crawl/change_model.h"

namespace curlew::apps {
namespace {

using frontier::CrawlOrder;
using frontier::CrawlTopic;
using frontier::CrawlVisit;
using frontier::PageFate;
using frontier::PageId;
using frontier::PageSeen;
using frontier::TopicIndex;

using Page = CrawlSite::Page;

constexpr std::uint32_t kNeverSeen = ~std::uint32_t{0};
constexpr std::size_t kSitesShown = 10;
constexpr std::size_t kMostDynamic = 5;
constexpr std::uint32_t kPointsOfCurve = 200;
// Importance moves while pages are found: so often in a crawl's first phase.
constexpr std::uint32_t kImportanceRounds = 20;
// A link is of another topic than its page only when its words are sure of it.
constexpr float kSureAnchor = .4f;

// Of the processor: whatever else the machine does costs nothing.
double milliseconds_spent() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

bool is_kept(PageFate fate) {
  return fate == PageFate::kAccepted || fate == PageFate::kKept ||
         fate == PageFate::kMoved;
}

PageId id_of(Page page) { return PageId{std::int64_t(page) + 1}; }
Page page_of(PageId id) { return Page(std::int64_t(id) - 1); }

// The classifier says how a page is accepted, the order which links are followed.
CrawlTopic rules_of(CrawlOrder order, classify::TopicMethod method, double threshold) {
  const CrawlTopic of_thesis = frontier::thesis_topic(threshold);
  CrawlTopic rules;
  if (method == classify::TopicMethod::kThesis) {
    rules = of_thesis;
  } else {
    rules.threshold = threshold;
  }
  rules.order = order;
  if (order == CrawlOrder::kThesis) {
    rules.off_topic = of_thesis.off_topic;
    rules.revisits_seeds = of_thesis.revisits_seeds;
    rules.follows_similarity = of_thesis.follows_similarity;
  } else if (order != CrawlOrder::kCurlew) {
    // The others do not ask what a page is about before they follow its links.
    rules.off_topic = std::numeric_limits<std::uint8_t>::max();
    rules.depth = std::numeric_limits<std::uint16_t>::max();
  }
  return rules;
}

// Kept pages by their sketches, to find copies.
class KeptTexts {
 public:
  std::optional<Page> find(const classify::Sketch& sketch, Page page) const {
    for (std::size_t i = 0; i < classify::kBands; ++i) {
      const auto found = bands_.find(key_of(sketch, i));
      if (found == bands_.end() || found->second.page == page) continue;
      if (classify::tell_same(found->second.sketch->view(), sketch.view()))
        return found->second.page;
    }
    return std::nullopt;
  }
  // `sketch` must outlive this.
  void add(const classify::Sketch& sketch, Page page) {
    for (std::size_t i = 0; i < classify::kBands; ++i)
      bands_.try_emplace(key_of(sketch, i), Kept{page, &sketch});
  }

 private:
  struct Kept {
    Page page;
    const classify::Sketch* sketch;
  };
  static std::uint64_t key_of(const classify::Sketch& sketch, std::size_t band) {
    return scrambled(sketch.bands[band] + band);
  }
  std::unordered_map<std::uint64_t, Kept> bands_;
};

class Crawler {
 public:
  Crawler(CrawlSite& site, CrawlJudge& judge, const CrawlPlan& plan)
      : site_(site),
        judge_(judge),
        plan_(plan),
        crawl_(options_of(site, plan), topics_of(site, judge, plan), changes_),
        graph_(site.page_count()),
        oracle_(site),
        seen_version_(site.page_count(), kNeverSeen) {
    result_.order = plan.order;
    result_.method = judge.method();
    judge.begin();
    for (std::uint32_t topic = 0; topic < site.topics().size(); ++topic)
      for (const Page page : site.seeds(topic)) add_seed(page, topic);
  }

  CrawlResult run() {
    const auto length = (site_.end() - site_.begin()) / int(plan_.phases);
    for (phase_ = 1; phase_ <= plan_.phases; ++phase_) {
      now_ = site_.begin() + length * int(phase_ - 1);
      budget_ = phase_ == 1 ? plan_.first_phase : plan_.later_phase;
      step_ = length / int(std::max(1u, budget_));
      oracle_.begin_phase(length);
      run_phase();
    }
    if (result_.at_tenth.downloaded == 0) result_.at_tenth = result_.all;
    rank_most_dynamic();
    return std::move(result_);
  }

 private:
  static frontier::TopicCrawlOptions options_of(const CrawlSite& site,
                                                const CrawlPlan& plan) {
    frontier::TopicCrawlOptions options{.expected_pages = site.page_count()};
    if (plan.order == CrawlOrder::kThesis) {
      options.pacing = frontier::CrawlPacing::kTopicByTopic;
    } else {
      options.pacing = frontier::CrawlPacing::kBestFirst;
    }
    return options;
  }

  static std::vector<CrawlTopic> topics_of(const CrawlSite& site,
                                           const CrawlJudge& judge,
                                           const CrawlPlan& plan) {
    std::vector<CrawlTopic> topics;
    for (std::size_t i = 0; i < site.topics().size(); ++i)
      topics.push_back(rules_of(plan.order, judge.method(), judge.thresholds()[i]));
    return topics;
  }

  std::size_t topic_count() const { return site_.topics().size(); }

  void add_seed(Page page, std::uint32_t topic) {
    crawl_.add_seed({.page = id_of(page),
                     .topic = TopicIndex(topic),
                     .owner = frontier::OwnerNumber(site_.host(page)),
                     .site = frontier::SiteNumber(site_.host(page))});
  }

  // As the thesis: the first phases of all topics together, later ones topic by topic,
  // each with its share of the visits.
  void run_phase() {
    before_ = result_.all;
    const bool is_one_by_one = plan_.order == CrawlOrder::kThesis && phase_ > 1;
    const auto share = std::uint32_t(budget_ / topic_count());
    for (std::uint32_t i = 0; i < topic_count(); ++i) {
      CrawlTopic rules = crawl_.topic(TopicIndex(i));
      rules.pages_a_phase = is_one_by_one ? share : budget_;
      crawl_.set_topic(TopicIndex(i), rules);
    }
    truly_relevant_.assign(topic_count(), 0);
    reordering_ms_ = 0;
    refresh_importance();
    visits_left_ = budget_;
    for (std::uint32_t i = 0; i < topic_count(); ++i) {
      begin_phase(i);
      if (!is_one_by_one) continue;
      visit_all();
      end_phase(i);
    }
    if (!is_one_by_one) {
      visit_all();
      for (std::uint32_t i = 0; i < topic_count(); ++i) end_phase(i);
    }
    result_.reorder_ms = reordering_ms_;
    CrawlCounts counts = result_.all;
    counts.downloaded -= before_.downloaded;
    counts.relevant -= before_.relevant;
    counts.accepted -= before_.accepted;
    counts.rightly_accepted -= before_.rightly_accepted;
    counts.revisits -= before_.revisits;
    counts.changes -= before_.changes;
    counts.possible_changes -= before_.possible_changes;
    result_.by_phase.push_back(counts);
  }

  void begin_phase(std::uint32_t topic) {
    const double start = milliseconds_spent();
    crawl_.begin_phase(TopicIndex(topic), now_);
    reordering_ms_ += milliseconds_spent() - start;
  }

  void end_phase(std::uint32_t topic) {
    const TopicIndex index{std::uint16_t(topic)};
    if (crawl_.is_active(index)) crawl_.end_phase(index, now_);
    judge_.end_phase(topic);
    CrawledPhase row{.topic = topic,
                     .report = crawl_.phase(index),
                     .truly_relevant = truly_relevant_[topic]};
    auto kept = crawl_.kept_by_site(index);
    std::ranges::stable_sort(kept, std::greater(),
                             [](auto& site) { return site.second; });
    for (const auto& [site, pages] : kept) {
      if (row.sites.size() == kSitesShown) break;
      row.sites.emplace_back(site_.host_name(std::uint32_t(site)), pages);
    }
    result_.rows.push_back(std::move(row));
  }

  void visit_all() {
    const std::uint32_t every = std::max(1u, plan_.first_phase / kImportanceRounds);
    while (visits_left_ > 0) {
      const auto visit = crawl_.next(now_);
      if (!visit) return;
      --visits_left_;
      if (phase_ == plan_.queue_of) keep_in_queue(*visit);
      make_visit(*visit);
      now_ += step_;
      if (phase_ == 1 && visits_left_ % every == 0) refresh_importance();
    }
  }

  void keep_in_queue(const CrawlVisit& visit) {
    const std::string_view from = visit.standing == frontier::PageStanding::kSeed
                                      ? "seed"
                                  : !visit.is_revisit ? "link"
                                  : visit.is_dynamic  ? "dynamic"
                                                      : "static";
    result_.queue.push_back({std::uint32_t(visit.topic),
                             site_.address(page_of(visit.page)), from, visit.priority});
  }

  void make_visit(const CrawlVisit& visit) {
    const Page page = page_of(visit.page);
    const std::uint32_t version = site_.version(page, now_);
    const std::uint32_t before = seen_version_[page];
    seen_version_[page] = version;
    PageSeen seen = judged(page, version);
    CrawlSite::Change change;
    if (before == version) {
      seen.end = frontier::FetchEnd::kUnchanged;
    } else if (before != kNeverSeen) {
      change = site_.compare(page, before, version, notes_[page]);
      seen.has_structural_change = change.is_structural;
      seen.has_textual_change = change.is_textual;
    }
    if (visit.is_revisit) {
      const auto state = crawl_.page_state(visit.page);
      if (state) changes_.learn(control::history_of(*state), now_, bool(change));
    }
    const frontier::CrawlDecision decision = crawl_.report(visit, now_, seen);
    if (visit.standing != frontier::PageStanding::kSeed)
      count(visit, page, version, decision, bool(change));
    if (is_kept(decision.fate)) {
      oracle_.keep(page, version);
    } else {
      oracle_.forget(page);
    }
    if (decision.fate == PageFate::kAccepted)
      kept_.add(judge_.sketch(page, version), page);
    if (decision.fate == PageFate::kRejected && seen.topic != frontier::kNoTopic)
      judge_.reject(std::uint32_t(seen.topic), page, version);
    follow_links(visit, page, version, decision);
  }

  PageSeen judged(Page page, std::uint32_t version) {
    const CrawlJudge::Verdict verdict = judge_.page(page, version);
    PageSeen seen;
    if (!verdict.topic) return seen;
    seen.topic = TopicIndex(*verdict.topic);
    seen.similarity = verdict.scores[*verdict.topic];
    const auto copy = kept_.find(judge_.sketch(page, version), page);
    if (copy) seen.near_duplicate_of = id_of(*copy);
    return seen;
  }

  void count(const CrawlVisit& visit, Page page, std::uint32_t version,
             const frontier::CrawlDecision& decision, bool has_changed) {
    CrawlCounts& all = result_.all;
    const auto truth = site_.topic(page, version);
    if (visit.is_revisit) {
      ++all.revisits;
      all.changes += has_changed;
      all.possible_changes += oracle_.revisit(now_);
      return;
    }
    ++all.downloaded;
    // A copy of what was downloaded before brings nothing.
    if (truth && originals_.insert(site_.original(page)).second) {
      ++all.relevant;
      ++truly_relevant_[std::size_t(visit.topic)];
    }
    if (decision.fate == PageFate::kAccepted) {
      ++all.accepted;
      all.rightly_accepted += truth && TopicIndex(*truth) == decision.topic;
    }
    const std::uint32_t tenth = std::max(1u, site_.page_count() / 10);
    if (all.downloaded == tenth) result_.at_tenth = all;
    if (all.downloaded % std::max(1u, tenth / kPointsOfCurve) == 0)
      result_.curve.emplace_back(all.downloaded, all.relevant);
  }

  void follow_links(const CrawlVisit& visit, Page page, std::uint32_t version,
                    const frontier::CrawlDecision& decision) {
    if (decision.links == frontier::LinksWanted::kNone) return;
    const TopicIndex own =
        decision.topic == frontier::kNoTopic ? visit.topic : decision.topic;
    // Links are counted once, however often their page changes.
    counts_backlinks_ = graph_.links(page).empty();
    targets_.clear();
    for (const CrawlSite::Link& link : site_.links(page, version)) {
      if (std::ranges::find(targets_, link.target) != targets_.end()) continue;
      targets_.push_back(link.target);
      add_link(page, link, own);
    }
    graph_.set_links(page, targets_);
    if (plan_.order == CrawlOrder::kForwardLinks)
      crawl_.set_importance(id_of(page), double(targets_.size()));
  }

  void add_link(Page from, const CrawlSite::Link& link, TopicIndex own) {
    const CrawlJudge::Verdict verdict = judge_.anchor(link.anchor);
    TopicIndex topic = own;
    const auto score = [&](TopicIndex of) { return verdict.scores[std::size_t(of)]; };
    if (verdict.topic) {
      const TopicIndex best{std::uint16_t(*verdict.topic)};
      const bool is_thesis = judge_.method() == classify::TopicMethod::kThesis;
      if (is_thesis || score(best) >= kSureAnchor) topic = best;
    }
    frontier::CrawlLink found{.from = id_of(from),
                              .page = id_of(link.target),
                              .topic = topic,
                              .anchor_similarity = score(topic),
                              .area = link.area,
                              .owner = frontier::OwnerNumber(site_.host(link.target)),
                              .site = frontier::SiteNumber(site_.host(link.target))};
    if (counts_backlinks_) graph_.count_backlink(link.target);
    if (plan_.order == CrawlOrder::kBacklinks) {
      found.importance = graph_.backlinks_of(link.target);
      crawl_.set_importance(found.page, found.importance);
    }
    crawl_.add_link(found);
  }

  // Scores all known pages anew.
  void refresh_importance() {
    if (plan_.order != CrawlOrder::kPageRank) return;
    const double start = milliseconds_spent();
    const std::vector<double> ranks = graph_.pagerank();
    for (Page page = 0; page < ranks.size(); ++page)
      crawl_.set_importance(id_of(page), ranks[page]);
    reordering_ms_ += milliseconds_spent() - start;
  }

  void rank_most_dynamic() {
    const std::vector<double> pagerank = graph_.pagerank();
    for (std::uint32_t topic = 0; topic < topic_count(); ++topic) {
      const auto pages = crawl_.most_dynamic(TopicIndex(topic),
                                             std::numeric_limits<std::size_t>::max());
      for (std::size_t i = 0; i < std::min(kMostDynamic, pages.size()); ++i) {
        const auto place_by = [&](auto&& value) {
          const double own = value(pages[i]);
          const auto better = std::ranges::count_if(
              pages, [&](const auto& page) { return value(page) > own; });
          return std::uint32_t(1 + better);
        };
        result_.most_dynamic.push_back(
            {.topic = topic,
             .address = site_.address(page_of(pages[i].page)),
             .changes = pages[i].dynamicity(),
             .dynamicity = std::uint32_t(i + 1),
             .curlew = place_by([&](const auto& state) { return gain_of(state); }),
             .pagerank = place_by(
                 [&](const auto& state) { return pagerank[page_of(state.page)]; }),
             .backlinks = place_by([&](const auto& state) {
               return graph_.backlinks_of(page_of(state.page));
             }),
             .forward_links = place_by([&](const auto& state) {
               return double(graph_.links(page_of(state.page)).size());
             })});
      }
    }
  }

  double gain_of(const frontier::CrawlPageState& page) const {
    return page.similarity * changes_.changed(control::history_of(page), now_);
  }

  CrawlSite& site_;
  CrawlJudge& judge_;
  const CrawlPlan plan_;
  control::DocumentChange changes_;
  frontier::TopicCrawl crawl_;
  CrawlGraph graph_;
  CrawlOracle oracle_;
  KeptTexts kept_;
  // By page: the version of the last visit.
  std::vector<std::uint32_t> seen_version_;
  std::unordered_map<Page, detect::ThesisNotes> notes_;
  std::unordered_set<Page> originals_;
  std::vector<Page> targets_;
  // Of this phase, by topic.
  std::vector<std::uint32_t> truly_relevant_;
  CrawlCounts before_;
  CrawlResult result_;
  std::uint32_t phase_ = 0;
  std::uint32_t budget_ = 0;
  std::uint32_t visits_left_ = 0;
  Time now_{};
  Milliseconds step_{};
  double reordering_ms_ = 0;
  bool counts_backlinks_ = false;
};

}  // namespace

double CrawlResult::harvest_ratio() const {
  return ratio(at_tenth.relevant, at_tenth.downloaded);
}

double CrawlResult::changes_per_fetch() const {
  return ratio(all.changes, all.revisits);
}

double CrawlResult::possible_changes_per_fetch() const {
  return ratio(all.possible_changes, all.revisits);
}

double CrawlResult::topic_precision() const {
  return ratio(all.rightly_accepted, all.accepted);
}

CrawlResult run_crawl(CrawlSite& site, CrawlJudge& judge, const CrawlPlan& plan) {
  return Crawler(site, judge, plan).run();
}

}  // namespace curlew::apps
