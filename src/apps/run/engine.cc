#include "apps/run/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "api/replay/replay_site.h"
#include "api/status_site.h"
#include "apps/commands/connect_broker.h"
#include "apps/commands/context.h"
#include "apps/commands/installation_key.h"
#include "apps/config/options.h"
#include "apps/config/thesauri.h"
#include "apps/directory_lock.h"
#include "apps/run/api_parts.h"
#include "apps/run/archive_thread.h"
#include "apps/run/hook_thread.h"
#include "apps/run/measurements.h"
#include "apps/run/publisher_thread.h"
#include "apps/run/readiness.h"
#include "apps/run/stop_signal.h"
#include "apps/run/terminal_thread.h"
#include "apps/run/websub_thread.h"
#include "base/fingerprint.h"
#include "base/log.h"
#include "base/memory_budget.h"
#include "broker/broker.h"
#include "control/archives.h"
#include "control/controller.h"
#include "control/dropped_answers.h"
#include "control/housekeeping.h"
#include "control/index_keeping.h"
#include "control/records.h"
#include "control/source_alarms.h"
#include "control/terminal.h"
#include "control/terminals_answers.h"
#include "control/topic_keeping.h"
#include "http/server.h"
#include "service/seal_secrets.h"
#include "service/search.h"
#include "store/backup/backup.h"
#include "store/epoch.h"
#include "store/store.h"

