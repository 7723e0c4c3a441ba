#include "apps/commands/topics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

#include "api/json.h"
#include "apps/commands/installation_key.h"
#include "apps/commands/source_facts.h"
#include "apps/config/options.h"
#include "apps/output/table.h"
#include "apps/whole_file.h"
#include "base/grouped.h"
#include "base/plain_text.h"
#include "classify/ready_topics.h"
#include "service/topics.h"
#include "service/users.h"

namespace curlew::apps {
namespace {

namespace fs = std::filesystem;

constexpr Bytes kLargestExample = 16_MiB;

bool is_address(std::string_view word) {
  return word.starts_with("http://") || word.starts_with("https://");
}

// A folder is all files in it, by name.
Result<std::vector<std::string>> files_of(const std::string& word) {
  std::error_code error;
  if (!fs::is_directory(word, error)) return std::vector<std::string>{word};
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(word, error)) {
    std::error_code ignored;
    if (entry.is_regular_file(ignored)) files.push_back(entry.path().string());
  }
  if (error || files.empty()) {
    return Error{ErrorKind::kUsage,
                 fmt::format("--examples {}: there are no files in it", word)};
  }
  std::ranges::sort(files);
  return files;
}

Result<std::vector<model::TopicExample>> read_examples(
    const Context& context, const std::vector<std::string>& words) {
  std::vector<model::TopicExample> examples;
  std::vector<std::string> urls;
  for (const std::string& word : words) {
    if (is_address(word)) {
      urls.push_back(word);
      continue;
    }
    TRY_ASSIGN(const auto files, files_of(word));
    for (const std::string& file : files) {
      auto bytes = read_whole_file(file, kLargestExample);
      if (!bytes.ok()) {
        return Error{ErrorKind::kUsage,
                     fmt::format("--examples: {}", bytes.error().text)};
      }
      TRY_ASSIGN(auto example, service::read_example(file, *bytes));
      examples.push_back(std::move(example));
    }
  }
  if (urls.empty()) return examples;
  service::LookOptions how = look_options(context.config);
  how.key = key_or_passing_one(context.config);
  TRY_ASSIGN(auto fetched, service::fetch_examples(how, context.clock, urls));
  for (model::TopicExample& each : fetched) examples.push_back(std::move(each));
  return examples;
}

// nullopt: nothing was typed; "none" by itself: nothing is wanted.
std::optional<std::vector<std::string>> list_of(const std::vector<std::string>& words) {
  if (words.empty()) return std::nullopt;
  if (words == std::vector<std::string>{"none"}) return std::vector<std::string>();
  return words;
}

Result<std::optional<double>> to_threshold(const std::string& typed) {
  if (typed == "learned") return std::optional<double>();
  double value = 0;
  const char* const end = typed.data() + typed.size();
  const auto read = std::from_chars(typed.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end) {
    return Error{ErrorKind::kUsage,
                 fmt::format("--threshold {}: is neither a number from 0 to 1 nor "
                             "learned",
                             plain_text(typed))};
  }
  return std::optional(value);
}

Result<service::TopicEdit> to_topic_edit(const Context& context,
                                         const TopicOptions& options) {
  service::TopicEdit edit;
  if (!options.method.empty()) {
    edit.method = model::parse_topic_method(options.method);
  }
  if (!options.order.empty()) edit.order = model::parse_crawl_order(options.order);
  edit.terms = options.terms;
  edit.passed_over = options.passed_over;
  if (!options.threshold.empty()) {
    TRY_ASSIGN(edit.threshold.emplace(), to_threshold(options.threshold));
  }
  edit.pages_a_phase = options.pages_a_phase;
  edit.pages_a_site = options.pages_a_site;
  edit.depth = options.depth;
  edit.seeds = list_of(options.seeds);
  edit.also_domains = list_of(options.also_domains);
  edit.excludes = list_of(options.excludes);
  if (!options.folder.empty()) edit.folder = options.folder;
  edit.is_shared = options.shared;
  edit.subscriber = options.user;
  edit.drops_examples = options.only_these;
  TRY_ASSIGN(edit.examples, read_examples(context, options.examples));
  if (const std::string note = service::note_on_examples(edit.examples);
      !note.empty()) {
    fmt::print(stderr, "curlew: --examples: {}\n", note);
  }
  return edit;
}

void print_done(const Context& context, std::string_view done,
                const std::vector<store::TopicRow>& rows, bool json) {
  for (const store::TopicRow& row : rows) {
    if (json) {
      fmt::print(context.screen.out, "{}\n", api::to_json(row));
    } else {
      fmt::print(context.screen.out, "{} #{} {}\n", done, row.topic.source.value,
                 plain_text(row.topic.name));
    }
  }
}

// Of all phases: how many of the pages fetched were about it.
std::string harvest_of(const std::vector<model::TopicPhase>& phases) {
  model::TopicPhase all;
  for (const model::TopicPhase& phase : phases) {
    all.downloaded += phase.downloaded;
    all.relevant += phase.relevant;
  }
  if (all.downloaded == 0) return "-";
  return fmt::format("{:.0f} %", 100 * model::harvest_ratio(all));
}

void print_seeds(const Screen& screen, const service::TopicDetail& detail) {
  for (const std::string& seed : detail.row.topic.seeds) {
    const auto trouble = std::ranges::find(
        detail.seed_troubles, seed.substr(0, seed.find('#')), &store::SeedTrouble::url);
    if (trouble == detail.seed_troubles.end()) {
      print_fact(screen, "seed", seed);
      continue;
    }
    print_fact(
        screen, "seed",
        fmt::format("{} brings nothing ({} in vain): {}", seed,
                    counted(trouble->failures, "visit"), plain_text(trouble->why)));
  }
}

void print_rules(const Screen& screen, const model::Topic& topic) {
  if (topic.seeds.empty()) {
    print_fact(screen, "crawl", "none: it has no seeds (curlew topic edit --seeds)");
    return;
  }
  print_fact(screen, "order", to_string(topic.order));
  print_fact(screen, "caps",
             fmt::format("{} pages a phase, {} a site, {} links deep",
                         grouped(topic.caps.pages_a_phase),
                         grouped(topic.caps.pages_a_site), topic.caps.depth));
  for (const std::string& domain : topic.rules.also_domains) {
    print_fact(screen, "also in", domain == "*" ? "all domains" : domain);
  }
  for (const std::string& pattern : topic.rules.excludes) {
    print_fact(screen, "leaves out", pattern);
  }
}

void print_phases(const Screen& screen, const std::vector<model::TopicPhase>& phases,
                  Time now) {
  if (phases.empty()) return;
  Table table({{"phase", Align::kRight},
               {"began", Align::kRight},
               {"pages", Align::kRight},
               {"relevant", Align::kRight},
               {"harvest", Align::kRight},
               {"changed", Align::kRight},
               {"moved", Align::kRight},
               {"dropped", Align::kRight},
               {"dynamic", Align::kRight},
               {"static", Align::kRight},
               {"threshold", Align::kRight}});
  for (const model::TopicPhase& phase : phases) {
    table.add({std::to_string(phase.number), relative(phase.began, now),
               grouped(phase.downloaded), grouped(phase.relevant), harvest_of({phase}),
               grouped(phase.structural + phase.textual), grouped(phase.moved),
               grouped(phase.dropped), grouped(phase.dynamic_size),
               grouped(phase.static_size), fmt::format("{:.3f}", phase.threshold)});
  }
  fmt::print(screen.out, "\n{}", table.render(screen));
}

constexpr std::string_view kNoThreshold =
    "none; its examples have no words to tell a text by, and nothing belongs to it";

void print_topic(const Screen& screen, const service::TopicDetail& detail, Time now) {
  const model::Topic& topic = detail.row.topic;
  fmt::print(screen.out, "{}\n",
             coloured(screen, plain_text(topic.name), Colour::kBold));
  print_fact(screen, "number", std::to_string(topic.source.value));
  print_fact(screen, "state", to_string(detail.row.state));
  print_fact(screen, "seen by", detail.row.is_shared ? "everybody" : "its subscribers");
  print_fact(screen, "articles", grouped(detail.articles));
  const std::string learned =
      detail.learned ? ", learned " + relative(*detail.learned, now) : "";
  print_fact(screen, "method",
             fmt::format("{} from {}{}", to_string(topic.method),
                         counted(detail.examples.size(), "example"), learned));
  const auto threshold = service::known_threshold(topic.threshold, topic.own_threshold);
  print_fact(
      screen, "threshold",
      threshold
          ? fmt::format("{:.3f}, {}: a text that scores less does not belong to it",
                        *threshold, topic.own_threshold ? "as given" : "as learned")
          : std::string(kNoThreshold));
  if (topic.method == model::TopicMethod::kThesis) {
    print_fact(screen, "terms",
               fmt::format("the {} most frequent of its examples, and those that its "
                           "crawl added; each weighs 1",
                           topic.terms));
  }
  print_seeds(screen, detail);
  print_rules(screen, topic);
  if (detail.frontier && !topic.seeds.empty()) {
    const store::CrawlCounts& pages = *detail.frontier;
    print_fact(screen, "frontier",
               fmt::format("{} wait, {} kept ({} change), {} rejected, {}",
                           counted(pages.waiting, "page"), grouped(pages.kept),
                           grouped(pages.dynamic), grouped(pages.rejected),
                           counted(pages.duplicates, "duplicate")));
  }
  if (!detail.terms.empty()) {
    std::vector<std::string> words;
    for (const control::TellingTerm& term : detail.terms) {
      words.push_back(fmt::format("{} {:.2f}",
                                  plain_text(term.word.empty() ? term.stem : term.word),
                                  term.weight));
    }
    print_fact(screen, "goes by", fmt::format("{}", fmt::join(words, ", ")));
  }
  print_phases(screen, detail.phases, now);
}

// "3", or "3, 1 in vain".
std::string seeds_of(const service::TopicDetail& detail) {
  const std::string all = grouped(detail.row.topic.seeds.size());
  if (detail.seed_troubles.empty()) return all;
  return fmt::format("{}, {} in vain", all, grouped(detail.seed_troubles.size()));
}

Result<void> pause_or_resume(const Context& context, const TopicTargets& options,
                             bool is_paused) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  TRY_ASSIGN(const auto rows, service::pause_topics(*store, options.names, is_paused,
                                                    context.clock.now()));
  print_done(context, is_paused ? "paused" : "resumed", rows, options.json);
  return {};
}

