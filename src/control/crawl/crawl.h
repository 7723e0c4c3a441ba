// The focused crawl: topics with seeds look for pages about them. It orders pages by
// the frontier (frontier/topic_crawl.h), judges what terminals bring (page_judge.h),
// and says what is to be written with their reports.
//
// A page is noted as ordered before it is asked for. So whatever happens, no page is
// asked for twice in a phase; one whose report is lost with the process waits for the
// next phase. What a report changes is decided once, outside of the write lock, and
// written with it, as often as the store needs to take it.
//
// Belongs to the controller's thread.

#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "control/crawl/change_model.h"
#include "control/crawl/page_judge.h"
#include "control/crawl/path_budget.h"
#include "control/crawl/scope.h"
#include "control/crawl/thesis_terms.h"
#include "control/crawl_change.h"
#include "control/crawl_options.h"
#include "control/prepared_report.h"
#include "fetch/fetcher.h"
#include "frontier/topic_crawl.h"
#include "model/visit.h"
#include "store/left_out_links.h"
#include "store/store.h"
#include "text/analyzer.h"

namespace curlew::control {

// A page to be asked for.
struct CrawlOrderedPage {
  model::SourceId topic;
  std::string url;
  model::CrawlPageTask task;
};

class Crawl {
 public:
  // What is passed in must outlive it.
  Crawl(CrawlOptions options, const fetch::Politeness& politeness,
        const text::Analyzer& analyzer, store::Store& store, const Clock& clock);
  ~Crawl();

  // Reads what users changed: new topics, edits, pauses. The first call reads all that
  // crawls before it left.
  Result<void> follow_changes();

  // The next pages, noted as ordered.
  Result<std::vector<CrawlOrderedPage>> plan();
  // It will not be asked for: its topic is paused, or gone.
  void give_back(model::CrawlPageId page);

  // Decides what the reports of its pages change. Those that were looked at before are
  // passed over, so that it can be repeated after an error, which is the store's.
  Result<void> look_at(std::span<PreparedReport> reports);
  // They are written.
  void committed();

 private:
  struct TopicRecord {
    model::Topic topic;
    CrawlScope scope;
    // Not removed.
    bool is_there = true;
    // Neither paused nor removed, and learned.
    bool is_wanted = false;
    // What users say of it was read.
    bool is_read = false;
    // Of a topic by the thesis (PageJudge::first_threshold()).
    double first_threshold = 0;
    // There may be seeds in the store that it no longer has.
    bool has_old_seeds = false;
    // Links that its rules kept it from may be within them now.
    bool has_new_rules = false;
    // Those of such links that are kept, by key.
    std::unordered_set<std::uint64_t> left_out;
    std::int64_t resumes = 0;
    Time phase_due;
    // What came of its phase is to be told when it has ended.
    bool was_active = false;
    // Pages that a process ordered in this phase which died before they came.
    std::uint32_t lost = 0;
  };
  // A page in line or under way.
  struct Out {
    // Of a page; nullopt: it is a list.
    std::optional<frontier::CrawlVisit> visit;
    frontier::TopicIndex topic{};
    std::string url;
    store::CrawlPageMemory memory;
    model::ArticleId article;
  };
  struct List {
    model::CrawlPageId id;
    frontier::TopicIndex topic{};
    std::uint32_t phase = 0;
  };
  // A link that is worth following, before it is known whether it is new.
  struct Candidate {
    const model::CrawlLink* link = nullptr;
    frontier::TopicIndex topic{};
    double similarity = 0;
    std::uint64_t key = 0;
    std::string site;
  };
  // Everything of a page that needs the store, read before anything is changed.
  struct Seen {
    frontier::PageSeen seen;
    PageVerdict verdict;
    classify::Sketch sketch;
    std::vector<Candidate> links;
    std::vector<store::LeftOutLink> left_out;
    // It led to another domain, and was not followed there.
    bool leads_elsewhere = false;
    // Names the address that it calls its own; 0: it has no other.
    std::uint64_t claims = 0;
    // The topic that it is about, which does not crawl now.
    model::SourceId wanted_by;
    std::unordered_map<std::uint64_t, model::CrawlPageId> known;
    // Of the sitemaps that it names.
    std::unordered_map<std::uint64_t, model::CrawlPageId> known_lists;
    // Of the article that was made of it: does the page say something else now?
    bool is_article_changed = false;
  };

  Result<void> load();
  Result<void> load_pages();
  frontier::CrawlPageState state_of(const store::CrawlPageRow& row,
                                    frontier::TopicIndex topic);
  Result<void> read_topics();
  Result<void> take_topic(const store::TopicRow& row);
  Result<void> add_seeds(frontier::TopicIndex topic);
  Result<void> drop_old_seeds(frontier::TopicIndex topic);
  Result<void> follow_left_out(frontier::TopicIndex topic);
  Result<void> take_wanted(frontier::TopicIndex topic);
  Result<void> take_pages();
  frontier::CrawlTopic rules_of(const model::Topic& topic,
                                double first_threshold) const;
  TopicRecord& record(frontier::TopicIndex topic);
  std::optional<frontier::TopicIndex> find_topic(model::SourceId source) const;
  std::uint32_t number_of(const std::string& site);

