#include <memory>
#include <string>

#include "apps/cli/commands.h"
#include "apps/cli/flags.h"
#include "apps/commands/operating.h"

namespace curlew::apps {

void define_operating_commands(CLI::App& app, Invocation& invocation) {
  auto ill = std::make_shared<ProblemsOptions>();
  CLI::App& problems =
      add_command(app, "problems", "Show what is wrong with sources, by cause",
                  "curlew problems --user eleni");
  add_text(problems, "--user", ill->user, "NAME", "Only what this user sees");
  add_json(problems, ill->json);
  runs(problems, invocation, ill, list_problems);

  auto late = std::make_shared<DelayOptions>();
  CLI::App& delay = add_command(app, "delay",
                                "Show how late articles were found, matched and "
                                "delivered, and what more visits would buy",
                                "curlew delay --days 30");
  delay.add_option("--days", late->days, "Of how many days; 7")
      ->type_name("N")
      ->check(CLI::Range(1, 30).description(""));
  add_text(delay, "--user", late->user, "NAME", "Only what this user sees");
  add_json(delay, late->json);
  runs(delay, invocation, late, show_delay);

  auto how = std::make_shared<OperationOptions>();
  CLI::App& operation = add_command(
      app, "operation",
      "Show how the machine goes: queues, terminals, outcomes, store and disk",
      "curlew operation --json");
  add_json(operation, how->json);
  runs(operation, invocation, how, show_operation);

  auto kept = std::make_shared<CourtesyOptions>();
  CLI::App& courtesy = add_command(
      app, "courtesy",
      "Show how hosts were treated in the last 24 hours, the most visits first; "
      "requests for robots.txt, where redirects lead and looks of users are no visits",
      "curlew courtesy example.org --json");
  add_text(courtesy, "HOST", kept->host, "", "Only hosts with this in their names");
  courtesy.add_option("-n,--number", kept->number, "How many")
      ->type_name("N")
      ->check(CLI::Range(1, 10'000).description(""));
  add_json(courtesy, kept->json);
  runs(courtesy, invocation, kept, show_courtesy);

  auto rule = std::make_shared<KeepOptions>();
  CLI::App& keep = add_command(
      app, "keep",
      "Show or change how long articles and their pages are kept; what is changed here "
      "holds instead of the configuration",
      "curlew keep --articles-for 365d --pages 1000");
  add_text(keep, "--articles-for", rule->articles_for, "AGE",
           "Forget articles so long after they were found or edited: 365d, or all");
  add_text(keep, "--articles", rule->articles, "N",
           "Keep the newest N of each source, or all");
  add_text(keep, "--pages-for", rule->pages_for, "AGE",
           "Drop their pages so long after they were fetched: 30d, or all");
  add_text(keep, "--pages", rule->pages, "N",
           "Keep the pages of the newest N articles of each source, or all");
  add_switch(keep, "--as-configured", rule->is_as_configured,
             "What the configuration says holds again");
  add_json(keep, rule->json);
  runs(keep, invocation, rule, show_keeping);
}

}  // namespace curlew::apps