// All of them or, when one is there, none.
Result<void> add_ready_topics(const Context& context, const TopicOptions& options,
                              const service::TopicEdit& edit) {
  const bool are_all = options.ready == "all";
  if (are_all && !options.name.empty()) {
    return Error{ErrorKind::kUsage, "--ready all: six topics cannot have one name"};
  }
  std::vector<service::NewTopic> topics;
  for (const std::string_view ready : classify::kReadyTopics) {
    if (!are_all && ready != options.ready) continue;
    service::NewTopic& topic = topics.emplace_back();
    topic.name = options.name.empty() ? std::string(ready) : options.name;
    topic.edit = edit;
    for (classify::ReadyText& each : classify::ready_texts(ready)) {
      topic.edit.examples.push_back(
          {fmt::format("ready: {}", ready), "", std::move(each.text)});
    }
  }
  TRY_ASSIGN(const auto store, make_store(context.config));
  TRY_ASSIGN(const auto rows, service::add_topics(*store, topics, context.clock.now()));
  print_done(context, "added", rows, options.json);
  return {};
}

}  // namespace

Result<void> add_topic(const Context& context, const TopicOptions& options) {
  TRY_ASSIGN(const service::TopicEdit edit, to_topic_edit(context, options));
  if (!options.ready.empty()) return add_ready_topics(context, options, edit);
  TRY_ASSIGN(const auto store, make_store(context.config));
  TRY_ASSIGN(const auto row,
             service::add_topic(*store, options.name, edit, context.clock.now()));
  print_done(context, "added", {row}, options.json);
  return {};
}

