#include "apps/run/demo.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/commands/context.h"
#include "apps/commands/installation_key.h"
#include "apps/config/options.h"
#include "apps/run/engine.h"
#include "apps/run/stop_signal.h"
#include "base/clock.h"
#include "base/log.h"
#include "parse/date.h"
#include "publish/personal_address.h"
#include "service/search.h"
#include "service/topics.h"
#include "service/users.h"
#include "service/watchlists.h"
#include "sim/mail/mail_sink.h"
#include "sim/mail/mailbox.h"
#include "sim/web/little_web.h"

namespace curlew::apps {
namespace {

constexpr std::string_view kReader = "reader";
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kReadersLists{{
    {"Harbour", "harbour OR ferry"},
    {"Λιμάνια", "λιμάνι OR πλοίο OR δήμαρχος"},
}};

// In the little web minutes are seconds: everything that is polite and patient on the
// real one is made as much quicker.
Config hurried(Config config) {
  config.fetch.politeness.host_delay = Milliseconds(100);
  // All of its hosts are on one address, and belong to different people all the same.
  config.fetch.politeness.address_delay = Milliseconds(0);
  config.fetch.politeness.per_address = config.fetch.politeness.total;
  config.fetch.politeness.group_by_domain = false;
  config.fetch.allow_addresses = {*http::parse_address_range("127.0.0.0/8"),
                                  *http::parse_address_range("::1")};
  config.fetch.limits.total = Milliseconds(10'000);
  if (config.fetch.contact.empty()) config.fetch.contact = "mailto:demo@localhost";
  // Every source three times a minute in the mean; those where most waits go first.
  config.schedule.policy = "curlew";
  config.schedule.budget = "tick";
  config.schedule.budget_per_hour = 18'000;
  config.schedule.tick = Milliseconds(2'000);
  config.schedule.min_gap = Milliseconds(1'000);
  // What is learned in weeks elsewhere cannot be learned here: nobody waits for long.
  config.schedule.longest_gap = Milliseconds(30'000);
  config.crawl.phase_pause = Milliseconds(6'000);
  return config;
}

// Removed with all its contents at the end.
class TemporaryDirectory {
 public:
  static Result<TemporaryDirectory> make() {
    std::error_code error;
    const auto base = std::filesystem::temp_directory_path(error);
    std::string path = (base / "curlew-demo-XXXXXX").string();
    if (error || !mkdtemp(path.data())) {
      return Error{ErrorKind::kFailed, fmt::format("{}: cannot be made", path)};
    }
    return TemporaryDirectory(path);
  }
  TemporaryDirectory(TemporaryDirectory&& other) noexcept
      : path_(std::move(other.path_)) {
    other.path_.clear();
  }
  TemporaryDirectory& operator=(TemporaryDirectory&&) = delete;
  ~TemporaryDirectory() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  explicit TemporaryDirectory(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

Result<std::unique_ptr<sim::LittleWeb>> open_web(const DemoOptions& options,
                                                 const Clock& clock) {
  sim::LittleWebOptions web;
  web.port = options.web_port;
  web.speed = options.speed;
  web.seed = options.seed;
  if (!options.epoch.empty()) {
    web.epoch = parse::parse_date(options.epoch);
    if (!web.epoch) {
      return Error{ErrorKind::kUsage,
                   fmt::format("--epoch {}: not a time", options.epoch)};
    }
  }
  return sim::start_little_web(web, clock);
}

// What is watched of the little web is filed here when it has versions.
constexpr std::string_view kDocuments = "Documents";
// And what is looked for here.
constexpr std::string_view kTopics = "Topics";

model::Source to_source(const sim::LittleSource& little, Time now) {
  model::Source source;
  source.url = little.url;
  source.added = now;
  if (little.kind == "page") source.kind = model::SourceKind::kPage;
  if (little.kind == "data") source.kind = model::SourceKind::kData;
  if (little.promise == sim::Promise::kChanging) {
    source.watching = {.links = false, .changes = true};
    source.title = little.title;
    source.folder = kDocuments;
  }
  return source;
}

Result<void> subscribe(const Config& config, const sim::LittleWeb& web,
                       const Clock& clock) {
  TRY_ASSIGN(const auto store, make_store(config));
  for (const sim::LittleSource& little : web.sources()) {
    const auto added =
        store->sources().add(to_source(little, clock.now()), clock.now());
    if (!added.ok() && added.error().kind != ErrorKind::kExists) return added.error();
  }
  return {};
}

// Phases so short that one sees the crawl get better.
constexpr std::uint32_t kPagesAPhase = 20;

// What is looked for on the sites that link to each other.
Result<void> add_topics(const Config& config, const sim::LittleWeb& web,
                        const Clock& clock) {
  TRY_ASSIGN(const auto store, make_store(config));
  for (const sim::LittleTopic& little : web.topics()) {
    service::TopicEdit edit{.pages_a_phase = kPagesAPhase,
                            .seeds = little.seeds,
                            .also_domains = std::vector<std::string>{"*"},
                            .folder = std::string(kTopics)};
    for (const auto& [title, text] : little.examples) {
      edit.examples.push_back({"the little web", title, text});
    }
    const auto added = service::add_topic(*store, little.name, edit, clock.now());
    if (!added.ok() && added.error().kind != ErrorKind::kExists) return added.error();
  }
  return {};
}

// A user who waits for news of both languages, by mail to the sink and on his page.
// Returns the token of the page.
Result<std::string> add_reader(const Config& config, const Clock& clock) {
  TRY_ASSIGN(const auto store, make_store(config));
  const KeyReader key = key_maker(config, *store);
  const Time now = clock.now();
  const auto known = service::find_user(*store, kReader);
  if (!known.ok()) {
    TRY(service::add_user(*store, kReader,
                          {.mail = "reader@demo.example", .time_zone = "Europe/Athens"},
                          key, now));
    for (const auto& [name, query] : kReadersLists) {
      TRY(service::add_watchlist(*store, kReader,
                                 {.name = std::string(name),
                                  .queries = std::vector{std::string(query)},
                                  .channel = model::Channel::kMail},
                                 key, service::plain_dictionary(), now));
    }
  }
  return service::page_token(*store, kReader, key);
}

Result<void> run_web_only(const sim::LittleWeb& web) {
  fmt::print(
      "The little web is open: http://localhost:{}/_web/ lists its sites; "
      "Ctrl-C closes it.\n",
      web.port());
  std::fflush(stdout);
  wait_for_stop_signal();
  return {};
}

// A newcomer may have something else on the usual port.
Result<std::unique_ptr<Engine>> start_on_any_port(Config config, const Clock& clock) {
  auto engine = start_engine(config, clock);
  if (engine.ok() || config.web.port == 0) return engine;
  config.web.port = 0;
  return start_engine(config, clock);
}

}  // namespace

Result<void> run_demo(const Config& given, const DemoOptions& options) {
  hold_stop_signals();
  // What its odd sites are made to do is not news to an operator.
  set_log_level(LogLevel::kError);
  const SystemClock clock;
  TRY_ASSIGN(const auto web, open_web(options, clock));
  if (options.web_only) return run_web_only(*web);

  Config config = hurried(given);
  std::optional<TemporaryDirectory> temporary;
  if (config.data.dir == Config().data.dir) {  // Nobody said where.
    TRY_ASSIGN(TemporaryDirectory made, TemporaryDirectory::make());
    temporary.emplace(std::move(made));
    config.data.dir = temporary->path();
  }
  TRY(subscribe(config, *web, clock));
  TRY(add_topics(config, *web, clock));
  TRY_ASSIGN(const std::string page, add_reader(config, clock));
  TRY_ASSIGN(const auto mail, sim::start_mail_sink({}, clock));
  TRY_ASSIGN(const auto mailbox, sim::start_mailbox(*mail));
  config.mail.host = "127.0.0.1";
  config.mail.port = mail->port();
  // A newcomer wants to look, not to log in: whoever is on this machine is the reader.
  config.web.open_as = kReader;
  TRY_ASSIGN(const auto engine, start_on_any_port(config, clock));
  const std::string site = web_address(config, engine->web_port());
  fmt::print(
      "Curlew follows the little web of http://localhost:{}/_web/ — see {}/ ; Ctrl-C "
      "stops both.\n"
      "A reader watches for the harbour, in English and Greek: his clips are at {}{}, "
      "his mail at http://localhost:{}/\n"
      "Versions of its price list, its statutes and its data are at "
      "{}/sources?folder={}\n"
      "Pages about sailing and gardening are looked for; how well is at {}/topics\n",
      web->port(), site, site, publish::page_path(page), mailbox->port(), site,
      kDocuments, site);
  std::fflush(stdout);
  wait_for_stop_signal();
  engine->stop();
  return engine->outcome();
}

}  // namespace curlew::apps
