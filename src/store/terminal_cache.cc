#include "store/terminal_cache.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <string_view>
#include <unordered_map>

#include "base/log.h"
#include "store/migration.h"
#include "store/query.h"
#include "store/sqlite/sqlite_database.h"

namespace curlew::store {
namespace {

constexpr Migration kCacheSchema[] = {{1,
                                       "CREATE TABLE memories ("
                                       " source_id INTEGER PRIMARY KEY,"
                                       " retrieved BIGINT NOT NULL,"
                                       " cache_lifetime_ms BIGINT NOT NULL,"
                                       " revisit_after_ms BIGINT NOT NULL,"
                                       " quiet_hours BIGINT NOT NULL,"
                                       " quiet_weekdays BIGINT NOT NULL,"
                                       " content BLOB NOT NULL,"
                                       " url TEXT NOT NULL,"
                                       " etag TEXT NOT NULL,"
                                       " last_modified TEXT NOT NULL,"
                                       " entry_keys BLOB NOT NULL)"},
                                      {2,
                                       "ALTER TABLE memories ADD COLUMN"
                                       " reading BLOB NOT NULL DEFAULT x''"},
                                      {3,
                                       "ALTER TABLE memories ADD COLUMN"
                                       " entry_likenesses BLOB NOT NULL"
                                       " DEFAULT x''"},
                                      {4,
                                       "CREATE TABLE holds ("
                                       " host TEXT PRIMARY KEY,"
                                       " until BIGINT NOT NULL) WITHOUT ROWID;"
                                       "CREATE TABLE robots ("
                                       " origin TEXT PRIMARY KEY,"
                                       " read BIGINT NOT NULL,"
                                       " crawl_delay_ms BIGINT NOT NULL,"
                                       " url TEXT NOT NULL,"
                                       " etag TEXT NOT NULL,"
                                       " last_modified TEXT NOT NULL,"
                                       " text BLOB NOT NULL)"},
                                      {5,
                                       "ALTER TABLE memories ADD COLUMN"
                                       " remark TEXT NOT NULL DEFAULT ''"},
                                      {6,
                                       "ALTER TABLE memories ADD COLUMN"
                                       " contexts TEXT NOT NULL DEFAULT ''"}};

// Keys as they lie in memory: the file never leaves its machine.
std::string_view to_bytes(const std::vector<std::uint64_t>& keys) {
  return {reinterpret_cast<const char*>(keys.data()), keys.size() * sizeof keys[0]};
}

std::vector<std::uint64_t> parse_keys(std::string_view bytes) {
  std::vector<std::uint64_t> keys(bytes.size() / sizeof(std::uint64_t));
  if (!keys.empty())
    std::memcpy(keys.data(), bytes.data(), keys.size() * sizeof keys[0]);
  return keys;
}

Result<std::unique_ptr<Database>> open_file(const std::string& path) {
  TRY_ASSIGN(auto database, open_sqlite({.path = path,
                                         .durability = Durability::kCrash,
                                         .application_id = kCacheMark}));
  TRY(migrate(*database, kCacheSchema));
  return database;
}

// Kept for whoever wants to know what happened; an earlier one makes way.
void set_aside(const std::string& path) {
  const std::string damaged = path + ".damaged";
  std::rename(path.c_str(), damaged.c_str());
  // Its log goes along: beside a new file it would be taken for that one's.
  std::rename((path + "-wal").c_str(), (damaged + "-wal").c_str());
  std::remove((path + "-shm").c_str());
}

bool is_worth_a_new_start(const Error& error) {
  return error.kind == ErrorKind::kCorrupt || error.kind == ErrorKind::kUnsupported;
}

Result<std::unique_ptr<Database>> open_or_begin_anew(const std::string& path) {
  auto database = open_file(path);
  if (database.ok() || !is_worth_a_new_start(database.error())) return database;
  log_warning("{}; it is set aside and begun anew", database.error().text);
  set_aside(path);
  return open_file(path);
}

class SqliteTerminalCache final : public TerminalCache {
 public:
  SqliteTerminalCache(std::string path, std::unique_ptr<Database> database)
      : path_(std::move(path)), db_(std::move(database)) {}

