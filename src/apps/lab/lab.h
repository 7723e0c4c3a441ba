// `curlew lab`: one stage by itself, on files, without a database. Each function prints
// one JSON object a line to `out` and, in its batch form, a summary with throughput to
// stderr. The forms are those of the command reference, docs/cli.md.

#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace curlew::apps {

struct LabFeedOptions {
  std::vector<std::string> files;
  std::string url;
  std::string content_type;
  // A folder with files/ and maybe expected.jsonl.
  std::string batch;
};
Result<void> lab_feed(const LabFeedOptions& options, std::FILE* out);

struct LabArticleOptions {
  // *.html, *.html.gz
  std::vector<std::string> files;
  std::string url;
  // A folder of such files.
  std::string batch;
  // A file: see extract/rules. Without json, shows what they do.
  std::string rules;
  bool json = false;
};
Result<void> lab_article(const LabArticleOptions& options, std::FILE* out);

struct LabDetectOptions {
  // HTML, maybe gzipped.
  std::string old;
  std::string now;
  // A folder of folders, one a page, with a <unix time>.html[.gz] for each version.
  std::string batch;
  // "curlew" or "thesis".
  std::string mode = "curlew";
  // "unified", "json" or "html": both texts side by side instead of what changed.
  std::string diff;
  // As detect::RuleOptions has them.
  std::string watch;
  std::vector<std::string> ignore;
  std::vector<std::string> ignore_text;
  std::size_t minimum = 0;
};
Result<void> lab_detect(const LabDetectOptions& options, std::FILE* out);

struct LabRobotsOptions {
  std::string agent;
  // A robots.txt file.
  std::string robots;
  std::vector<std::string> urls;
  // A .jsonl of cases.
  std::string batch;
};
Result<void> lab_robots(const LabRobotsOptions& options, std::FILE* out);

struct LabUrlOptions {
  std::string base;
  std::vector<std::string> inputs;
  std::string batch;
};
Result<void> lab_url(const LabUrlOptions& options, std::FILE* out);

struct LabDateOptions {
  std::vector<std::string> inputs;
  std::string batch;
};
Result<void> lab_date(const LabDateOptions& options, std::FILE* out);

struct LabStemOptions {
  // A code such as "el".
  std::string language;
  // "-": lines of standard input.
  std::vector<std::string> words;
  bool json = false;
};
Result<void> lab_stem(const LabStemOptions& options, std::FILE* out);

struct LabAreasOptions {
  // HTML, maybe gzipped.
  std::string file;
  std::string url;
  // A file to draw them in.
  std::string html;
  // A folder of pages instead of one file, for table 1 of the paper CLIP.
  std::string batch;
  // An SVG file for figure 7 of the paper CLIP; only with `batch`.
  std::string plot;
  bool as_published = false;
  std::optional<double> thr_iv;
  std::optional<std::uint32_t> thr_hv;
  bool json = false;
};
Result<void> lab_areas(const LabAreasOptions& options, std::FILE* out);

// The entries of a page that is followed like a feed, as a visit would find them.
struct LabEntriesOptions {
  std::string file;
  std::string url;
  bool json = false;
};
Result<void> lab_entries(const LabEntriesOptions& options, std::FILE* out);

struct LabClipsOptions {
  std::string file;
  std::string url;
  std::vector<std::string> queries;
  // A code; empty: the page tells.
  std::string language;
  // MyThes .dat (English), OMW .tab (Greek).
  std::vector<std::string> thesauri;
  bool as_published = false;
  bool json = false;
};
Result<void> lab_clips(const LabClipsOptions& options, std::FILE* out);

struct LabMatchOptions {
  // Lines "id<TAB>query".
  std::string queries;
  // A .jsonl of texts.
  std::string texts;
  std::vector<std::string> thesauri;
};
Result<void> lab_match(const LabMatchOptions& options, std::FILE* out);

