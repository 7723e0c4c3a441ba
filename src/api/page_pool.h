// Threads on which pages are made, each with its own connection to the store, so that a
// slow page holds up no other. What waits for servers of others has a pool of its own:
// they may be as slow as they like.

#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "api/route.h"
#include "base/result.h"
#include "http/handler_pool.h"
#include "http/router.h"
#include "store/store.h"

namespace curlew::api {

// Does a page only read, or also change something?
enum class StoreUse { kRead, kWrite };

class PagePool {
 public:
  using OpenStore = std::function<Result<std::unique_ptr<store::Store>>()>;
  using Handler = std::function<void(const http::Call&, http::Reply)>;

  // Both are called on each of the threads by the first request that needs them.
  // Without `open_to_write` nothing can be changed.
  explicit PagePool(OpenStore open_store, OpenStore open_to_write = nullptr,
                    http::HandlerPoolOptions threads = {})
      : open_store_(std::move(open_store)),
        open_to_write_(std::move(open_to_write)),
        stores_(threads.threads),
        writers_(threads.threads),
        pool_(threads) {}

  // Of the route with this pattern. Its pages share a lane of the pool.
  Handler handler(std::size_t lane, std::string pattern, Page page, AfterPage then,
                  StoreUse use = StoreUse::kRead);
  // In the lane of whoever calls: nobody has more of this pool than a lane, and is told
  // 429 when he asks for more.
  Handler handler_of_user(std::string pattern, Page page, StoreUse use);
  // Waits for the pages under way; no others are made.
  void stop() { pool_.stop(); }

 private:
  using LaneOf = std::function<std::size_t(const http::Call&)>;
  Handler handler(LaneOf lane, http::Problem too_many, std::string pattern, Page page,
                  AfterPage then, StoreUse use);
  void answer(const std::string& pattern, const Page& page, const http::Call& call,
              const http::Reply& reply, std::unique_ptr<store::Store>& store,
              const OpenStore& open);
  static Result<Answer> make(const Page& page, const http::Call& call,
                             std::unique_ptr<store::Store>& store,
                             const OpenStore& open);

  const OpenStore open_store_;
  const OpenStore open_to_write_;
  // Each of one thread.
  std::vector<std::unique_ptr<store::Store>> stores_;
  std::vector<std::unique_ptr<store::Store>> writers_;
  // Last: it uses the above.
  http::HandlerPool pool_;
};

}  // namespace curlew::api
