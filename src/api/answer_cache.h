// Answers of the JSON API, for whoever asks for the same again: most that ask often (a
// page that is loaded anew, a reader with an ETag) find nothing new, and making a list
// takes a hundred times as long as sending it.
//
// An answer is kept for each caller, since what one sees another may not, and is as
// good as a new one as long as nobody has written to the database. That is asked at
// each request, which costs a look into shared memory with SQLite; with a server it
// would cost a round trip, and nothing is kept. What an answer says of the time ("due
// now") makes it old after a second all the same. Thread-safe.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "api/route.h"
#include "base/bytes.h"
#include "base/clock.h"
#include "http/router.h"
#include "store/store.h"

namespace curlew::api {

struct AnswerCacheOptions {
  std::function<Result<std::unique_ptr<store::Store>>()> open_store;
  Milliseconds kept_for{1'000};
  // Of all answers together, with what they are kept by; where there is no more room,
  // all are dropped.
  Bytes most = 32_MiB;
};

class AnswerCache {
 public:
  using Handler = std::function<void(const http::Call&, http::Reply)>;

  // `clock` must outlive it.
  AnswerCache(AnswerCacheOptions options, const Clock& clock)
      : options_(std::move(options)), clock_(clock) {}

  // A handler that answers from here, on the server's own thread, and leaves what is
  // not here to `make`, whose page must be one that keep() made.
  Handler before(Handler make);
  // The page, whose answers are kept. On the threads of a pool.
  Page keep(Page page);

 private:
  struct Kept {
    std::shared_ptr<const std::string> body;
    http::Headers headers;
    std::string etag;
    SteadyTime made;
    std::int64_t version = 0;
  };
  std::optional<Kept> find(const std::string& key);
  // The version of the database now; nullopt: not known.
  std::optional<std::int64_t> look_up_version();
  void add(std::string key, Kept kept);

  const AnswerCacheOptions options_;
  const Clock& clock_;
  // Guards all below. The server's thread waits for it: nothing slow is done under it.
  std::mutex mutex_;
  // Of one connection the numbers can be compared. Opened by the first page, and given
  // up where it has none.
  std::unique_ptr<store::Store> store_;
  bool is_opened_ = false;
  // By who asks for what, and how.
  std::unordered_map<std::string, Kept> kept_;
  Bytes size_ = 0;
};

}  // namespace curlew::api
