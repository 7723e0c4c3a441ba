#include <memory>

#include "apps/cli_commands.h"
#include "apps/cli_flags.h"
#include "apps/lab/lab.h"

namespace curlew::apps {
namespace {

// Lab commands print to stdout and need neither configuration nor data.
template <typename Options>
void runs_lab(CLI::App& command, Invocation& invocation,
              std::shared_ptr<Options> options,
              Result<void> (*function)(const Options&, std::FILE*)) {
  command.callback([&invocation, options, function] {
    invocation.run = [options, function] { return function(*options, stdout); };
  });
}

void define_lab_feed(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabFeedOptions>();
  CLI::App& command =
      add_command(lab, "feed", "Parse feeds and print what is in them",
                  "curlew lab feed --url https://example.org/ news.xml");
  add_words(command, "FILE", options->files, "Files with the bytes of a feed");
  add_text(command, "--url", options->url, "URL", "Where the feed was found");
  add_text(command, "--content-type", options->content_type, "TYPE",
           "The Content-Type it was served with");
  add_text(command, "--batch", options->batch, "DIR",
           "Every file below DIR/files; base_url from DIR/expected.jsonl");
  runs_lab(command, invocation, options, lab_feed);
}

void define_lab_robots(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabRobotsOptions>();
  CLI::App& command =
      add_command(lab, "robots", "Ask a robots.txt what it allows (RFC 9309)",
                  "curlew lab robots --agent curlew robots.txt /private/page");
  add_text(command, "--agent", options->agent, "NAME", "The robot that asks");
  add_text(command, "ROBOTS", options->robots, "", "A robots.txt file");
  add_words(command, "URL", options->urls, "Addresses or paths to ask for");
  add_text(command, "--batch", options->batch, "FILE", "Cases, one JSON object a line");
  runs_lab(command, invocation, options, lab_robots);
}

void define_lab_url(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabUrlOptions>();
  CLI::App& command =
      add_command(lab, "url", "Parse and resolve addresses (WHATWG URL)",
                  "curlew lab url --base https://example.org/a/ ../b");
  add_text(command, "--base", options->base, "URL", "What relative inputs start from");
  add_words(command, "INPUT", options->inputs, "Addresses, absolute or relative");
  add_text(command, "--batch", options->batch, "FILE", "Cases, one JSON object a line");
  runs_lab(command, invocation, options, lab_url);
}

void define_lab_date(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabDateOptions>();
  CLI::App& command = add_command(lab, "date", "Read dates as feeds write them",
                                  "curlew lab date 'Sun, 06 Nov 1994 08:49:37 GMT'");
  add_words(command, "STRING", options->inputs, "Dates in any dialect");
  add_text(command, "--batch", options->batch, "FILE", "Cases, one JSON object a line");
  runs_lab(command, invocation, options, lab_date);
}

}  // namespace

void define_lab(CLI::App& app, Invocation& invocation) {
  CLI::App& lab = add_command(app, "lab", "Run one stage by itself, on files",
                              "curlew lab date 2026-11-15");
  lab.require_subcommand(1);
  define_lab_feed(lab, invocation);
  define_lab_robots(lab, invocation);
  define_lab_url(lab, invocation);
  define_lab_date(lab, invocation);
}

}  // namespace curlew::apps
