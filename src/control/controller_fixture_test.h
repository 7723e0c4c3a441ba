// Controller and terminal together, over the real store, fetcher and parsers: only the
// network and the clock are twins in memory. For the tests of this module.

#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <set>

#include "base/temporary_folder_test.h"
#include "control/archives.h"
#include "control/controller.h"
#include "control/kept_promises.h"
#include "control/terminal.h"
#include "fetch/polite_queue.h"
#include "http/memory_client.h"
#include "model/sealed_settings_test.h"
#include "model/visit_wire.h"
#include "pipeline/version_shelf.h"
#include "schedule/policies/policies.h"
#include "store/status.h"

namespace curlew::control {

using model::FetchOutcome;
using model::SourceState;
using std::chrono::hours;
using std::chrono::minutes;

inline std::string feed_with(std::initializer_list<int> items) {
  std::string text = "<rss version='2.0'><channel><title>News</title>";
  for (const int item : items) {
    text += fmt::format(
        "<item><guid>{0}</guid><link>http://news.example/{0}</link>"
        "<title>Title {0}</title></item>",
        item);
  }
  return text + "</channel></rss>";
}

class ControllerTest : public testing::Test {
 protected:
  void SetUp() override {
    open_store("central.db");
    start();
    web_["http://news.example/robots.txt"] = {404, {}, ""};
  }

  // A new process: memory is gone, the files stay.
  void start() {
    controller_.reset();
    broker_ = broker::make_memory_broker({.memory = &memory_});
    promises_ = std::make_unique<KeptPromises>(*cache_, clock_);
    fetcher_ = fetch::make_fetcher({.politeness = {.host_delay = Milliseconds(10)},
                                    .most_for_address = fetch::source_share(capacity_)},
                                   *client_, clock_, renderer_.get(), promises_.get());
    TerminalOptions terminal;
    terminal.visit.terminal = "t1";
    terminal.key = [this] { return key_(); };
    terminal.capacity = capacity_;
    terminal.memory = &memory_;
    terminal.visit.report_entries = report_entries_;
    terminal_.reset();
    archives_.reset();
    archives_ = std::make_unique<Archives>(folder_.file("archive"),
                                           ArchivesOptions{.through = archive_disk_});
    ASSERT_TRUE(archives_->open_to_write({"t1"}).ok());
    terminal.visit.shelf = &archives_->shelf_of("t1");
    mark_ = *store::ReadingMark::open(folder_.file("t1.reading"));
    terminal.mark = mark_.get();
    terminal_ =
        std::make_unique<Terminal>(terminal, *fetcher_, *broker_, *cache_, clock_);
    ControllerOptions options;
    options.batch_wait = Milliseconds(0);
    options.memory = &memory_;
    options.ledger.revisit_pages = revisit_pages_;
    options.planners.planner.back_off.jitter = 0;
    options.planners.planner.budget = budget_;
    options.planners.subscriber_weight = subscriber_weight_;
    controller_ = std::make_unique<Controller>(options, make_policy_, *store_, *broker_,
                                               clock_, Random(1));
    ASSERT_TRUE(controller_->load().ok());
  }

  void open_store(const std::string& name) {
    store_ = *store::open_sqlite_store(folder_.file(name), store::OpenMode::kReadWrite);
  }

