#include "store/terminal_cache.h"

#include <gmock/gmock.h>

#include <fstream>

#include "base/log.h"
#include "store/store_fixture.h"

namespace curlew::store {
namespace {

SourceMemory memory_of(std::string url) {
  return {.url = std::move(url),
          .content = fingerprint_of("content"),
          .reading = fingerprint_of("rules"),
          .etag = "W/\"quoted\"",
          .last_modified = "Sun, 15 Nov 2026 19:55:02 GMT",
          .entry_keys = {3, ~std::uint64_t{0}, 1},
          .retrieved = kNow,
          .contexts = "sha256:1 https://schema.example/"};
}

void save(TerminalCache& cache, std::int64_t source, const SourceMemory& memory) {
  const std::vector<TerminalCache::Remembered> memories{{{source}, memory}};
  must(cache.save(memories));
}

std::optional<SourceMemory> find(TerminalCache& cache, std::int64_t source) {
  const std::vector<model::SourceId> sources{{source}};
  return must(cache.find(sources)).at(0);
}

class Cache : public testing::Test {
 protected:
  Cache() { set_log_level(LogLevel::kOff); }
  ~Cache() override { set_log_level(LogLevel::kWarning); }
  std::unique_ptr<TerminalCache> open() { return must(open_terminal_cache(path_)); }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("terminal.db");
};

TEST_F(Cache, RemembersWhatItWasTold) {
  std::vector<std::unique_ptr<TerminalCache>> caches;
  caches.push_back(open());
  caches.push_back(make_memory_terminal_cache());
  for (const auto& cache : caches) {
    EXPECT_EQ(find(*cache, 1), std::nullopt);
    const auto memory = memory_of("https://example.org/");
    save(*cache, 1, memory);
    save(*cache, 2, {});
    EXPECT_EQ(find(*cache, 1), memory);
    EXPECT_EQ(find(*cache, 2), SourceMemory());
    save(*cache, 1, memory_of("https://example.org/moved"));
    EXPECT_EQ(find(*cache, 1)->url, "https://example.org/moved");
    const std::vector<model::SourceId> three{{2}, {3}, {1}};
    EXPECT_THAT(must(cache->find(three)),
                testing::ElementsAre(SourceMemory(), std::nullopt,
                                     memory_of("https://example.org/moved")));
  }
}

TEST_F(Cache, RemembersAfterARestart) {
  save(*open(), 1, memory_of("https://example.org/"));
  EXPECT_EQ(find(*open(), 1), memory_of("https://example.org/"));
}

TEST_F(Cache, SetsADamagedFileAsideAndBeginsAnew) {
  std::ofstream(path_) << std::string(5000, 'x');
  const auto cache = open();
  EXPECT_EQ(find(*cache, 1), std::nullopt);
  save(*cache, 1, memory_of("https://example.org/"));
  EXPECT_EQ(std::filesystem::file_size(path_ + ".damaged"), 5000u);
}

TEST_F(Cache, BeginsAnewWhenDamageShowsLater) {
  {
    const auto cache = open();
    for (int i = 1; i < 300; ++i) save(*cache, i, memory_of("https://example.org/"));
  }
  const auto size = std::filesystem::file_size(path_);
  std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(2 * 4096);
  file << std::string(size - 2 * 4096, '\xee');
  file.close();
  const auto cache = open();
  EXPECT_EQ(find(*cache, 200), std::nullopt);
  save(*cache, 200, memory_of("https://example.org/"));
  EXPECT_NE(find(*cache, 200), std::nullopt);
  EXPECT_TRUE(std::filesystem::exists(path_ + ".damaged"));
}

TEST_F(Cache, LeavesTheCentralDatabaseAlone) {
  must(open_sqlite_store(path_, OpenMode::kReadWrite));
  EXPECT_EQ(open_terminal_cache(path_).error().kind, ErrorKind::kUsage);
}

RobotsMemory robots_read(Time read, std::string text = "User-agent: *\n") {
  return {.text = std::move(text),
          .url = "http://a.example/robots.txt",
          .etag = "\"r\"",
          .last_modified = "yesterday",
          .read = read,
          .crawl_delay = Milliseconds(20'000)};
}

TEST_F(Cache, KeepsWhatHostsWerePromised) {
  std::vector<std::unique_ptr<TerminalCache>> caches;
  caches.push_back(open());
  caches.push_back(make_memory_terminal_cache());
  for (const auto& cache : caches) {
    EXPECT_FALSE(must(cache->find_hold("a.example")));
    must(cache->save_hold("a.example", kNow));
    must(cache->save_hold("a.example", kNow - Milliseconds(1)));
    EXPECT_EQ(must(cache->find_hold("a.example")), kNow);
    EXPECT_FALSE(must(cache->find_robots("http://a.example")));
    must(cache->save_robots("http://a.example", robots_read(kNow, "old")));
    must(cache->save_robots("http://a.example", robots_read(kNow)));
    EXPECT_EQ(must(cache->find_robots("http://a.example")), robots_read(kNow));
    const auto delays = must(cache->crawl_delays());
    ASSERT_EQ(delays.size(), 1u);
    EXPECT_EQ(delays[0],
              std::pair(std::string("http://a.example"), Milliseconds(20'000)));
  }
}

TEST_F(Cache, ForgetsHoldsThatAreOverAndTheOldestRules) {
  std::vector<std::unique_ptr<TerminalCache>> caches;
  caches.push_back(open());
  caches.push_back(make_memory_terminal_cache());
  for (const auto& cache : caches) {
    must(cache->save_hold("over.example", kNow));
    must(cache->save_hold("held.example", kNow + Milliseconds(1)));
    must(cache->save_robots("ancient", robots_read(kNow - std::chrono::days(31))));
    for (int i = 0; i < 5; ++i) {
      must(cache->save_robots(std::to_string(i), robots_read(kNow - Milliseconds(i),
                                                             std::string(100, 'x'))));
    }
    must(cache->prune_hosts(kNow, {.robots = 4, .robots_bytes = 350}));
    EXPECT_FALSE(must(cache->find_hold("over.example")));
    EXPECT_TRUE(must(cache->find_hold("held.example")));
    EXPECT_FALSE(must(cache->find_robots("ancient")));
    EXPECT_TRUE(must(cache->find_robots("2")));
    EXPECT_FALSE(must(cache->find_robots("3")));
    EXPECT_FALSE(must(cache->find_robots("4")));
    must(cache->save_hold("longer.example", kNow + Milliseconds(2)));
    must(cache->prune_hosts(kNow, {.holds = 1, .robots = 2}));
    EXPECT_FALSE(must(cache->find_hold("held.example")));
    EXPECT_TRUE(must(cache->find_hold("longer.example")));
    EXPECT_TRUE(must(cache->find_robots("1")));
    EXPECT_FALSE(must(cache->find_robots("2")));
  }
}

TEST_F(Cache, IsReadBesideItsTerminal) {
  EXPECT_FALSE(read_terminal_cache(path_).ok());
  const auto cache = open();
  must(cache->save_robots("http://a.example", robots_read(kNow)));
  EXPECT_EQ(must(must(read_terminal_cache(path_))->crawl_delays()).size(), 1u);
}

}  // namespace
}  // namespace curlew::store
