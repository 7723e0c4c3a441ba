// Threads on which pages are made, each with its own connection to the store, so that a
// slow page holds up no other.

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

class PagePool {
 public:
  using OpenStore = std::function<Result<std::unique_ptr<store::Store>>()>;
  using Handler = std::function<void(const http::Call&, http::Reply)>;

  // `open_store` is called on each of the threads by the first request that needs it.
  explicit PagePool(OpenStore open_store) : open_store_(std::move(open_store)) {}

  // Of the route with this pattern. Its pages share a lane of the pool.
  Handler handler(std::size_t lane, std::string pattern, Page page, AfterPage then);

 private:
  void answer(const std::string& pattern, const Page& page, const http::Call& call,
              const http::Reply& reply, std::unique_ptr<store::Store>& store);
  Result<Answer> make(const Page& page, const http::Call& call,
                      std::unique_ptr<store::Store>& store);

  const OpenStore open_store_;
  // Each of one thread.
  std::vector<std::unique_ptr<store::Store>> stores_{
      http::HandlerPoolOptions().threads};
  // Last: it uses the above.
  http::HandlerPool pool_;
};

}  // namespace curlew::api
