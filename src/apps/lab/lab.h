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
  std::string batch;  // A folder with files/ and maybe expected.jsonl.
};
Result<void> lab_feed(const LabFeedOptions& options, std::FILE* out);

struct LabArticleOptions {
  std::vector<std::string> files;  // *.html, *.html.gz
  std::string url;
  std::string batch;  // A folder of such files.
  std::string rules;  // A file: see extract/rules. Without json, shows what they do.
  bool json = false;
};
Result<void> lab_article(const LabArticleOptions& options, std::FILE* out);

struct LabRobotsOptions {
  std::string agent;
  std::string robots;  // A robots.txt file.
  std::vector<std::string> urls;
  std::string batch;  // A .jsonl of cases.
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
  std::string language;            // A code such as "el".
  std::vector<std::string> words;  // "-": lines of standard input.
  bool json = false;
};
Result<void> lab_stem(const LabStemOptions& options, std::FILE* out);

struct LabAreasOptions {
  std::string file;  // HTML, maybe gzipped.
  std::string url;
  std::string html;  // A file to draw them in.
  // Instead of a file, a folder of them: the table 1 of the paper CLIP,
  std::string batch;
  std::string plot;  // and its figure 7, an SVG file.
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
  std::string language;               // A code; empty: the page tells.
  std::vector<std::string> thesauri;  // MyThes .dat (English), OMW .tab (Greek).
  bool as_published = false;
  bool json = false;
};
Result<void> lab_clips(const LabClipsOptions& options, std::FILE* out);

struct LabEstimateOptions {
  std::string hosts;  // A table: see host_table.h.
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
  std::string policies;  // Names with commas between.
  std::optional<std::size_t> sources;
  std::uint64_t seed = 1;
  std::size_t samples = 1;  // Seeds in a row, for the spread of the figures.
  std::string start;        // YYYY-MM-DD
  std::optional<double> run_in_days;
  std::optional<double> days;
  std::optional<double> budget_percent;  // Of the sources, per hour.
  std::optional<std::size_t> downloads;
  std::string budget = "day";  // Or "tick".
  std::string tick;            // Empty: as usual for the objective.
  std::string minimum_gap = "10m";
  std::string objective = "delay";
  std::optional<double> price;
  double training_days = 0;
  std::string subscribers;  // A CSV file.
  double subscriber_weight = 1;
  std::uint32_t items_shown = 0;
  double failed_percent = 0;
  double timeout_percent = 0;
  double wrong_times_percent = 0;
  bool clock_jumps = false;
  bool json = false;
  std::string plot;        // An SVG file to write.
  std::string profile_of;  // Numbers of sources with commas between.
  std::string history_of;
};
Result<void> lab_simulate(const LabSimulateOptions& options, std::FILE* out);

}  // namespace curlew::apps
