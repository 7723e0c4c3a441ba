// Follows one article through the whole of Curlew and compares what happened with the
// trace in docs/life-of-an-article.md. CURLEW_UPDATE_DOCS=1 writes the trace anew.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/clock.h"
#include "broker/broker.h"
#include "control/controller.h"
#include "control/terminal.h"
#include "fetch/fetcher.h"
#include "http/memory_client.h"
#include "schedule/make_policy.h"
#include "store/store.h"
#include "store/terminal_cache.h"

namespace curlew {
namespace {

using std::chrono::minutes;

constexpr std::string_view kPage = CURLEW_SOURCE_DIR "/docs/life-of-an-article.md";
constexpr std::string_view kBegin = "<!-- trace -->\n```\n";
constexpr std::string_view kEnd = "```\n<!-- /trace -->";

constexpr std::string_view kFeed =
    "<rss version='2.0'><channel><title>The Example</title>"
    "<link>http://news.example/</link><language>en</language><ttl>480</ttl>"
    "<item><guid>a1</guid><title>Curlews return</title><category>Nature</category>"
    "<link>http://news.example/2023/curlews</link>"
    "<pubDate>Tue, 14 Nov 2023 22:00:00 GMT</pubDate></item></channel></rss>";

constexpr std::string_view kArticle =
    "<!doctype html><html lang=en><head><title>Curlews return | The Example</title>"
    "<meta name=author content='Ann Heron'></head><body>"
    "<nav><a href=/>Home</a> <a href=/nature>Nature</a></nav>"
    "<article><h1>Curlews return</h1><p>They are back. The first curlews of the year "
    "were heard over the estuary on Tuesday, two weeks earlier than last year.</p>"
    "<p>Their number is still small, said the warden of the reserve, but it has "
    "grown every spring since the meadows were flooded again.</p></article>"
    "<footer>All rights reserved</footer></body></html>";

class Life : public testing::Test {
 protected:
  void SetUp() override {
    std::string path = std::filesystem::temp_directory_path() / "curlew-XXXXXX";
    ASSERT_TRUE(mkdtemp(path.data()));
    directory_ = path;
    store_ =
        *store::open_sqlite_store(path + "/central.db", store::OpenMode::kReadWrite);
    client_ = http::make_memory_client(
        [this](const http::Request& request) { return answer(request); }, clock_);
    fetcher_ = fetch::make_fetcher({}, *client_, clock_);
    control::TerminalOptions terminal;
    terminal.visit.terminal = "terminal-1";
    terminal_ = std::make_unique<control::Terminal>(terminal, *fetcher_, *broker_,
                                                    *cache_, clock_);
    control::ControllerOptions options;
    options.batch_wait = Milliseconds(0);
    options.ledger.revisit_pages = true;
    controller_ = std::make_unique<control::Controller>(
        options, schedule::make_curlew_policy, *store_, *broker_, clock_, Random(1));
  }
  void TearDown() override {
    controller_.reset();
    terminal_.reset();
    fetcher_.reset();
    store_.reset();
    std::filesystem::remove_all(directory_);
  }

  void note(std::string_view who, const std::string& what) {
    trace_ +=
        fmt::format("{} {:<9} {}\n", to_iso8601(clock_.now()).substr(11, 8), who, what);
  }

  http::MemoryAnswer answer(const http::Request& request) {
    std::string asked = "GET " + request.url;
    for (const std::string_view name : {"If-None-Match", "If-Modified-Since"}) {
      if (const auto value = http::find_header(request.headers, name)) {
        asked += fmt::format("  {}: {}", name, *value);
      }
    }
    http::MemoryAnswer answer;
    answer.latency = Milliseconds(100);
    http::Response& response = answer.response;
    if (request.url.ends_with("/robots.txt")) {
      response.status = 404;
    } else if (http::find_header(request.headers, "If-None-Match")) {
      response.status = 304;
    } else {
      response.status = 200;
      const bool is_feed = request.url.ends_with("/feed");
      response.headers = {{"Content-Type", is_feed ? "text/xml" : "text/html"}};
      response.headers.emplace_back("ETag", is_feed ? "\"v1\"" : "\"p1\"");
      response.body = is_feed ? kFeed : kArticle;
    }
    note("terminal", fmt::format("{} -> {}", asked, response.status));
    return answer;
  }

  // What the ledger has written since the last call.
  void note_commits(model::SourceId id) {
    auto visits = *store_->visits().of(id, 100);
    for (; noted_ < visits.size(); ++noted_) {
      const store::VisitRow& visit = visits[visits.size() - 1 - noted_];
      const bool is_page = visit.kind == model::VisitKind::kArticlePage;
      std::string row = fmt::format("visit of the {}: {}", is_page ? "page" : "source",
                                    model::to_string(visit.outcome));
      if (!is_page) {
        row += fmt::format(
            ", {} new, next due {}", visit.new_entries,
            to_iso8601((*store_->sources().find(id))->schedule.next_due).substr(11, 8));
      }
      note("ledger", row);
    }
  }

  void run_until(Time end, model::SourceId id) {
    while (clock_.now() < end) {
      for (int i = 0; i < 4; ++i) {
        ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
        terminal_->step(Milliseconds(0));
      }
      note_commits(id);
      clock_.advance(Milliseconds(controller_->is_idle() ? 1'000 : 100));
    }
  }

  ManualClock clock_;
  std::filesystem::path directory_;
  std::string trace_;
  std::size_t noted_ = 0;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<store::TerminalCache> cache_ = store::make_memory_terminal_cache();
  std::unique_ptr<broker::Broker> broker_ = broker::make_memory_broker({});
  std::unique_ptr<http::MemoryClient> client_;
  std::unique_ptr<fetch::Fetcher> fetcher_;
  std::unique_ptr<control::Terminal> terminal_;
  std::unique_ptr<control::Controller> controller_;
};

std::string read_page() {
  std::ifstream file{std::string(kPage)};
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST_F(Life, IsAsThePageTells) {
  model::Source source;
  source.url = "http://news.example/feed";
  source.added = clock_.now();
  const model::SourceId id = *store_->sources().add(source, clock_.now());
  note("user", "curlew add http://news.example/feed");
  ASSERT_TRUE(controller_->load().ok());
  run_until(clock_.now() + minutes(482), id);
  const store::ArticleRow article = store_->articles().newest_of(id, 1)->front();
  note("reader", fmt::format("\"{}\" ({}, {}), published {}, found {}", article.title,
                             article.language, article.category,
                             to_iso8601(*article.published).substr(11, 8),
                             to_iso8601(article.found).substr(11, 8)));
  const model::PageContent content = (*store_->pages().content(article.id)).value();
  const std::size_t first = content.text.find("They");
  ASSERT_NE(first, std::string::npos) << content.text;
  note("reader", fmt::format("its page, {}, by {}: \"{}…\"", to_string(content.type),
                             article.author, content.text.substr(first, 13)));

  std::string page = read_page();
  const std::size_t begin = page.find(kBegin), end = page.find(kEnd);
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  const std::size_t start = begin + kBegin.size();
  if (std::getenv("CURLEW_UPDATE_DOCS")) {
    page.replace(start, end - start, trace_);
    std::ofstream(std::string(kPage)) << page;
  } else {
    EXPECT_EQ(page.substr(start, end - start), trace_);
  }
}

}  // namespace
}  // namespace curlew
