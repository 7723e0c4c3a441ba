#include "whole_curlew.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "broker/broker.h"
#include "control/archives.h"
#include "control/controller.h"
#include "control/terminal.h"
#include "fetch/fetcher.h"
#include "http/client.h"
#include "schedule/policies/policies.h"
#include "shifted_clock.h"
#include "store/status.h"
#include "store/store.h"
#include "store/terminal_cache.h"

namespace curlew::bench {
namespace {

void or_die(Result<void> result) {
  if (result.ok()) return;
  std::fprintf(stderr, "system_bench: %s\n", result.error().text.c_str());
  std::exit(1);
}

template <typename T>
T or_die(Result<T> result) {
  if (!result.ok()) {
    std::fprintf(stderr, "system_bench: %s\n", result.error().text.c_str());
    std::exit(1);
  }
  return std::move(result).value();
}

http::ClientOptions client_options() {
  http::ClientOptions options;
  options.guard =
      http::AddressGuard({or_die(http::parse_address_range("127.0.0.0/8"))});
  options.user_agent = "curlew-bench (+mailto:bench@localhost)";
  return options;
}

// Spacing is switched off: it costs time, and time is not what is measured here.
fetch::FetcherOptions fetcher_options() {
  fetch::FetcherOptions options;
  options.politeness.host_delay = Milliseconds(0);
  options.politeness.total = 100;
  options.politeness.address_delay = Milliseconds(0);
  options.politeness.per_address = options.politeness.total;
  return options;
}

control::TerminalOptions terminal_options(control::Archives& archives) {
  control::TerminalOptions options;
  options.visit.terminal = "bench";
  or_die(archives.open_to_write({"bench"}));
  options.visit.shelf = &archives.shelf_of("bench");
  options.reading_threads = control::reading_threads_for(1);
  return options;
}

control::ControllerOptions controller_options(const WholeCurlew::Options& asked) {
  control::ControllerOptions options;
  options.ledger.fetch_pages = asked.fetch_pages;
  options.dispatch.per_owner = 5;
  return options;
}

// One query in fifty is a phrase of the pages' own words; the others have words that no
// page has, as most queries of most users.
void add_watchlist(store::Store& store, int queries, Time now) {
  static constexpr std::string_view kWords[] = {
      "harbour", "storm", "railway", "orchard", "copper",  "ferry",
      "verdict", "canal", "modern",  "survey",  "harvest", "pilot"};
  store::UserRow user;
  user.user.name = "reader";
  user.user.added = now;
  store::WatchlistRow row;
  row.list.user = or_die(store.users().add(user));
  row.list.name = "news";
  row.added = now;
  for (int i = 0; i < queries; ++i) {
    const auto word = [i](int step) { return kWords[std::size_t(i / step) % 12]; };
    model::WatchQuery query;
    query.text = i % 50 == 0
                     ? fmt::format("\"{} {} {}\"", word(50), word(600), word(7'200))
                     : fmt::format("unheard{} of{}", i, i);
    row.list.queries.push_back(std::move(query));
  }
  or_die(store.watchlists().add({&row, 1}));
}

}  // namespace

class WholeCurlew::State {
 public:
  State(const std::string& directory, const std::vector<std::string>& urls,
        const Options& options)
      : store_(or_die(store::open_sqlite_store(directory + "/central.db",
                                               store::OpenMode::kReadWrite))),
        cache_(or_die(store::open_terminal_cache(directory + "/terminal.db"))),
        broker_(broker::make_memory_broker({})),
        client_(http::make_curl_client(client_options(), clock_)),
        fetcher_(fetch::make_fetcher(fetcher_options(), *client_, clock_)),
        archives_(directory + "/archive"),
        terminal_(terminal_options(archives_), *fetcher_, *broker_, *cache_, clock_),
        controller_(
            controller_options(options),
            [](const model::Aim&) { return schedule::make_toe_policy({}); }, *store_,
            *broker_, clock_, Random(1)) {
    std::vector<model::Source> sources(urls.size());
    for (std::size_t i = 0; i < urls.size(); ++i) {
      sources[i].url = urls[i];
      sources[i].kind =
          options.watch ? model::SourceKind::kPage : model::SourceKind::kFeed;
      sources[i].watching.changes = options.watch;
      sources[i].watching.links = !options.watch;
      sources[i].added = clock_.now();
    }
    or_die(store_->sources().add_all(sources, clock_.now()));
    sources_ = static_cast<long>(urls.size());
    if (options.queries > 0) add_watchlist(*store_, options.queries, clock_.now());
  }

  Counts poll() {
    clock_.skip(std::chrono::hours(20));
    for (;;) {
      terminal_.step(Milliseconds(10));
      or_die(controller_.step(Milliseconds(0)));
      if (!controller_.is_idle() || !terminal_.is_idle()) continue;
      const auto counts =
          or_die(store::count_status(*store_, clock_.now(), Milliseconds(0)));
      if (counts.visits_last_hour >= sources_ && counts.pages_wanted == 0) {
        return {counts.articles, counts.visits_last_hour, counts.pages_wanted};
      }
    }
  }

  long clips() { return long(or_die(store_->clips().list({}, 1'000'000)).size()); }

 private:
  ShiftedClock clock_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<store::TerminalCache> cache_;
  std::unique_ptr<broker::Broker> broker_;
  std::unique_ptr<http::Client> client_;
  std::unique_ptr<fetch::Fetcher> fetcher_;
  control::Archives archives_;
  control::Terminal terminal_;
  control::Controller controller_;
  long sources_ = 0;
};

WholeCurlew::WholeCurlew(const std::string& directory,
                         const std::vector<std::string>& urls, const Options& options)
    : state_(std::make_unique<State>(directory, urls, options)) {}

WholeCurlew::~WholeCurlew() = default;

WholeCurlew::Counts WholeCurlew::poll() { return state_->poll(); }

long WholeCurlew::clips() { return state_->clips(); }

}  // namespace curlew::bench