  Result<std::vector<std::optional<SourceMemory>>> find(
      std::span<const model::SourceId> sources) override {
    return or_anew([&] { return find_once(sources); });
  }
  Result<void> save(std::span<const Remembered> memories) override {
    return or_anew([&] { return save_once(memories); });
  }
  Result<std::optional<Time>> find_hold(std::string_view host) override {
    return or_anew([&] { return find_hold_once(host); });
  }
  Result<void> save_hold(std::string_view host, Time until) override {
    return or_anew([&]() -> Result<void> {
      TRY(Query::run(*db_,
                     "INSERT INTO holds (host, until) VALUES ($1, $2)"
                     " ON CONFLICT (host) DO UPDATE SET until = MAX(until, $2)",
                     host, until));
      return {};
    });
  }
  Result<std::optional<RobotsMemory>> find_robots(std::string_view origin) override {
    return or_anew([&] { return find_robots_once(origin); });
  }
  Result<void> save_robots(std::string_view origin,
                           const RobotsMemory& robots) override {
    return or_anew([&]() -> Result<void> {
      TRY(Query::run(*db_,
                     "INSERT INTO robots (origin, read, crawl_delay_ms, url, etag,"
                     " last_modified, text) VALUES ($1, $2, $3, $4, $5, $6, $7)"
                     " ON CONFLICT (origin) DO UPDATE SET read = $2,"
                     " crawl_delay_ms = $3, url = $4, etag = $5, last_modified = $6,"
                     " text = $7",
                     origin, robots.read, robots.crawl_delay, robots.url, robots.etag,
                     robots.last_modified, Blob{robots.text}));
      return {};
    });
  }
  Result<void> prune_hosts(Time now, const HostLimits& limits) override {
    return or_anew([&] { return prune_once(now, limits); });
  }
  Result<std::vector<std::pair<std::string, Milliseconds>>> crawl_delays() override {
    Query query(*db_,
                "SELECT origin, crawl_delay_ms FROM robots"
                " WHERE crawl_delay_ms > 0 ORDER BY origin");
    std::vector<std::pair<std::string, Milliseconds>> delays;
    while (true) {
      TRY_ASSIGN(const bool found, query.next());
      if (!found) return delays;
      auto& [origin, delay] = delays.emplace_back();
      TRY(query.read(origin, delay));
    }
  }

 private:
  // Once more on an empty file when this one turns out to be damaged.
  template <typename Work>
  auto or_anew(Work work) -> decltype(work()) {
    auto done = work();
    if (done.ok() || !is_worth_a_new_start(done.error())) return done;
    TRY(begin_anew(done.error()));
    return work();
  }

  Result<std::optional<Time>> find_hold_once(std::string_view host) {
    Query query(*db_, "SELECT until FROM holds WHERE host = $1", host);
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return std::optional<Time>();
    Time until;
    TRY(query.read(until));
    return std::optional(until);
  }

  Result<std::optional<RobotsMemory>> find_robots_once(std::string_view origin) {
    Query query(*db_,
                "SELECT read, crawl_delay_ms, url, etag, last_modified, text"
                " FROM robots WHERE origin = $1",
                origin);
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return std::optional<RobotsMemory>();
    RobotsMemory robots;
    std::string_view text;
    TRY(query.read(robots.read, robots.crawl_delay, robots.url, robots.etag,
                   robots.last_modified, text));
    robots.text = text;
    return std::optional(std::move(robots));
  }

  Result<void> prune_once(Time now, const HostLimits& limits) {
    TRY_ASSIGN(auto transaction, Transaction::begin(*db_, Access::kWrite));
    TRY(Query::run(*db_, "DELETE FROM holds WHERE until <= $1", now));
    // Of too many, those that are over first.
    TRY(Query::run(*db_,
                   "DELETE FROM holds WHERE host IN (SELECT host FROM holds"
                   " ORDER BY until DESC LIMIT -1 OFFSET $1)",
                   limits.holds));
    TRY(Query::run(*db_, "DELETE FROM robots WHERE read < $1",
                   Time(now - limits.robots_age)));
    TRY(Query::run(*db_,
                   "DELETE FROM robots WHERE origin IN (SELECT origin FROM"
                   " (SELECT origin, ROW_NUMBER() OVER newest AS place,"
                   " SUM(LENGTH(text)) OVER newest AS bytes FROM robots"
                   " WINDOW newest AS (ORDER BY read DESC, origin))"
                   " WHERE place > $1 OR bytes > $2)",
                   limits.robots, limits.robots_bytes));
    return transaction.commit();
  }

