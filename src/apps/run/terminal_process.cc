#include "apps/run/terminal_process.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>

#include "apps/commands/connect_broker.h"
#include "apps/commands/context.h"
#include "apps/commands/installation_key.h"
#include "apps/directory_lock.h"
#include "apps/run/archive_thread.h"
#include "apps/run/measurements.h"
#include "apps/run/readiness.h"
#include "apps/run/stop_signal.h"
#include "apps/run/terminal_thread.h"
#include "archive/copied_disk.h"
#include "base/log.h"
#include "base/plain_name.h"
#include "control/archive_folders.h"
#include "control/archives.h"
#include "control/far_copies.h"
#include "control/held_copies.h"
#include "control/records.h"
#include "control/records_answers.h"

namespace curlew::apps {
namespace {

using control::HeldCopies;
using control::RecordsAnswers;

// Of six, five may be lost.
constexpr int kBeatsPerSilence = 6;
// Between two questions whether all is handed over.
constexpr Milliseconds kAskAgain{200};

// As it may name files and queues.
std::string machine_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "terminal";
  std::string plain(name.data(),
                    std::min<std::size_t>(std::string_view(name.data()).size(), 64));
  std::ranges::replace_if(
      plain,
      [](char c) {
        return !is_plain_name({&c, 1});
      },
      '-');
  return plain.empty() ? "terminal" : plain;
}

Result<std::string> name_of(const TerminalProcessOptions& options) {
  if (options.name.empty()) return machine_name();
  if (is_plain_name(options.name)) return options.name;
  return Error{ErrorKind::kUsage,
               fmt::format("--name {}: must be of letters, digits, - and _, 64 at most",
                           options.name)};
}

// All that both ways to run it need. Nothing of it may be moved.
class TerminalParts {
 public:
  TerminalParts(const Config& config, std::string name, DirectoryLock lock,
                std::unique_ptr<MemoryBudget> memory,
                std::unique_ptr<broker::Broker> broker)
      : name_(std::move(name)),
        lock_(std::move(lock)),
        memory_(std::move(memory)),
        broker_(std::move(broker)),
        asked_(*broker_),
        far_copies_(*broker_, control::FarCopies::kPatience, is_stop_asked),
        archives_(archive_folder(config),
                  {.largest_segment = config.archive.segment,
                   .elsewhere = &asked_,
                   .far_copies = &far_copies_,
                   .wants_far_copies = config.archive.copies > 1}) {}

  const std::string& name() const { return name_; }
  MemoryBudget& memory() { return *memory_; }
  broker::Broker& broker() { return *broker_; }
  control::AskedRecords& asked() { return asked_; }
  const control::FarCopies& far_copies() const { return far_copies_; }
  control::Archives& archives() { return archives_; }

