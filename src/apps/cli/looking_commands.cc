#include <memory>
#include <string>

#include "apps/cli/commands.h"
#include "apps/cli/flags.h"
#include "apps/commands/articles.h"
#include "apps/commands/estimate.h"
#include "apps/commands/log.h"
#include "apps/commands/search.h"
#include "apps/commands/status.h"

namespace curlew::apps {
namespace {

constexpr const char* kSourceHelp =
    "A number, an address, a host or a part of the title";
constexpr const char* kUserHelp = "Only what this user may see";

void define_status(CLI::App& app, Invocation& invocation) {
  auto status_options = std::make_shared<StatusOptions>();
  CLI::App& status = add_command(
      app, "status", "Show what is due, late and failing, or all of one source",
      "curlew status https://example.org/feed.xml");
  add_text(status, "SOURCE", status_options->target, "", kSourceHelp);
  add_text(status, "--user", status_options->user, "NAME", kUserHelp);
  add_json(status, status_options->json);
  runs(status, invocation, status_options, show_status);

  auto log_options = std::make_shared<LogOptions>();
  CLI::App& log = add_command(app, "log", "Show the visits of a source, or of all",
                              "curlew log https://example.org/feed.xml -n 50");
  add_text(log, "SOURCE", log_options->target, "", kSourceHelp);
  log.add_option("-n,--number", log_options->number, "How many")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000).description(""));
  add_text(log, "--user", log_options->user, "NAME", kUserHelp);
  add_switch(log, "-f,--follow", log_options->follow,
             "Go on with those that come, until stopped");
  add_json(log, log_options->json);
  runs(log, invocation, log_options, show_log);
}

void define_reading(CLI::App& app, Invocation& invocation) {
  auto list_options = std::make_shared<ArticlesOptions>();
  CLI::App& articles = add_command(app, "articles", "List articles, the newest first",
                                   "curlew articles --folder News --since 2h");
  add_text(articles, "--source", list_options->source, "SOURCE",
           "Only of this source: a number, an address, a host or a part of the title");
  add_text(articles, "--topic", list_options->topic, "NAME",
           "Only what belongs to this topic, of any source")
      .excludes("--source");
  add_text(articles, "--folder", list_options->folder, "PATH",
           "Only of sources filed there or below it");
  add_text(articles, "--since", list_options->since, "TIME",
           "Only found since then: 2h, 7d, or a date");
  articles.add_option("-n,--number", list_options->number, "How many")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000).description(""));
  CLI::Option& user = add_text(articles, "--user", list_options->user, "NAME",
                               "Only what this user may see, with what he made of it");
  add_switch(articles, "--unread", list_options->unread, "Only what is not read")
      .needs(&user);
  add_switch(articles, "--starred", list_options->starred, "Only what is kept")
      .needs(&user);
  add_switch(articles, "--muted", list_options->muted,
             "What is muted, instead of what is not")
      .needs(&user);
  add_text(articles, "--tag", list_options->tag, "WORD", "Only what has this tag")
      .needs(&user);
  add_json(articles, list_options->json);
  runs(articles, invocation, list_options, list_articles);

  auto read_options = std::make_shared<ReadOptions>();
  CLI::App& reading =
      add_command(app, "read", "Show one article with its text", "curlew read 1234");
  reading.add_option("ID", read_options->id, "Its number, as curlew articles lists it")
      ->type_name("")
      ->check(is_article_number())
      ->required();
  add_text(reading, "--user", read_options->user, "NAME", kUserHelp);
  add_json(reading, read_options->json);
  runs(reading, invocation, read_options, read_article);
}

void define_search(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<SearchOptions>();
  CLI::App& command =
      add_command(app, "search", "Find articles by what they say, the newest first",
                  "curlew search '\"heavy rain\" NOT title:sport lang:en'");
  add_words(
      command, "QUERY", options->words,
      "Words, \"phrases\", AND OR NOT ( ), begin*, =form, and lang: source: folder: "
      "topic: title: author:")
      .required();
  add_text(command, "--user", options->user, "NAME", kUserHelp);
  add_switch(command, "--no-synonyms", options->no_synonyms,
             "Words match their inflections alone");
  add_switch(command, "--ranked", options->ranked,
             "Those that say the most about it first");
  command.add_option("-n,--limit", options->limit, "How many")
      ->type_name("N")
      ->check(CLI::Range(1, 1000).description(""));
  command.add_option("--before", options->before, "Only articles with lower numbers")
      ->type_name("ID")
      ->check(is_article_number());
  add_json(command, options->json);
  runs(command, invocation, options, search_articles);
}

void define_estimate(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<EstimateCommandOptions>();
  CLI::App& command = add_command(
      app, "estimate",
      "Say how long visiting every source once will take, with how many threads",
      "curlew estimate --threads 50");
  command
      .add_option("--threads", options->threads,
                  "Requests at a time, instead of what is configured")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000).description(""));
  add_text(command, "--within", options->within, "DURATION",
           "Instead: how many sources can be visited once in this time: 1h");
  add_json(command, options->json);
  runs(command, invocation, options, estimate_next_crawl);
}

}  // namespace

void define_looking_commands(CLI::App& app, Invocation& invocation) {
  define_status(app, invocation);
  define_reading(app, invocation);
  define_search(app, invocation);
  define_estimate(app, invocation);
}

}  // namespace curlew::apps
