#include "api/answer_cache.h"

#include <fmt/format.h>

#include <utility>
#include <variant>

#include "api/packed.h"
#include "base/fingerprint.h"
#include "store/sqlite/data_version.h"

namespace curlew::api {
namespace {

// A large one is rare, and would push out many.
constexpr Bytes kLargestKept = 1_MiB;

// All that an answer depends on.
std::string key_of(const http::Call& call) {
  const http::Caller& caller = call.context.caller;
  return fmt::format("{} {} {} {} {} {} {} {} {} {}", caller.user_id,
                     int(caller.access), int(caller.by), caller.credential_id,
                     caller.is_local, call.context.language, call.request.scheme,
                     takes_gzip(call),
                     http::find_header(call.request.headers, "Host").value_or(""),
                     call.request.target);
}

// Whoever searches for something else each time has small answers and long addresses.
Bytes size_of(const std::string& key, const std::string& body) {
  constexpr Bytes kOfAnEntry = 256;
  return key.size() + body.size() + kOfAnEntry;
}

bool is_kept(const Answer& answer) {
  const auto* const body = std::get_if<Body>(&answer);
  return body && body->status == 200 && body->type.empty() && body->headers.empty() &&
         body->text.size() <= kLargestKept;
}

}  // namespace

AnswerCache::Handler AnswerCache::before(Handler make) {
  return [this, make = std::move(make)](const http::Call& call,
                                        const http::Reply& reply) {
    const auto kept = find(key_of(call));
    if (!kept) return make(call, reply);
    // Who has it is sent nothing, and need not wait for a copy.
    const bool is_known =
        http::joined_header(call.request.headers, "If-None-Match").find(kept->etag) !=
        std::string::npos;
    reply({200, kept->headers, is_known ? std::string() : *kept->body});
  };
}

Page AnswerCache::keep(Page page) {
  return [this, page = std::move(page)](const http::Call& call,
                                        store::Store& store) -> Result<Answer> {
    const SteadyTime made = clock_.steady();
    // Before the page reads: what is written meanwhile makes it old.
    const auto version = look_up_version();
    TRY_ASSIGN(Answer answer, page(call, store));
    if (!version || !is_kept(answer)) return answer;
    Body& body = std::get<Body>(answer);
    pack_for(call, body);
    std::string etag = fmt::format("\"{:016x}\"", short_fingerprint_of(body.text));
    body.headers.emplace_back("ETag", etag);
    add(key_of(call), {std::make_shared<const std::string>(body.text), body.headers,
                       std::move(etag), made, *version});
    return answer;
  };
}

std::optional<AnswerCache::Kept> AnswerCache::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto kept = kept_.find(key);
  if (kept == kept_.end() || !store_) return std::nullopt;
  if (clock_.steady() - kept->second.made >= options_.kept_for) return std::nullopt;
  const auto version = store::data_version(store_->database());
  if (version != kept->second.version) return std::nullopt;
  return kept->second;
}

std::optional<std::int64_t> AnswerCache::look_up_version() {
  std::unique_lock lock(mutex_);
  if (!is_opened_) {
    // By one of them: the others go on without it, and so does the server.
    is_opened_ = true;
    lock.unlock();
    auto opened = options_.open_store();
    const bool is_known = opened.ok() && store::data_version((*opened)->database());
    lock.lock();
    // What cannot be opened now may be later.
    is_opened_ = opened.ok();
    if (is_known) store_ = *std::move(opened);
  }
  return store_ ? store::data_version(store_->database()) : std::nullopt;
}

void AnswerCache::add(std::string key, Kept kept) {
  const Bytes size = size_of(key, *kept.body);
  const std::lock_guard lock(mutex_);
  if (const auto known = kept_.find(key); known != kept_.end()) {
    size_ -= size_of(key, *known->second.body);
    kept_.erase(known);
  }
  if (size_ + size > options_.most) {
    kept_.clear();
    size_ = 0;
  }
  size_ += size;
  kept_.emplace(std::move(key), std::move(kept));
}

}  // namespace curlew::api
