// What happens, as it happens: a stream of server-sent events (WHATWG HTML §9.2) for
// each client that asks.
//
//   event: status   at first, and when the counts of sources and articles have changed
//   event: article  a new article as in /api/v1/articles, soon after it was committed
//   event: clip     a new clip of the caller, as in /api/v1/clips
//   event: gap      more came than are told one by one: ask for the list
//   event: dropped  the client read too slowly, and may come again
//   event: ended    the session, or the token, that it came with is no more
//
// Each is told of what he sees.
//
// Articles carry their number as the event's id. A client that comes back says which it
// saw last (Last-Event-ID, or ?after=N) and is told those since.
//
// One thread looks into the store for all clients, only while there are any. It looks
// rather than being told, so that articles of any process that writes are seen.

#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "http/router.h"
#include "http/stream.h"
#include "store/store.h"

namespace curlew::api {

struct LiveEventsOptions {
  // Opens a connection for reading; called on the thread that looks.
  std::function<Result<std::unique_ptr<store::Store>>()> open_store;
  // As service::SnapshotLimits::late_after.
  Milliseconds late_after{600'000};
  Milliseconds look_every{500};
  // Counting costs more than looking.
  std::int64_t looks_per_count = 4;
  // A comment, for proxies that end idle ones.
  std::int64_t looks_per_heartbeat = 30;
  std::size_t most_clients = 2'000;
  // Of one user: others are to find room.
  std::size_t most_of_user = 1'000;
  // Articles that are told one by one to who was away.
  std::size_t most_told = 128;
  // Has a client's session ended? Asking is a look into the store.
  std::int64_t looks_per_check = 2;
  // Of one client, before it is dropped. Clients share what is told to all of them.
  Bytes most_unread = 1_MiB;
};

class LiveEvents {
 public:
  // `clock` must outlive it.
  LiveEvents(LiveEventsOptions options, const Clock& clock);
  // Ends all streams.
  ~LiveEvents();
  LiveEvents(const LiveEvents&) = delete;
  LiveEvents& operator=(const LiveEvents&) = delete;

  // The handler of a route; on the server's thread.
  void subscribe(const http::Call& call, const http::Reply& reply);

 private:
  struct Client {
    std::shared_ptr<http::StreamWriter> stream;
    // The article that it saw last.
    std::optional<std::int64_t> saw;
    model::UserId user = {};
    // How it said so, which may end.
    http::Credential by = http::Credential::kNone;
    std::int64_t credential_id = 0;
  };
  struct Told {
    std::int64_t id = 0;
    http::StreamPiece event;
    bool is_shared = true;
    // Of one that is not shared.
    std::vector<model::UserId> readers = {};
  };

  void run();
  Result<void> look();
  Result<void> look_for_articles();
  Result<Told> told_of(const store::ArticleRow& row);
  Result<void> look_for_clips();
  Result<void> end_streams();
  Result<void> count();
  void welcome(const Client& client);
  void tell_all(const http::StreamPiece& event);
  void tell(const Client& client, const Told& told);
  void tell(const Client& client, const http::StreamPiece& event);
  void forget_those_gone();

  const LiveEventsOptions options_;
  const Clock& clock_;

  // Guards what comes from the server's thread:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Client> coming_;
  // With those that are coming.
  std::size_t clients_count_ = 0;
  std::unordered_map<model::UserId, std::size_t> count_of_user_;
  bool stopping_ = false;

  // Of the thread that looks:
  std::unique_ptr<store::Store> store_;
  std::vector<Client> clients_;
  // The last article that was told.
  std::optional<std::int64_t> newest_;
  std::optional<model::ClipId> newest_clip_;
  // All after this one are in told_.
  std::int64_t told_from_ = 0;
  std::deque<Told> told_;
  // As they were when it was told last that they have changed.
  std::string counts_;
  std::int64_t looks_ = 0;
  // In looks.
  std::int64_t next_count_ = 0;
  // Last: it uses all of the above.
  std::thread thread_;
};

}  // namespace curlew::api