  Result<std::vector<std::optional<SourceMemory>>> find_once(
      std::span<const model::SourceId> sources) {
    std::vector<std::optional<SourceMemory>> memories;
    if (sources.empty()) return memories;
    TRY_ASSIGN(auto snapshot, Transaction::begin(*db_, Access::kRead));
    for (const model::SourceId source : sources) {
      TRY_ASSIGN(memories.emplace_back(), memory_of(source));
    }
    return memories;
  }

  Result<std::optional<SourceMemory>> memory_of(model::SourceId source) {
    Query query(*db_,
                "SELECT retrieved, cache_lifetime_ms, revisit_after_ms,"
                " quiet_hours, quiet_weekdays, content, url, etag, last_modified,"
                " entry_keys, reading, entry_likenesses, remark, contexts FROM memories"
                " WHERE source_id = $1",
                source);
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return std::optional<SourceMemory>();
    SourceMemory memory;
    std::string_view content, keys, reading, likenesses;
    model::PublisherWishes& wishes = memory.wishes;
    TRY(query.read(memory.retrieved, wishes.cache_lifetime, wishes.revisit_after,
                   wishes.quiet.hours, wishes.quiet.weekdays, content, memory.url,
                   memory.etag, memory.last_modified, keys, reading, likenesses,
                   memory.remark, memory.contexts));
    memory.content = parse_fingerprint(content).value_or(Fingerprint());
    memory.reading = parse_fingerprint(reading).value_or(Fingerprint());
    memory.entry_keys = parse_keys(keys);
    memory.entry_likenesses = parse_keys(likenesses);
    return std::optional(std::move(memory));
  }

  Result<void> save_once(std::span<const Remembered> memories) {
    TRY_ASSIGN(auto transaction, Transaction::begin(*db_, Access::kWrite));
    for (const auto& [source, memory] : memories) {
      TRY(Query::run(
          *db_,
          "INSERT INTO memories (source_id, retrieved, content, url, etag,"
          " last_modified, entry_keys, cache_lifetime_ms, revisit_after_ms,"
          " quiet_hours, quiet_weekdays, reading, entry_likenesses, remark, contexts)"
          " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)"
          " ON CONFLICT (source_id) DO UPDATE SET retrieved = $2, content = $3,"
          " url = $4, etag = $5, last_modified = $6, entry_keys = $7,"
          " cache_lifetime_ms = $8, revisit_after_ms = $9, quiet_hours = $10,"
          " quiet_weekdays = $11, reading = $12, entry_likenesses = $13,"
          " remark = $14, contexts = $15",
          source, memory.retrieved, Blob{memory.content.view()}, memory.url,
          memory.etag, memory.last_modified, Blob{to_bytes(memory.entry_keys)},
          memory.wishes.cache_lifetime, memory.wishes.revisit_after,
          memory.wishes.quiet.hours, memory.wishes.quiet.weekdays,
          Blob{memory.reading.view()}, Blob{to_bytes(memory.entry_likenesses)},
          memory.remark, memory.contexts));
    }
    return transaction.commit();
  }

  Result<void> begin_anew(const Error& damage) {
    log_warning("{}; it is set aside and begun anew", damage.text);
    db_.reset();
    set_aside(path_);
    TRY_ASSIGN(db_, open_file(path_));
    return {};
  }

