// The central database in the words of the domain, one small class for each aggregate:
//
//   store.sources().add(source, now);
//
// Each call is a transaction of its own, unless one is open: all that a controller
// learns from many visits goes in together.
//
//   TRY_ASSIGN(auto transaction, store.begin());
//   TRY(store.visits().record(...));
//   TRY(transaction.commit());
//
// One writer (the controller) and any number of readers, in this process or another; a
// Store is one connection and belongs to one thread.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "base/result.h"
#include "base/time.h"
#include "store/access_keys.h"
#include "store/alarms.h"
#include "store/article_states.h"
#include "store/article_versions.h"
#include "store/articles.h"
#include "store/clips.h"
#include "store/crawl_pages.h"
#include "store/database.h"
#include "store/deliveries.h"
#include "store/entry_links.h"
#include "store/pages.h"
#include "store/retention.h"
#include "store/revisits.h"
#include "store/schedule.h"
#include "store/search_index.h"
#include "store/secrets.h"
#include "store/sessions.h"
#include "store/set_aside.h"
#include "store/sources.h"
#include "store/subscriptions.h"
#include "store/topics.h"
#include "store/users.h"
#include "store/versions.h"
#include "store/visits.h"
#include "store/watchlists.h"
#include "store/websub.h"

namespace curlew::store {

class Store {
 public:
  // The schema must be there: see migration.h.
  explicit Store(std::unique_ptr<Database> database) : db_(std::move(database)) {}

  Sources& sources() { return sources_; }
  Schedule& schedule() { return schedule_; }
  Articles& articles() { return articles_; }
  Pages& pages() { return pages_; }
  Visits& visits() { return visits_; }
  Retention& retention() { return retention_; }
  SetAside& set_aside() { return set_aside_; }
  Secrets& secrets() { return secrets_; }
  SearchIndex& index() { return index_; }
  Users& users() { return users_; }
  Sessions& sessions() { return sessions_; }
  AccessKeys& access_keys() { return access_keys_; }
  EntryLinks& entry_links() { return entry_links_; }
  Subscriptions& subscriptions() { return subscriptions_; }
  ArticleStates& article_states() { return article_states_; }
  Watchlists& watchlists() { return watchlists_; }
  Clips& clips() { return clips_; }
  Deliveries& deliveries() { return deliveries_; }
  Alarms& alarms() { return alarms_; }
  Versions& versions() { return versions_; }
  ArticleVersions& article_versions() { return article_versions_; }
  Revisits& revisits() { return revisits_; }
  CrawlPages& crawl_pages() { return crawl_pages_; }
  Topics& topics() { return topics_; }
  HubSubscriptions& hub_subscriptions() { return hub_subscriptions_; }
  FeedSubscribers& feed_subscribers() { return feed_subscribers_; }

  // Holds the write lock: keep it short. Dropped without commit() it changes nothing,
  // nor after an error (other than kExists and kNotFound).
  Result<Transaction> begin() { return Transaction::begin(*db_, Access::kWrite); }
  // While it lives everything is read as of one moment, and the database is locked once
  // instead of for each question. Nothing can be written meanwhile.
  Result<Transaction> snapshot() { return Transaction::begin(*db_, Access::kRead); }

  // Full integrity check; an error names what is damaged.
  Result<void> verify() { return db_->verify(); }

  // For whoever asks across aggregates.
  Database& database() { return *db_; }

 private:
  std::unique_ptr<Database> db_;
  Sources sources_{*db_};
  Schedule schedule_{*db_};
  Articles articles_{*db_};
  Pages pages_{*db_};
  Visits visits_{*db_};
  Retention retention_{*db_};
  SetAside set_aside_{*db_};
  Secrets secrets_{*db_};
  SearchIndex index_{*db_};
  Users users_{*db_};
  Sessions sessions_{*db_};
  AccessKeys access_keys_{*db_};
  EntryLinks entry_links_{*db_};
  Subscriptions subscriptions_{*db_};
  ArticleStates article_states_{*db_};
  Watchlists watchlists_{*db_};
  Clips clips_{*db_};
  Deliveries deliveries_{*db_};
  Alarms alarms_{*db_};
  Versions versions_{*db_};
  ArticleVersions article_versions_{*db_};
  Revisits revisits_{*db_};
  CrawlPages crawl_pages_{*db_};
  Topics topics_{*db_};
  HubSubscriptions hub_subscriptions_{*db_};
  FeedSubscribers feed_subscribers_{*db_};
};

// Tells a central database from any other SQLite file: "Crlw".
inline constexpr std::uint32_t kCentralMark = 0x43726c77;

enum class OpenMode {
  kReadWrite,
  // Read and write what is there; a file is not made where there is none (kNotFound).
  kPresent,
  kReadOnly,
  // Read and write, and no other controller can open it so meanwhile (kBusy). For a
  // file the lock of its directory says so; on a server the connection does.
  kController,
};

// Opens, creating and migrating as needed. Errors are kBusy, kCorrupt, kDiskFull,
// kNotFound (absent, where it is not made), or kUnsupported (written by a newer
// Curlew). A write that another program holds up is kBusy after `patience`.
Result<std::unique_ptr<Store>> open_sqlite_store(
    const std::string& path, OpenMode mode,
    Milliseconds patience = Milliseconds(10'000));

// Where a central store is: in a file, unless a server is named.
struct StorePlace {
  std::string file;
  // "postgres://user@host/database"
  std::string url = {};
  // Empty: as libpq finds it (PGPASSWORD, ~/.pgpass).
  std::string password = {};
};

// Is there a password in the address of a server, however it is written there? kUsage,
// without repeating it, when that is not one.
Result<bool> has_password(const std::string& url);

// On either. A server that cannot be reached is kDisconnected.
Result<std::unique_ptr<Store>> open_store(const StorePlace& place, OpenMode mode,
                                          Milliseconds patience = Milliseconds(10'000));

}  // namespace curlew::store
