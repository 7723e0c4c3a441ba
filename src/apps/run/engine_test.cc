#include "apps/run/engine.h"

#include <gtest/gtest.h>

#include <thread>

#include "base/temporary_folder_test.h"
#include "store/store.h"

namespace curlew::apps {
namespace {

// Of a crawl log of two days and a log that lasts one, the older day goes. The newer
// one stays, though by this clock it is seventy years old.
TEST(Engine, AStartFarInTheFutureDoesNotEmptyTheCrawlLog) {
  const TemporaryFolder folder;
  Config config;
  config.data.dir = folder.file("data");
  config.web.enabled = false;
  config.log.keep_days = 1;
  const ManualClock clock;
  std::filesystem::create_directories(config.data.dir);
  const std::string path = config.data.dir + "/central.db";
  auto store = *store::open_sqlite_store(path, store::OpenMode::kReadWrite);
  model::Source source;
  source.url = "http://news.example/feed";
  source.state = model::SourceState::kPaused;
  const auto id = *store->sources().add(source, clock.now());
  auto batch = *store->begin();
  for (const int day : {0, 3}) {
    model::VisitReport report;
    report.started = clock.now() - std::chrono::days(day);
    report.id = {model::first_visit_id(report.started).value + 1};
    report.source = id;
    ASSERT_TRUE(store->visits().record(report, {}, {}).ok());
  }
  ASSERT_TRUE(batch.commit().ok());

  const ManualClock ahead(clock.now() + std::chrono::days(70 * 365));
  const auto engine = start_engine(config, ahead);
  ASSERT_TRUE(engine.ok()) << engine.error().text;
  for (int i = 0; i < 3'000 && store->visits().of(id, 10)->size() > 1; ++i) {
    std::this_thread::sleep_for(Milliseconds(10));
  }
  (*engine)->stop();
  const auto visits = *store->visits().of(id, 10);
  ASSERT_EQ(visits.size(), 1u);
  EXPECT_EQ(visits[0].started, clock.now());
}

}  // namespace
}  // namespace curlew::apps