  std::string path_;
  std::unique_ptr<Database> db_;
};

class MemoryTerminalCache final : public TerminalCache {
 public:
  Result<std::vector<std::optional<SourceMemory>>> find(
      std::span<const model::SourceId> sources) override {
    std::vector<std::optional<SourceMemory>> found(sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const auto known = memories_.find(sources[i]);
      if (known != memories_.end()) found[i] = known->second;
    }
    return found;
  }
  Result<void> save(std::span<const Remembered> memories) override {
    for (const auto& [source, memory] : memories) {
      memories_.insert_or_assign(source, memory);
    }
    return {};
  }
  Result<std::optional<Time>> find_hold(std::string_view host) override {
    const auto known = holds_.find(std::string(host));
    return known == holds_.end() ? std::nullopt : std::optional(known->second);
  }
  Result<void> save_hold(std::string_view host, Time until) override {
    Time& kept = holds_.try_emplace(std::string(host), until).first->second;
    kept = std::max(kept, until);
    return {};
  }
  Result<std::optional<RobotsMemory>> find_robots(std::string_view origin) override {
    const auto known = robots_.find(std::string(origin));
    return known == robots_.end() ? std::nullopt : std::optional(known->second);
  }
  Result<void> save_robots(std::string_view origin,
                           const RobotsMemory& robots) override {
    robots_.insert_or_assign(std::string(origin), robots);
    return {};
  }
  Result<void> prune_hosts(Time now, const HostLimits& limits) override {
    std::erase_if(holds_, [&](const auto& hold) { return hold.second <= now; });
    std::erase_if(robots_, [&](const auto& entry) {
      return entry.second.read < now - limits.robots_age;
    });
    prune_holds(limits);
    prune_robots(limits);
    return {};
  }
  Result<std::vector<std::pair<std::string, Milliseconds>>> crawl_delays() override {
    std::vector<std::pair<std::string, Milliseconds>> delays;
    for (const auto& [origin, robots] : robots_) {
      if (robots.crawl_delay > Milliseconds(0)) {
        delays.emplace_back(origin, robots.crawl_delay);
      }
    }
    return delays;
  }

 private:
  void prune_holds(const HostLimits& limits) {
    std::vector<std::pair<Time, std::string>> by_end;
    for (const auto& [host, until] : holds_) by_end.emplace_back(until, host);
    std::ranges::sort(by_end);
    const auto most = static_cast<std::size_t>(limits.holds);
    for (const auto& [until, host] : by_end) {
      if (holds_.size() <= most) return;
      holds_.erase(host);
    }
  }
  void prune_robots(const HostLimits& limits) {
    std::vector<std::pair<Time, std::string>> newest;
    for (const auto& [origin, robots] : robots_) {
      newest.emplace_back(robots.read, origin);
    }
    std::ranges::sort(newest, [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    std::int64_t place = 0, bytes = 0;
    for (const auto& [read, origin] : newest) {
      bytes += static_cast<std::int64_t>(robots_.at(origin).text.size());
      if (++place > limits.robots || bytes > limits.robots_bytes) robots_.erase(origin);
    }
  }

  std::unordered_map<model::SourceId, SourceMemory> memories_;
  std::map<std::string, Time> holds_;
  std::map<std::string, RobotsMemory> robots_;
};

}  // namespace

std::span<const Migration> cache_migrations() { return kCacheSchema; }

Result<std::unique_ptr<TerminalCache>> open_terminal_cache(const std::string& path) {
  TRY_ASSIGN(auto database, open_or_begin_anew(path));
  return std::unique_ptr<TerminalCache>(
      std::make_unique<SqliteTerminalCache>(path, std::move(database)));
}

Result<std::unique_ptr<TerminalCache>> read_terminal_cache(const std::string& path) {
  TRY_ASSIGN(auto database, open_sqlite({.path = path,
                                         .use = FileUse::kReadOnly,
                                         .durability = Durability::kCrash,
                                         .application_id = kCacheMark}));
  TRY(check_schema(*database, kCacheSchema));
  return std::unique_ptr<TerminalCache>(
      std::make_unique<SqliteTerminalCache>(path, std::move(database)));
}

std::unique_ptr<TerminalCache> make_memory_terminal_cache() {
  return std::make_unique<MemoryTerminalCache>();
}

}  // namespace curlew::store
