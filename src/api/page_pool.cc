#include "api/page_pool.h"

#include <exception>
#include <utility>

#include "base/log.h"
#include "base/plain_text.h"

namespace curlew::api {
namespace {

using http::Call;
using http::Problem;
using http::Reply;

Problem too_many() {
  return {503,
          "Too many pages are asked for at a time",
          "Try again in a moment.",
          {{"Retry-After", "1"}}};
}

void send(const Reply& reply, Answer answer) {
  if (auto* problem = std::get_if<Problem>(&answer)) {
    return reply.fail(std::move(*problem));
  }
  Body& body = std::get<Body>(answer);
  if (!body.type.empty()) body.headers.emplace_back("Content-Type", body.type);
  reply({body.status, std::move(body.headers), std::move(body.text)});
}

}  // namespace

PagePool::Handler PagePool::handler(std::size_t lane, std::string pattern, Page page,
                                    AfterPage then, StoreUse use) {
  const bool writes = use == StoreUse::kWrite;
  return [this, lane, writes, pattern = std::move(pattern), page = std::move(page),
          then = std::move(then)](const Call& call, const Reply& reply) {
    const bool is_taken = pool_.add(lane, [this, writes, pattern, page, then, call,
                                           reply](std::size_t thread) {
      auto& store = writes ? writers_[thread] : stores_[thread];
      answer(pattern, page, call, reply, store, writes ? open_to_write_ : open_store_);
      if (then && store) then(call, *store);
    });
    if (!is_taken) reply.fail(too_many());
  };
}

// A store that failed is opened anew for the next request: the file may have been
// replaced or freed meanwhile.
void PagePool::answer(const std::string& pattern, const Page& page, const Call& call,
                      const Reply& reply, std::unique_ptr<store::Store>& store,
                      const OpenStore& open) {
  try {
    Result<Answer> made = make(page, call, store, open);
    if (made.ok()) return send(reply, *std::move(made));
    store.reset();
    reply.fail({503, "The database does not answer", plain_text(made.error().text)});
  } catch (const std::exception& error) {
    // Not its path, which may be somebody's key.
    log_error("{}: {}: {}", call.context.id, pattern, error.what());
    reply.fail({500, "Internal error", "The log says more."});
  }
}

Result<Answer> PagePool::make(const Page& page, const Call& call,
                              std::unique_ptr<store::Store>& store,
                              const OpenStore& open) {
  if (!store && !open) {
    return Error{ErrorKind::kUnsupported, "nothing can be changed here"};
  }
  if (!store) {
    TRY_ASSIGN(store, open());
  }
  return page(call, *store);
}

}  // namespace curlew::api
