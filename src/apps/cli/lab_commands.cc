#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "apps/cli/commands.h"
#include "apps/cli/flags.h"
#include "apps/config/options.h"
#include "apps/lab/lab.h"
#include "schedule/make_policy.h"

namespace curlew::apps {
namespace {

// Lab commands print to stdout and need neither configuration nor data. Where there are
// several kinds of input, one of them must be given.
template <typename Options>
void runs_lab(CLI::App& command, Invocation& invocation,
              std::shared_ptr<Options> options,
              Result<void> (*function)(const Options&, std::FILE*),
              const std::vector<const CLI::Option*>& inputs = {}) {
  command.callback([&invocation, options, function, inputs] {
    const auto is_missing = [](const CLI::Option* input) { return input->empty(); };
    if (!inputs.empty() && std::ranges::all_of(inputs, is_missing))
      throw CLI::RequiredError(inputs.front()->get_name() + " or " +
                               inputs.back()->get_name());
    invocation.run = [options, function] { return function(*options, stdout); };
  });
}

template <typename Number>
CLI::Option& add_number(CLI::App& command, const std::string& names, Number& number,
                        const std::string& value, const CLI::Range& range,
                        const std::string& help) {
  return *command.add_option(names, number, help)
              ->type_name(value)
              ->check(CLI::Range(range).description(""));
}

void define_lab_feed(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabFeedOptions>();
  CLI::App& command =
      add_command(lab, "feed", "Parse feeds and print what is in them",
                  "curlew lab feed --url https://example.org/ news.xml");
  const CLI::Option& words =
      add_words(command, "FILE", options->files, "Files with the bytes of a feed");
  add_text(command, "--url", options->url, "URL", "Where the feed was found");
  add_text(command, "--content-type", options->content_type, "TYPE",
           "The Content-Type it was served with");
  const CLI::Option& batch =
      add_text(command, "--batch", options->batch, "DIR",
               "Every file below DIR/files; base_url from DIR/expected.jsonl");
  runs_lab(command, invocation, options, lab_feed, {&words, &batch});
}

void define_lab_article(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabArticleOptions>();
  CLI::App& command =
      add_command(lab, "article", "Find the article in pages, and what it is",
                  "curlew lab article --url https://example.org/news/1 page.html");
  const CLI::Option& words =
      add_words(command, "FILE", options->files,
                "HTML pages, plain or gzipped; - for standard input");
  add_text(command, "--url", options->url, "URL", "Where the page was found");
  const CLI::Option& batch = add_text(command, "--batch", options->batch, "DIR",
                                      "Every *.html and *.html.gz in DIR");
  add_text(command, "--rules", options->rules, "FILE",
           "Read the pages by these rules, and show what each one matched");
  add_json(command, options->json);
  runs_lab(command, invocation, options, lab_article, {&words, &batch});
}

void define_lab_detect(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabDetectOptions>();
  CLI::App& command =
      add_command(lab, "detect", "Say what changed between versions of a page",
                  "curlew lab detect --ignore .visitors monday.html tuesday.html");
  CLI::Option& old =
      add_text(command, "OLD", options->old, "", "A page as it was, plain or gzipped");
  CLI::Option& now =
      add_text(command, "NEW", options->now, "", "The same page as it is");
  now.needs(&old);
  old.needs(&now);
  const CLI::Option& batch = add_text(command, "--batch", options->batch, "DIR",
                                      "A folder of folders, one a page, with TIME.html "
                                      "or TIME.html.gz for each version");
  add_choice(command, "--mode", options->mode, {"curlew", "thesis"},
             "thesis: structural and textual changes alone, by its counters");
  add_choice(command, "--diff", options->diff, {"unified", "json", "html"},
             "Show OLD and NEW side by side instead");
  add_text(command, "--watch", options->watch, "CSS", "Look at these parts alone");
  command.add_option("--ignore", options->ignore, "Do not look at these parts")
      ->type_name("CSS");
  command.add_option("--ignore-text", options->ignore_text, "Nor at text like this")
      ->type_name("REGEX");
  add_number(command, "--minimum", options->minimum, "BYTES", CLI::Range(0, 1'000'000),
             "How much must differ to be a change");
  runs_lab(command, invocation, options, lab_detect, {&old, &batch});
}

void define_lab_robots(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabRobotsOptions>();
  CLI::App& command =
      add_command(lab, "robots", "Ask a robots.txt what it allows (RFC 9309)",
                  "curlew lab robots --agent curlew robots.txt /private/page");
  add_text(command, "--agent", options->agent, "NAME", "The robot that asks");
  add_text(command, "ROBOTS", options->robots, "", "A robots.txt file");
  const CLI::Option& words =
      add_words(command, "URL", options->urls, "Addresses or paths to ask for");
  const CLI::Option& batch = add_text(command, "--batch", options->batch, "FILE",
                                      "Cases, one JSON object a line");
  runs_lab(command, invocation, options, lab_robots, {&words, &batch});
}

void define_lab_url(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabUrlOptions>();
  CLI::App& command =
      add_command(lab, "url", "Parse and resolve addresses (WHATWG URL)",
                  "curlew lab url --base https://example.org/a/ ../b");
  add_text(command, "--base", options->base, "URL", "What relative inputs start from");
  const CLI::Option& words =
      add_words(command, "INPUT", options->inputs, "Addresses, absolute or relative");
  const CLI::Option& batch = add_text(command, "--batch", options->batch, "FILE",
                                      "Cases, one JSON object a line");
  runs_lab(command, invocation, options, lab_url, {&words, &batch});
}

void define_lab_date(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabDateOptions>();
  CLI::App& command = add_command(lab, "date", "Read dates as feeds write them",
                                  "curlew lab date 'Sun, 06 Nov 1994 08:49:37 GMT'");
  const CLI::Option& words =
      add_words(command, "STRING", options->inputs, "Dates in any dialect");
  const CLI::Option& batch = add_text(command, "--batch", options->batch, "FILE",
                                      "Cases, one JSON object a line");
  runs_lab(command, invocation, options, lab_date, {&words, &batch});
}

void define_lab_stem(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabStemOptions>();
  CLI::App& command = add_command(lab, "stem", "Take the inflection off words",
                                  "curlew lab stem el κυβερνήσεις κυβέρνησε");
  add_text(command, "LANG", options->language, "", "Their language: en, el, de")
      .required();
  add_words(command, "WORD", options->words, "Words; - for lines of standard input")
      .required();
  add_json(command, options->json);
  runs_lab(command, invocation, options, lab_stem);
}

void define_lab_areas(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabAreasOptions>();
  CLI::App& command =
      add_command(lab, "areas",
                  "Find where a page tells, where it leads on, and what is navigation",
                  "curlew lab areas --html areas.html page.html");
  CLI::Option& file = add_text(command, "FILE", options->file, "",
                               "A page, maybe gzipped; - for standard input");
  add_text(command, "--url", options->url, "URL", "Where the page was found");
  add_text(command, "--html", options->html, "FILE", "Draw the areas over the page");
  command.add_flag("--as-published", options->as_published,
                   "By the algorithms of the paper alone (docs/areas.md)");
  add_number(command, "--thr-iv", options->thr_iv, "N", CLI::Range(0, 1'000'000'000),
             "An informational area has a value above N; 200 without it");
  add_number(command, "--thr-hv", options->thr_hv, "N", CLI::Range(0, 1'000'000'000),
             "A hub area has more than N links; 3 without it");
  CLI::Option& batch = add_text(
      command, "--batch", options->batch, "DIR",
      "Count the areas of every *.html and *.html.gz in DIR: as published, and ours");
  add_text(command, "--plot", options->plot, "FILE", "Draw those counts, as SVG")
      .needs(&batch);
  batch.excludes(&file);
  add_json(command, options->json);
  runs_lab(command, invocation, options, lab_areas, {&file, &batch});
}

void define_lab_entries(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabEntriesOptions>();
  CLI::App& command =
      add_command(lab, "entries", "Find the entries of a page that is followed",
                  "curlew lab entries --url https://example.org/news/ front.html");
  add_text(command, "FILE", options->file, "",
           "A page, maybe gzipped; - for standard input")
      .required();
  add_text(command, "--url", options->url, "URL", "Where the page was found")
      .required();
  add_json(command, options->json);
  runs_lab(command, invocation, options, lab_entries);
}

void define_lab_clips(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabClipsOptions>();
  CLI::App& command = add_command(
      lab, "clips", "Cut the clips that a page has for queries",
      "curlew lab clips page.html --query bridge --query '\"climate change\"'");
  add_text(command, "FILE", options->file, "",
           "A page, maybe gzipped; - for standard input")
      .required();
  add_words(command, "--query", options->queries,
            "What to look for: a query as in docs/queries.md")
      .required();
  add_text(command, "--url", options->url, "URL", "Where the page was found");
  add_text(command, "--language", options->language, "LANG",
           "That of the page, where its text does not tell");
  add_words(
      command, "--thesaurus", options->thesauri,
      "Synonyms, instead of text.thesauri: MyThes .dat (English) or Open Multilingual "
      "Wordnet .tab (Greek)");
  command.add_flag("--as-published", options->as_published,
                   "Only areas without links are clipped: the paper's algorithm 2");
  add_json(command, options->json);
  command.callback([&invocation, options] {
    invocation.run = [&invocation, options]() -> Result<void> {
      TRY_ASSIGN(const Config config, configure(invocation.global));
      if (options->thesauri.empty()) options->thesauri = thesauri_of(config);
      return lab_clips(*options, stdout);
    };
  });
}

void define_lab_match(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabMatchOptions>();
  CLI::App& command =
      add_command(lab, "match", "Find the standing queries that texts answer",
                  "curlew lab match --queries queries.tsv --texts texts.jsonl");
  add_text(command, "--queries", options->queries, "FILE",
           "A query a line: id, tab, query (docs/queries.md)")
      .required();
  add_text(command, "--texts", options->texts, "FILE",
           "A JSON object a line: id, lang, title, text")
      .required();
  add_words(
      command, "--thesaurus", options->thesauri,
      "Synonyms: MyThes .dat (English) or Open Multilingual Wordnet .tab (Greek)");
  runs_lab(command, invocation, options, lab_match);
}

void define_lab_classify(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabClassifyOptions>();
  CLI::App& command = add_command(
      lab, "classify", "Learn topics from examples and say how well they are told",
      "curlew lab classify --train examples.jsonl.gz --test others.jsonl.gz");
  add_text(command, "--train", options->train, "FILE",
           "A JSON object a line: id, label, title, text; maybe gzipped; or ready: the "
           "topics that come with Curlew")
      .required();
  add_text(command, "--test", options->test, "FILE",
           "The same; the same file is split in half by a hash of the ids")
      .required();
  add_text(
      command, "--method", options->method, "NAME",
      "linear (default), cosine (or tf-centroid), thesis (docs/topics.md); several "
      "with commas, or all: a row each");
  add_text(command, "--label", options->label, "NAME",
           "Where a row has its topic's name; label");
  add_number(command, "--terms", options->terms, "N", CLI::Range(1, 100'000),
             "Terms of a topic, with --method thesis; 50");
  add_number(command, "--passed-over", options->passed_over, "SHARE",
             CLI::Range(0.0, 1.0),
             "Share of a topic's own texts below its threshold, with linear; 0.05");
  add_text(command, "--background", options->background, "NAME",
           "own: linear also learns from Curlew's counts of words, as texts of no "
           "topic, which a single topic needs; none");
  add_text(command, "--themes", options->themes, "FILE",
           "Counts of tools/derive_topics.py in place of Curlew's own");
  add_json(command, options->json);
  runs_lab(command, invocation, options, lab_classify);
}

void define_simulated_part(CLI::App& command, LabSimulateOptions& options) {
  add_text(command, "--trace", options.trace, "FILE",
           "source_id,unix_time as CSV, maybe gzipped; names from FILE_sources.csv")
      .required();
  add_number(command, "--sources", options.sources, "N", CLI::Range(1, 100'000'000),
             "Only so many, chosen at random");
  add_number(command, "--seed", options.seed, "S", CLI::Range(0.0, 1e18),
             "What is random follows from it");
  add_number(command, "--samples", options.samples, "K", CLI::Range(1, 1000),
             "Repeat with the K-1 seeds behind it; print means and their spread");
  add_text(command, "--start", options.start, "DATE",
           "The first scored day, 2021-05-29; without it the trace's, or run-in later");
  add_number(command, "--run-in", options.run_in_days, "DAYS", CLI::Range(0.0, 36500.0),
             "Before it, not scored; 28 with --start, else 0");
  add_number(command, "--days", options.days, "DAYS", CLI::Range(0.01, 36500.0),
             "How long is scored; without it to the trace's end");
}

void define_simulated_terms(CLI::App& command, LabSimulateOptions& options) {
  CLI::Option& share =
      add_number(command, "--budget-per-hour", options.budget_percent, "PCT",
                 CLI::Range(0.0001, 100'000.0), "Visits, in percent of the sources");
  add_number(command, "--downloads", options.downloads, "N", CLI::Range(1.0, 1e12),
             "Find the price at which so many are made in all")
      .excludes(&share);
  add_choice(command, "--budget", options.budget, {"tick", "day"},
             "What keeps it: each tick, or (the default) the days by their price");
  add_number(command, "--price", options.price, "P", CLI::Range(1e-12, 1e12),
             "What a visit costs, without a budget")
      .excludes(&share);
  add_text(command, "--tick", options.tick, "DURATION",
           "How often visits are decided: 10m, for documents 1d");
  add_text(command, "--min-gap", options.minimum_gap, "DURATION",
           "Between two visits of a source: 10m");
  add_choice(command, "--objective", options.objective,
             {"delay", "capture", "freshness"}, "delay: feeds; else documents");
  add_number(command, "--training", options.training_days, "DAYS",
             CLI::Range(0.0, 3650.0),
             "posting-rate: how long toe trains first, without a budget");
  CLI::Option& subscribers =
      add_text(command, "--subscribers", options.subscribers, "FILE",
               "source_id,subscribers as CSV: who has more is visited sooner");
  add_number(command, "--subscriber-weight", options.subscriber_weight, "C",
             CLI::Range(0.0, 1000.0), "What one adds to the worth of a visit: 1")
      .needs(&subscribers);
  add_number(command, "--items-shown", options.items_shown, "N",
             CLI::Range(1, 1'000'000), "A feed lists only its newest N items");
}

void define_simulated_faults(CLI::App& command, LabSimulateOptions& options) {
  const CLI::Range percent(0.0, 99.0);
  add_number(command, "--fail", options.failed_percent, "PCT", percent,
             "So many visits fail");
  add_number(command, "--timeouts", options.timeout_percent, "PCT", percent,
             "Sources do not answer so much of the time, for hours each");
  add_number(command, "--wrong-times", options.wrong_times_percent, "PCT",
             CLI::Range(0.0, 100.0),
             "So many sources state no times, only dates, or another zone's times");
  add_switch(command, "--clock-jumps", options.clock_jumps,
             "Our own clock is set a day back, and forward, for two days each");
}

void define_lab_simulate(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabSimulateOptions>();
  CLI::App& command = add_command(
      lab, "simulate", "Replay a trace under policies and compare them",
      "curlew lab simulate --trace feeds.csv.gz --policy round-robin,curlew "
      "--sources 460 --start 2021-05-29 --days 90 --budget-per-hour 15");
  define_simulated_part(command, *options);
  add_text(
      command, "--policy", options->policies, "NAME[,NAME]",
      fmt::format("Which to compare: {}", fmt::join(schedule::policy_names(), " ")))
      .required();
  define_simulated_terms(command, *options);
  define_simulated_faults(command, *options);
  CLI::Option& plot =
      add_text(command, "--plot", options->plot, "FILE.svg", "Draw them");
  add_text(command, "--profile-of", options->profile_of, "ID[,ID]",
           "Draw what is learned of the week of a source, too")
      .needs(&plot);
  add_text(command, "--history-of", options->history_of, "ID[,ID]",
           "Draw how the policies follow a source, too")
      .needs(&plot);
  add_json(command, options->json);
  runs_lab(command, invocation, options, lab_simulate);
}

void define_lab_crawl(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabCrawlOptions>();
  CLI::App& command = add_command(
      lab, "crawl", "Crawl a site by topic in several orders and compare them",
      "curlew lab crawl --order curlew,thesis,breadth-first --pages 20000 --stay 0.5");
  add_text(command, "--order", options->orders, "NAME[,NAME]",
           "Which to compare: curlew thesis breadth-first pagerank backlinks "
           "forward-links; all");
  add_text(command, "--site", options->site, "DIR",
           "A recorded site (docs/crawl-orders.md), or synthetic (default)");
  add_number(command, "--pages", options->pages, "N", CLI::Range(500, 10'000'000),
             "Of the synthetic web; 100000");
  add_number(command, "--seed", options->seed, "S", CLI::Range(0.0, 1e18),
             "What is random follows from it");
  add_text(command, "--stay", options->stay, "P[,P]",
           "How likely a link stays in its topic, a web for each; 0.3,0.5,0.7");
  add_text(command, "--trace", options->trace, "FILE",
           "When documents changed, as for lab simulate; "
           "$CURLEW_CORPORA/traces/documents.csv.gz, or invented");
  add_number(command, "--phases", options->phases, "P", CLI::Range(1, 1000),
             "How often all is visited again, and the first time; 8");
  add_number(command, "--phase-days", options->phase_days, "DAYS",
             CLI::Range(0.01, 365.0),
             "From a phase of the synthetic web to the next; 7");
  add_number(command, "--first-phase", options->first_phase, "N",
             CLI::Range(1, 100'000'000), "Visits of the first; a tenth of the pages");
  add_number(command, "--later-phase", options->later_phase, "N",
             CLI::Range(1, 100'000'000), "Visits of each later one; a fiftieth");
  add_choice(
      command, "--method", options->method, {"own", "linear", "tf-centroid", "thesis"},
      "Who tells topics: own (default) is thesis for thesis, linear for all else");
  CLI::Option& queue =
      add_text(command, "--queue", options->queue, "FILE.csv",
               "Write what a phase visited, in its order, with priorities");
  add_number(command, "--queue-phase", options->queue_phase, "P", CLI::Range(1, 1000),
             "Of which; the last")
      .needs(&queue);
  add_text(command, "--plot", options->plot, "FILE.svg",
           "Draw the paper's figures 5.1 to 5.5 of the first order, and the contest");
  add_json(command, options->json);
  runs_lab(command, invocation, options, lab_crawl);
}

void define_lab_rdf(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabRdfOptions>();
  CLI::App& command =
      add_command(lab, "rdf", "Read RDF and print its canonical N-Quads (RDFC-1.0)",
                  "curlew lab rdf --base https://example.org/data catalogue.ttl");
  const CLI::Option& file =
      add_text(command, "FILE", options->file, "",
               "Turtle, TriG, N-Triples, N-Quads, RDF/XML or JSON-LD");
  add_text(command, "--base", options->base, "URL", "What relative names start from");
  const CLI::Option& batch =
      add_text(command, "--batch", options->batch, "DIR",
               "Judge every case of DIR/cases.jsonl, as the W3C's suites are kept");
  runs_lab(command, invocation, options, lab_rdf, {&file, &batch});
}

void define_lab_data_diff(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabDataDiffOptions>();
  CLI::App& command =
      add_command(lab, "data-diff", "Tell what is different between two data documents",
                  "curlew lab data-diff --key country yesterday.csv today.csv");
  add_text(command, "OLD", options->before, "", "RDF in any syntax, CSV or JSON")
      .required();
  add_text(command, "NEW", options->after, "", "A later version of the same document")
      .required();
  add_text(command, "--base", options->base, "URL", "What relative names start from");
  add_words(command, "--key", options->key,
            "Columns that tell the rows of a table apart; found, where there are such")
      .type_name("COLUMN");
  add_json(command, options->json);
  runs_lab(command, invocation, options, lab_data_diff);
}

void define_lab_estimate(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabEstimateOptions>();
  CLI::App& command =
      add_command(lab, "estimate", "Say how long a crawl of these hosts will take",
                  "curlew lab estimate --hosts hosts.csv --threads 50");
  add_text(command, "--hosts", options->hosts, "FILE",
           "host,docs,mean_download_s,delay_s as CSV; maybe deviation_s, downloads")
      .required();
  add_number(command, "--threads", options->threads, "N", CLI::Range(1, 100'000),
             "Requests at a time, all hosts together; 200");
  add_number(command, "--per-host", options->per_host, "N", CLI::Range(1, 1'000),
             "Requests to one host at a time; 1");
  add_switch(command, "--robots-known", options->robots_known,
             "No robots.txt has to be asked for first");
  add_number(command, "--seed", options->seed, "S", CLI::Range(0.0, 1e18),
             "What is random follows from it");
  add_json(command, options->json);
  runs_lab(command, invocation, options, lab_estimate);
}

}  // namespace

void define_lab(CLI::App& app, Invocation& invocation) {
  CLI::App& lab = add_command(app, "lab", "Run one stage by itself, on files",
                              "curlew lab date 2026-11-15");
  lab.require_subcommand(1);
  define_lab_feed(lab, invocation);
  define_lab_article(lab, invocation);
  define_lab_detect(lab, invocation);
  define_lab_robots(lab, invocation);
  define_lab_url(lab, invocation);
  define_lab_date(lab, invocation);
  define_lab_stem(lab, invocation);
  define_lab_areas(lab, invocation);
  define_lab_entries(lab, invocation);
  define_lab_clips(lab, invocation);
  define_lab_match(lab, invocation);
  define_lab_classify(lab, invocation);
  define_lab_simulate(lab, invocation);
  define_lab_crawl(lab, invocation);
  define_lab_rdf(lab, invocation);
  define_lab_data_diff(lab, invocation);
  define_lab_estimate(lab, invocation);
}

}  // namespace curlew::apps