Result<void> edit_topic(const Context& context, const TopicOptions& options) {
  TRY_ASSIGN(service::TopicEdit edit, to_topic_edit(context, options));
  edit.name = options.new_name;
  if (edit == service::TopicEdit()) {
    return Error{ErrorKind::kUsage,
                 fmt::format("topic edit {}: there is nothing to change; curlew topic "
                             "edit --help names what can be",
                             plain_text(options.name))};
  }
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  TRY_ASSIGN(const auto row,
             service::change_topic(*store, options.name, edit, context.clock.now()));
  print_done(context, "changed", {row}, options.json);
  return {};
}

Result<void> preview_topic(const Context& context, const TopicPreviewOptions& options) {
  const TopicOptions& topic = options.topic;
  if (topic.name.empty() == topic.examples.empty()) {
    return Error{ErrorKind::kUsage,
                 "a topic's NAME, or --examples of one that is not made yet"};
  }
  TRY_ASSIGN(const service::TopicEdit edit, to_topic_edit(context, topic));
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const service::Viewer viewer, service::viewer_named(*store, topic.user));
  const auto threshold = edit.threshold.value_or(std::nullopt);
  TRY_ASSIGN(const service::TopicPreview preview,
             topic.name.empty()
                 ? service::preview_new_topic(*store, edit, options.number, viewer)
                 : service::preview_topic(*store, topic.name, threshold, options.number,
                                          viewer));
  if (topic.json) {
    fmt::print(context.screen.out, "{}\n", api::to_json(preview));
    return {};
  }
  if (!preview.threshold) {
    fmt::print(context.screen.out, "threshold: {}\n", kNoThreshold);
  } else if (preview.judged == 0) {
    fmt::print(context.screen.out,
               "there are no articles to judge yet; the threshold is {:.3f}\n",
               *preview.threshold);
  } else {
    fmt::print(context.screen.out, "{} of the newest {} with a threshold of {:.3f}\n",
               counted(preview.accepted, "article"), grouped(preview.judged),
               *preview.threshold);
  }
  if (preview.articles.empty()) return {};
  Table table({{"score", Align::kRight},
               {""},
               {"title", Align::kLeft, Shrink::kYes},
               {"source", Align::kLeft, Shrink::kYes}});
  for (const service::FittingArticle& each : preview.articles) {
    table.add({fmt::format("{:.3f}", each.score),
               Cell(each.is_accepted ? "in" : "out",
                    each.is_accepted ? Colour::kGood : Colour::kQuiet),
               each.article.title, each.article.source_title});
  }
  fmt::print(context.screen.out, "{}", table.render(context.screen));
  return {};
}