// Learns topics from one file and judges the texts of another.
struct LabClassifyOptions {
  // A .jsonl of labelled texts, maybe gzipped; "ready": the topics that Curlew ships.
  // The same file for both is split in half by a hash of the texts' ids.
  std::string train;
  std::string test;
  // "linear", "cosine" (also "tf-centroid") or "thesis"; several with commas between,
  // or "all": a row each, on the same texts.
  std::string method = "linear";
  // The member of a row that names its topic.
  std::string label = "label";
  // As classify::TopicOptions has them.
  std::size_t terms = 50;
  double passed_over = .05;
  // "none", or "own": beside the examples the linear model learns from texts drawn from
  // Curlew's own counts of words, which belong to no topic.
  std::string background = "none";
  // Counts in place of Curlew's own, for trials on what those were taken from.
  std::string themes;
  // Without it a terminal gets a table, and anything else JSON all the same.
  bool json = false;
};
Result<void> lab_classify(const LabClassifyOptions& options, std::FILE* out);

// RDF in any syntax as canonical N-Quads; or the W3C's suites, a row a case.
struct LabRdfOptions {
  std::string file;
  // What relative names are relative to.
  std::string base;
  // A folder with cases.jsonl.
  std::string batch;
};
Result<void> lab_rdf(const LabRdfOptions& options, std::FILE* out);

// What is different between two versions of a data document.
struct LabDataDiffOptions {
  std::string before;
  std::string after;
  std::string base;
  // Columns that tell the rows of a table apart.
  std::vector<std::string> key;
  bool json = false;
};
Result<void> lab_data_diff(const LabDataDiffOptions& options, std::FILE* out);

struct LabEstimateOptions {
  // A table: see host_table.h.
  std::string hosts;
  std::size_t threads = 200;
  std::size_t per_host = 1;
  bool robots_known = false;
  std::uint64_t seed = 1;
  bool json = false;
};
Result<void> lab_estimate(const LabEstimateOptions& options, std::FILE* out);

// Texts as given; the function checks and reads them.
struct LabSimulateOptions {
  std::string trace;
  // Names with commas between.
  std::string policies;
  std::optional<std::size_t> sources;
  std::uint64_t seed = 1;
  // Seeds in a row, for the spread of the figures.
  std::size_t samples = 1;
  // YYYY-MM-DD
  std::string start;
  std::optional<double> run_in_days;
  std::optional<double> days;
  // Visits an hour, in percent of the sources.
  std::optional<double> budget_percent;
  std::optional<std::size_t> downloads;
  // "day" or "tick": over which time the budget is spread.
  std::string budget = "day";
  // Empty: as usual for the objective.
  std::string tick;
  std::string minimum_gap = "10m";
  std::string objective = "delay";
  std::optional<double> price;
  double training_days = 0;
  // A CSV file.
  std::string subscribers;
  double subscriber_weight = 1;
  std::uint32_t items_shown = 0;
  double failed_percent = 0;
  double timeout_percent = 0;
  double wrong_times_percent = 0;
  bool clock_jumps = false;
  bool json = false;
  // An SVG file to write.
  std::string plot;
  // Numbers of sources with commas between.
  std::string profile_of;
  std::string history_of;
};
Result<void> lab_simulate(const LabSimulateOptions& options, std::FILE* out);

// A focused crawl of a site where everything is known, in several orders.
struct LabCrawlOptions {
  // Names with commas between.
  std::string orders = "curlew,thesis,breadth-first,pagerank,backlinks,forward-links";
  // "synthetic", or a folder: see crawl_site.h.
  std::string site = "synthetic";
  // Of the synthetic web.
  std::uint32_t pages = 100'000;
  std::uint64_t seed = 1;
  // Probabilities that a link stays in its topic, with commas between: a web for each.
  std::string stay = "0.3,0.5,0.7";
  // When documents really changed; empty: that of $CURLEW_CORPORA, or invented.
  std::string trace;
  // The time between two phases of the synthetic web.
  double phase_days = 7;
  std::uint32_t phases = 8;
  // Visits: a tenth of the pages, and a fiftieth.
  std::optional<std::uint32_t> first_phase;
  std::optional<std::uint32_t> later_phase;
  // "own": each order's own; else "linear", "tf-centroid" or "thesis" for all.
  std::string method = "own";
  // A CSV file for what one phase visited, and which phase; without it the last.
  std::string queue;
  std::optional<std::uint32_t> queue_phase;
  // An SVG file to write.
  std::string plot;
  bool json = false;
};
Result<void> lab_crawl(const LabCrawlOptions& options, std::FILE* out);

}  // namespace curlew::apps
