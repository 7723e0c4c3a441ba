// What the central store costs in CPU: the three polls of the whole-system measurement
// (1,000 feeds of 20 entries), beside a bare SQLite loop that inserts the same
// articles.

#include <benchmark/benchmark.h>
#include <sqlite3.h>

#include <filesystem>
#include <string>
#include <vector>

#include "store/store_fixture.h"

namespace curlew::store {
namespace {

constexpr int kFeeds = 1000;
constexpr int kEntries = 20;

const std::string kHeaders =
    "Server: nginx/1.22.1\r\nDate: Sun, 15 Nov 2026 20:13:38 GMT\r\n"
    "Content-Type: application/rss+xml\r\nLast-Modified: Sun, 15 Nov 2026 19:55:02 "
    "GMT\r\n"
    "Connection: keep-alive\r\nETag: W/\"6918dc36-2f1a\"\r\nContent-Encoding: gzip\r\n"
    "Cache-Control: max-age=300\r\nVary: Accept-Encoding\r\n";

model::Entry entry_numbered(int number) {
  model::Entry entry =
      entry_titled("A headline of the usual length, number " + std::to_string(number));
  entry.id = "https://example.org/?p=" + std::to_string(number);
  entry.author = "Somebody Else";
  entry.summary = std::string(400, 'x');
  entry.published = kNow;
  entry.categories = {"Politics", "Europe"};
  return entry;
}

std::vector<model::SourceId> add_feeds(Store& store, int count = kFeeds) {
  std::vector<model::Source> sources;
  for (int i = 0; i < count; ++i) {
    sources.push_back(source_at("https://example.org/feed/" + std::to_string(i)));
  }
  std::vector<model::SourceId> ids;
  for (const auto& id : must(store.sources().add_all(sources, kNow)))
    ids.push_back(*id);
  return ids;
}

// One poll of every feed; each report has `entries` of which all are new.
class Poll {
 public:
  Poll(Store& store, std::vector<model::SourceId> sources)
      : store_(store), sources_(std::move(sources)) {
    for (int i = 0; i < kFeeds * kEntries; ++i) entries_.push_back(entry_numbered(i));
  }

  void run(int entries, std::size_t reports_a_batch) {
    for (std::size_t first = 0; first < sources_.size(); first += reports_a_batch) {
      auto batch = must(store_.begin());
      const std::size_t end = std::min(first + reports_a_batch, sources_.size());
      for (std::size_t i = first; i < end; ++i) commit_report(i, entries);
      must(batch.commit());
    }
  }

 private:
  void commit_report(std::size_t feed, int entries) {
    const auto source = sources_[feed];
    auto report = report_of(source, ++visits_);
    report.headers = kHeaders;
    report.terminal = "terminal-1";
    report.outcome =
        entries ? model::FetchOutcome::kFetched : model::FetchOutcome::kNotModified;
    must(record(store_, report, entries));
    for (int i = 0; i < entries; ++i) {
      const auto& entry = entries_[(feed * kEntries + i) % entries_.size()];
      NewArticle article =
          article_of(source, short_key(++keys_), entry, /*wants_page=*/true);
      pack(article);
      must(store_.articles().insert({static_cast<std::int64_t>(keys_)}, article));
    }
    must(store_.articles().note_inserted(entries));
    must(store_.schedule().save(
        {.source = source,
         .next_due = kNow + Milliseconds(visits_ * 977 % 3'600'000),
         .last_visit = kNow,
         .last_success = kNow,
         .policy_state = std::string(32, 'p')}));
  }
  static std::uint64_t short_key(std::uint64_t n) { return n * 0x9e3779b97f4a7c15u; }