  // A host whose robots.txt wants a minute between two requests.
  void be_slow(const std::string& host) {
    web_["http://" + host + "/robots.txt"] = {
        200, {{"Content-Type", "text/plain"}}, "User-agent: *\nCrawl-delay: 60\n"};
  }
  std::size_t requests_for(std::string_view text) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(requests_, [&](const http::Request& request) {
          return request.url.find(text) != std::string::npos;
        }));
  }

  model::SourceId add(std::string url) {
    model::Source source;
    source.url = std::move(url);
    source.added = clock_.now();
    return *store_->sources().add(source, clock_.now());
  }

  // Lets everything happen that happens within `duration`.
  void run_for(Milliseconds duration, Milliseconds busy_step = Milliseconds(5)) {
    const SteadyTime end = clock_.steady() + duration;
    while (clock_.steady() < end) {
      for (int quiet = 0; quiet < 4; ++quiet) {
        ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
        terminal_->step(Milliseconds(0));
      }
      clock_.advance(controller_->is_idle() ? Milliseconds(20'000) : busy_step);
    }
  }

  // Until the terminal has sent the report of its first visit.
  void run_until_reported() {
    for (int i = 0; i < 1000 && requests_.size() < 2; ++i) {
      ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
      terminal_->step(Milliseconds(0));
      clock_.advance(Milliseconds(5));
    }
    ASSERT_EQ(requests_.size(), 2u);
    terminal_->step(Milliseconds(0));
  }

  store::WatchedSource source(model::SourceId id) {
    return **store_->sources().find(id);
  }
  std::vector<std::string> titles() {
    std::vector<std::string> result;
    for (const store::ArticleRow& row : *store_->articles().newest({}, 100)) {
      result.push_back(row.title);
    }
    return result;
  }
  // As it came, from the archive; nullopt: no version of it is kept.
  std::optional<std::string> kept_page(const store::ArticleRow& article) {
    const auto versions = *store_->versions().of_url(article.url, kNever, 1);
    if (versions.empty()) return std::nullopt;
    EXPECT_EQ(versions[0].article, article.id);
    auto content = archives_->read(versions[0].place);
    EXPECT_TRUE(content.ok()) << content.error().text;
    return content.ok() ? std::optional(content->body) : std::nullopt;
  }
  std::vector<FetchOutcome> outcomes(model::SourceId id) {
    std::vector<FetchOutcome> result;
    for (const store::VisitRow& row : *store_->visits().of(id, 100)) {
      if (row.kind == model::VisitKind::kSource) result.push_back(row.outcome);
    }
    return result;
  }

  std::unique_ptr<http::MemoryClient> client_into(std::vector<http::Request>& seen) {
    return http::make_memory_client(
        [this, &seen](const http::Request& request) {
          seen.push_back(request);
          http::MemoryAnswer answer;
          answer.latency = Milliseconds(3);
          if (is_silent(request.url)) return never(answer);
          const auto found = web_.find(request.url);
          answer.response.status = found == web_.end() ? 404 : found->second.status;
          if (found != web_.end()) {
            answer.response.headers = found->second.headers;
            answer.response.body = found->second.body;
            answer.response.body_end = found->second.body_end;
          }
          return answer;
        },
        clock_,
        [this](const std::string& name) {
          const auto known = addresses_.find(name);
          return http::MemoryLookup{std::vector{
              known == addresses_.end() ? http::memory_address(name)
                                        : *http::parse_ip_address(known->second)}};
        });
  }

  bool is_silent(std::string_view url) const {
    return std::ranges::any_of(silent_, [&](const std::string& host) {
      return url.starts_with("http://" + host + "/");
    });
  }
  static http::MemoryAnswer never(http::MemoryAnswer answer) {
    answer.response.end = http::TransferEnd::kTimedOut;
    answer.response.error = "timed out";
    answer.latency = minutes(1);
    return answer;
  }

  struct Answer {
    int status = 200;
    http::Headers headers;
    std::string body;
    http::BodyEnd body_end = http::BodyEnd::kWhole;
  };
  std::map<std::string, Answer> web_;
  std::map<std::string, std::string> addresses_;  // Of hosts that share one.
  std::set<std::string> silent_;                  // Hosts that never answer.
  std::vector<http::Request> requests_;
  std::vector<http::Request> rendered_;  // Those that a browser would make.

  ManualClock clock_;
  std::uint32_t capacity_ = 1000;
  bool revisit_pages_ = false;
  KeyReader key_ = model::kTestKey;
  Bytes report_entries_ = 32_MiB;
  // What the archive writes through.
  decltype(ArchivesOptions::through) archive_disk_;
  MemoryBudget memory_{512_MiB};
  MakePolicy make_policy_ = [](const model::Aim&) {
    return schedule::make_toe_policy({.first_visits = schedule::FirstVisits::kAtOnce});
  };
  schedule::BudgetOptions budget_;
  double subscriber_weight_ = 0;
  const TemporaryFolder folder_;
  std::unique_ptr<http::MemoryClient> client_ = client_into(requests_);
  std::unique_ptr<http::MemoryClient> renderer_ = client_into(rendered_);
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<store::TerminalCache> cache_ = store::make_memory_terminal_cache();
  std::unique_ptr<store::ReadingMark> mark_;
  std::unique_ptr<Archives> archives_;
  std::unique_ptr<broker::Broker> broker_;
  std::unique_ptr<KeptPromises> promises_;
  std::unique_ptr<fetch::Fetcher> fetcher_;
  std::unique_ptr<Terminal> terminal_;
  std::unique_ptr<Controller> controller_;
};

using Titles = std::vector<std::string>;

}  // namespace curlew::control
