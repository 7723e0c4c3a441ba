#include <memory>
#include <string>

#include "apps/cli/commands.h"
#include "apps/cli/flags.h"
#include "apps/commands/topics.h"

namespace curlew::apps {
namespace {

constexpr const char* kTopicNames = "Their names or numbers";
constexpr const char* kTopicViewer = "Only what this user sees";

template <typename Number>
void add_amount(CLI::App& command, const std::string& name,
                std::optional<Number>& number, const std::string& help) {
  command.add_option(name, number, help)->type_name("N");
}

void add_list(CLI::App& command, const std::string& name,
              std::vector<std::string>& words, const std::string& value,
              const std::string& help) {
  add_words(command, name, words, help).type_name(value)->expected(1, 1 << 20);
}

// What is learned, and how.
void add_learning_flags(CLI::App& command, TopicOptions& options) {
  add_list(command, "--examples", options.examples, "URL|FILE",
           "Texts that belong to it: addresses of pages, files of text or HTML, "
           "folders of such files");
  add_choice(command, "--method", options.method, {"linear", "tf-centroid", "thesis"},
             "How it is learned; linear");
  add_amount(command, "--terms", options.terms,
             "How many terms --method thesis selects; 50");
  add_amount(command, "--passed-over", options.passed_over,
             "Which share of its own examples --method linear may pass over; 0.05");
  add_text(command, "--threshold", options.threshold, "N|learned",
           "The least score, from 0 to 1, with which a text belongs to it, in place of "
           "the learned one");
}

void add_topic_flags(CLI::App& command, TopicOptions& options) {
  add_learning_flags(command, options);
  add_list(command, "--seeds", options.seeds, "URL",
           "Where its crawl begins; without any it judges articles and crawls "
           "nothing; none takes them away");
  add_choice(command, "--order", options.order, {"curlew", "thesis"},
             "In which order its crawl fetches pages; curlew");
  add_amount(command, "--pages-a-phase", options.pages_a_phase,
             "After how many pages a phase of its crawl ends; 1000");
  add_amount(command, "--pages-a-site", options.pages_a_site,
             "How many pages of one domain it fetches at most; 2000");
  add_amount(command, "--depth", options.depth,
             "How many links from a seed it goes at most; 8");
  add_list(command, "--also-domain", options.also_domains, "DOMAIN",
           "Where its crawl may go beside the domains of its seeds; * is everywhere, "
           "none takes them away");
  add_list(command, "--exclude", options.excludes, "PATTERN",
           "Addresses that its crawl leaves alone: */login*; none takes them away");
  add_text(command, "--folder", options.folder, "PATH", "File it there");
  add_either(command, "shared", options.shared, "Everybody sees it",
             "Its subscribers alone see it");
  add_json(command, options.json);
}

void define_topic_edits(CLI::App& topic, Invocation& invocation) {
  auto adding = std::make_shared<TopicOptions>();
  CLI::App& add =
      add_command(topic, "add", "Add a topic, learned from examples",
                  "curlew topic add \"World football\" --examples football/ "
                  "https://example.org/cup --seeds https://example.org/sports/");
  add_text(add, "NAME", adding->name, "", "The topic's name; without one, --ready's");
  add_choice(add, "--ready", adding->ready,
             {"business", "politics", "crime", "health", "sports", "technology", "all"},
             "A topic that comes with Curlew, or all six; examples are added to it");
  add_text(add, "--user", adding->user, "NAME", "It is this user's, and private");
  add_topic_flags(add, *adding);
  runs(add, invocation, adding, add_topic);

  auto editing = std::make_shared<TopicOptions>();
  CLI::App& edit =
      add_command(topic, "edit", "Change a topic, and learn it anew",
                  "curlew topic edit \"World football\" --examples more/*.txt");
  add_text(edit, "NAME", editing->name, "", "The topic's name or number").required();
  edit.add_option("--name", editing->new_name, "The topic's new name")
      ->type_name("NAME");
  add_switch(edit, "--only-these", editing->only_these,
             "The examples stand in place of those that it has, not beside them");
  add_topic_flags(edit, *editing);
  runs(edit, invocation, editing, edit_topic);
}

void define_topic_preview(CLI::App& topic, Invocation& invocation) {
  auto options = std::make_shared<TopicPreviewOptions>();
  CLI::App& command = add_command(
      topic, "preview",
      "Show which of the newest articles a topic accepts, or would accept with another "
      "threshold, or would if it were made of these examples",
      "curlew topic preview --examples football/ https://example.org/cup");
  add_text(command, "NAME", options->topic.name, "",
           "A topic's name or number; without one, --examples");
  add_learning_flags(command, options->topic);
  add_text(command, "--user", options->topic.user, "NAME", "Among what this user sees");
  command.add_option("-n,--number", options->number, "How many are shown")
      ->type_name("N")
      ->check(CLI::Range(0, 200).description(""));
  add_json(command, options->topic.json);
  runs(command, invocation, options, preview_topic);
}

void define_topic_targets(CLI::App& topic, Invocation& invocation,
                          const std::string& name, const std::string& summary,
                          Result<void> (*function)(const Context&,
                                                   const TopicTargets&)) {
  auto options = std::make_shared<TopicTargets>();
  CLI::App& command =
      add_command(topic, name, summary, "curlew topic " + name + " sports");
  add_words(command, "NAME", options->names, kTopicNames).required();
  add_json(command, options->json);
  runs(command, invocation, options, function);
}

void define_topic_looks(CLI::App& topic, Invocation& invocation) {
  auto listing = std::make_shared<TopicTargets>();
  CLI::App& list = add_command(topic, "list", "List topics", "curlew topic list");
  add_text(list, "--user", listing->user, "NAME", kTopicViewer);
  add_json(list, listing->json);
  runs(list, invocation, listing, list_topics);

  auto showing = std::make_shared<TopicTargets>();
  CLI::App& show = add_command(
      topic, "show", "Show what a topic goes by, and what its crawl has brought",
      "curlew topic show sports");
  add_words(show, "NAME", showing->names, kTopicNames).required();
  add_text(show, "--user", showing->user, "NAME", kTopicViewer);
  add_json(show, showing->json);
  runs(show, invocation, showing, show_topics);

  auto logging = std::make_shared<TopicLogOptions>();
  CLI::App& log = add_command(topic, "log", "Show what happened to a topic",
                              "curlew topic log sports");
  add_text(log, "NAME", logging->name, "", "The topic's name or number").required();
  log.add_option("-n,--number", logging->number, "How many")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000).description(""));
  add_text(log, "--user", logging->user, "NAME", kTopicViewer);
  add_json(log, logging->json);
  runs(log, invocation, logging, show_topic_log);
}

