// What is behind TopicCrawl: the topics with their waiting pages, the owners' room, and
// the times at which known pages are judged again.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "frontier/judgements.h"
#include "frontier/link_promise.h"
#include "frontier/page_table.h"
#include "frontier/topic_crawl.h"
#include "frontier/topic_frontier.h"

namespace curlew::frontier {

struct TopicCrawl::State {
  struct Site {
    std::uint32_t visited = 0;
    std::uint32_t kept = 0;
    // Links that are out for the first time.
    std::uint32_t out = 0;
    float leaning = 0;
    // The classes that its links ever had.
    std::vector<std::uint8_t> link_classes;
  };

  struct Topic {
    explicit Topic(const CrawlTopic& given);

    CrawlTopic rules;
    // That of the phase: rules.order when it began.
    CrawlOrder order;
    PhaseReport phase;
    bool is_active = false;
    std::uint32_t kept = 0;
    double similarity_sum = 0;
    // Visits of this phase that are out.
    std::uint32_t out = 0;
    LinkPromise promise;
    TopicFrontier waiting;
    // What waits for the next phase, and links that their site has no room for. Pages
    // that have left the topic or were forgotten are skipped when the lists are read.
    std::vector<Slot> later;
    std::vector<Slot> left_out;
    std::unordered_map<std::uint32_t, Site> sites;

    double mean_similarity() const;
    // What an accepted page is expected to have: the most, while none was, so that a
    // topic without luck at its first links does not wait for all others to end.
    double usual_similarity() const { return kept == 0 ? 1 : mean_similarity(); }
    WaitingPages::Hubs hubs() const;
  };

  struct Owner {
    std::uint32_t out = 0;
    std::uint32_t room = 0;
    bool is_open() const { return out < room; }
  };

  TopicCrawlOptions options;
  const ChangeModel& changes;
  PageTable table;
  std::vector<Topic> topics;
  std::unordered_map<std::uint32_t, Owner> owners;
  Judgements judgements;
  std::size_t out = 0;

  State(TopicCrawlOptions given, const ChangeModel& model)
      : options(given), changes(model) {}

  Topic& topic(TopicIndex index);
  const Topic& topic(TopicIndex index) const;
  Topic& topic_of(const PageRecord& record) { return topic(record.topic); }
  Site& site_of(const PageRecord& record);
  Owner& owner(OwnerNumber number);

  // Frontiers.
  double priority_of(const PageRecord& record, Second now) const;
  std::optional<TopicFrontier::Best> best_of(const Topic& topic) const;
  std::optional<TopicFrontier::Best> owed_visit(const Topic& topic) const;
  bool is_link_in_line(const Topic& topic, const PageRecord& record) const;
  void put_in_line(Slot slot, Second now);
  void take_out_of_line(Slot slot);
  void place_restored(Slot slot, Second now);
  void judge_due(Second now);
  void reorder(Topic& topic, Second now);
  void learn(Topic& topic, const PageRecord& record, bool was_accepted);
  void let_left_out_join(Topic& topic, SiteNumber site);
  bool has_site_room(const Topic& topic, const PageRecord& record) const;

  // Phases.
  double threshold_for(const Topic& topic, std::uint32_t phase) const;
  double threshold_now(const Topic& topic) const;
  void end_finished_phases(Time now);
  bool can_go_on(const Topic& topic) const;
  std::optional<CrawlVisit> take_best();
  Topic* topic_in_turn();
  LinksWanted wanted_links() const;
  bool is_restricted_to_one_topic() const;

  // Visits.
  CrawlVisit hand_out(Topic& topic, Slot slot, double priority);
  void set_room(OwnerNumber number, Owner& owner, std::uint32_t room,
                std::uint32_t out);
  void release(Slot slot, const CrawlVisit& visit);
  Slot take_back(const CrawlVisit& visit);
  bool is_awaited(const PageRecord& record, const CrawlVisit& visit) const;

  // Links.
  PageRecord to_record(const CrawlLink& link) const;
  std::uint8_t link_class_for(const PageRecord& record, ParentClass parent) const;
  ParentClass parent_class(const PageRecord* parent, TopicIndex topic) const;
  LinkFate improve(Slot slot, const CrawlLink& link);

  // What becomes of a page.
  CrawlDecision failed(Slot slot, const CrawlVisit& visit, const PageSeen& seen);
  CrawlDecision read_seed(Slot slot, const PageSeen& seen, Second now);
  CrawlDecision first_read(Slot slot, const PageSeen& seen, Second now);
  CrawlDecision read_again(Slot slot, const PageSeen& seen, Second now);
  void count_visit(PageRecord& record, Second now) const;
  bool count_changes(PageRecord& record, const PageSeen& seen,
                     CrawlDecision& decision) const;
  bool is_duplicate(const PageRecord& record, const PageSeen& seen) const;
  void keep(Slot slot, TopicIndex index, double similarity, double anchor_similarity);
  void stop_keeping(PageRecord& record, PageStanding standing);
  void give_way(PageId page);
};

}  // namespace curlew::frontier