Result<void> list_topics(const Context& context, const TopicTargets& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const service::Viewer viewer, service::viewer_named(*store, options.user));
  TRY_ASSIGN(const auto topics, service::list_topics(*store, viewer));
  if (options.json) {
    for (const service::TopicDetail& each : topics) {
      fmt::print(context.screen.out, "{}\n", api::to_json(each));
    }
    return {};
  }
  if (topics.empty()) {
    fmt::print(context.screen.out,
               "no topics; curlew topic add NAME --examples FILE...\n");
    return {};
  }
  Table table({{"id", Align::kRight},
               {"topic", Align::kLeft, Shrink::kYes},
               {"state"},
               {"method"},
               {"examples", Align::kRight},
               {"articles", Align::kRight},
               {"seeds", Align::kRight},
               {"phase", Align::kRight},
               {"harvest", Align::kRight}});
  for (const service::TopicDetail& each : topics) {
    const model::Topic& topic = each.row.topic;
    table.add({std::to_string(topic.source.value), topic.name,
               std::string(to_string(each.row.state)),
               std::string(to_string(topic.method)), grouped(each.examples.size()),
               grouped(each.articles), seeds_of(each),
               topic.phase == 0 ? "-" : std::to_string(topic.phase),
               harvest_of(each.phases)});
  }
  fmt::print(context.screen.out, "{}", table.render(context.screen));
  return {};
}

Result<void> show_topics(const Context& context, const TopicTargets& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const service::Viewer viewer, service::viewer_named(*store, options.user));
  std::vector<service::TopicDetail> all;
  for (const std::string& name : options.names) {
    TRY_ASSIGN(auto detail, service::find_topic(*store, name, viewer));
    all.push_back(std::move(detail));
  }
  for (const service::TopicDetail& each : all) {
    if (options.json) {
      fmt::print(context.screen.out, "{}\n", api::to_json(each));
    } else {
      print_topic(context.screen, each, context.clock.now());
    }
  }
  return {};
}

Result<void> remove_topics(const Context& context, const TopicTargets& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  TRY_ASSIGN(const auto rows,
             service::remove_topics(*store, options.names, context.clock.now()));
  print_done(context, "removed", rows, options.json);
  return {};
}

Result<void> pause_topics(const Context& context, const TopicTargets& options) {
  return pause_or_resume(context, options, true);
}

Result<void> resume_topics(const Context& context, const TopicTargets& options) {
  return pause_or_resume(context, options, false);
}

Result<void> show_topic_log(const Context& context, const TopicLogOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const service::Viewer viewer, service::viewer_named(*store, options.user));
  TRY_ASSIGN(const auto rows,
             service::list_topic_log(*store, options.name, options.number, viewer));
  if (options.json) {
    for (const store::TopicLogRow& row : rows) {
      fmt::print(context.screen.out, "{}\n", api::to_json(row));
    }
    return {};
  }
  Table table({{"when", Align::kRight}, {"what"}, {"", Align::kLeft, Shrink::kYes}});
  for (const store::TopicLogRow& row : rows) {
    table.add({relative(row.at, context.clock.now()), row.what, row.detail});
  }
  fmt::print(context.screen.out, "{}", table.render(context.screen));
  return {};
}

Result<void> export_topics(const Context& context, const TopicFileOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const service::Viewer viewer, service::viewer_named(*store, options.user));
  TRY_ASSIGN(const std::string text,
             service::export_topics(*store, options.names, viewer));
  if (options.file.empty() || options.file == "-") {
    fmt::print(context.screen.out, "{}", text);
    return {};
  }
  return write_whole_file(options.file, text, Overwrite::kYes);
}

Result<void> import_topics(const Context& context, const TopicFileOptions& options) {
  TRY_ASSIGN(const std::string text, read_whole_file(options.file, 1_GiB));
  TRY_ASSIGN(const auto store, make_store(context.config));
  auto imported = service::import_topics(*store, text, context.clock.now());
  if (!imported.ok()) {
    return Error{imported.error().kind,
                 fmt::format("{}: {}", options.file, imported.error().text)};
  }
  if (options.json) {
    fmt::print(context.screen.out, "{{\"added\":{},\"changed\":{}}}\n", imported->added,
               imported->changed);
  } else {
    fmt::print(context.screen.out, "{} added, {} changed\n",
               counted(imported->added, "topic"), imported->changed);
  }
  return {};
}

}  // namespace curlew::apps
