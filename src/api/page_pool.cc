#include "api/page_pool.h"

#include <exception>
#include <utility>
#include <variant>

#include "base/log.h"

namespace curlew::api {
namespace {

using http::Call;
using http::Problem;
using http::Reply;

Problem too_many_pages() {
  return {503,
          "Too many pages are asked for at a time",
          "Try again in a moment.",
          {{"Retry-After", "1"}}};
}

Problem too_many_of_user() {
  return {429,
          "Too much of this is under way for you",
          "Try again when some of it has ended.",
          {{"Retry-After", "5"}}};
}

// Users who share a lane share its bounds, which is harmless.
constexpr std::int64_t kUserLanes = 1'024;

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
  return handler([lane](const Call&) { return lane; }, too_many_pages(),
                 std::move(pattern), std::move(page), std::move(then), use);
}

PagePool::Handler PagePool::handler_of_user(std::string pattern, Page page,
                                            StoreUse use) {
  const auto lane = [](const Call& call) {
    return std::size_t(call.context.caller.user_id % kUserLanes);
  };
  return handler(lane, too_many_of_user(), std::move(pattern), std::move(page), nullptr,
                 use);
}

PagePool::Handler PagePool::handler(LaneOf lane, Problem too_many, std::string pattern,
                                    Page page, AfterPage then, StoreUse use) {
  const bool writes = use == StoreUse::kWrite;
  return [this, lane = std::move(lane), too_many = std::move(too_many), writes,
          pattern = std::move(pattern), page = std::move(page),
          then = std::move(then)](const Call& call, const Reply& reply) {
    const bool is_taken = pool_.add(lane(call), [this, writes, pattern, page, then,
                                                 call, reply](std::size_t thread) {
      auto& store = writes ? writers_[thread] : stores_[thread];
      answer(pattern, page, call, reply, store, writes ? open_to_write_ : open_store_);
      if (then && store) then(call, *store);
    });
    if (!is_taken) reply.fail(too_many);
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
    reply.fail(own_trouble(call, "The database does not answer", made.error()));
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