namespace curlew::apps {
namespace {

// How long a thread sleeps when nothing happens, and so how late it sees an order or
// the end.
constexpr Milliseconds kStep{20};
// Between two tries while nothing can be stored.
constexpr Milliseconds kLongestPause{2'000};
// For a program that holds up the store: the controller tries again by itself, and
// must not wait long when it is told to end.
constexpr Milliseconds kPatience{1'500};
// How often the store is asked whether it can be written to, while nothing is.
constexpr Milliseconds kWriteLook{5'000};

control::ControllerOptions controller_options(const Config& config,
                                              const service::PlanningOptions& planning,
                                              MemoryBudget& memory) {
  control::ControllerOptions options;
  options.memory = &memory;
  options.planners = planning.planners;
  options.ledger.fetch_pages = config.articles.fetch_pages;
  options.ledger.revisit_pages = config.articles.revisit_pages;
  options.politeness = config.fetch.politeness;
  options.crawl.phase_pause = config.crawl.phase_pause;
  options.crawl.most_out = config.crawl.most_pages;
  options.batch_wait =
      std::min<Milliseconds>(options.batch_wait, config.schedule.tick / 4);
  return options;
}

control::Keep keep(Milliseconds age, std::size_t newest) {
  return {age.count() > 0 ? std::optional(age) : std::nullopt, newest};
}

control::HousekeepingOptions housekeeping_options(const Config& config) {
  const Config::Articles& articles = config.articles;
  control::HousekeepingOptions options;
  options.visits = std::chrono::days(config.log.keep_days);
  options.articles = keep(articles.keep_for, articles.keep_newest);
  options.pages = keep(articles.keep_pages_for, articles.keep_pages_newest);
  return options;
}

// As often as news may be expected: a schedule in a hurry has alarms in a hurry.
control::SourceAlarmsOptions alarm_options(const Config& config) {
  control::SourceAlarmsOptions options;
  options.every = std::min<Milliseconds>(options.every, 5 * config.schedule.tick);
  return options;
}

std::vector<std::string> terminal_names(const Config& config) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= config.terminals.count; ++i) {
    names.push_back(fmt::format("terminal-{}", i));
  }
  return names;
}

class OneProcess final : public Engine {
 public:
  OneProcess(const Config& config, const Clock& clock, DirectoryLock lock,
             std::unique_ptr<store::Store> store, service::PlanningOptions planning,
             std::vector<text::Thesaurus> thesauri, std::string key_id,
             std::int64_t epoch, Role role, std::unique_ptr<MemoryBudget> memory,
             std::unique_ptr<broker::Broker> broker)
      : config_(config),
        clock_(clock),
        lock_(std::move(lock)),
        store_(std::move(store)),
        planning_(std::move(planning)),
        thesauri_(std::move(thesauri)),
        installation_(key_id.empty() ? "curlew" : std::move(key_id)),
        epoch_(epoch),
        role_(role),
        memory_(std::move(memory)),
        broker_(std::move(broker)),
        measurements_(config, Measurements::Of::kController, clock, *memory_),
        readiness_(clock),
        elsewhere_(*broker_),
        archives_(archive_folder(config),
                  {.largest_segment = config.archive.segment,
                   .elsewhere = role == Role::kController ? &elsewhere_ : nullptr}),
        controller_(own_controller_options(), planning_.make_policy, *store_, *broker_,
                    clock, Random::from_system()),
        housekeeping_(housekeeping_options(config), *store_, clock),
        index_keeping_(*store_, clock),
        topic_keeping_(*store_),
        alarms_(alarm_options(config), *store_, controller_.planners(), clock) {}

  ~OneProcess() override { stop(); }

  Result<void> start() {
    const auto names =
        role_ == Role::kAll ? terminal_names(config_) : std::vector<std::string>();
    if (!names.empty()) TRY(archives_.open_to_write(names, config_.archive.copies));
    TRY(start_web());
    TRY(start_figures());
    TRY(controller_.load());
    TRY(start_publisher());
    TRY_ASSIGN(hook_,
               HookThread::start(config_, epoch_, measurements_.metrics(), clock_));
    TRY_ASSIGN(websub_, WebSubThread::start(config_, epoch_, addresses(),
                                            measurements_.metrics(), clock_));
    for (const std::string& name : names) TRY(start_terminal(name));
    TRY(start_archive_thread());
    controller_thread_ = std::thread([this] { control(); });
    return {};
  }

  void stop() override {
    stopping_ = true;
    dropped_answers_.reset();
    terminals_answers_.reset();
    archive_thread_.reset();
    terminals_.clear();
    // It was never started where something else could not be.
    if (controller_thread_.joinable()) {
      controller_thread_.join();
      if (const auto finished = controller_.finish(); !finished.ok()) {
        log_error("{}", finished.error().text);
      }
    }
    hook_.reset();
    websub_.reset();
    publisher_.reset();
    figures_server_.reset();
    replay_server_.reset();
    server_.reset();
  }

  std::uint16_t web_port() const override { return server_ ? server_->port() : 0; }

  Result<void> outcome() const override { return outcome_; }

 private:
  control::ControllerOptions own_controller_options() {
    control::ControllerOptions options =
        controller_options(config_, planning_, *memory_);
    if (role_ == Role::kController) options.terminal_silence = config_.broker.silence;
    options.thesauri = pointers_to(thesauri_);
    options.metrics = &measurements_.metrics();
    options.ledger.subscribes_at_hubs = subscribes_at_hubs(config_);
    options.on_deliveries = [this] {
      if (publisher_) publisher_->wake();
    };
    return options;
  }

  Result<void> start_publisher() {
    TRY_ASSIGN(publisher_, PublisherThread::start(
                               config_,
                               {.installation = installation_,
                                .base_url = personal_base_url(config_, web_port()),
                                .epoch = epoch_,
                                .metrics = &measurements_.metrics()},
                               clock_));
    return {};
  }

  service::PersonalAddresses addresses() const {
    return {.public_url = config_.web.public_url,
            .installation = installation_,
            .key = key_reader(config_)};
  }

  api::OperationOptions operation() {
    return {.metrics = [this] { return measurements_.text(); },
            .readiness =
                [this] {
                  auto checks = readiness_.checks();
                  checks.push_back(check_disk(config_.data.dir));
                  if (role_ == Role::kController) {
                    checks.push_back(to_check("broker", broker_->check()));
                  }
                  return checks;
                }};
  }

  // Beside the pages, where they are to be on another network.
  Result<void> start_figures() {
    if (config_.metrics.port == 0) return {};
    TRY_ASSIGN(figures_server_, start_figures_server(config_, operation()));
    return {};
  }

  Result<void> start_web() {
    if (!config_.web.enabled) return {};
    api::StatusSiteOptions site;
    TRY_ASSIGN(auto place, store_place(config_));
    site.open_to_write = [place] {
      return store::open_store(place, store::OpenMode::kReadWrite);
    };
    site.personal = addresses();
    site.has_websub = config_.web.websub;
    site.open_store = [place = std::move(place)] {
      return store::open_store(place, store::OpenMode::kReadOnly);
    };
    site.access = {.registration = service::parse_registration(config_.web.registration)
                                       .value_or(service::Registration::kClosed),
                   .trusted_proxies = config_.web.trusted_proxies,
                   .open_as = config_.web.open_as,
                   .version = CURLEW_VERSION};
    site.address = config_.web.address;
    site.limits.late_after = late_after(config_);
    site.explain = [this](store::Store& store, const store::WatchedSource& source,
                          Time now) -> Result<std::optional<service::SourcePlan>> {
      TRY_ASSIGN(auto explainer, service::Explainer::make(planning_, store));
      return std::optional(explainer.explain(control::planned(source), now));
    };
    site.read_version = version_reader();
    site.parts = make_api_parts(config_, clock_, planning_, dictionary_, archives_);
    site.replay_port = [this] { return replay_port_.load(); };
    site.storing_trouble = [this] {
      const std::lock_guard lock(trouble_mutex_);
      return trouble_;
    };
    site.operation = operation();
    if (config_.metrics.access == "public") site.metrics_access = http::Access::kPublic;
    if (config_.metrics.access == "off") site.metrics_access.reset();
    site.on_answer = [this](std::string_view pattern, int status, Milliseconds took) {
      measurements_.count_answer(pattern, status, took);
    };
    const std::size_t connections = share_out_files(config_).web;
    // Whoever listens keeps a connection: half of them stay for all others.
    site.most_listeners = std::min(site.most_listeners, connections / 2);
    TRY_ASSIGN(server_,
               http::start_server({.address = config_.web.address,
                                   .port = config_.web.port,
                                   .max_connections = connections},
                                  api::make_status_site(std::move(site), clock_)));
    return start_replay();
  }

  api::ReadVersion version_reader() {
    return [this](const model::KeptAt& place) { return archives_.read(place); };
  }

  // Beside the pages, which it leads back to.
  Result<void> start_replay() {
    // Of pages that people look at: few at a time.
    constexpr std::size_t kConnections = 64;
    TRY_ASSIGN(auto place, store_place(config_));
    api::ReplaySiteOptions site;
    site.open_store = [place = std::move(place)] {
      return store::open_store(place, store::OpenMode::kReadOnly);
    };
    site.read_version = version_reader();
    site.key = key_reader(config_);
    site.address = config_.web.address;
    site.web_port = server_->port();
    TRY_ASSIGN(replay_server_,
               http::start_server({.address = config_.web.address,
                                   .port = config_.web.replay_port,
                                   .max_connections = kConnections},
                                  api::make_replay_site(std::move(site), clock_)));
    replay_port_ = replay_server_->port();
    return {};
  }

  Result<void> start_terminal(const std::string& name) {
    TRY_ASSIGN(
        auto terminal,
        TerminalThread::start(config_, name, control::TerminalOptions().beat,
                              {archives_.shelf_of(name), *memory_, *broker_, clock_}));
    terminals_.push_back(std::move(terminal));
    return {};
  }

  // Terminals elsewhere pack their own archives, and ask what was dropped.
  Result<void> start_archive_thread() {
    ArchiveThread::Controller controller{.epoch = epoch_};
    if (role_ == Role::kController) {
      controller.is_referred_elsewhere = [this](const model::KeptAt& place) {
        return elsewhere_.is_referred(place);
      };
      TRY_ASSIGN(const auto place, store_place(config_));
      TRY_ASSIGN(dropped_store_, store::open_fenced_store(place, epoch_, kPatience));
      TRY_ASSIGN(dropped_answers_, control::answer_dropped(*dropped_store_, *broker_));
      TRY_ASSIGN(terminals_answers_, control::answer_terminals(living_, *broker_));
    }
    TRY_ASSIGN(archive_thread_,
               ArchiveThread::start(config_, std::move(controller), archives_, clock_));
    return {};
  }

  // Not every step asks the store: after trouble, one that does has to go well.
  Result<void> step(bool is_in_trouble) {
    TRY(controller_.step(kStep));
    if (is_in_trouble) TRY(store_->snapshot());
    return {};
  }

  // Why the store cannot be written to, though nothing was: a disk or a lock shows only
  // then. Not for the log, which tells what could not be done.
  std::string writing_trouble() {
    if (clock_.steady() < write_at_) return writing_trouble_;
    write_at_ = clock_.steady() + kWriteLook;
    const auto began = store_->begin();
    writing_trouble_ = began.ok() ? "" : began.error().text;
    return writing_trouble_;
  }

  // Has another controller led since we began? What we have in memory is of no use
  // then.
  bool is_deposed() {
    const auto deposed = store::is_deposed(*store_, epoch_);
    if (!deposed.ok() || !*deposed) return false;
    outcome_ = Error{ErrorKind::kBusy, "another curlew serve has taken over"};
    return true;
  }

  void control() {
    std::string last_error;
    Milliseconds pause = kStep;
    while (!stopping_) {
      const auto stepped = step(!last_error.empty());
      // The same trouble once, however long it lasts.
      const std::string error = stepped.ok() ? "" : stepped.error().text;
      if (!error.empty() && error != last_error) log_error("{}", error);
      if (error.empty() && !last_error.empty()) log_info("the store works again");
      if (error != last_error) {
        const std::lock_guard lock(trouble_mutex_);
        trouble_ = error;
      }
      last_error = error;
      readiness_.came_round(error.empty() ? writing_trouble() : error,
                            controller_.terminals());
      if (!error.empty()) {
        if (is_deposed()) return send_stop_signal();
        // A server that is away, or refuses, is not asked fifty times a second.
        for (Milliseconds slept{0}; slept < pause && !stopping_; slept += kStep) {
          std::this_thread::sleep_for(kStep);
        }
        pause = std::min(2 * pause, kLongestPause);
        continue;
      }
      pause = kStep;
      living_.set(controller_.living_terminals());
      if (const auto noted = living_.note_copies(*store_); !noted.ok()) {
        log_warning("{}", noted.error().text);
      }
      if (const auto kept = housekeeping_.step(); !kept.ok()) {
        log_warning("{}", kept.error().text);
      }
      if (const auto told = alarms_.step(); !told.ok()) {
        log_warning("alarms: {}", told.error().text);
      } else if (*told && publisher_) {
        publisher_->wake();
      }
      if (const auto kept = index_keeping_.step(); !kept.ok()) {
        log_warning("search index: {}", kept.error().text);
      }
      if (const auto kept = topic_keeping_.step(); !kept.ok()) {
        log_warning("topics: {}", kept.error().text);
      }
    }
  }

  const Config config_;
  const Clock& clock_;
  DirectoryLock lock_;
  std::unique_ptr<store::Store> store_;
  const service::PlanningOptions planning_;
  const std::vector<text::Thesaurus> thesauri_;
  const query::Dictionary dictionary_{.analyzer = service::plain_dictionary().analyzer,
                                      .thesauri = pointers_to(thesauri_)};
  // Tells what this installation sends from what any other does.
  const std::string installation_;
  const std::int64_t epoch_;
  const Role role_;
  const std::unique_ptr<MemoryBudget> memory_;
  const std::unique_ptr<broker::Broker> broker_;
  Measurements measurements_;
  ControllerReadiness readiness_;
  control::AskedRecords elsewhere_;
  control::Archives archives_;
  control::Controller controller_;
  control::Housekeeping housekeeping_;
  control::IndexKeeping index_keeping_;
  control::TopicKeeping topic_keeping_;
  control::SourceAlarms alarms_;
  std::mutex trouble_mutex_;
  std::string trouble_;  // Why the controller cannot store anything now.
  std::atomic<std::uint16_t> replay_port_ = 0;
  std::unique_ptr<http::Server> server_;  // Asks for the trouble: ends before it.
  std::unique_ptr<http::Server> replay_server_;
  std::unique_ptr<http::Server> figures_server_;
  std::unique_ptr<PublisherThread> publisher_;
  std::unique_ptr<HookThread> hook_;
  std::unique_ptr<WebSubThread> websub_;
  std::vector<std::unique_ptr<TerminalThread>> terminals_;
  std::unique_ptr<ArchiveThread> archive_thread_;
  // Used by those answers alone.
  std::unique_ptr<store::Store> dropped_store_;
  std::unique_ptr<broker::Answering> dropped_answers_;
  control::LivingTerminals living_;
  std::unique_ptr<broker::Answering> terminals_answers_;
  std::thread controller_thread_;
  std::atomic<bool> stopping_ = false;
  // Of the controller's thread.
  SteadyTime write_at_ = SteadyTime::min();
  std::string writing_trouble_;
  Result<void> outcome_;
};

// A fingerprint of all that decides whether a source can be fetched, never 0.
std::int64_t fetch_settings_of(const Config& config, std::string_view key_id) {
  const Config::Fetch& fetch = config.fetch;
  std::string text =
      fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {}", key_id, CURLEW_VERSION,
                  user_agent_of(config), fetch.limits.body, fetch.limits.headers,
                  fetch.limits.compression_ratio, fetch.limits.connect.count(),
                  fetch.limits.total.count(), fetch.limits.stall_window.count(),
                  fetch.max_redirects, fetch.politeness.obey_robots, fetch.browser,
                  fetch.pdftotext, config.articles.max_page);
  for (const http::AddressRange& range : fetch.allow_addresses) {
    text += fmt::format(" {}/{}", to_string(range.first), range.prefix_length);
  }
  const auto fingerprint = static_cast<std::int64_t>(short_fingerprint_of(text));
  return fingerprint == 0 ? 1 : fingerprint;
}

// Makes the key at the first start and seals what an older release left plain. The id
// of the key; empty where it is lost: sources without secrets go on.
Result<std::string> prepare_key(const Config& config, store::Store& store) {
  const KeyReader reader = key_maker(config, store);
  TRY(service::seal_plain_secrets(store, reader));
  const auto key = reader();
  if (key.ok()) return key->id();
  if (key.error().kind != ErrorKind::kNotFound) return Error(key.error());
  log_error("{}", key.error().text);
  return std::string();
}

}  // namespace

Result<std::unique_ptr<Engine>> start_engine(const Config& config, const Clock& clock,
                                             Role role) {
  auto memory = std::make_unique<MemoryBudget>(config.fetch.memory);
  std::unique_ptr<broker::Broker> broker;
  if (role == Role::kController) {
    TRY_ASSIGN(broker,
               connect_broker(config, "curlew controller", memory.get(), clock));
  } else if (config.archive.copies > config.terminals.count) {
    return Error{ErrorKind::kUsage,
                 fmt::format("archive.copies: {} copies need as many terminals; set "
                             "terminals.count to 2 or more",
                             config.archive.copies)};
  } else {
    broker = broker::make_memory_broker({.memory = memory.get()});
  }
  TRY(make_data_directory(config));
  TRY_ASSIGN(DirectoryLock lock, DirectoryLock::take(config.data.dir));
  TRY(store::finish_restore(config.data.dir));
  TRY_ASSIGN(const auto place, store_place(config));
  TRY_ASSIGN(auto leading, store::open_leading_store(place, kPatience));
  auto& [store, epoch] = leading;
  TRY_ASSIGN(const std::string key_id, prepare_key(config, *store));
  TRY_ASSIGN(const std::int64_t asked,
             store->schedule().note_fetch_settings(fetch_settings_of(config, key_id),
                                                   clock.now()));
  if (asked > 0) {
    log_info("settings have changed: {} sources with a problem are tried again", asked);
  }
  TRY_ASSIGN(auto planning, planning_options(config));
  const text::Analyzer analyzer;
  TRY_ASSIGN(auto thesauri, load_thesauri(thesauri_of(config), analyzer));
  auto engine = std::make_unique<OneProcess>(
      config, clock, std::move(lock), std::move(store), std::move(planning),
      std::move(thesauri), key_id, epoch, role, std::move(memory), std::move(broker));
  TRY(engine->start());
  return std::unique_ptr<Engine>(std::move(engine));
}

}  // namespace curlew::apps