  Store& store_;
  std::vector<model::SourceId> sources_;
  std::vector<model::Entry> entries_;
  std::int64_t visits_ = 0;
  std::uint64_t keys_ = 0;
};

void first_poll(benchmark::State& state) {
  for (auto _ : state) {
    state.PauseTiming();
    TemporaryFolder folder(std::filesystem::temp_directory_path());
    auto store = must(open_sqlite_store(folder.file("b.db"), OpenMode::kReadWrite));
    Poll poll(*store, add_feeds(*store));
    state.ResumeTiming();
    poll.run(kEntries, state.range(0));
    state.PauseTiming();
    store.reset();
    state.ResumeTiming();
  }
}
BENCHMARK(first_poll)->Unit(benchmark::kMillisecond)->Iterations(5)->Arg(50)->Arg(500);

void poll_with_nothing_new(benchmark::State& state) {
  TemporaryFolder folder(std::filesystem::temp_directory_path());
  auto store = must(open_sqlite_store(folder.file("b.db"), OpenMode::kReadWrite));
  Poll poll(*store, add_feeds(*store));
  poll.run(kEntries, 500);
  for (auto _ : state) poll.run(0, state.range(0));
}
BENCHMARK(poll_with_nothing_new)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(20)
    ->Arg(50)
    ->Arg(500);

// The same rows into the same kind of file, by nothing but SQLite.
void bare_insert_loop(benchmark::State& state) {
  std::vector<model::Entry> entries;
  for (int i = 0; i < kFeeds * kEntries; ++i) entries.push_back(entry_numbered(i));
  for (auto _ : state) {
    state.PauseTiming();
    TemporaryFolder folder(std::filesystem::temp_directory_path());
    sqlite3* db = nullptr;
    sqlite3_open(folder.file("b.db").c_str(), &db);
    sqlite3_exec(db,
                 "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                 "CREATE TABLE articles (id INTEGER PRIMARY KEY, source_id, key, found,"
                 " published, title, url, author, entry_id, summary,"
                 " UNIQUE (source_id, key))",
                 nullptr, nullptr, nullptr);
    sqlite3_stmt* insert = nullptr;
    sqlite3_prepare_v2(db,
                       "INSERT INTO articles (source_id, key, found, published, title,"
                       " url, author, entry_id, summary)"
                       " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                       -1, &insert, nullptr);
    state.ResumeTiming();
    const auto text = [&](int parameter, const std::string& value) {
      sqlite3_bind_text(insert, parameter, value.data(), static_cast<int>(value.size()),
                        SQLITE_STATIC);
    };
    for (int i = 0; i < kFeeds * kEntries; ++i) {
      if (i % (state.range(0) * kEntries) == 0) {
        sqlite3_exec(db, i ? "COMMIT; BEGIN" : "BEGIN", nullptr, nullptr, nullptr);
      }
      sqlite3_bind_int64(insert, 1, i / kEntries);
      sqlite3_bind_int64(insert, 2, i * 0x9e3779b97f4a7c15);
      sqlite3_bind_int64(insert, 3, to_unix_ms(kNow));
      sqlite3_bind_int64(insert, 4, to_unix_ms(kNow));
      text(5, entries[i].title);
      text(6, entries[i].link);
      text(7, entries[i].author);
      text(8, entries[i].id);
      text(9, entries[i].summary);
      sqlite3_step(insert);
      sqlite3_reset(insert);
    }
    sqlite3_exec(db, "COMMIT", nullptr, nullptr, nullptr);
    state.PauseTiming();
    sqlite3_finalize(insert);
    sqlite3_close(db);
    state.ResumeTiming();
  }
}
BENCHMARK(bare_insert_loop)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(5)
    ->Arg(50)
    ->Arg(500);

void status_of_100k_sources(benchmark::State& state) {
  TemporaryFolder folder(std::filesystem::temp_directory_path());
  auto store = must(open_sqlite_store(folder.file("b.db"), OpenMode::kReadWrite));
  Poll poll(*store, add_feeds(*store, 100'000));
  poll.run(0, 500);
  const Time now = kNow + Milliseconds(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(must(count_status(*store, now, kLateAfter)));
}
BENCHMARK(status_of_100k_sources)
    ->Unit(benchmark::kMillisecond)
    ->Arg(60'000)
    ->Arg(3'600'000);

void list_of_100k_sources(benchmark::State& state) {
  TemporaryFolder folder(std::filesystem::temp_directory_path());
  auto store = must(open_sqlite_store(folder.file("b.db"), OpenMode::kReadWrite));
  Poll poll(*store, add_feeds(*store, 100'000));
  poll.run(0, 500);
  const auto filter = static_cast<SourceFilter>(state.range(0));
  const Time now = kNow + std::chrono::hours(1);
  for (auto _ : state) {
    benchmark::DoNotOptimize(must(store->sources().list(filter, now, kLateAfter, 100)));
  }
}
BENCHMARK(list_of_100k_sources)
    ->Unit(benchmark::kMillisecond)
    ->Arg(static_cast<int>(SourceFilter::kAll))
    ->Arg(static_cast<int>(SourceFilter::kDue))
    ->Arg(static_cast<int>(SourceFilter::kPaused));

void tick_without_changes(benchmark::State& state) {
  TemporaryFolder folder(std::filesystem::temp_directory_path());
  auto store = must(open_sqlite_store(folder.file("b.db"), OpenMode::kReadWrite));
  add_feeds(*store);
  const Revision revision = must(store->schedule().changes_since(0, 1000)).revision;
  for (auto _ : state) {
    benchmark::DoNotOptimize(must(store->schedule().changes_since(revision, 1000)));
  }
}
BENCHMARK(tick_without_changes)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace curlew::store
