#include "apps/run/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
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
#include "apps/run/controller_thread.h"
#include "apps/run/engine_options.h"
#include "apps/run/hook_thread.h"
#include "apps/run/measurements.h"
#include "apps/run/publisher_thread.h"
#include "apps/run/readiness.h"
#include "apps/run/terminal_thread.h"
#include "apps/run/websub_thread.h"
#include "base/log.h"
#include "base/memory_budget.h"
#include "broker/broker.h"
#include "control/archives.h"
#include "control/dropped_answers.h"
#include "control/records.h"
#include "control/terminal.h"
#include "control/terminals_answers.h"
#include "http/server.h"
#include "service/seal_secrets.h"
#include "service/search.h"
#include "store/backup/backup.h"
#include "store/epoch.h"
#include "store/store.h"

namespace curlew::apps {
namespace {

// For a program that holds up the store: the controller tries again by itself, and
// must not wait long when it is told to end.
constexpr Milliseconds kPatience{1'500};

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
        elsewhere_(*broker_),
        archives_(archive_folder(config),
                  {.largest_segment = config.archive.segment,
                   .elsewhere = role == Role::kController ? &elsewhere_ : nullptr}),
        controller_(config_, own_controller_options(), planning_.make_policy,
                    {*store_, epoch, *broker_, clock}) {}

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
    controller_.start();
    return {};
  }

  void stop() override {
    dropped_answers_.reset();
    terminals_answers_.reset();
    archive_thread_.reset();
    terminals_.clear();
    controller_.stop();
    hook_.reset();
    websub_.reset();
    publisher_.reset();
    figures_server_.reset();
    replay_server_.reset();
    server_.reset();
  }

  std::uint16_t web_port() const override { return server_ ? server_->port() : 0; }

  Result<void> outcome() const override { return controller_.outcome(); }

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
                  auto checks = controller_.checks();
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
      return store::open_store(place, store::OpenMode::kPresent);
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
    site.storing_trouble = [this] { return controller_.trouble(); };
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
      TRY_ASSIGN(terminals_answers_,
                 control::answer_terminals(controller_.living(), *broker_));
    }
    TRY_ASSIGN(archive_thread_,
               ArchiveThread::start(config_, std::move(controller), archives_, clock_));
    return {};
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
  control::AskedRecords elsewhere_;
  control::Archives archives_;
  ControllerThread controller_;
  std::atomic<std::uint16_t> replay_port_ = 0;
  std::unique_ptr<http::Server>
      server_;  // Asks the controller for its trouble: ends before it.
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
  std::unique_ptr<broker::Answering> terminals_answers_;
};

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