  struct LogLine {
    model::SourceId topic;
    store::TopicLogRow row;
  };
  Result<void> begin_phases(Time now, std::vector<LogLine>& log);
  void end_unwanted(Time now);
  // True: one came to nothing, and the next one is due.
  bool note_ended_phases(Time now, std::vector<LogLine>& log);
  void note_ended_phase(frontier::TopicIndex topic, Time now,
                        std::vector<LogLine>& log);
  bool is_any_out(frontier::TopicIndex topic) const;
  bool is_left_alone(const frontier::CrawlVisit& visit,
                     const store::CrawlPageToVisit& page) const;
  Result<void> add_lists_of_seeds(frontier::TopicIndex topic);
  using PagesToVisit = std::unordered_map<model::CrawlPageId, store::CrawlPageToVisit>;
  // Pages, and lists, that lie where no topic looks, as users' rules are now.
  std::vector<model::CrawlPageId> outside(const PagesToVisit& pages) const;
  Result<void> write_plan(std::span<const frontier::CrawlVisit> visits,
                          std::span<List* const> lists,
                          std::span<const model::CrawlPageId> forgotten,
                          const PagesToVisit& pages, std::span<const LogLine> log);
  // False: nobody knows its address.
  bool order(model::CrawlPageId page, frontier::TopicIndex topic,
             std::optional<frontier::CrawlVisit> visit, PagesToVisit& pages,
             std::vector<CrawlOrderedPage>& ordered);
  std::vector<List*> due_lists();
  CrawlProgress progress_of(frontier::TopicIndex topic) const;
  void mark_dirty(frontier::TopicIndex topic) { dirty_.insert(topic); }

  // Of a page whose reading ended the process again and again: it is given up, and
  // nothing else is.
  void give_up(model::CrawlPageId page, CrawlChange& change);
  Result<void> look_at_one(PreparedReport& prepared,
                           const model::CrawlPageFindings& found);
  Result<Seen> see(const model::VisitReport& report,
                   const model::CrawlPageFindings& found, const Out& out);
  bool leads_astray(const model::Page& page, const Out& out);
  Result<void> judge(const model::CrawlPageFindings& found, const Out& out, Seen& seen);
  std::uint64_t claim_of(const model::Page& page, const Out& out);
  Result<void> find_duplicate(const model::CrawlPageFindings& found, const Out& out,
                              Seen& seen);
  Result<void> look_up_links(const model::CrawlPageFindings& found, const Out& out,
                             Seen& seen);
  void find_candidates(const model::CrawlPageFindings& found, const Out& out,
                       Seen& seen);
  void learn_of_address(const model::CrawlPageFindings& found, const Out& out,
                        const frontier::CrawlDecision& decision);
  void take_place(const frontier::CrawlDecision& decision, CrawlChange& change);
  void add_links(const Seen& seen, const Out& out, frontier::PageId from,
                 frontier::LinksWanted wanted, CrawlChange& change);
  // False: there is no room for it, or it is kept already.
  bool note_left_out(frontier::TopicIndex topic, std::uint64_t key);
  void leave_out(frontier::TopicIndex topic, store::LeftOutLink link,
                 CrawlChange& change);
  // Of a page that was visited before, before the frontier hears of it.
  void learn_of_changes(const frontier::CrawlVisit& visit, Time now,
                        const frontier::PageSeen& seen);
  void add_lists(const model::CrawlPageFindings& found, const Out& out,
                 const Seen& seen, CrawlChange& change);
  // Tells the user why a seed brought nothing, and when it does again.
  void note_trouble(const model::VisitReport& report, const std::string& error,
                    const Out& out, std::uint32_t failures_before, CrawlChange& change);
  void keep_in_memory(const model::CrawlPageFindings& found, const Out& out,
                      const Seen& seen, const frontier::CrawlDecision& decision,
                      CrawlChange& change);
  void make_article(PreparedReport& prepared, const model::CrawlPageFindings& found,
                    const Out& out, const frontier::CrawlDecision& decision,
                    const Seen& seen);
  store::CrawlPageRow row_of(frontier::PageId page) const;
  store::CrawlSite site_row(frontier::TopicIndex topic, std::uint32_t site) const;

  const CrawlOptions options_;
  const fetch::Politeness& politeness_;
  store::Store& store_;
  const Clock& clock_;
  PageJudge judge_;

  ThesisTerms terms_;
  // Terms that are not in the stored model yet.
  bool has_new_terms_ = false;
  DocumentChange changes_;
  PathBudget budget_;
  std::unique_ptr<frontier::TopicCrawl> frontier_;
  // By TopicIndex. Topics are never taken out: one that was removed is not wanted.
  std::vector<TopicRecord> topics_;
  std::unordered_map<model::SourceId, frontier::TopicIndex> topic_of_;
  // Names of sites, and their numbers; an owner has the number of its site.
  std::vector<std::string> sites_;
  std::unordered_map<std::string, std::uint32_t> number_of_site_;
  std::deque<List> lists_;
  std::unordered_map<model::CrawlPageId, Out> out_;
  model::CrawlPageId last_id_;
  // Addresses of pages that are decided and not written yet.
  std::unordered_map<std::uint64_t, model::CrawlPageId> unwritten_;
  // And what those of them say that are kept.
  std::vector<store::CrawlSketch> unwritten_sketches_;
  // For the topics' logs.
  std::vector<LogLine> remarks_;
  // There may be pages in the store that have come to another topic.
  bool has_pages_to_take_ = false;
  // Topics whose progress is to be written.
  std::unordered_set<frontier::TopicIndex> dirty_;

  bool is_loaded_ = false;
  std::int64_t revision_ = -1;
  SteadyTime topics_at_ = SteadyTime::min();
};

}  // namespace curlew::control