 private:
  const std::string name_;
  const DirectoryLock lock_;
  const std::unique_ptr<MemoryBudget> memory_;
  const std::unique_ptr<broker::Broker> broker_;
  control::AskedRecords asked_;
  const control::FarCopies far_copies_;
  control::Archives archives_;
};

Result<std::unique_ptr<TerminalParts>> make_parts(const Config& config,
                                                  std::string name,
                                                  const Clock& clock) {
  TRY(make_data_directory(config));
  TRY_ASSIGN(DirectoryLock lock, DirectoryLock::take(config.data.dir));
  auto memory = std::make_unique<MemoryBudget>(config.fetch.memory);
  TRY_ASSIGN(auto broker,
             connect_broker(config, "curlew terminal " + name, memory.get(), clock));
  auto parts = std::make_unique<TerminalParts>(config, std::move(name), std::move(lock),
                                               std::move(memory), std::move(broker));
  return parts;
}

// Two of one name would share orders, and answer for each other's records.
Result<void> expect_to_be_alone(TerminalParts& parts) {
  const auto found = parts.asked().holder_of(parts.name());
  if (!found.ok()) {
    return Error(found.error())
        .within(fmt::format("whether a terminal named {} runs already is not known; "
                            "try again",
                            parts.name()));
  }
  const auto& holder = *found;
  if (!holder) return {};
  if (*holder == parts.name()) {
    return Error{ErrorKind::kBusy,
                 fmt::format("a terminal named {} runs already; give this one another "
                             "name (--name)",
                             parts.name())};
  }
  return Error{ErrorKind::kBusy,
               fmt::format("{} has taken over the records of {}; give this terminal "
                           "another name (--name)",
                           *holder, parts.name())};
}

// Sources without secrets need none.
void tell_missing_key(const Config& config) {
  if (const auto key = key_reader(config)(); !key.ok()) {
    log_error(
        "{}; sources with passwords, tokens or secret headers are not fetched here: "
        "copy curlew.key from the controller's data directory, or name it in data.key",
        key.error().text);
  }
}

Result<void> follow_orders(const Config& config, TerminalParts& parts,
                           const Clock& clock) {
  TRY(expect_to_be_alone(parts));
  TRY(parts.archives().open_to_write({parts.name()}, 1));
  tell_missing_key(config);
  // Whoever moves here asks for records before it fetches.
  TRY_ASSIGN(const auto answers,
             RecordsAnswers::start(parts.name(), RecordsAnswers::Role::kTerminal,
                                   parts.archives(), parts.broker()));
  TRY_ASSIGN(const auto held,
             HeldCopies::start(archive_folder(config), parts.name(), parts.broker()));
  TRY_ASSIGN(auto terminal,
             TerminalThread::start(config, parts.name(),
                                   config.broker.silence / kBeatsPerSilence,
                                   {parts.archives().shelf_of(parts.name()),
                                    parts.memory(), parts.broker(), clock}));
  std::unique_ptr<ArchiveThread> copying;
  if (config.archive.copies > 1) {
    copying = ArchiveThread::start_for_copies(config, parts.name(), parts.archives(),
                                              parts.far_copies(), parts.asked(), clock);
  }
  auto keeping =
      ArchiveThread::start_at_terminal(config, parts.archives(), parts.asked(), clock);
  Measurements measurements(config, Measurements::Of::kTerminal, clock, parts.memory());
  std::unique_ptr<http::Server> figures;
  if (config.metrics.port != 0) {
    TRY_ASSIGN(figures,
               start_figures_server(
                   config, {.metrics = [&] { return measurements.text(); },
                            .readiness =
                                [&] {
                                  return std::vector<api::ReadyCheck>{
                                      check_disk(config.data.dir),
                                      to_check("broker", parts.broker().check())};
                                }}));
  }
  fmt::print("Curlew's terminal {} is running on {}; Ctrl-C stops it.\n", parts.name(),
             config.data.dir);
  std::fflush(stdout);
  wait_for_stop_signal();
  log_info("stopping; visits under way are made again, here or by another terminal");
  figures.reset();
  keeping.reset();
  copying.reset();
  terminal.reset();
  return {};
}

Result<std::string> find_taker(TerminalParts& parts, const std::string& wanted) {
  if (!wanted.empty()) return wanted;
  TRY_ASSIGN(const auto any, parts.asked().any_terminal());
  if (any) return *any;
  return Error{ErrorKind::kNotFound,
               "no other terminal runs that could take the records over"};
}

// The archives here that have files.
Result<std::vector<std::string>> archives_to_hand_over(control::Archives& archives) {
  std::vector<std::string> filled;
  for (const std::string& each : archives.open_terminals()) {
    TRY_ASSIGN(const auto disk, archives.files_of(each));
    TRY_ASSIGN(const auto names, disk->names());
    const bool has_files = std::ranges::any_of(names, archive::is_copied_file);
    if (has_files) filled.push_back(each);
  }
  return filled;
}

// The copy of an archive whose terminal is gone may be all that is left of it.
Result<void> expect_no_last_copies(const Config& config, TerminalParts& parts) {
  TRY(control::adopt_held(archive_folder(config), parts.name()));
  TRY_ASSIGN(const auto held,
             control::held_terminals(archive_folder(config), parts.name()));
  for (const std::string& each : held) {
    TRY_ASSIGN(const auto holder, parts.asked().holder_of(each));
    if (holder) continue;
    return Error{
        ErrorKind::kBusy,
        fmt::format("{} holds a copy of the archive of {}, which does not run: "
                    "start or drain that one first (--name {})",
                    parts.name(), each, each)};
  }
  return {};
}

Result<std::string> hand_over(TerminalParts& parts, const std::string& to) {
  TRY_ASSIGN(const auto holder, parts.asked().holder_of(parts.name()));
  if (holder && *holder == parts.name()) {
    return Error{ErrorKind::kBusy,
                 fmt::format("terminal {} is running; stop it first", parts.name())};
  }
  TRY(parts.archives().open_to_write({parts.name()}, 1));
  TRY_ASSIGN(const auto leaving, archives_to_hand_over(parts.archives()));
  if (leaving.empty()) return std::string();
  TRY_ASSIGN(const auto answers,
             RecordsAnswers::start(parts.name(), RecordsAnswers::Role::kLeaving,
                                   parts.archives(), parts.broker()));
  // One that has it already goes on.
  TRY_ASSIGN(const std::string taker, holder&& to.empty() ? Result<std::string>(*holder)
                                                          : find_taker(parts, to));
  for (const std::string& each : leaving) {
    while (true) {
      TRY_ASSIGN(const bool is_done, parts.asked().take_over(taker, each));
      if (is_done) break;
      std::this_thread::sleep_for(kAskAgain);
    }
  }
  return taker;
}

// Nobody should find them here again: the other terminal answers for them now.
Result<std::string> set_archive_aside(const Config& config) {
  const std::string folder = archive_folder(config);
  std::string aside;
  std::error_code error;
  for (int i = 1; aside.empty() || std::filesystem::exists(aside, error); ++i) {
    aside = fmt::format("{}-handed-over-{}", folder, i);
  }
  std::filesystem::rename(folder, aside, error);
  if (!error) return aside;
  return Error{ErrorKind::kFailed,
               fmt::format("{}: all of it is handed over, but it cannot be renamed: {}",
                           folder, error.message())};
}

// Nothing is lost whenever it is interrupted: it is begun again.
Result<void> drain(const Config& config, std::unique_ptr<TerminalParts> parts,
                   const std::string& to) {
  TRY(expect_no_last_copies(config, *parts));
  TRY_ASSIGN(const std::string taker, hand_over(*parts, to));
  if (taker.empty()) {
    fmt::print("terminal {} has no records to hand over\n", parts->name());
    return {};
  }
  TRY_ASSIGN(const std::string aside, set_archive_aside(config));
  fmt::print("the records of {} are at {} now; {} can be deleted\n", parts->name(),
             taker, aside);
  return {};
}

}  // namespace

Result<void> run_terminal(const Config& given, const TerminalProcessOptions& options) {
  if (!options.drain) hold_stop_signals();
  TRY_ASSIGN(const std::string name, name_of(options));
  if (!options.to.empty() && !options.drain) {
    return Error{ErrorKind::kUsage, "--to needs --drain"};
  }
  if (options.to == name) {
    return Error{ErrorKind::kUsage, fmt::format("--to {}: is this terminal", name)};
  }
  Config config = given;
  config.terminals.count = 1;
  const SystemClock clock;
  TRY_ASSIGN(auto parts, make_parts(config, name, clock));
  if (options.drain) return drain(config, std::move(parts), options.to);
  if (config.fetch.contact.empty() && config.fetch.user_agent.empty()) {
    log_warning("publishers cannot reach you: set fetch.contact in curlew.toml");
  }
  return follow_orders(config, *parts, clock);
}

}  // namespace curlew::apps