void define_topic_files(CLI::App& topic, Invocation& invocation) {
  auto exporting = std::make_shared<TopicFileOptions>();
  CLI::App& out = add_command(
      topic, "export", "Write topics as JSON, with examples and what was learned",
      "curlew topic export sports -o sports.json");
  add_words(out, "NAME", exporting->names, "Their names or numbers; without any, all");
  add_text(out, "--user", exporting->user, "NAME", kTopicViewer);
  add_text(out, "-o,--output", exporting->file, "FILE", "Instead of stdout");
  runs(out, invocation, exporting, export_topics);

  auto importing = std::make_shared<TopicFileOptions>();
  CLI::App& in =
      add_command(topic, "import", "Add or change topics as such a file says",
                  "curlew topic import sports.json");
  add_text(in, "FILE", importing->file, "", "- for standard input").required();
  add_json(in, importing->json);
  runs(in, invocation, importing, import_topics);
}

}  // namespace

void define_topic_commands(CLI::App& app, Invocation& invocation) {
  CLI::App& topic = add_command(app, "topic", "Add, change, list and remove topics",
                                "curlew topic add sports --examples sports/*.txt");
  topic.require_subcommand(1);
  define_topic_edits(topic, invocation);
  define_topic_preview(topic, invocation);
  define_topic_looks(topic, invocation);
  define_topic_targets(topic, invocation, "remove",
                       "Remove topics, with the articles that their crawls found",
                       remove_topics);
  define_topic_targets(topic, invocation, "pause",
                       "Judge and crawl nothing for them, keep everything",
                       pause_topics);
  define_topic_targets(topic, invocation, "resume", "Go on", resume_topics);
  define_topic_files(topic, invocation);
}

}  // namespace curlew::apps
