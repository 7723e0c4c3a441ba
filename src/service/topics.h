// Topics as users know them: named, learned from examples, listed, changed, paused,
// carried to another installation. Whatever changes one learns all of them anew, and
// writes both together: what articles are judged by and what the examples say never
// differ. None of these may be called within a transaction.
// Errors are kUsage and name the flag of `curlew topic`.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/time.h"
#include "control/topic_terms.h"
#include "model/topic.h"
#include "service/check_address.h"
#include "service/find_source.h"
#include "store/store.h"

namespace curlew::service {

// What is absent stays as it is; for a new topic it is as usual.
struct TopicEdit {
  std::optional<std::string> name = {};
  std::optional<model::TopicMethod> method = {};
  std::optional<model::CrawlOrder> order = {};
  std::optional<std::uint32_t> terms = {};
  std::optional<double> passed_over = {};
  // In place of the learned one; the inner nullopt takes it back.
  std::optional<std::optional<double>> threshold = {};
  std::optional<std::uint32_t> pages_a_phase = {};
  std::optional<std::uint32_t> pages_a_site = {};
  std::optional<std::uint32_t> depth = {};
  // Instead of those that it has, as typed.
  std::optional<std::vector<std::string>> seeds = {};
  std::optional<std::vector<std::string>> also_domains = {};
  std::optional<std::vector<std::string>> excludes = {};
  // Beside those that it has, unless they are to go.
  std::vector<model::TopicExample> examples = {};
  bool drops_examples = false;
  std::optional<std::string> folder = {};
  std::optional<bool> is_shared = {};
  // Of a new one: who sees it; empty: everybody, unless `is_shared` says otherwise.
  std::string subscriber = {};

  bool operator==(const TopicEdit&) const = default;
};

// An example from a file: plain text, or a page, of which the article is read. kUsage
// for a PDF, for what is neither, and for one that says nothing.
Result<model::TopicExample> read_example(std::string_view file, std::string_view bytes);
// What is to be said of examples that teach little, as they are short; empty: nothing.
std::string note_on_examples(std::span<const model::TopicExample> examples);
// Examples from the web, by the real fetcher, under the same manners and the same guard
// as ever; `urls` as typed. kUsage names the first that cannot be had.
Result<std::vector<model::TopicExample>> fetch_examples(
    const LookOptions& options, const Clock& clock, std::span<const std::string> urls);

// kExists when there is one of that name.
Result<store::TopicRow> add_topic(store::Store& store, std::string_view name,
                                  const TopicEdit& edit, Time now);
struct NewTopic {
  std::string name;
  TopicEdit edit;
};
// All of them or, when one is there or cannot be learned, none.
Result<std::vector<store::TopicRow>> add_topics(store::Store& store,
                                                std::span<const NewTopic> topics,
                                                Time now);
Result<store::TopicRow> change_topic(store::Store& store, std::string_view word,
                                     const TopicEdit& edit, Time now);
// With the articles that their crawls found; those of other sources stay. All are
// looked up before anything is done, here and below.
Result<std::vector<store::TopicRow>> remove_topics(
    store::Store& store, const std::vector<std::string>& words, Time now);
Result<std::vector<store::TopicRow>> pause_topics(store::Store& store,
                                                  const std::vector<std::string>& words,
                                                  bool is_paused, Time now);

// By its name, in any case and with or without accents, or by its number. kNotFound
// where there is none that the viewer sees.
Result<store::TopicRow> find_topic_row(store::Store& store, std::string_view word,
                                       Viewer viewer = {});

struct TopicDetail {
  store::TopicRow row;
  // Judged to belong to it.
  std::int64_t articles = 0;
  std::vector<model::TopicExample> examples;
  std::vector<model::TopicPhase> phases;
  // nullopt: nothing was learned yet.
  std::optional<Time> learned;
  // Seeds whose last visit was in vain.
  std::vector<store::SeedTrouble> seed_troubles;
  // Of find_topic() alone.
  std::vector<control::TellingTerm> terms;
  std::optional<store::CrawlCounts> frontier = {};
};
// In the order of their names, without the texts of their examples.
Result<std::vector<TopicDetail>> list_topics(store::Store& store, Viewer viewer = {});
Result<TopicDetail> find_topic(store::Store& store, std::string_view word,
                               Viewer viewer = {});
// The newest first.
Result<std::vector<store::TopicLogRow>> list_topic_log(store::Store& store,
                                                       std::string_view word,
                                                       std::size_t limit,
                                                       Viewer viewer = {});

// What a topic accepts of the newest articles that the viewer sees, or would accept
// with another threshold.
struct FittingArticle {
  store::ArticleRow article;
  double score = 0;
  // No other topic, nor what is of none, fits better: the threshold alone decides.
  bool is_best = false;
  bool is_accepted = false;
};
struct TopicPreview {
  std::size_t judged = 0;
  std::size_t accepted = 0;
  // nullopt: none is known, since the examples have nothing to tell a text by; then no
  // article is accepted.
  std::optional<double> threshold;
  // The best first.
  std::vector<FittingArticle> articles;
};
// nullopt as in TopicPreview.
std::optional<double> known_threshold(double learned, std::optional<double> own);
// So many articles are judged, which bounds what a look costs.
inline constexpr std::size_t kMostJudged = 200;
// Of a topic that is there. Without a threshold, by its own.
Result<TopicPreview> preview_topic(store::Store& store, std::string_view word,
                                   std::optional<double> threshold, std::size_t limit,
                                   Viewer viewer = {});

// Of one that is not there yet: it is learned beside those that are, and forgotten.
// Takes as long as to add it.
Result<TopicPreview> preview_new_topic(store::Store& store, const TopicEdit& edit,
                                       std::size_t limit, Viewer viewer = {});

// What waits in its crawl.
Result<store::CrawlCounts> read_frontier(store::Store& store, std::string_view word,
                                         Viewer viewer = {});

// Those of `words`, or all, as JSON (docs/formats/topics.md), with examples and what
// was learned.
Result<std::string> export_topics(store::Store& store,
                                  const std::vector<std::string>& words,
                                  Viewer viewer = {});
struct ImportedTopics {
  std::size_t added = 0;
  // Topics of that name that were there.
  std::size_t changed = 0;
};
// All of them or, when one is wrong, none.
Result<ImportedTopics> import_topics(store::Store& store, std::string_view json,
                                     Time now);

// Names that these queries ask for and that are no topic which the viewer sees: they
// match the sites' own categories alone, and may be mistyped. Wrong queries have none.
Result<std::vector<std::string>> unknown_topics(store::Store& store,
                                                const std::vector<std::string>& queries,
                                                Viewer viewer);

}  // namespace curlew::service
